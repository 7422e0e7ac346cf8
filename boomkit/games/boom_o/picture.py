"""Draw BOOM-O: the clock as a clock, seats with their time bombs, piles with their sizes, and hands of cards."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from boomkit import picture
from boomkit.core import Event, State
from boomkit.games.boom_o import notation, rules
from boomkit.picture import cards, hand, pieces, shapes, svg, text, theme

MARGIN = 20
WIDTH = 700
SEATS_LEFT = 168
SEATS_WIDTH = 262
PANEL_LEFT = SEATS_LEFT + SEATS_WIDTH + 20
TOP = 66
LINE = 36
STEP = 42
MINI_WIDTH = 42
MINI_HEIGHT = 40
TOLD = 6
"""How many of the last events the picture tells."""

_INKS = ("ink", "ink", "seat2", "seat2", "seat2", "seat0", "seat0", "seat0", "seat1", "seat1", "seat3", "seat1", "boom")
_SIGNS = ("+5", "+10", ":60", ":30", ":0", "II", "⇄", "»", "+1", "+2", "⇅", "×2", "")
_KINDS = (
    "NUMBER", "NUMBER", "SET CLOCK", "SET CLOCK", "SET CLOCK", "HOLD", "REVERSE", "SKIP", "ALL DRAW 1", "ALL DRAW 2",
    "TRADE HANDS", "DOUBLE PLAY", "BOMB",
)  # fmt: skip
DUE = {
    rules.FIRST: "two cards are due, a clock card first",
    rules.SECOND: "the second of two cards is due",
}


def face(card: int) -> cards.Face:
    """Return the face of a kind of card.

    >>> face(rules.HOLD).name
    'HOLD'
    """
    ink = _INKS[card]
    burst = shapes.shape("burst", 41, 60, 17, fill=theme.var(ink)) if card == rules.BOMB else ""
    name = rules.CARDS[card]
    return cards.kind(rules.LETTERS[card], _KINDS[card], ink, sign=_SIGNS[card], drawn=burst, name=name)


def headline(state: State) -> str:
    """Say who is to move and what else the position is about, in one line."""
    fields: Any = state.fields
    if state.is_terminal:
        if fields.phase == rules.UNFINISHED:
            return "left unfinished: the limit of turns is reached"
        seats = [theme.seat_name(seat) for seat in range(state.game.players) if rules.wins(fields, seat)]
        return f"{seats[0]} wins" if len(seats) == 1 else f"{' and '.join(seats)} share the win"
    if state.is_chance:
        who = "a card is drawn" if fields.phase != rules.DEAL else "chance says who starts"
    else:
        who = f"{theme.seat_name(state.current_player)} to move"
    if fields.phase == rules.ANSWER:
        who += f", asked for a HOLD by the BOMB of {theme.seat_name(fields.turn)}"
    parts = [who, notation.DIRECTIONS[fields.direction]]
    if fields.phase in DUE:
        parts.append(DUE[fields.phase])
    return " · ".join(parts)


def top_discard(state: State) -> int | None:
    """Return the kind of the card that was discarded last, as far as the history tells."""
    fields: Any = state.fields
    if not any(fields.discards):
        return None
    for _, kind, _, _, card, _ in reversed(state.log):
        if kind in (rules.PLAYED, rules.LOST):
            return card
        if kind == rules.ANSWERED:
            return rules.HOLD
    return max(range(rules.KINDS), key=lambda card: fields.discards[card])


def told(state: State, seat: int | None) -> list[Event]:
    """Return the last events as `seat` heard them; of several draws in a row only the last is told."""
    if seat is None:
        heard: tuple[Event, ...] = state.events
    else:
        heard = state.observation(seat).history
    last = [
        event
        for at, event in enumerate(heard)
        if event.name != "drew" or at + 1 == len(heard) or heard[at + 1].name != "drew"
    ]
    return last[-TOLD:]


def open_hands(state: State, seat: int | None) -> list[int]:
    """Return the seats whose hands are shown, the most important first."""
    if seat is not None:
        return [seat]
    fields: Any = state.fields
    due = state.current_player if state.current_player >= 0 else fields.turn
    order = [(due + step) % state.game.players for step in range(state.game.players)]
    return [at for at in order if fields.lives[at] or fields.sizes[at]]


def card_key(seat: int, card: int, number: int) -> str:
    """Return the key of one copy of a card in a hand.

    >>> card_key(0, rules.FIVE, 1)
    'card 0 5#1'
    """
    return f"card {seat} {rules.CARDS[card]}#{number}"


def _card_action(state: State, card: int) -> str | None:
    """Return the legal action that playing this kind of card is, if there is just one."""
    wanted = rules.CARDS[card]
    if card == rules.TRADE:
        trades = [action for action in state.legal_actions() if action.startswith("TRADE")]
        return str(trades[0]) if len(trades) == 1 else None
    return wanted if wanted in state.legal_actions() else None


def _playable(state: State, card: int) -> bool:
    if card == rules.TRADE:
        return any(action.startswith("TRADE") for action in state.legal_actions())
    return rules.CARDS[card] in state.legal_actions()


def hand_cards(state: State, seat: int, *, acts: bool, marks: Collection[str] = ()) -> list[cards.Card]:
    """Return the cards of a hand as they are drawn: legal ones with their action, the others dimmed."""
    fields: Any = state.fields
    shown = []
    for card, count in enumerate(fields.hands[seat]):
        for number in range(count):
            key = card_key(seat, card, number)
            legal = acts and _playable(state, card)
            action = _card_action(state, card) if legal else None
            dimmed = acts and not legal and key not in marks
            shown.append(cards.Card(face(card), key, action, legal=legal, dimmed=dimmed, chosen=key in marks))
    return shown


def small_row(shown: list[cards.Card], width: float) -> svg.Drawing:
    """Lay out a hand that is not the one to play from: small cards, each with its band and its letter."""
    in_row = max(1, int((width + 6) // (MINI_WIDTH + 6)))
    drawn = []
    for place, card in enumerate(shown):
        letter = rules.LETTERS[rules.CARDS.index(card.face.name)]
        ink = theme.var(card.face.ink)
        heavier = 2.5 if card.chosen else 1.25
        body = svg.rect(0, 0, MINI_WIDTH, MINI_HEIGHT, 6, fill=theme.var("paper"), stroke=ink, stroke_width=heavier)
        body += svg.rect(0, 0, MINI_WIDTH, 5, 2, fill=ink)
        body += svg.text(MINI_WIDTH / 2, 27, letter, weight=650, anchor="middle", fill=card.face.ink)
        x, y = place % in_row * (MINI_WIDTH + 6), place // in_row * (MINI_HEIGHT + 6)
        drawn.append(svg.group(body, x=x, y=y, key=card.key, label=card.face.name))
    rows = -(-len(shown) // in_row)
    return svg.Drawing(width, rows * (MINI_HEIGHT + 6), "".join(drawn))


def _chip(x: float, y: float, words: str, action: str) -> tuple[str, float]:
    width = svg.text_width(words, 13, 600) + 28
    body = svg.rect(0, 0, width, 30, 15, fill=theme.var("paper"), stroke=theme.var("focus"), stroke_width=1.75)
    body += svg.text(width / 2, 20, words, weight=600, anchor="middle", fill="focus")
    return svg.group(body, x=x, y=y, key=f"choice {action}", action=action, label=words), width


def choices(state: State) -> list[tuple[str, str]]:
    """Return what can be chosen beside the cards themselves: (action, words)."""
    actions = state.legal_actions()
    trades = [action for action in actions if action.startswith("TRADE")]
    found = []
    for action in actions:
        if action in trades and len(trades) > 1:
            words = f"trade with {theme.seat_name(int(action[6:]))}" if action != "TRADE" else "trade with nobody"
            found.append((str(action), words))
        elif action.startswith("bust"):
            words = "bust: nothing can be played" if action == "bust" else f"bust and lose a {action[5:]}"
            found.append((str(action), words))
        elif action == "refuse":
            found.append((str(action), "keep the HOLD and turn a time bomb over"))
    return found


def _seats(state: State) -> str:
    fields: Any = state.fields
    lines = []
    for seat in range(state.game.players):
        size = fields.sizes[seat]
        notes = [f"{size} card" if size == 1 else f"{size} cards"] if fields.lives[seat] else []
        lines.append(
            pieces.player(
                SEATS_LEFT,
                TOP + STEP * seat,
                seat,
                notes,
                alive=fields.lives[seat],
                current=state.current_player == seat,
                out=not fields.lives[seat],
                width=SEATS_WIDTH,
                height=LINE,
            )
        )
    return "".join(lines)


def _piles(state: State, y: float) -> str:
    """Draw the draw pile, the eliminated hands under it, and the discards with the card on top."""
    fields: Any = state.fields
    top = top_discard(state)
    discards = sum(fields.discards)
    drawn = [
        cards.pile(MARGIN, y, fields.pile_size, key="draw pile", words="draw pile"),
        cards.pile(
            MARGIN + 108, y, discards, key="discards", words="discards", face=None if top is None else face(top)
        ),
    ]
    for layer, size in enumerate(size for size in fields.under_sizes if size):
        drawn.append(cards.pile(MARGIN + 222 + layer * 92, y, size, key=f"under {layer}", words="under it"))
    return "".join(drawn)


def _layout(state: State, seat: int | None, legal: bool, marks: Collection[str]) -> tuple[float, str]:
    """Put everything in its place; return the height and the body."""
    fields: Any = state.fields
    players = state.game.players
    dial = svg.group(
        pieces.dial(62, 62, fields.clock, rules.LIMIT),
        *([pieces.ring(62, 62, 66)] if "clock" in marks else []),
        x=MARGIN,
        y=TOP,
        key="clock",
    )
    last = [picture.Event(str(event), (event.clause,)) for event in told(state, seat)]
    panel = pieces.panel(PANEL_LEFT, TOP, WIDTH - PANEL_LEFT - MARGIN, last or ["nothing has happened yet"])
    y = max(TOP + 140.0, TOP + STEP * players + 12.0)
    parts = [picture.heading(MARGIN, 30, state.game.title, headline(state)), dial, _seats(state), panel.body]
    parts.append(_piles(state, y))
    y = max(y + cards.HEIGHT + 34, TOP + panel.height + 16)
    for place, owner in enumerate(open_hands(state, seat)):
        acts = legal and owner == state.current_player
        shown = hand_cards(state, owner, acts=acts, marks=marks)
        row = hand.row(shown, width=WIDTH - 2 * MARGIN) if place == 0 else small_row(shown, WIDTH - 2 * MARGIN)
        parts.append(picture.label(MARGIN, y + 12, f"hand of {theme.seat_name(owner)}"))
        parts.append(row.at(MARGIN, y + 14 + 6 * (place > 0)) if shown else picture.label(MARGIN, y + 40, "no card"))
        y += 28 + (row.height if shown else 40)
        x: float = MARGIN
        for action, words in choices(state) if acts else ():
            chip, width = _chip(x, y, words, action)
            if x > MARGIN and x + width > WIDTH - MARGIN:
                x, y = MARGIN, y + 38
                chip, width = _chip(x, y, words, action)
            parts.append(chip)
            x += width + 10
        if x > MARGIN:
            y += 42
    return y + 6, "".join(parts)


def draw(state: State, seat: int | None = None, *, legal: bool = True, marks: Collection[str] = ()) -> str:
    """Draw a state as `seat` sees it, or with all hands open; `marks` are the keys of pieces to point out.

    >>> import boomkit
    >>> state = boomkit.load("boom_o").read("clock 55; turn 0; hands 10 10 H / 5 B; lives 3 2")
    >>> 'data-action="HOLD"' in draw(state), 'data-action="10"' in draw(state), "BOMB" in draw(state, 0)
    (True, False, False)
    """
    height, body = _layout(state, seat, legal, marks)
    desc = text.sentences(headline(state), *describe(state, seat), *told(state, seat))
    return svg.document(WIDTH, height, body, state.game.title, desc)


def describe(state: State, seat: int | None = None) -> list[str]:
    """Say the clock, each seat's cards and time bombs, and the piles, in sentences."""
    fields: Any = state.fields
    said = [f"the clock shows {fields.clock}"]
    for at, (name, lives, cards_held) in enumerate(_rows(state, seat)):
        said.append(f"{name}: {lives}, {cards_held}" if fields.lives[at] else f"{name} is out")
    said.append(_pile_words(state))
    return said


def _pile_words(state: State) -> str:
    fields: Any = state.fields
    top = top_discard(state)
    under = "".join(f", {size} under it" for size in fields.under_sizes if size)
    shown = f", {rules.CARDS[top]} on top" if top is not None else ""
    return f"{fields.pile_size} cards to draw{under}; {sum(fields.discards)} discards{shown}"


def _rows(state: State, seat: int | None) -> list[list[str]]:
    fields: Any = state.fields
    rows = []
    for at in range(state.game.players):
        size, lives = fields.sizes[at], fields.lives[at]
        held = f"{size} card" if size == 1 else f"{size} cards"
        if size and (seat is None or seat == at):
            held = " ".join(rules.LETTERS[card] for card in range(rules.KINDS) for _ in range(fields.hands[at][card]))
        bombs = f"{lives} time bomb" if lives == 1 else f"{lives} time bombs"
        rows.append([theme.seat_name(at), bombs, held])
    return rows


def table(state: State, seat: int | None = None) -> str:
    """Write the seats as an HTML table, with clock and piles in its caption."""
    fields: Any = state.fields
    caption = f"{state.game.title}: clock {fields.clock} · {headline(state)} · {_pile_words(state)}"
    rows = _rows(state, seat)
    names = [row[0] for row in rows]
    return picture.html_table(caption, [row[1:] for row in rows], columns=["time bombs", "hand"], names=names)


def board(state: State, seat: int | None = None) -> str:
    """Write the state as text.

    >>> import boomkit
    >>> print(board(boomkit.load("boom_o").read("clock 55; turn 0; hands 10 10 H / 5 B; lives 3 2"), 0))
    BOOM-O: clock 55 · seat 0 ● to move · clockwise
    seat 0 ●  3 time bombs  10 10 H
    seat 1 ▲  2 time bombs  2 cards
    79 cards to draw; 0 discards
    """
    fields: Any = state.fields
    lines = text.columns(_rows(state, seat))
    return f"{state.game.title}: clock {fields.clock} · {headline(state)}\n{lines}\n{_pile_words(state)}"


def thumbnail(state: State) -> str:
    """Draw the clock and each seat's time bombs, 44 by 44 px, for the node of a tree."""
    fields: Any = state.fields
    parts = [svg.text(22, 20, f":{fields.clock}", size=15, weight=700, anchor="middle", fill="boom")]
    players = state.game.players
    for seat in range(players):
        x, y = 8 + 14 * (seat % 3), (34 if players <= 3 else 28 + 11 * (seat // 3))
        parts.append(shapes.seat_mark(seat, x - 2, y - 3, 3.5))
        parts.append(svg.text(x + 3, y + 1, str(fields.lives[seat]), size=11, fill=theme.seat_ink(seat)))
    return "".join(parts)
