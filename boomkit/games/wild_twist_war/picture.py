"""Draw a war as two rows, one a seat: the play deck, the cards of the last battle, the score pile."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from boomkit import picture
from boomkit.core import State
from boomkit.games.wild_twist_war import rules
from boomkit.picture import cards, svg, theme
from boomkit.picture.text import columns, html_table, sentences

WIDTH = 690
MARGIN = 20
TOP = 66
ROW = 196
TABLE_LEFT = 148
TABLE_RIGHT = 540
SCORE_LEFT = 578
WILD_INKS = {"Red": "boom", "Black": "ink", "Heart": "boom", "Diamond": "boom", "Spade": "ink", "Club": "ink"}
WILD_LETTERS = {"Red": "R", "Black": "B", "Heart": "♥", "Diamond": "♦", "Spade": "♠", "Club": "♣"}


@dataclass
class Side:
    """What lies before one seat: how many cards in which pile, and what it laid in the last battle."""

    deck: int
    score: int
    unseen: bool
    laid: list[str] = field(default_factory=list)
    """Cards turned up, with a number of cards laid face down between them, in order."""

    @property
    def total(self) -> int:
        """How many cards the seat owns."""
        return self.deck + self.score

    def words(self, seat: int) -> str:
        """Say what the seat has, in one sentence."""
        kind = "unseen" if self.unseen else "reshuffled"
        laid = " ".join(word if not word.isdecimal() else f"({word} face down)" for word in self.laid)
        shown = f"; last battle: {laid}" if laid else ""
        return f"seat {seat}: {self.deck} {kind} cards in the play deck, {self.score} in the score pile{shown}"


def side(state: State, seat: int) -> Side:
    """Return what lies before a seat.

    >>> import boomkit
    >>> game = boomkit.load("wild_twist_war")
    >>> side(game.initial_state(), 0).words(0)
    'seat 0: 29 unseen cards in the play deck, 0 in the score pile'
    """
    fields: Any = state.fields
    if state.game.options["return_order"] == "bottom_fixed":
        made = Side(fields.length[seat] - fields.laid[seat], 0, fields.unseen[seat] > 0)
    else:
        deck = fields.unseen[seat] + fields.known[seat].bit_count()
        made = Side(deck, fields.score[seat].bit_count(), fields.unseen[seat] > 0)
    for event in state.events:
        if event.name in ("turned", "laid") and event.numbers[0] == seat and event.numbers[1] is not None:
            number = event.numbers[1]
            if event.name == "turned":
                made.laid.append(rules.CARD_TEXTS[number])
            elif number:
                made.laid.append(str(number))
    return made


def face(card: str) -> cards.Face:
    """Return the face of a card by its text."""
    if card in WILD_LETTERS:
        return cards.wild(WILD_LETTERS[card], card.upper(), ink=WILD_INKS[card])
    return cards.playing(card[:-1], card[-1])


def headline(state: State) -> str:
    """Say what the position is about."""
    if state.is_terminal:
        first, second = state.returns()
        if first == second:
            return "the game is a draw" if first else "unfinished: the limit of battles is reached"
        return f"{theme.seat_name(0 if first > second else 1)} owns all cards and wins"
    if state.is_chance:
        return "a card is drawn"
    return "nobody decides anything: the one action is a battle"


def _row(state: State, seat: int, top: float, winner: int | None, legal: bool) -> str:
    here = side(state, seat)
    can_battle = state.current_player == 0 and seat == 0
    notes = [f"{here.total} cards"]
    parts = [
        picture.player(MARGIN, top, seat, notes, current=can_battle, width=WIDTH - 2 * MARGIN, height=30),
        cards.pile(
            MARGIN,
            top + 42,
            here.deck,
            key=f"deck {seat}",
            words="unseen" if here.unseen else "play deck",
            action="battle" if can_battle else None,
            legal=can_battle and legal,
        ),
        cards.pile(SCORE_LEFT, top + 42, here.score, key=f"score {seat}", words="score"),
    ]
    step = min(cards.WIDTH + 12.0, (TABLE_RIGHT - TABLE_LEFT - cards.WIDTH) / max(1, len(here.laid) - 1))
    for place, word in enumerate(here.laid):
        x = TABLE_LEFT + step * place
        if word.isdecimal():
            key = f"down {seat} {place}"
            parts.append(cards.pile(x, top + 42, int(word), key=key, words="down"))
        else:
            last = winner == seat and place == len(here.laid) - 1
            parts.append(cards.Card(face(word), f"card {word} {seat}", last=last).at(x, top + 42))
    return "".join(parts)


def _winner(state: State) -> int | None:
    for event in reversed(state.events):
        if event.name == "took":
            return event.numbers[0]
    return None


def draw(state: State, seat: int | None = None, *, legal: bool = True) -> str:
    """Draw both sides; nobody looks at a deck, so every seat sees the same.

    >>> import boomkit
    >>> 'data-action="battle"' in draw(boomkit.load("wild_twist_war").initial_state())
    True
    """
    winner = _winner(state)
    rows = [_row(state, 1, TOP, winner, legal), _row(state, 0, TOP + ROW, winner, legal)]
    body = picture.heading(MARGIN, 30, state.game.title, headline(state)) + "".join(rows)
    said = [side(state, one).words(one) for one in range(2)]
    desc = sentences(headline(state), *said, *state.events)
    return svg.document(WIDTH, TOP + 2 * ROW + 4, body, state.game.title, desc)


def _table_rows(state: State) -> list[list[str]]:
    rows = []
    for seat in range(2):
        here = side(state, seat)
        laid = " ".join(f"({word} down)" if word.isdecimal() else word for word in here.laid) or "-"
        rows.append([theme.seat_name(seat), str(here.deck), laid, str(here.score)])
    return rows


def table(state: State, seat: int | None = None) -> str:
    """Write both sides as an HTML table."""
    names = ["seat", "play deck", "last battle", "score pile"]
    return html_table(f"{state.game.title}: {headline(state)}", _table_rows(state), columns=names)


def board(state: State, seat: int | None = None) -> str:
    """Write both sides as text.

    >>> import boomkit
    >>> print(board(boomkit.load("wild_twist_war", deck="2♣ A♣").initial_state()))
    Wild Twist War: nobody decides anything: the one action is a battle
    seat      play deck  last battle  score pile
    seat 0 ●  1          -            0
    seat 1 ▲  1          -            0
    """
    rows = [["seat", "play deck", "last battle", "score pile"], *_table_rows(state)]
    return f"{state.game.title}: {headline(state)}\n{columns(rows)}"


def thumbnail(state: State) -> str:
    """Draw how many cards each seat has, 44 by 44 px, for the node of a tree."""
    parts = []
    for seat in range(2):
        y = 14 + 18 * seat
        parts.append(picture.shapes.seat_mark(seat, 8, y - 4, 4))
        parts.append(svg.text(40, y, str(side(state, seat).total), size=12, weight=650, anchor="end"))
    return "".join(parts)
