"""Draw Jokers Go Boom: the draw pile with its size, the card to match, seats with scores, and hands of cards."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from boomkit.core import Event, State, popcount
from boomkit.core.chance import bits
from boomkit.games.jokers_go_boom import notation, rules
from boomkit.games.jokers_go_boom.rules import CARD_TEXTS, JOKER, NO_CARD, SUITS
from boomkit.picture import cards, hand, pieces, shapes, svg, text, theme

MARGIN = 20
WIDTH = 780
TOP = 70
TABLE_HEIGHT = cards.HEIGHT + 28
SEATS_LEFT = 232
SEATS_WIDTH = 276
PANEL_LEFT = SEATS_LEFT + SEATS_WIDTH + 14
HANDS_LEFT = MARGIN + 72
MINI_WIDTH = 46
MINI_HEIGHT = 38
TOLD = 5
"""How many of the last events the picture tells."""


def face(card: int) -> cards.Face:
    """Return the face of a card.

    >>> face(0).name, face(JOKER).name
    ('2 of clubs', 'joker')
    """
    if card == JOKER:
        return cards.joker()
    return cards.playing(CARD_TEXTS[card][:-1], CARD_TEXTS[card][-1])


def card_key(card: int, place: str = "top") -> str:
    """Return the key of a card; jokers are alike, so a joker has the key of its place.

    >>> card_key(0), card_key(JOKER), card_key(JOKER, "0#1")
    ('card 2♣', 'card Joker top', 'card Joker 0#1')
    """
    return f"card {CARD_TEXTS[card]}" + (f" {place}" if card == JOKER else "")


# -- words -------------------------------------------------------------------------------------------------------------


def headline(state: State) -> str:
    """Say the round and who is to move, in one line."""
    fields: Any = state.fields
    rounds = f"round {fields.round} of {fields.options.n_rounds}"
    if state.is_terminal:
        lowest = min(fields.scores[: state.game.players])
        best = [theme.seat_name(at) for at in range(state.game.players) if fields.scores[at] == lowest]
        return (
            f"{best[0]} wins with {lowest}" if len(best) == 1 else f"{' and '.join(best)} share the win with {lowest}"
        )
    if state.is_chance:
        if fields.phase == rules.CUTTING:
            return "the seats cut for the deal"
        if fields.phase == rules.DEALING:
            return f"{rounds} · {theme.seat_name(fields.dealer)} deals"
        return f"{rounds} · " + ("chance says who starts" if fields.phase == rules.LOTS else "a card is drawn")
    verb = "names a suit" if fields.phase == rules.NAMING else "to move"
    return f"{rounds} · {theme.seat_name(state.current_player)} {verb}"


def to_match(state: State) -> str:
    """Say what lies on top and what it asks for."""
    fields: Any = state.fields
    if fields.top == NO_CARD:
        return "no card is turned up yet"
    said = f"{CARD_TEXTS[fields.top]} lies on top"
    if fields.suit:
        said += f", {SUITS[fields.suit - 1]} is named"
    elif fields.beneath != NO_CARD:
        said += f", {CARD_TEXTS[fields.beneath]} counts beneath it"
    return said


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def held(state: State, at: int, seat: int | None) -> str:
    """Say what a hand holds, or how many cards it has where `seat` cannot look."""
    fields: Any = state.fields
    size = fields.hand_sizes[at]
    if size and (seat in (None, at) or state.is_terminal):
        return notation.cards_text(fields.hands[at], fields.jokers[at])
    return _count(size, "card")


def told(state: State, seat: int | None) -> list[Event]:
    """Return the last events as `seat` heard them."""
    heard = state.events if seat is None else state.observation(seat).history
    return list(heard[-TOLD:])


def rows(state: State, seat: int | None) -> list[list[str]]:
    """Return for each seat its name, its points so far and its cards."""
    fields: Any = state.fields
    return [
        [
            theme.seat_name(at) + (" (deals)" if at == fields.dealer and fields.phase != rules.CUTTING else ""),
            _count(fields.scores[at], "point"),
            held(state, at, seat),
        ]
        for at in range(state.game.players)
    ]


def describe(state: State, seat: int | None = None) -> list[str]:
    """Say the top card, the pile and every seat, in sentences."""
    fields: Any = state.fields
    lost = [f"{_count(fields.passes, 'turn')} lost in a row"] if fields.passes else []
    seats = [f"{name}: {points}, {cards_held}" for name, points, cards_held in rows(state, seat)]
    return [to_match(state), f"{_count(fields.pile_size, 'card')} to draw", *lost, *seats]


# -- pieces ------------------------------------------------------------------------------------------------------------


def _piles(state: State, legal: bool, marks: Collection[str]) -> str:
    """Draw the draw pile and the discards with the card on top."""
    fields: Any = state.fields
    actions = state.legal_actions()
    idle = "draw" if fields.pile_size else "pass"
    acts = state.current_player >= 0 and fields.phase == rules.PLAYING
    drawn = cards.pile(MARGIN, TOP, fields.pile_size, key="draw pile", words="draw pile", action=idle if acts else None)
    if (legal and idle in actions) or "draw pile" in marks:
        drawn += pieces.dashed(MARGIN - 3, TOP - 3, cards.WIDTH + 6, cards.HEIGHT + 6)
    left = MARGIN + cards.WIDTH + 18
    count = popcount(fields.discards) + fields.discard_jokers
    if fields.top == NO_CARD:
        return drawn + cards.pile(left, TOP, 0, key="discards", words="discards")
    drawn += cards.pile(left, TOP, count, key="discards", words="discards", face=face(fields.top))
    key = card_key(fields.top)
    return drawn + cards.Card(face(fields.top), key, chosen="top" in marks or key in marks).at(left, TOP)


def _asked(state: State, legal: bool) -> str:
    """Draw what counts under a joker, or the suits to choose from, below the piles."""
    fields: Any = state.fields
    y = TOP + TABLE_HEIGHT + 6
    if fields.phase == rules.NAMING and not state.is_chance:
        drawn = pieces.label(MARGIN, y + 16, "name a suit")
        for suit, sign in enumerate(SUITS):
            x = MARGIN + 86 + 40 * suit
            ring = svg.rect(0, 0, 32, 26, 7, fill=theme.var("paper"), stroke=theme.var("focus"), stroke_width=1.5)
            mark = shapes.shape(shapes.SUITS[sign], 16, 13, 8, fill=theme.var(shapes.SUIT_INKS[sign]))
            drawn += svg.group(
                ring, mark, x=x, y=y - 2, key=f"suit {sign}", action=f"name {sign}", label=f"name {sign}"
            )
        return drawn
    words = to_match(state).partition(", ")[2]
    return pieces.label(MARGIN, y + 16, words, fill="ink", weight=600) if words else ""


def _seats(state: State, seat: int | None) -> str:
    fields: Any = state.fields
    lines = []
    for at in range(state.game.players):
        notes = [_count(fields.hand_sizes[at], "card"), _count(fields.scores[at], "point")]
        if at == fields.dealer and fields.phase != rules.CUTTING:
            notes.append("deals")
        current = at == state.current_player
        y = TOP + 38 * at
        lines.append(pieces.player(SEATS_LEFT, y, at, notes, current=current, width=SEATS_WIDTH, height=34))
    return "".join(lines)


def hand_cards(state: State, at: int, *, legal: bool, marks: Collection[str] = ()) -> list[cards.Card]:
    """Return a hand's cards as they are drawn: of the seat that is due with actions, legal ones framed, others dim."""
    fields: Any = state.fields
    acts = at == state.current_player and fields.phase == rules.PLAYING
    actions = state.legal_actions() if acts else ()
    shown = []
    for number, card in enumerate([*bits(fields.hands[at]), *[JOKER] * fields.jokers[at]]):
        key = card_key(card, f"{at}#{number - popcount(fields.hands[at])}")
        action = CARD_TEXTS[card] if acts else None
        fits = action in actions
        marked = key in marks
        dimmed = acts and legal and not fits and not marked
        shown.append(cards.Card(face(card), key, action, legal=legal and fits, dimmed=dimmed, chosen=marked))
    return shown


def mini(card: int, key: str, x: float, y: float) -> str:
    """Draw a small card of a hand that is not the one to play from: its band, its rank and its suit as a shape."""
    shown = face(card)
    ink = theme.var(shown.ink)
    words = "J" if card == JOKER else CARD_TEXTS[card][:-1]
    sign = "star" if card == JOKER else shapes.SUITS[CARD_TEXTS[card][-1]]
    wide = svg.text_width(words, 14, 700)
    left = (MINI_WIDTH - wide - 16) / 2
    return svg.group(
        svg.rect(0, 0, MINI_WIDTH, MINI_HEIGHT, 6, fill=theme.var("paper"), stroke=ink, stroke_width=1.25),
        svg.rect(5, 0, MINI_WIDTH - 10, 4, fill=ink),
        svg.text(left, 26, words, size=14, weight=700, fill=shown.ink),
        shapes.shape(sign, left + wide + 9, 21, 6, fill=ink),
        x=x,
        y=y,
        key=key,
        label=shown.name,
    )


def _mini_row(shown: list[cards.Card]) -> svg.Drawing:
    in_row = int((WIDTH - MARGIN - HANDS_LEFT) // (MINI_WIDTH + 4))
    drawn = [
        mini(
            JOKER if card.key.startswith("card Joker") else CARD_TEXTS.index(card.key.removeprefix("card ")),
            card.key,
            place % in_row * (MINI_WIDTH + 4),
            place // in_row * (MINI_HEIGHT + 4),
        )
        for place, card in enumerate(shown)
    ]
    lines = max(1, -(-len(shown) // in_row))
    return svg.Drawing(WIDTH - MARGIN - HANDS_LEFT, lines * (MINI_HEIGHT + 4), "".join(drawn))


def _hands(state: State, seat: int | None, top: float, legal: bool, marks: Collection[str]) -> tuple[float, str]:
    """Draw hands from `top` down: that of the seat that looks, or all, the seat to move large and the others small."""
    fields: Any = state.fields
    drawn = ""
    players = state.game.players
    due = state.current_player if state.current_player >= 0 else fields.turn
    order = [(due + step) % players for step in range(players)] if seat is None else [seat]
    if seat is not None and state.is_terminal:
        order += [at for at in range(players) if at != seat]
    for at in order:
        shown = hand_cards(state, at, legal=legal, marks=marks)
        large = at == order[0]
        row = hand.row(shown, width=WIDTH - MARGIN - HANDS_LEFT) if large else _mini_row(shown)
        drawn += svg.text(MARGIN, top + 24, f"seat {at}", weight=600, fill=theme.seat_ink(at))
        drawn += shapes.seat_mark(at, MARGIN + 57, top + 19.5, 5.8)
        drawn += row.at(HANDS_LEFT, top)
        top += row.height + (16 if large else 6)
    return top, drawn


# -- whole pictures ----------------------------------------------------------------------------------------------------


def draw(state: State, seat: int | None = None, *, legal: bool = True, marks: Collection[str] = ()) -> str:
    """Draw a state as `seat` sees it, or with all hands open; `marks` are the keys of pieces to point out.

    >>> import boomkit
    >>> state = boomkit.load("jokers_go_boom").read("top 4♥; turn 1; hands K♠ / 4♣ 5♣ Joker / 7♦")
    >>> 'data-action="4♣"' in draw(state), 'data-action="draw"' in draw(state, 1), "king of spades" in draw(state, 1)
    (True, True, False)
    """
    fields: Any = state.fields
    height = TOP + TABLE_HEIGHT + 32
    body = pieces.heading(
        MARGIN, 32, state.game.title, f"{headline(state)} · {_count(fields.pile_size, 'card')} to draw"
    )
    body += _piles(state, legal, marks) + _asked(state, legal) + _seats(state, seat)
    events = [pieces.Event(str(one), (one.clause,) if one.clause else ()) for one in told(state, seat)]
    if events:
        sheet = pieces.panel(PANEL_LEFT, TOP, WIDTH - MARGIN - PANEL_LEFT, events, title="last")
        body += sheet.body
        height = max(height, TOP + int(sheet.height) + 12)
    bottom: float = height
    if any(fields.hand_sizes):
        bottom, hands = _hands(state, seat, height, legal, marks)
        body += hands
    desc = text.sentences(headline(state), *describe(state, seat), *told(state, seat))
    return svg.document(WIDTH, bottom + 8, body, state.game.title, desc)


def table(state: State, seat: int | None = None) -> str:
    """Write the seats as an HTML table, with the top card and the pile in its caption.

    >>> import boomkit
    >>> "4♥ lies on top" in table(boomkit.load("jokers_go_boom").read("top 4♥; turn 1; hands K♠ / 4♣ / 7♦"))
    True
    """
    fields: Any = state.fields
    caption = f"{state.game.title}: {headline(state)}; {to_match(state)}; {_count(fields.pile_size, 'card')} to draw"
    lines = rows(state, seat)
    return text.html_table(
        caption, [line[1:] for line in lines], columns=("score", "cards"), names=[line[0] for line in lines]
    )


def board(state: State, seat: int | None = None) -> str:
    """Write the table as text.

    >>> import boomkit
    >>> print(board(boomkit.load("jokers_go_boom").read("top 4♥; turn 1; hands K♠ / 4♣ / 7♦; pile 2♠"), 1))
    round 1 of 3 · seat 1 ▲ to move
    4♥ lies on top; 1 card to draw
    seat 0 ●          0 points  1 card
    seat 1 ▲          0 points  4♣
    seat 2 ■ (deals)  0 points  1 card
    """
    fields: Any = state.fields
    middle = f"{to_match(state)}; {_count(fields.pile_size, 'card')} to draw"
    return "\n".join([headline(state), middle, text.columns(rows(state, seat))])


def thumbnail(state: State) -> str:
    """Draw the top card and the sizes of hands and pile, 44 by 44 px, for the node of a tree."""
    fields: Any = state.fields
    words, ink = "–", "muted"
    if fields.top != NO_CARD:
        words = "J★" if fields.top == JOKER else CARD_TEXTS[fields.top]
        ink = "seat4" if fields.top == JOKER else shapes.SUIT_INKS[words[-1]]
    sizes = [str(fields.hand_sizes[at]) for at in range(state.game.players)]
    drawn = svg.text(22, 20, words, size=15, weight=700, anchor="middle", fill=ink)
    return drawn + svg.text(22, 37, "·".join(sizes), size=11, anchor="middle", fill="muted")
