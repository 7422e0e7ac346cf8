"""Why an action of Jokers Go Boom is forbidden: a sentence with the position's cards, and the pieces concerned."""

from __future__ import annotations

from typing import Any

from boomkit.core import Action, popcount
from boomkit.core.chance import bits
from boomkit.games.jokers_go_boom import rules
from boomkit.games.jokers_go_boom.notation import cards_text
from boomkit.games.jokers_go_boom.rules import ALL_CARDS, CARD_TEXTS, JOKER, NATURAL, SUITS


def keys_of(cards: int, jokers: int = 0, seat: int = 0) -> tuple[str, ...]:
    """Return the data-keys of a hand's cards in pictures; jokers are numbered.

    >>> keys_of(0b1, 1, 2)
    ('card 2♣', 'card Joker 2#0')
    """
    return (
        *(f"card {CARD_TEXTS[card]}" for card in bits(cards)),
        *(f"card Joker {seat}#{number}" for number in range(jokers)),
    )


def reason(fields: Any, action: Action, clause: str) -> tuple[str, tuple[str, ...]]:
    """Say with this position's cards why `clause` forbids `action`, and which pieces are concerned."""
    code, seat, top = action.code, fields.turn, CARD_TEXTS[fields.top]
    if code < NATURAL:
        marks = (*keys_of(1 << code), "top")
        if clause == "JG-V2":
            return f"With boom_must_match an ace must match, and {action} does not match {top}.", marks
        if clause == "JG-J3":
            return f"On this joker {_follows(fields)}, and {action} does not.", marks
        suit, rank = SUITS[fields.top // 13], rules.RANKS[fields.top % 13]
        return f"{top} lies on top, and {action} is neither a {suit} nor a {rank}.", marks
    if clause == "JG-T6" and code == rules.DRAW:
        return "The draw pile is empty; a seat that cannot play loses the turn.", ("draw pile",)
    if clause == "JG-T6":
        count = fields.pile_size
        left = "1 card" if count == 1 else f"{count} cards"
        return f"A turn is lost only when the draw pile is empty, and it has {left}.", ("draw pile",)
    held = rules.kinds_in_hand(fields, seat)
    if clause == "JG-T4":
        cards = held & rules.matching(fields)
        verb = "may follow" if fields.top == JOKER else "match" if popcount(cards) > 1 else "matches"
        return f"Seat {seat} must play: {cards_text(cards)} {verb} {top}.", keys_of(cards)
    cards = held & fields.options.wild
    jokers = fields.jokers[seat]
    pile = "the draw pile is empty" if clause == "JG-T8" else "joker_optional is False"
    shown = cards_text(cards & ALL_CARDS, jokers)
    return f"Seat {seat} can play {shown}, and must, because {pile}.", keys_of(cards & ALL_CARDS, jokers, seat)


def _follows(fields: Any) -> str:
    on_joker = fields.options.on_joker
    if on_joker == rules.STRICT:
        return "only another joker may follow"
    if on_joker == rules.NOMINATE:
        return f"a {SUITS[fields.suit - 1]} must follow"
    return f"a card must follow that matches {CARD_TEXTS[fields.beneath]} beneath it"
