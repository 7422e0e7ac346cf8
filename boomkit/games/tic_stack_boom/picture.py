"""Tic Stack Boom drawn: nine stacks with their heights, hands as a seat sees them, piles, and a chip for each play.

A card in hand and a stack carry all plays that they are part of; a chip beside a stack is one play. What lies below the
top of a stack, and in a captured pile, is told by the title of the piece and in words.
"""

from __future__ import annotations

from typing import Any

from boomkit import picture
from boomkit.core import State
from boomkit.core.chance import bits
from boomkit.games.tic_stack_boom import notation, rules
from boomkit.games.tic_stack_boom.rules import CARD_TEXTS, CELLS, COLUMN, DYNAMITE, EMPTY, PLAIN, WIDTH
from boomkit.picture import cards, hand, pieces, svg, theme
from boomkit.picture.board import Grid
from boomkit.picture.text import columns, html_table, sentences
from boomkit.picture.text import grid as text_grid

MARGIN = 16
TOP = 66
CELL_WIDTH, CELL_HEIGHT = 150, 152
GRID = Grid(3, 3, MARGIN, TOP, CELL_WIDTH, 6, 14, True, CELL_HEIGHT)
RIGHT = MARGIN + GRID.width + 20
HAND_WIDTH = 452
WIDTH_PX = RIGHT + HAND_WIDTH + MARGIN
HEAD_ROW = 84
SEAT_ROW = 184
CHIP = 26
MOST_SHEETS = 5

SPECIALS = {
    rules.BOMB: ("B", "boom"), rules.WEIGHT: ("W", "ink"), rules.NOVA: ("N", "seat4"), rules.MAGNET: ("M", "seat3"),
    DYNAMITE: ("D", "boom"),
}  # fmt: skip
ARROWS = {DYNAMITE: "D↔", COLUMN: "D↕"}


# -- faces -------------------------------------------------------------------------------------------------------------


def sign(kind: int, cx: float, cy: float, r: float) -> str:
    """Draw the sign of a card around (cx, cy): its tile, or what stands for a special.

    >>> sign(rules.BOMB, 0, 0, 10).count("<circle")
    1
    """
    if kind < PLAIN:
        return picture.shapes.tile(rules.SHAPES[kind % 6], kind // 6, cx, cy, r)
    ink = theme.var(SPECIALS[kind][1])
    n = svg.number
    stroke: dict[str, Any] = {"fill": "none", "stroke": ink, "stroke_width": max(2.0, r / 4), "stroke_linecap": "round"}
    at = f"M{n(cx)} {n(cy)}"
    if kind == rules.BOMB:
        fuse = svg.path(
            f"{at}m{n(r * 0.45)} {n(-r * 0.5)}q{n(r * 0.2)} {n(-r * 0.5)} {n(r * 0.55)} {n(-r * 0.4)}", **stroke
        )
        return svg.circle(cx - r * 0.1, cy + r * 0.15, r * 0.7, fill=ink) + fuse
    if kind == rules.WEIGHT:
        body = [(-0.55, -0.45), (0.55, -0.45), (0.95, 0.85), (-0.95, 0.85)]
        return svg.circle(cx, cy - r * 0.65, r * 0.24, **stroke) + svg.polygon(
            [(cx + x * r, cy + y * r) for x, y in body], fill=ink
        )
    if kind == rules.NOVA:
        return picture.shapes.shape("burst", cx, cy, r, fill=ink)
    if kind == rules.MAGNET:
        arm = n(r * 0.75)
        curve = f"{at}m{n(-r * 0.6)} {n(-r * 0.8)}v{arm}a{n(r * 0.6)} {arm} 0 0 0 {n(r * 1.2)} 0v-{arm}"
        poles = svg.line(
            cx - r * 0.85, cy - r * 0.45, cx + r * 0.85, cy - r * 0.45,
            stroke=theme.var("paper"), stroke_width=max(1.5, r / 9),
        )  # fmt: skip
        return svg.path(curve, fill="none", stroke=ink, stroke_width=r * 0.42) + poles
    sticks = "".join(
        svg.rect(cx + (i - 1.5) * r * 0.58, cy - r * 0.5, r * 0.46, r * 1.3, r * 0.1, fill=ink) for i in range(3)
    )
    return sticks + svg.path(f"{at}m0 {n(-r * 0.5)}q0 {n(-r * 0.5)} {n(r * 0.6)} {n(-r * 0.5)}", **stroke)


def face(kind: int) -> cards.Face:
    """Return what is printed on a card.

    >>> face(2).name, face(rules.NOVA).name
    ('red star', 'nova')
    """
    if kind < PLAIN:
        return cards.shape_card(rules.SHAPES[kind % 6], kind // 6)
    letter, ink = SPECIALS[kind]
    name = CARD_TEXTS[kind]
    return cards.kind(letter, name.upper(), ink, drawn=sign(kind, cards.WIDTH / 2, 62, 24), name=name)


# -- who may do what ---------------------------------------------------------------------------------------------------


def _sees(state: State, seat: int | None, other: int) -> bool:
    return seat is None or seat == other


def shown_actions(state: State, seat: int | None) -> tuple[str, ...]:
    """Return the legal actions, if the one who looks may see them: nobody else learns who is asked for a magnet."""
    due = state.current_player
    return state.legal_actions() if due >= 0 and _sees(state, seat, due) else ()


def headline(state: State, seat: int | None = None) -> str:
    """Say who is due or how it ended, as far as the one who looks knows.

    >>> import boomkit
    >>> headline(boomkit.load("tic_stack_boom", prepare_first=False).deal(1))
    'seat 0 ● to move, 151 cards in the draw pile'
    """
    fields: Any = state.fields
    if state.is_terminal:
        returns = state.returns()
        best = max(returns)
        winners = " and ".join(theme.seat_name(one) for one, won in enumerate(returns) if won == best)
        return f"{winners} {'wins' if returns.count(best) == 1 else 'share the win'} with {notation.cards(best)}"
    if fields.phase in (rules.REACTING, rules.ASKING):
        who = "" if fields.asked == rules.NOBODY or not _sees(state, seat, fields.asked) else (
            f"; {theme.seat_name(fields.asked)} may answer with a magnet"
        )  # fmt: skip
        taken = notation.cards(sum(sum(fields.stacks[cell]) for cell in bits(fields.pending)))
        return f"capture pending: {theme.seat_name(fields.turn)} would take {taken}{who}"
    pile = f"{notation.cards(fields.pile_size)} in the draw pile" if fields.pile_size else "end phase"
    if state.is_chance:
        return f"a card is drawn, {pile}" if fields.phase != rules.DRAWING_LOTS else "chance says who starts"
    return f"{theme.seat_name(fields.turn)} to move, {pile}"


# -- the grid ----------------------------------------------------------------------------------------------------------


def stack_words(fields: Any, cell: int) -> str:
    """Say what lies on a cell and below its top.

    >>> import boomkit
    >>> game = boomkit.load("tic_stack_boom")
    >>> state = game.read("grid Rs(2*Bd) - Rs / Rs Rs Gq / Gt Yx -; hands bomb / -; turn 0")
    >>> stack_words(state.fields, 0), stack_words(state.fields, 1)
    ('cell 0: red star, below it 2 blue disc', 'cell 1: empty')
    """
    top = fields.top[cell]
    if top == EMPTY:
        return f"cell {cell}: empty"
    below = list(fields.stacks[cell])
    below[top] -= 1
    under = f", below it {contents(below)}" if any(below) else ""
    return f"cell {cell}: {CARD_TEXTS[top]}{under}"


def contents(counts: list[int]) -> str:
    """Write a pile of cards in words.

    >>> contents([2, 1, *[0] * 39])
    '2 red disc, red ring'
    """
    words = [
        f"{count} {CARD_TEXTS[kind]}" if count > 1 else CARD_TEXTS[kind] for kind, count in enumerate(counts) if count
    ]
    return ", ".join(words) or "nothing"


def _chip(action: str, kind: int, x: float, y: float) -> str:
    sheet = svg.rect(
        0, 0, CHIP, CHIP, 6, fill=theme.var("paper"), stroke=theme.var("focus"), stroke_width=1.5,
        stroke_dasharray="4 2", class_="bk-legal",
    )  # fmt: skip
    inside = (
        svg.text(CHIP / 2, 17, ARROWS[kind], size=11, weight=650, anchor="middle", fill="boom")
        if kind in ARROWS
        else sign(kind, CHIP / 2, CHIP / 2, 8)
    )
    return svg.group(sheet, inside, x=x, y=y, key=f"chip {action}", action=action, label=action)


def _stack(fields: Any, cell: int, actions: list[Any]) -> str:
    """Draw a stack: sheets for its height, its top, a number, and a chip for each card that may be laid."""
    top, height = fields.top[cell], sum(fields.stacks[cell])
    waits = bool(fields.pending >> cell & 1)
    sheets = min(height - 1, MOST_SHEETS)
    parts = [
        svg.rect(
            2.5 * (sheets - i), 2.5 * (sheets - i), cards.WIDTH, cards.HEIGHT, cards.RADIUS,
            fill=theme.var("paper"), stroke=theme.var("muted"), stroke_width=1.25,
        )
        for i in range(sheets)
    ]  # fmt: skip
    if top == EMPTY:
        parts.append(pieces.dashed(0, 0, cards.WIDTH, cards.HEIGHT, radius=cards.RADIUS, fill="muted"))
    else:
        parts.append(cards.sheet(face(top), stroke_width=3 if waits else 1.5))
    if height > 1:
        parts.append(svg.rect(cards.WIDTH - 29, 12, 26, 19, 9, fill=theme.var("felt"), stroke=theme.var("line")))
        parts.append(svg.text(cards.WIDTH - 16, 26, f"×{height}", size=12, weight=650, anchor="middle"))
    if waits:
        frame = pieces.dashed(-3, -3, cards.WIDTH + 6, cards.HEIGHT + 6, radius=cards.RADIUS + 3, fill="boom")
        parts.append(frame)
    words = stack_words(fields, cell) + (f", {notation.cards(height)}" if height else "")
    piece = svg.group(
        svg.tag("title", svg.escape(words)), *parts,
        x=8, y=22, key=f"stack {cell}", action=" | ".join(actions) or None,
        label=words + (", capture pending" if waits else ""),
    )  # fmt: skip
    chips = []
    for place, action in enumerate(actions):
        column, row = divmod(place, 4)
        x = cards.WIDTH + 23 + (CHIP + 3) * column
        chips.append(_chip(action, action.code % WIDTH, x, 22 + (CHIP + 4) * row))
    return piece + "".join(chips)


def _grid(state: State, actions: tuple[Any, ...]) -> str:
    fields: Any = state.fields
    parts = [GRID.felt()]
    for cell in range(CELLS):
        here = [action for action in actions if action.code < rules.PASS and action.code // WIDTH == cell]
        parts.append(GRID.square(str(cell), _stack(fields, cell, here), label=f"cell {cell}"))
    return "".join(parts)


# -- seats -------------------------------------------------------------------------------------------------------------


def _button(words: str, x: float, y: float) -> str:
    width = svg.text_width(words, 13, 650) + 28
    sheet = svg.rect(0, 0, width, 30, 9, fill=theme.var("paper"), stroke=theme.var("focus"), stroke_width=2)
    text = svg.text(width / 2, 20, words, weight=650, anchor="middle", fill="focus")
    return svg.group(sheet, text, x=x, y=y, key=f"button {words}", action=words, label=words)


def _head(state: State, actions: tuple[Any, ...]) -> str:
    """Draw the draw pile, and buttons for what is done without a place on the grid."""
    fields: Any = state.fields
    left = fields.pile_size
    words = f"draw pile: {notation.cards(left)}, face down" if left else "draw pile: empty"
    sheets = "".join(
        svg.group(cards.sheet(cards.back()), x=4.0 * i, y=4.0 * i) for i in reversed(range(min(left, 3)))
    ) or pieces.dashed(0, 0, cards.WIDTH, cards.HEIGHT, radius=cards.RADIUS, fill="muted")  # fmt: skip
    pile = svg.group(sheets, x=RIGHT, y=TOP, scale=0.58, key="draw pile", label=words)
    parts = [pile, pieces.label(RIGHT + 66, TOP + 18, words)]
    x = RIGHT + 66
    for action in actions:
        if action.code >= rules.PASS:
            parts.append(_button(str(action), x, TOP + 32))
            x += svg.text_width(action, 13, 650) + 40
    return "".join(parts)


def _of_kind(actions: tuple[Any, ...], kind: int) -> list[str]:
    found = []
    for action in actions:
        if action.code < rules.PASS:
            if min(action.code % WIDTH, DYNAMITE) == kind:
                found.append(str(action))
        elif kind == rules.MAGNET and action.code in (rules.REACT, rules.SWEEP):
            found.append(str(action))
    return found


def _seat(state: State, one: int, top: float, seat: int | None, actions: tuple[Any, ...]) -> str:
    fields: Any = state.fields
    taken = sum(fields.captured[one])
    due = state.current_player == one and _sees(state, seat, one)
    notes = [notation.cards(fields.sizes[one]), f"captured {taken}"]
    line = svg.group(
        svg.tag("title", f"captured by seat {one}: {contents(fields.captured[one])}"),
        picture.player(0, 0, one, notes, current=due, width=HAND_WIDTH, height=32),
        x=RIGHT, y=top, key=f"captured {one}",
    )  # fmt: skip
    if not _sees(state, seat, one):
        return line + hand.hidden(fields.sizes[one], key=f"hand {one}", seat=one).at(RIGHT, top + 38)
    mine = actions if due else ()
    row = []
    for kind, count in enumerate(fields.hands[one]):
        for copy in range(count):
            plays = _of_kind(mine, kind)
            row.append(
                cards.Card(
                    face(kind),
                    f"card {one} {notation.SHORT[kind]}#{copy}",
                    " | ".join(plays) or None,
                    legal=bool(plays),
                    dimmed=due and bool(mine) and not plays,
                )
            )
    return line + hand.row(row, width=HAND_WIDTH).at(RIGHT, top + 34)


def draw(state: State, seat: int | None = None, *, legal: bool = True) -> str:
    """Draw grid, piles and hands as `seat` sees them; None sees all hands. With `legal` the plays can be clicked.

    >>> import boomkit
    >>> state = boomkit.load("tic_stack_boom").deal(1)
    >>> all(f'data-action="{action}"' in draw(state, 0) for action in state.legal_actions())
    True
    >>> 'data-action' in draw(state, 1)
    False
    """
    actions = shown_actions(state, seat) if legal else ()
    players = state.game.players
    parts = [picture.heading(MARGIN, 30, state.game.title, headline(state, seat)), _grid(state, actions)]
    parts.append(_head(state, actions))
    parts += (_seat(state, one, TOP + HEAD_ROW + SEAT_ROW * one, seat, actions) for one in range(players))
    height = max(TOP + GRID.height, TOP + HEAD_ROW + SEAT_ROW * players) + MARGIN
    return svg.document(WIDTH_PX, height, "".join(parts), state.game.title, description(state, seat))


# -- in words ----------------------------------------------------------------------------------------------------------


def _hand_words(state: State, one: int, seat: int | None) -> str:
    fields: Any = state.fields
    if not _sees(state, seat, one):
        return f"{notation.cards(fields.sizes[one])}, hidden"
    return contents(fields.hands[one])


def description(state: State, seat: int | None = None) -> str:
    """Say in sentences what the picture shows."""
    fields: Any = state.fields
    said = [headline(state, seat), *(stack_words(fields, cell) for cell in range(CELLS))]
    for one in range(state.game.players):
        said.append(f"{theme.seat_name(one)} holds {_hand_words(state, one, seat)}")
        said.append(f"{theme.seat_name(one)} has captured {contents(fields.captured[one])}")
    return sentences(*said)


def _seat_rows(state: State, seat: int | None) -> list[list[str]]:
    fields: Any = state.fields
    return [
        [theme.seat_name(one), _hand_words(state, one, seat), str(sum(fields.captured[one]))]
        for one in range(state.game.players)
    ]


def table(state: State, seat: int | None = None) -> str:
    """Write grid and seats as HTML tables."""
    fields: Any = state.fields
    rows = [[stack_words(fields, cell).partition(": ")[2] for cell in range(row, row + 3)] for row in (0, 3, 6)]
    names = ["cells 0 to 2", "cells 3 to 5", "cells 6 to 8"]
    return html_table(f"{state.game.title}: {headline(state, seat)}", rows, names=names) + html_table(
        "Seats", _seat_rows(state, seat), columns=["seat", "hand", "captured"]
    )


def board(state: State, seat: int | None = None) -> str:
    """Write grid and seats as text; `Rs 3` is a red star on a stack of three.

    >>> import boomkit
    >>> game = boomkit.load("tic_stack_boom")
    >>> print(board(game.read("grid Rs(2*Bd) - Rs / Rs Rs Gq / Gt Yx -; hands bomb / weight; turn 0"), 0))
    Tic Stack Boom: seat 0 ● to move, 159 cards in the draw pile
    ┌──────┬──────┬──────┐
    │ Rs 3 │ -    │ Rs 1 │
    ├──────┼──────┼──────┤
    │ Rs 1 │ Rs 1 │ Gq 1 │
    ├──────┼──────┼──────┤
    │ Gt 1 │ Yx 1 │ -    │
    └──────┴──────┴──────┘
    seat      hand            captured
    seat 0 ●  bomb            0
    seat 1 ▲  1 card, hidden  0
    """
    fields: Any = state.fields

    def cell_text(cell: int) -> str:
        top = fields.top[cell]
        return "-" if top == EMPTY else f"{notation.SHORT[top]} {sum(fields.stacks[cell])}"

    rows = [[cell_text(cell) for cell in range(row, row + 3)] for row in (0, 3, 6)]
    seats = columns([["seat", "hand", "captured"], *_seat_rows(state, seat)])
    return f"{state.game.title}: {headline(state, seat)}\n{text_grid(rows, ranks=False)}\n{seats}"


def thumbnail(state: State) -> str:
    """Draw the nine tops, 44 by 44 px, for the node of a tree; a bar under a top grows with its stack.

    >>> import boomkit
    >>> thumbnail(boomkit.load("tic_stack_boom").deal(1)).count("<rect") >= 9
    True
    """
    fields: Any = state.fields
    parts = []
    for cell in range(CELLS):
        x, y = 1 + 14.5 * (cell % 3), 1 + 14.5 * (cell // 3)
        parts.append(svg.rect(x, y, 13, 13, 2, fill=theme.var("paper"), stroke=theme.var("line")))
        if fields.top[cell] != EMPTY:
            parts.append(sign(fields.top[cell], x + 6.5, y + 5.8, 4.2))
            wide = min(11, 1.5 * sum(fields.stacks[cell]))
            parts.append(svg.rect(x + 1, y + 11.2, wide, 1.2, fill=theme.var("muted")))
    return "".join(parts)
