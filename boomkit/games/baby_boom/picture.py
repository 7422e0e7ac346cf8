"""Draw Baby Boom: bombs as discs with number, ticks and the shape of their seat, tiles with a sign and a letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from boomkit import picture
from boomkit.core import State
from boomkit.core.chance import bits
from boomkit.games.baby_boom import rules
from boomkit.picture import shapes, svg, text, theme
from boomkit.picture.theme import var

MARGIN = 20.0
TOP = 72.0
ROW = 36.0
NARROWEST = 330.0

LETTERS = {"wall": "W", "conveyor": "C", "paddle": "P", "detonator": "D", "pit": "O"}
"""The letter of each tile, in the corner of its square: readable under a bomb, too."""
ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
TURNS = {"up": 0, "right": 90, "down": 180, "left": 270}


def bombs(state: State) -> dict[str, tuple[int, int]]:
    """Return seat and face of each bomb by its square, in reading order.

    >>> import boomkit
    >>> bombs(boomkit.load("baby_boom", layout="0../.../..1").deal(1))
    {'a3': (0, 5), 'c1': (1, 5)}
    """
    game, fields = _game(state), state.fields
    standing = rules.occupied(fields)
    return {
        game.square_name(square): (rules.owner(fields, square), rules.shown(fields, square))
        for square in game.squares
        if rules.on(standing, square)
    }


def keys(state: State) -> dict[str, str]:
    """Return a name for each bomb by its square that stays the same while it moves, as far as the history goes."""
    game: Any = _game(state)
    before = {square: square for square in bits(rules.occupied(state.fields))}
    seats = {square: rules.owner(state.fields, square) for square in before}
    for _, kind, _, seat, start, end in reversed(state.log):
        if kind == rules.BEGAN:
            break
        if kind in (rules.MOVED, rules.KICKED, rules.PUSHED, rules.CARRIED):
            for square, then in before.items():
                if then == end and seats[square] == seat:
                    before[square] = start
    return {
        game.square_name(square): f"bomb {seats[square]} {game.square_name(start)}" for square, start in before.items()
    }


def headline(state: State) -> str:
    """Say which round it is and who is due, or who has won."""
    fields: Any = state.fields
    number = f"round {fields.round} of {fields.options.n_rounds}"
    if state.is_terminal:
        winners = _game(state).winners(fields)
        return f"{' and '.join(map(theme.seat_name, winners))} won with {fields.scores[winners[0]]}"
    if fields.rolling:
        return "the seats roll for the start: " + ", ".join(map(theme.seat_name, bits(fields.rolling)))
    if state.is_chance:
        return f"{number} · a die is rolled for the explosion"
    return f"{number} · {theme.seat_name(fields.turn)} to move"


def draw(state: State, seat: int | None = None, *, legal: bool = True, marks: Iterable[str] = ()) -> str:
    """Draw the board and what each seat has; everything is open, so every seat sees the same.

    With `legal`, a dot marks each square that a bomb may move to and a dashed frame each bomb that may be kicked. The
    squares or pieces in `marks` (`data-key`) get a frame in the colour of danger.

    >>> import boomkit
    >>> svg = draw(boomkit.load("baby_boom", layout="0../.../..1", first_player=0).initial_state())
    >>> 'data-action="a3-a2|a3-b3"' in svg
    True
    """
    game: Any = _game(state)
    size = game.options["size"]
    grid = picture.Grid(size, size, x=MARGIN, y=TOP)
    standing = bombs(state)
    actions = _actions(state) if legal else {}
    width = max(grid.width, NARROWEST)
    tiles = _tiles(state)
    reached = set(actions) - set(standing)
    kicked = [square for square in actions if any(action.endswith(f"x{square}") for action in actions[square])]
    parts = [picture.heading(MARGIN, 30, game.title, headline(state)), grid.felt()]
    parts += [
        grid.square(
            square,
            _tile(tiles[square], square in _spent(state)) if square in tiles else "",
            action="|".join(actions[square]) if square in reached else None,
            label=_said(square, standing, tiles),
        )
        for square in grid.names()
    ]
    parts += [grid.blast(square, squares) for square, squares in _blasts(state)]
    parts += [grid.trace(start, end) for start, end in _steps(state)]
    named = keys(state)
    for square, (owner, face) in standing.items():
        body = _bomb(owner, face, state.fields.options.fuse)
        action = "|".join(actions[square]) if square in actions else None
        parts.append(grid.piece(square, body, key=named[square], action=action, label=_said(square, standing, tiles)))
    parts += [grid.dots(square for square in grid.names() if square in reached), grid.dashed(kicked)]
    wrong = {mark.removeprefix("square ") for mark in marks}
    wrong = {square for square in grid.names() if square in wrong or named.get(square) in wrong}
    parts += [_offending(*grid.corner(square), grid.cell) for square in grid.names() if square in wrong]
    parts += [
        picture.player(MARGIN, TOP + grid.height + 12 + ROW * one, one, notes, current=one == state.current_player,
                       width=width, height=ROW - 6)
        for one, notes in enumerate(_notes(state))
    ]  # fmt: skip
    height = TOP + grid.height + 12 + ROW * game.players + 8
    return svg.document(width + 2 * MARGIN, height, "".join(parts), game.title, description(state))


def description(state: State) -> str:
    """Say in sentences what the picture shows."""
    tiles = _tiles(state)
    standing = bombs(state)
    said = [_said(square, standing, {}) for square in standing]
    seats = [f"{theme.seat_name(seat)}: {', '.join(notes)}" for seat, notes in enumerate(_notes(state))]
    lying = [f"{tile} on {square}" for square, tile in tiles.items() if square not in _spent(state)]
    return text.sentences(headline(state), "; ".join(said), "; ".join(lying), *seats, *state.events)


def table(state: State, seat: int | None = None) -> str:
    """Write the board as an HTML table, and one below with what each seat has."""
    board = text.html_grid(f"{state.game.title}: {headline(state)}", _cells(state))
    rows = [[str(word) for word in notes] for notes in _notes(state)]
    names = [theme.seat_name(one) for one in range(state.game.players)]
    return board + text.html_table("Seats", rows, columns=["points", "bombs"], names=names)


def board(state: State, seat: int | None = None) -> str:
    """Write the board as text: a face and a seat for each bomb, a letter and an arrow for each tile.

    >>> import boomkit
    >>> print(board(boomkit.load("baby_boom", layout="0../.../..1", first_player=0).initial_state()))
    Baby Boom: round 1 of 3 · seat 0 ● to move
      ┌────┬────┬────┐
    3 │ 5● │    │    │
      ├────┼────┼────┤
    2 │    │    │    │
      ├────┼────┼────┤
    1 │    │    │ 5▲ │
      └────┴────┴────┘
        a    b    c
    seat 0 ●  0 points  1 live bomb
    seat 1 ▲  0 points  1 live bomb
    """
    rows = [[theme.seat_name(one), *notes] for one, notes in enumerate(_notes(state))]
    return "\n".join([f"{state.game.title}: {headline(state)}", text.grid(_cells(state)), text.columns(rows)])


def thumbnail(state: State) -> str:
    """Draw the board 44 by 44 px for the node of a tree: the shape of its seat with its number for each bomb.

    >>> import boomkit
    >>> thumbnail(boomkit.load("baby_boom", layout="0../.../..1", first_player=0).initial_state()).count("<text")
    2
    """
    size = _game(state).options["size"]
    cell = 44 / size
    grid = picture.Grid(size, size, cell=cell - 1.2, gap=1.2, margin=0.6)
    parts = [svg.rect(*grid.corner(square), grid.cell, grid.cell, 1.5, fill=var("felt")) for square in grid.names()]
    for square, (seat, face) in bombs(state).items():
        x, y = grid.centre(square)
        sign = "burst" if face == rules.BOOM else theme.seat_shape(seat)
        fill = "blast" if face == rules.BOOM else theme.seat_tint(seat)
        parts.append(
            shapes.shape(sign, x, y, cell / 2 + 0.4, fill=var(fill), stroke=var(theme.seat_ink(seat)), stroke_width=0.8)
        )
        if face == rules.BOOM:
            parts.append(shapes.seat_mark(seat, x, y, cell / 5))
        elif size <= 4:
            parts.append(svg.text(x, y + 4, str(face), size=11, weight=700, anchor="middle", fill=theme.seat_ink(seat)))
    return "".join(parts)


# -- parts -----------------------------------------------------------------------------------------------------------


def _game(state: State) -> Any:
    return state.game


def _tiles(state: State) -> dict[str, str]:
    """Return the tiles of the round by square; used-up detonators are among them."""
    fields: Any = state.fields
    found: dict[str, str] = _game(state).tiles_of_round(fields.round)
    return found


def _actions(state: State) -> dict[str, list[str]]:
    """Return the legal actions that concern each square: those of the bomb on it, and those that lead to it."""
    found: dict[str, list[str]] = {}
    for action in state.legal_actions():
        found.setdefault(action[:2], []).append(action)
        if action[3:]:
            found.setdefault(action[3:], []).append(action)
    return found


def _spent(state: State) -> set[str]:
    fields: Any = state.fields
    return set(map(_game(state).square_name, bits(fields.spent)))


def _word(seat: int, face: int) -> str:
    return f"{'Boom' if face == rules.BOOM else face} of {theme.seat_name(seat)}"


def _said(square: str, standing: dict[str, tuple[int, int]], tiles: dict[str, str]) -> str:
    """Say what is on a square."""
    bomb = _word(*standing[square]) if square in standing else "" if square in tiles else "empty"
    return f"{square}, " + " on a ".join(word for word in (bomb, tiles.get(square, "")) if word)


def _notes(state: State) -> list[list[str]]:
    """Say for each seat how many points and live bombs it has."""
    fields: Any = state.fields
    notes = []
    for seat in range(state.game.players):
        count = rules.live(fields, seat).bit_count()
        points = fields.scores[seat]
        notes.append([f"{points} point{'s' * (points != 1)}", f"{count} live bomb{'s' * (count != 1)}"])
    return notes


def _cells(state: State) -> list[list[str]]:
    game = _game(state)
    size = game.options["size"]
    standing = bombs(state)
    tiles = _tiles(state)
    rows = []
    for row in range(size):
        cells = []
        for column in range(size):
            square = f"{'abcdef'[column]}{size - row}"
            bomb = ""
            if square in standing:
                seat, face = standing[square]
                bomb = f"{'*' if face == rules.BOOM else face}{theme.seat_glyph(seat)}"
            tile = _sign(tiles[square]) if square in tiles and square not in _spent(state) else ""
            cells.append(" ".join(word for word in (bomb, tile) if word))
        rows.append(cells)
    return rows


def _events_of_round(state: State) -> list[tuple[int, ...]]:
    """Return the last events as numbers (event, a, b, c), if the round they happened in still stands on the board."""
    last = state.log[len(state.log) - len(state.events) :]
    if any(kind == rules.BEGAN for _, kind, *_ in last):
        return []
    return [(kind, *numbers) for _, kind, _, *numbers in last]


def _steps(state: State) -> Iterator[tuple[str, str]]:
    """Walk over the steps of the last action, from square to square."""
    name = _game(state).square_name
    for kind, _, start, end in _events_of_round(state):
        if kind in (rules.MOVED, rules.KICKED, rules.PUSHED, rules.CARRIED):
            yield name(start), name(end)


def _blasts(state: State) -> Iterator[tuple[str, list[str]]]:
    """Walk over the explosions of the last action with the squares that each cleared."""
    game = _game(state)
    events = _events_of_round(state)
    rolls = {square: roll for kind, _, square, roll in events if kind == rules.THREW}
    for kind, _, square, _ in events:
        if kind != rules.EXPLODED or rolls.get(square) == rules.BOOM:
            continue
        far = rolls.get(square, rules.FAR)
        far = far if far <= rules.NEAR else rules.FAR
        reached = 0
        for direction in range(4):
            reached |= rules.ray(state.fields, square, direction, far)
        yield game.square_name(square), [game.square_name(one) for one in game.squares if rules.on(reached, one)]


def _bomb(seat: int, face: int, fuse: int) -> str:
    if face == rules.BOOM:
        return picture.explosion(0, 0, seat=seat)
    return picture.bomb(0, 0, face, seat, fuse=max(fuse, face))


def _sign(tile: str) -> str:
    kind, _, arrow = tile.partition(" ")
    return LETTERS[kind] + ARROWS.get(arrow, "")


def _tile(tile: str, spent: bool) -> str:
    """Draw a tile from the corner of its square (72 px): its sign in the middle, its letter and arrow in the corner."""
    kind, _, arrow = tile.partition(" ")
    body = {"wall": _wall, "conveyor": _conveyor, "paddle": _paddle, "detonator": _detonator, "pit": _pit}[kind]()
    if arrow:
        body = svg.tag("g", body, transform=f"rotate({TURNS[arrow]} 36 36)")
    corner = svg.text(4, 69, _sign(tile), size=11, weight=650, fill="muted")
    return svg.group(body, corner, opacity=theme.DIM if spent else None)


def _wall() -> str:
    lines = [f"M8 {y}H64" for y in (19, 32, 45)]
    lines += [f"M{x} {y}v13" for y, xs in ((6, (26, 46)), (19, (36,)), (32, (26, 46)), (45, (36,))) for x in xs]
    return svg.rect(8, 6, 56, 52, 3, fill=var("line"), stroke=var("muted"), stroke_width=1.5) + svg.path(
        "".join(lines), stroke=var("muted"), stroke_width=1.5, fill="none"
    )


def _conveyor() -> str:
    rails = "M20 14V58M52 14V58"
    chevrons = "".join(f"M25 {y}l11 -10l11 10" for y in (27, 41, 55))
    return svg.path(rails, stroke=var("line"), stroke_width=3, fill="none") + svg.path(
        chevrons, stroke=var("muted"), stroke_width=2.5, fill="none", stroke_linecap="round", stroke_linejoin="round"
    )


def _paddle() -> str:
    bat = svg.rect(10, 50, 52, 10, 5, fill=var("line"), stroke=var("muted"), stroke_width=1.5)
    return bat + picture.arrow(36, 46, 36, 14, fill="muted")


def _detonator() -> str:
    box = svg.rect(19, 38, 34, 20, 4, fill=var("blast"), stroke=var("boom"), stroke_width=1.75)
    return box + svg.path("M36 38V18M25 18H47", stroke=var("boom"), stroke_width=3, stroke_linecap="round", fill="none")


def _pit() -> str:
    rims = [svg.circle(36, 36, r, fill="none", stroke=var("muted"), stroke_width=1.5) for r in (27, 21)]
    return "".join(rims) + svg.circle(36, 36, 15, fill=var("ink"), fill_opacity=0.75)


def _offending(x: float, y: float, cell: float) -> str:
    frame = svg.rect(x + 2, y + 2, cell - 4, cell - 4, 7, fill="none", stroke=var("boom"), stroke_width=3)
    return frame + svg.path(
        f"M{svg.number(x + cell - 16)} {svg.number(y + 6)}l10 10m0 -10l-10 10", stroke=var("boom"), stroke_width=2.5
    )
