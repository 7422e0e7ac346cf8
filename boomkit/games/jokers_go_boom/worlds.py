"""What a seat can conclude about hidden cards, and hidden cards drawn uniformly over the dealing orders that fit.

A *slot* is one card that an opponent was dealt or drew, in the order in which they came. A world gives each slot a
card. When a seat draws or loses its turn it shows that it holds none of some kinds (JG-T4, JG-T5, JG-T8), so what lay
in its slots at that time is none of them; a card that was played lay in a slot of that seat that fits. Everything else
is equally likely: the cards are shuffled, draws for a boom are forced, and choices tell nothing.

Slots of one opponent are alike when the same was shown after they came, so they are counted by *level*. Given the
number of free slots in each level (free: not the slot of a played card), the cards that a level may hold lie within
those of the next one, and the ways to fill the slots are a product: one opponent's hand is exact and quick. Hands are
drawn one after another, the most constrained first, and a draw is accepted in proportion to the ways that it leaves
for the others, so that what is accepted is exactly uniform.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import perm
from typing import TYPE_CHECKING, Any

from boomkit.core.chance import bits
from boomkit.errors import BoomkitError
from boomkit.games.jokers_go_boom import rules
from boomkit.games.jokers_go_boom.rules import ALL_CARDS, CARD_TEXTS, JOKER, JOKER_BIT, NATURAL

if TYPE_CHECKING:
    from random import Random

    from boomkit.core import Observation

_NAMES = tuple(kind.name for kind in rules.EVENTS)
_TELLING = frozenset(
    _NAMES[kind] for kind in (rules.PLAYED, rules.BOOM_DREW, rules.DREW, rules.LOST_TURN, rules.RESHUFFLED)
)


@dataclass
class Slots:
    """The slots of one opponent as the public history tells them.

    `ways` counts, for each number of free slots by level and number of old jokers played after a reshuffle, in how many
    ways the played cards may have lain in the slots. A level is (number of facts before, whether after a reshuffle).
    """

    levels: list[tuple[int, bool]]
    ways: dict[tuple[tuple[int, ...], int], int]
    facts: list[int] = field(default_factory=list)

    @classmethod
    def dealt(cls, size: int) -> Slots:
        """Begin with `size` slots of which nothing has been shown."""
        return cls([(0, False)], {((size,), 0): 1})

    def draw(self, after: bool) -> None:
        """Add a slot: a card that was drawn now, before or after a reshuffle."""
        level = (len(self.facts), after)
        if self.levels[-1] == level:
            self.ways = {((*free[:-1], free[-1] + 1), old): ways for (free, old), ways in self.ways.items()}
        else:
            self.levels.append(level)
            self.ways = {((*free, 1), old): ways for (free, old), ways in self.ways.items()}

    def show(self, kinds: int) -> None:
        """Note that the seat holds none of these kinds now."""
        if kinds:
            self.facts.append(kinds)

    def forbidden(self, level: int) -> int:
        """Return the kinds that a slot of this level, if its card is still held, cannot hold."""
        kinds = 0
        for fact in self.facts[self.levels[level][0] :]:
            kinds |= fact
        return kinds

    def play(self, card: int, after: Sequence[bool]) -> None:
        """Let a card that was played have lain in any free slot that fits; `after` says where it may come from."""
        kind = 1 << card
        fitting = [
            level for level, (_, late) in enumerate(self.levels) if late in after and not self.forbidden(level) & kind
        ]
        ways: dict[tuple[tuple[int, ...], int], int] = {}
        for (free, old), count in self.ways.items():
            for level in fitting:
                if free[level]:
                    left = (*free[:level], free[level] - 1, *free[level + 1 :])
                    older = old + (len(after) == 2 and not self.levels[level][1])
                    ways[left, older] = ways.get((left, older), 0) + count * free[level]
        self.ways = ways


Free = tuple[int, ...]
Told = tuple[str, tuple[int | None, ...]]


class Hand:
    """The ways to fill the free slots of one opponent from a set of single cards.

    `sets` are the cards that each level may hold. Levels before a reshuffle hold old cards and those after it new ones:
    two chains of sets, each set within the next of its chain.
    """

    def __init__(self, slots: Slots, ways: Mapping[Free, int], singles: Singles) -> None:
        self.sets: list[int] = []
        self.late: list[bool] = []
        where: list[int] = []
        for level, (_, late) in enumerate(slots.levels):
            cards = singles.cards[late] & ~singles.of(slots.forbidden(level))
            if not self.sets or self.late[-1] != late or self.sets[-1] != cards:
                self.sets.append(cards)
                self.late.append(late)
            where.append(len(self.sets) - 1)
        self.free: dict[Free, int] = {}
        for levels, count in ways.items():
            joined = [0] * len(self.sets)
            for index, number in zip(where, levels, strict=True):
                joined[index] += number
            if all(cards.bit_count() >= number for cards, number in zip(self.sets, joined, strict=True)):
                self.free[tuple(joined)] = self.free.get(tuple(joined), 0) + count
        self.sizes = [
            sum(number for number, late in zip(next(iter(self.free), ()), self.late, strict=False) if late == chain)
            for chain in (False, True)
        ]
        self.holdable = 0
        for index, cards in enumerate(self.sets):
            if any(free[index] for free in self.free):
                self.holdable |= cards
        self._counts: dict[Free, tuple[int, list[int]]] = {}

    def count(self, cards: int) -> tuple[int, list[int]]:
        """Count the ways to fill the slots from `cards`: in all, and for each number of free slots by level."""
        sizes = tuple([(allowed & cards).bit_count() for allowed in self.sets])
        known = self._counts.get(sizes)
        if known is None:
            each = [count * self._fillings(sizes, free) for free, count in self.free.items()]
            known = self._counts[sizes] = (sum(each), each)
        return known

    def _fillings(self, sizes: Free, free: Free) -> int:
        ways = 1
        used = [0, 0]
        for size, number, late in zip(sizes, free, self.late, strict=True):
            if number:
                ways *= perm(max(size - used[late], 0), number)
                used[late] += number
        return ways

    def draw(self, cards: int, rng: Random) -> int:
        """Draw the hand from `cards`, each way to fill the slots equally likely."""
        total, each = self.count(cards)
        left = rng.randrange(total)
        index = 0
        while left >= each[index]:
            left -= each[index]
            index += 1
        chosen = list(self.free)[index]
        held = 0
        for allowed, number in zip(self.sets, chosen, strict=True):
            if number:
                for card in rng.sample(bits(allowed & cards & ~held), number):
                    held |= 1 << card
        return held

    def least(self, cards: int, number: int) -> int:
        """Return the `number` cards among `cards` that this hand misses least: those that fit the fewest levels."""
        ranked = sorted(bits(cards), key=lambda card: sum(allowed >> card & 1 for allowed in self.sets))
        return sum(1 << card for card in ranked[:number])


class Singles:
    """Single unseen cards as bits: natural cards as ever, above them a bit for each unseen joker.

    `cards` are the old ones and, after a reshuffle, the new ones.
    """

    def __init__(self, old: int, new: int, old_jokers: int, new_jokers: int) -> None:
        old_bits = ((1 << old_jokers) - 1) << NATURAL
        new_bits = ((1 << new_jokers) - 1) << (NATURAL + old_jokers)
        self.jokers = old_bits | new_bits
        self.cards = (old | old_bits, new | new_bits)

    def of(self, kinds: int) -> int:
        """Return the single cards of some kinds."""
        return kinds & ALL_CARDS | (self.jokers if kinds & JOKER_BIT else 0)


class Case:
    """One way in which jokers that were played divide into old and new ones; without a reshuffle there is one.

    `ceiling` is at least the number of its dealing orders; of `ceiling` draws on average that many are accepted.
    """

    def __init__(self, hands: Mapping[int, Hand], singles: Singles, labels: int) -> None:
        self.singles = singles
        self.unseen = singles.cards[0] | singles.cards[1]
        possible = all(hand.free for hand in hands.values())
        order = sorted(hands, key=lambda seat: _freedom(hands[seat], self.unseen)) if possible else []
        self.order = [(seat, hands[seat]) for seat in order]
        self.most: list[int] = []
        self.ceiling = labels if possible else 0
        holdable, sizes = 0, [0, 0]
        for _, hand in self.order:
            least = 0
            for chain in (0, 1):
                least |= hand.least(holdable & singles.cards[chain], sizes[chain])
                sizes[chain] += hand.sizes[chain]
            holdable |= hand.holdable
            self.most.append(hand.count(self.unseen & ~least)[0])
            self.ceiling *= self.most[-1]

    def draw(self, rng: Random) -> dict[int, int] | None:
        """Draw all hands, or None if the draw is not accepted."""
        left = self.unseen
        held: dict[int, int] = {}
        for (seat, hand), most in zip(self.order, self.most, strict=True):
            ways = hand.count(left)[0]
            if ways < most and rng.randrange(most) >= ways:
                return None
            held[seat] = hand.draw(left, rng)
            left &= ~held[seat]
        return held


def _freedom(hand: Hand, unseen: int) -> Fraction:
    """Return the share of all fillings that fit: the smaller, the more constrained a hand is."""
    every = sum(hand.free.values()) * perm(unseen.bit_count(), sum(hand.sizes))
    return Fraction(hand.count(unseen)[0], every)


def _round_so_far(observation: Observation) -> list[Told]:
    """Return what happened since the last deal, or since the position was read."""
    told: list[Told] = []
    for event in observation.history:
        if event.name == "deals":
            told = []
        elif event.name in _TELLING:
            told.append((event.name, event.numbers))
    return told


class Worlds:
    """All that one observation says about hidden cards: `cases` to draw from, and what each opponent may hold.

    >>> import boomkit
    >>> view = boomkit.load("jokers_go_boom").read("top 4♥; turn 1; hands 5♣ / K♦ K♠ / 2♠ 3♠").apply("draw")
    >>> worlds = Worlds(view.resolve(__import__("random").Random(1)).observation(0))
    >>> worlds.slots[1].levels, worlds.slots[1].ways
    ([(0, False), (1, False)], {((2, 1), 0): 1})
    """

    def __init__(self, observation: Observation) -> None:
        fields: Any = observation.fields
        self.seat = observation.seat
        self.fields = fields
        self.new = self.new_jokers = 0
        told = _round_so_far(observation)
        sizes = list(fields.hand_sizes)
        for name, (seat, *_) in told:
            if seat is not None and name in ("played", "drew", "boom_drew"):
                sizes[seat] += 1 if name == "played" else -1
        opponents = [seat for seat in range(fields.options.players) if seat != self.seat]
        self.slots = {seat: Slots.dealt(sizes[seat]) for seat in opponents}
        self.jokers_shown = 0
        self._follow(told)
        self.cases = [case for case in self._divide() if case.ceiling]

    def _follow(self, told: Sequence[Told]) -> None:
        """Follow the events: slots that come, kinds that are not held, cards that are played, a reshuffle."""
        after = False
        for name, (who, card, kinds) in told:
            if name == "reshuffled":
                after, self.new, self.new_jokers = True, (who or 0) & ALL_CARDS, (who or 0) >> JOKER
                continue
            slots = self.slots.get(who or 0)
            if slots is None:
                if after and card == JOKER and name != "played":
                    self.new_jokers -= 1  # this seat drew it, so it is no longer unseen
            elif name == "played" and card is not None:
                came = self._came(card) if after else (False,)
                self.jokers_shown += len(came) == 2
                slots.play(card, came)
            else:
                slots.show(kinds or 0)
                if name != "lost_turn":
                    slots.draw(after)

    def _came(self, card: int) -> tuple[bool, ...]:
        """Say whether a card that is played after a reshuffle may be an old one (False) or a new one (True)."""
        if card == JOKER:
            return (False, True)
        return (bool(self.new >> card & 1),)

    def _divide(self) -> Iterator[Case]:
        """Make a case for each way in which the jokers that were shown divide into old and new ones."""
        fields, seat = self.fields, self.seat
        unseen = fields.options.cards & ~fields.hands[seat] & ~fields.discards
        unseen_jokers = fields.options.n_jokers - fields.jokers[seat] - fields.discard_jokers
        by_seat = [sorted({old for _, old in slots.ways}) for slots in self.slots.values()]
        for division in product(*by_seat):
            shown_old = sum(division)
            new_jokers = self.new_jokers - (self.jokers_shown - shown_old)
            old_jokers = unseen_jokers - new_jokers
            if min(new_jokers, old_jokers) < 0:
                continue
            singles = Singles(unseen & ~self.new, unseen & self.new, old_jokers, new_jokers)
            hands = {}
            for (other, slots), old in zip(self.slots.items(), division, strict=True):
                ways = {free: count for (free, number), count in slots.ways.items() if number == old}
                hands[other] = Hand(slots, ways, singles)
            labels = perm(old_jokers + shown_old, shown_old) * perm(self.new_jokers, self.jokers_shown - shown_old)
            yield Case(hands, singles, labels)

    def draw(self, rng: Random) -> tuple[dict[int, int], Singles]:
        """Draw the opponents' hands uniformly over dealing orders, as masks of single cards."""
        if not self.cases:
            raise BoomkitError(
                "No world fits this observation: its history and its cards contradict each other. Observations are "
                "made by state.observation(seat)."
            )
        total = sum(case.ceiling for case in self.cases)
        while True:
            left = rng.randrange(total) if len(self.cases) > 1 else 0
            for case in self.cases:
                left -= case.ceiling
                if left < 0:
                    held = case.draw(rng)
                    if held is not None:
                        return held, case.singles
                    break

    def may_hold(self, seat: int) -> int:
        """Return the kinds that an opponent may hold (JOKER_BIT for jokers)."""
        kinds = 0
        for case in self.cases:
            for other, hand in case.order:
                if other == seat:
                    kinds |= hand.holdable & ALL_CARDS
                    kinds |= JOKER_BIT if hand.holdable & case.singles.jokers else 0
        return kinds


_latest: list[tuple[Observation, Worlds]] = []


def worlds_of(observation: Observation) -> Worlds:
    """Return what an observation says; the last answer is kept, for searches ask again and again."""
    for known, worlds in _latest:
        if known is observation:
            return worlds
    worlds = Worlds(observation)
    _latest[:] = [(observation, worlds)]
    return worlds


def fill(observation: Observation, rng: Random) -> Any:
    """Return full fields that fit an observation, drawn uniformly over dealing orders."""
    fields: Any = observation.fields.copy()
    if fields.phase in (rules.CUTTING, rules.OVER):
        return fields
    held, singles = worlds_of(observation).draw(rng)
    options = fields.options
    for other, cards in held.items():
        fields.hands[other] = cards & ALL_CARDS
        fields.jokers[other] = (cards & singles.jokers).bit_count()
    hands = jokers = 0
    for other in range(options.players):
        hands |= fields.hands[other]
        jokers += fields.jokers[other]
    fields.pile = options.cards & ~hands & ~fields.discards
    fields.pile_jokers = options.n_jokers - jokers - fields.discard_jokers
    return fields


def may_hold(observation: Observation, seat: int) -> tuple[str, ...]:
    """Return the cards that a seat may hold as far as an observation tells, the joker last.

    >>> import boomkit, random
    >>> game = boomkit.load("jokers_go_boom", deck="4H 5H 9H 4C 5C 9C 4S 5S 9S Joker Joker", hand_size=2)
    >>> state = game.read("top 4♥; turn 1; hands 5♥ 9♥ / 5♣ 9♠ / 4♠ Joker; pile 5♠").apply("draw").apply("5♠")
    >>> may_hold(state.observation(0), 1)
    ('5♣', '4♠', '5♠', '9♠', 'Joker')
    """
    fields: Any = observation.fields
    if seat == observation.seat or fields.phase == rules.OVER:
        kinds = rules.kinds_in_hand(fields, seat)
    else:
        kinds = worlds_of(observation).may_hold(seat)
    return tuple(CARD_TEXTS[kind] for kind in bits(kinds))
