"""Cards and positions of Jokers Go Boom as text, and the exchange of suits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from boomkit.core import Position, Record, counts_text, parse_cards, popcount
from boomkit.core.chance import bits
from boomkit.games.jokers_go_boom import rules
from boomkit.games.jokers_go_boom.rules import ALL_CARDS, CARD_TEXTS, JOKER, NATURAL, NO_CARD, SUITS

if TYPE_CHECKING:
    from boomkit.core import Game

KEYS = (
    "cut", "top", "turn", "hands", "pile", "discards", "beneath", "suit", "passes", "reshuffled", "dealer", "round",
    "scores",
)  # fmt: skip
_ON_TABLE = KEYS[1:10]
_LETTERS = dict(zip("CDHS", SUITS, strict=True))

# -- cards -------------------------------------------------------------------------------------------------------------


def card_text(word: str) -> str:
    """Return the card's own text for a word that may use a letter for its suit; other words stay as they are.

    >>> card_text("QH"), card_text("10♠"), card_text("joker")
    ('Q♥', '10♠', 'Joker')
    """
    if word.upper() == "JOKER":
        return "Joker"
    if word[:-1].upper() in rules.RANKS and word[-1:].upper() in _LETTERS:
        return word[:-1].upper() + _LETTERS[word[-1].upper()]
    return word


def suit_text(word: str) -> str:
    """Return the sign of a suit that may be written as a letter.

    >>> suit_text("h"), suit_text("♣")
    ('♥', '♣')
    """
    return _LETTERS.get(word.upper(), word)


def read_deck(value: Any) -> dict[str, int] | None:
    """Check a deck: counts by card text, or cards in a list or a text; raise ValueError with what is wrong.

    >>> read_deck("4H 9C Joker Joker")
    {'9♣': 1, '4♥': 1, 'Joker': 2}
    """
    if value is None:
        return None
    if isinstance(value, str):
        value = value.split()
    if isinstance(value, list | tuple):
        value = {card: value.count(card) for card in value}
    if not isinstance(value, Mapping):
        raise ValueError
    found: dict[str, int] = {}
    for word, count in value.items():
        card = card_text(str(word))
        if card not in CARD_TEXTS:
            raise ValueError(f"{word!r} is not a card of this game; its cards are {', '.join(CARD_TEXTS)}")
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise ValueError(f"{count!r} copies of {card} cannot be used")
        found[card] = found.get(card, 0) + count
        if card != "Joker" and found[card] > 1:
            raise ValueError(f"{card} is given {found[card]} times, but a natural card stands in the deck once")
        if found[card] > rules.MOST_JOKERS:
            raise ValueError(f"{found[card]} jokers are too many; at most {rules.MOST_JOKERS} can be used")
    return {card: found[card] for card in CARD_TEXTS if found.get(card)}


def natural_cards(deck: Mapping[str, int] | None) -> list[int]:
    """Return the numbers of the natural cards of a deck; None is the whole deck."""
    return [card for card in range(NATURAL) if deck is None or CARD_TEXTS[card] in deck]


def cards_text(cards: int, jokers: int = 0) -> str:
    """Write natural cards, given as a mask, and jokers.

    >>> cards_text(0b11, 1)
    '2♣ 3♣ Joker'
    """
    counts = [cards >> card & 1 for card in range(NATURAL)]
    return counts_text([*counts, jokers], CARD_TEXTS)


def _held_text(code: int) -> str:
    """Write the number that stands for a hand in events (`rules.hand_cards`)."""
    return cards_text(code & ALL_CARDS, code >> JOKER) if code else "no card"


def lacking_text(kinds: int) -> str:
    """Say what a seat showed that it did not hold (`rules.lacking`).

    >>> lacking_text(rules.ACCEPTS[28] | rules.JOKER_BIT)
    ': it held no ♥, no 4 and no joker'
    """
    words = _kinds_words(kinds & ALL_CARDS)
    if kinds & rules.JOKER_BIT:
        words.append("no joker")
    if not words:
        return ""
    return ": it held " + (" and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0])


def _kinds_words(cards: int) -> list[str]:
    if cards == ALL_CARDS:
        return ["no natural card"]
    suits = [suit for suit in range(4) if not rules.SUIT_CARDS[suit] & ~cards]
    ranks = [rank for rank in range(len(rules.RANKS)) if not rules.RANK_CARDS[rank] & ~cards]
    return [f"no {SUITS[suit]}" for suit in suits] + [f"no {rules.RANKS[rank]}" for rank in ranks]


def _seats_text(mask: int) -> str:
    return " and ".join(f"seat {seat}" for seat in bits(mask))


WORDS: Mapping[str, Callable[[int], str]] = {
    "seat": lambda seat: f"seat {seat}",
    "seats": _seats_text,
    "card": lambda card: CARD_TEXTS[card],
    "suit": lambda suit: SUITS[suit],
    "cards": _held_text,
    "lacking": lacking_text,
}

# -- positions ---------------------------------------------------------------------------------------------------------


def before_cut(game: Game, cutting: int) -> Record:
    """Return the fields before these seats (a mask) cut for the deal."""
    return game.blank(phase=rules.CUTTING, cutting=cutting, round=1, top=NO_CARD, beneath=NO_CARD)


def write(fields: Any, seat: int | None = None) -> str:
    """Write a position in full, or as `seat` sees it with what is hidden as `?`."""
    if fields.phase == rules.CUTTING:
        return "cut " + " ".join(map(str, bits(fields.cutting)))
    players = fields.options.players
    parts = []
    if fields.phase != rules.DEALING or any(fields.hand_sizes):
        if fields.top != NO_CARD:
            parts.append(f"top {CARD_TEXTS[fields.top]}")
        parts.append(f"turn {fields.turn}")
        parts.append("hands " + " / ".join(_hand_text(fields, other, seat) for other in range(players)))
        parts += _table_parts(fields, seat)
    start = fields.phase == rules.DEALING
    if start or fields.dealer != players - 1:
        parts.append(f"dealer {fields.dealer}")
    if start or fields.round != 1:
        parts.append(f"round {fields.round}")
    if start or any(fields.scores):
        parts.append("scores " + " ".join(map(str, fields.scores[:players])))
    return "; ".join(parts)


def _hand_text(fields: Any, owner: int, seat: int | None) -> str:
    size = fields.hand_sizes[owner]
    if _hides(fields, owner, seat):
        return f"{size}*?"
    return cards_text(fields.hands[owner], fields.jokers[owner])


def _hides(fields: Any, owner: int, seat: int | None) -> bool:
    return seat not in (None, owner) and fields.phase != rules.OVER


def _table_parts(fields: Any, seat: int | None) -> list[str]:
    parts = []
    below = _below(fields)
    jokers = fields.discard_jokers - (fields.top == JOKER)
    discarded = popcount(below) + jokers
    if seat is not None and fields.phase != rules.OVER:
        parts.append(f"pile {fields.pile_size}*?")
        if discarded:
            parts.append(f"discards {cards_text(below, jokers)}")
    elif discarded > fields.pile_size:
        parts.append(f"pile {cards_text(fields.pile, fields.pile_jokers)}")
    elif discarded:
        parts.append(f"discards {cards_text(below, jokers)}")
    if fields.beneath != NO_CARD:
        parts.append(f"beneath {CARD_TEXTS[fields.beneath]}")
    if fields.suit:
        parts.append(f"suit {SUITS[fields.suit - 1]}")
    if fields.passes:
        parts.append(f"passes {fields.passes}")
    if fields.reshuffled:
        parts.append("reshuffled 1")
    return parts


def _below(fields: Any) -> int:
    """Return the discarded natural cards that the position names nowhere else.

    After a reshuffle the card beneath a joker may lie anywhere, so naming it says nothing about its place.
    """
    named = 0
    for card in (fields.top, NO_CARD if fields.reshuffled else fields.beneath):
        if card < NATURAL:
            named |= 1 << card
    return int(fields.discards) & ~named


def parse(game: Game, position: Position) -> Record:
    """Read a position; raise PositionError with a sentence where it is impossible."""
    if "cut" in position:
        return _parse_cut(game, position)
    players = game.players
    fields: Any = before_cut(game, 0)
    fields.dealer = position.whole("dealer", players - 1, 0, players - 1)
    fields.round = position.whole("round", 1, 1, fields.options.n_rounds)
    fields.scores[:players] = position.numbers("scores", [0] * players, players, 0, 2**30)
    if "top" in position or any(key in position for key in _ON_TABLE):
        _parse_table(fields, position)
    elif "dealer" not in position:
        raise position.error("top", "it names neither a top card nor, before a deal, a dealer")
    else:
        rules.gather(fields)
    return fields  # type: ignore[no-any-return]


def _parse_cut(game: Game, position: Position) -> Record:
    seats = [position.number("cut", word, 0, game.players - 1) for word in position.take("cut").split()]
    if len(position.parts) > 1:
        raise position.error("cut", "nothing else is there before the first deal")
    if len(set(seats)) < 2 or len(set(seats)) < len(seats):
        raise position.error("cut", "at least two seats cut, each once")
    return before_cut(game, sum(1 << seat for seat in seats))


def _parse_table(fields: Any, position: Position) -> None:
    options = fields.options
    players = options.players
    unnamed = _Unnamed(options, position)
    fields.top = unnamed.one("top")
    fields.turn = position.whole("turn", 0, 0, players - 1)
    for seat, text in enumerate(position.groups("hands", players)):
        fields.hands[seat], fields.jokers[seat] = unnamed.some("hands", text)
        fields.hand_sizes[seat] = popcount(fields.hands[seat]) + fields.jokers[seat]
    fields.reshuffled = position.whole("reshuffled", 0, 0, options.reshuffle)
    _parse_under_joker(fields, position, unnamed)
    below, jokers = unnamed.some("discards", position.take("discards", ""))
    if "pile" in position:
        fields.pile, fields.pile_jokers = unnamed.some("pile", position.take("pile"))
        below, jokers = below | unnamed.cards, jokers + unnamed.jokers
    else:
        fields.pile, fields.pile_jokers = unnamed.cards, unnamed.jokers
    fields.pile_size = popcount(fields.pile) + fields.pile_jokers
    fields.discards |= below
    fields.discard_jokers = jokers
    if fields.top == JOKER:
        fields.discard_jokers += 1
    else:
        fields.discards |= 1 << fields.top
    fields.passes = position.whole("passes", 0, 0, players if fields.pile_size == 0 else 0)
    fields.phase = _phase(fields, position)


def _parse_under_joker(fields: Any, position: Position, unnamed: _Unnamed) -> None:
    options = fields.options
    for key, wanted in (("beneath", rules.BENEATH), ("suit", rules.NOMINATE)):
        if key in position and (fields.top != JOKER or options.on_joker != wanted):
            word = "beneath" if key == "beneath" else "nominate"
            raise position.error(key, f"it counts only under a joker, and with the option on_joker={word}")
    if "beneath" in position:
        if fields.reshuffled:
            fields.beneath = unnamed.card("beneath", position.take("beneath"))
        else:
            fields.beneath = unnamed.one("beneath")
            fields.discards |= 1 << fields.beneath
    if "suit" in position:
        suit = suit_text(position.take("suit"))
        if suit not in SUITS:
            raise position.error("suit", f"{suit!r} is not a suit; suits are {', '.join(SUITS)}")
        fields.suit = SUITS.index(suit) + 1


def _phase(fields: Any, position: Position) -> int:
    options = fields.options
    empty = [seat for seat in range(options.players) if fields.hand_sizes[seat] == 0]
    if empty or fields.passes == options.players:
        if fields.round < options.n_rounds:
            why = f"seat {empty[0]} has no card" if empty else "everybody has lost the turn"
            raise position.error("hands", f"{why}, so the round is over, but it is not the last of {options.n_rounds}")
        return rules.OVER
    if fields.top == JOKER and options.on_joker == rules.NOMINATE and not fields.suit:
        return rules.NAMING
    return rules.PLAYING


class _Unnamed:
    """The cards of the deck that a position has not named yet."""

    def __init__(self, options: Any, position: Position) -> None:
        self.deck: int = options.cards
        self.cards: int = options.cards
        self.jokers: int = options.n_jokers
        self.position = position

    def some(self, key: str, text: str) -> tuple[int, int]:
        """Take the cards of a text: natural cards as a mask, and the number of jokers."""
        words = (word.rpartition("*") for word in text.split())
        clean = " ".join(f"{count}{star}{card_text(card)}" for count, star, card in words)
        counts = parse_cards(clean, CARD_TEXTS, f"In the position {self.position.text!r}, part {key!r}")
        cards = 0
        for card in range(NATURAL):
            if counts[card] > 1 or (counts[card] and not self.cards >> card & 1):
                where = "stands twice" if self.deck >> card & 1 else "is not in this deck"
                raise self.position.error(key, f"{CARD_TEXTS[card]} {where}")
            cards |= counts[card] << card
        if counts[JOKER] > self.jokers:
            raise self.position.error(key, f"{counts[JOKER]} jokers are named where {self.jokers} are left")
        self.cards &= ~cards
        self.jokers -= counts[JOKER]
        return cards, counts[JOKER]

    def card(self, key: str, text: str) -> int:
        """Read one card of the deck without taking it."""
        card = card_text(text)
        if card not in CARD_TEXTS[:NATURAL] or not self.deck >> CARD_TEXTS.index(card) & 1:
            raise self.position.error(key, f"{text!r} is not a natural card of this deck")
        return CARD_TEXTS.index(card)

    def one(self, key: str) -> int:
        """Take the one card of a part: `top` any card, `beneath` a natural one."""
        text = self.position.take(key)
        cards, jokers = self.some(key, text)
        if popcount(cards) + jokers != 1 or (jokers and key == "beneath"):
            raise self.position.error(key, f"{text!r} is not one {'natural ' if key == 'beneath' else ''}card")
        return JOKER if jokers else bits(cards)[0]


# -- symmetry ----------------------------------------------------------------------------------------------------------


def with_suits(cards: int, order: Sequence[int]) -> int:
    """Return a mask of cards in which suit s has become suit `order[s]`."""
    changed = cards & ~ALL_CARDS
    for suit in range(4):
        changed |= (cards >> suit * 13 & 0x1FFF) << order[suit] * 13
    return changed


def exchange(order: Sequence[int]) -> Callable[[Record], Record]:
    """Return the map of fields that exchanges suits."""

    def exchanged(fields: Any) -> Record:
        new: Any = fields.copy()
        new.hands = [with_suits(hand, order) for hand in fields.hands]
        new.pile, new.discards = with_suits(fields.pile, order), with_suits(fields.discards, order)
        new.top, new.beneath = (
            card if card >= NATURAL else order[card // 13] * 13 + card % 13 for card in (fields.top, fields.beneath)
        )
        new.suit = order[fields.suit - 1] + 1 if fields.suit else 0
        return new  # type: ignore[no-any-return]

    return exchanged
