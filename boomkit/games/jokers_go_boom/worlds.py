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

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import comb, perm
from typing import TYPE_CHECKING, Any, NamedTuple

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


Free = tuple[int, ...]
"""Slots that are free, by level."""
Told = tuple[str, tuple[int | None, ...]]


class Filling(NamedTuple):
    """Free slots by level, and the jokers among the rest: held old ones, held new ones, old ones that were played."""

    free: Free
    old: int = 0
    new: int = 0
    old_shown: int = 0


@dataclass
class Slots:
    """The slots of one opponent as the public history tells them.

    `ways` counts, for each filling, the ways to choose the slots of jokers and of the natural cards that were played.
    Jokers are alike: which of them a seat plays makes no difference, so it plays an old one while it has one. A level
    is (number of facts before, whether after a reshuffle); cards from before a reshuffle are old, the others new.
    """

    levels: list[tuple[int, bool]]
    ways: dict[Filling, int]
    facts: list[int] = field(default_factory=list)

    @classmethod
    def dealt(cls, size: int, most_jokers: int) -> Slots:
        """Begin with `size` slots of which nothing has been shown."""
        return cls(
            [(0, False)],
            {Filling((size - jokers,), jokers): comb(size, jokers) for jokers in range(min(size, most_jokers) + 1)},
        )

    def draw(self, after: bool, any_jokers: bool) -> None:
        """Add a slot, for a card that was drawn now, before or after a reshuffle: a joker or not."""
        level = (len(self.facts), after)
        if self.levels[-1] != level:
            self.levels.append(level)
            self.ways = {filling._replace(free=(*filling.free, 0)): count for filling, count in self.ways.items()}
        ways: Counter[Filling] = Counter()
        for filling, count in self.ways.items():
            free, old, new, _ = filling
            ways[filling._replace(free=(*free[:-1], free[-1] + 1))] += count
            if any_jokers:
                ways[filling._replace(new=new + 1) if after else filling._replace(old=old + 1)] += count
        self.ways = ways

    def show(self, kinds: int) -> None:
        """Note that the seat holds none of these kinds now."""
        if kinds:
            self.facts.append(kinds)
        if kinds & JOKER_BIT:
            self.ways = {filling: count for filling, count in self.ways.items() if not filling.old + filling.new}

    def forbidden(self, level: int) -> int:
        """Return the kinds that a slot of this level, if its card is still held, cannot hold."""
        kinds = 0
        for fact in self.facts[self.levels[level][0] :]:
            kinds |= fact
        return kinds

    def play_joker(self, after: bool) -> None:
        """Let the seat have held a joker, which it played now, before or after a reshuffle."""
        ways: Counter[Filling] = Counter()
        for filling, count in self.ways.items():
            free, old, new, old_shown = filling
            if old:
                ways[Filling(free, old - 1, new, old_shown + after)] += count
            elif new:
                ways[Filling(free, old, new - 1, old_shown)] += count
        self.ways = ways

    def play(self, card: int, late: bool) -> None:
        """Let a natural card that was played, an old or a new one, have lain in any free slot that fits."""
        fitting = [
            index
            for index, level in enumerate(self.levels)
            if level[1] == late and not self.forbidden(index) >> card & 1
        ]
        ways: Counter[Filling] = Counter()
        for filling, count in self.ways.items():
            free = filling.free
            for index in fitting:
                if free[index]:
                    left = (*free[:index], free[index] - 1, *free[index + 1 :])
                    ways[filling._replace(free=left)] += count * free[index]
        self.ways = ways


class Hand:
    """The ways to fill the free slots of one opponent from a set of single cards.

    `sets` are what may be held where: old cards by level, new cards by level (each set lies within the next one of its
    kind), old jokers and new jokers. `kinds` numbers these four.
    """

    def __init__(self, slots: Slots, ways: Mapping[Filling, int], singles: Singles) -> None:
        self.sets: list[int] = []
        self.kinds: list[int] = []
        where: list[int] = []
        for level, (_, late) in enumerate(slots.levels):
            cards = singles.natural[late] & ~slots.forbidden(level)
            if not self.sets or self.kinds[-1] != late or self.sets[-1] != cards:
                self.sets.append(cards)
                self.kinds.append(int(late))
            where.append(len(self.sets) - 1)
        self.sets += singles.jokers
        self.kinds += (2, 3)
        self.free: dict[Free, int] = {}
        for filling, count in ways.items():
            numbers = [0] * len(self.sets)
            numbers[-2:] = filling.old, filling.new
            for index, number in zip(where, filling.free, strict=True):
                numbers[index] += number
            if all(cards.bit_count() >= number for cards, number in zip(self.sets, numbers, strict=True)):
                self.free[tuple(numbers)] = self.free.get(tuple(numbers), 0) + count
        some = next(iter(self.free), (0,) * len(self.sets))
        self.sizes = [
            sum(number for number, kind in zip(some, self.kinds, strict=True) if kind % 2 == late) for late in (0, 1)
        ]
        self.holdable = 0
        for index, cards in enumerate(self.sets):
            if any(numbers[index] for numbers in self.free):
                self.holdable |= cards
        self._counts: dict[Free, tuple[int, list[int]]] = {}

    def count(self, cards: int) -> tuple[int, list[int]]:
        """Count the ways to fill the slots from `cards`: in all, and for each number of slots by set."""
        sizes = tuple([(allowed & cards).bit_count() for allowed in self.sets])
        known = self._counts.get(sizes)
        if known is None:
            each = [count * self._fillings(sizes, numbers) for numbers, count in self.free.items()]
            known = self._counts[sizes] = (sum(each), each)
        return known

    def _fillings(self, sizes: Free, numbers: Free) -> int:
        ways = 1
        used = [0, 0, 0, 0]
        for size, number, kind in zip(sizes, numbers, self.kinds, strict=True):
            if number:
                ways *= perm(max(size - used[kind], 0), number)
                used[kind] += number
        return ways

    def draw(self, cards: int, rng: Random) -> int:
        """Draw the hand from `cards`, each way to fill the slots equally likely."""
        total, each = self.count(cards)
        left = rng.randrange(total)
        index = 0
        while left >= each[index]:
            left -= each[index]
            index += 1
        held = 0
        for allowed, number in zip(self.sets, list(self.free)[index], strict=True):
            if number:
                for card in rng.sample(bits(allowed & cards & ~held), number):
                    held |= 1 << card
        return held

    def most(self, unseen: int, taken: int, sizes: Sequence[int], singles: Singles) -> int:
        """Return the most ways that can be left when others take `sizes` old and new cards among `taken`."""
        choices: list[list[int]] = []
        for late in (0, 1):
            natural = bits(taken & singles.natural[late])
            ranked = sorted(natural, key=lambda card: sum(allowed >> card & 1 for allowed in self.sets))
            jokers = bits(taken & singles.jokers[late])
            size = sizes[late]
            choices.append(
                [
                    sum(1 << card for card in (*ranked[: size - number], *jokers[:number]))
                    for number in range(min(size, len(jokers)) + 1)
                    if size - number <= len(ranked)
                ]
            )
        return max((self.count(unseen & ~old & ~new)[0] for old, new in product(*choices)), default=0)


class Singles:
    """Single unseen cards, old and new, as bits: natural cards as ever, above them a bit for each unseen joker."""

    def __init__(self, old: int, new: int, old_jokers: int, new_jokers: int) -> None:
        self.natural = (old, new)
        self.jokers = (((1 << old_jokers) - 1) << NATURAL, ((1 << new_jokers) - 1) << (NATURAL + old_jokers))
        self.all = old | new | self.jokers[0] | self.jokers[1]


class Case:
    """One way in which the jokers that were played divide into old and new ones; without a reshuffle there is one.

    `ceiling` is at least the number of its dealing orders: of `ceiling` draws, on average that many are accepted.
    """

    def __init__(self, hands: Mapping[int, Hand], singles: Singles, labels: int) -> None:
        self.singles = singles
        possible = all(hand.free for hand in hands.values())
        order = sorted(hands, key=lambda seat: _freedom(hands[seat], singles.all)) if possible else []
        self.order = [(seat, hands[seat]) for seat in order]
        self.most: list[int] = []
        self.ceiling = labels if possible else 0
        taken, sizes = 0, [0, 0]
        for _, hand in self.order:
            self.most.append(hand.most(singles.all, taken, sizes, singles))
            self.ceiling *= self.most[-1]
            taken |= hand.holdable
            sizes = [sizes[0] + hand.sizes[0], sizes[1] + hand.sizes[1]]

    def draw(self, rng: Random) -> dict[int, int] | None:
        """Draw all hands, or None if the draw is not accepted."""
        left = self.singles.all
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
    >>> worlds.slots[1].levels, len(worlds.slots[1].ways)
    ([(0, False), (1, False)], 6)
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
        jokers = fields.options.n_jokers
        opponents = [seat for seat in range(fields.options.players) if seat != self.seat]
        self.slots = {seat: Slots.dealt(sizes[seat], jokers) for seat in opponents}
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
            elif name == "played" and card == JOKER:
                self.jokers_shown += after
                slots.play_joker(after)
            elif name == "played":
                slots.play(card or 0, bool(self.new >> (card or 0) & 1))
            else:
                slots.show(kinds or 0)
                if name != "lost_turn":
                    slots.draw(after, self.fields.options.n_jokers > 0)

    def _divide(self) -> Iterator[Case]:
        """Make a case for each way in which the jokers that were shown divide into old and new ones."""
        fields, seat = self.fields, self.seat
        unseen = fields.options.cards & ~fields.hands[seat] & ~fields.discards
        unseen_jokers = fields.options.n_jokers - fields.jokers[seat] - fields.discard_jokers
        by_seat = [sorted({filling.old_shown for filling in slots.ways}) for slots in self.slots.values()]
        for division in product(*by_seat):
            shown_old = sum(division)
            new_jokers = self.new_jokers - (self.jokers_shown - shown_old)
            old_jokers = unseen_jokers - new_jokers
            if min(new_jokers, old_jokers) < 0:
                continue
            singles = Singles(unseen & ~self.new, unseen & self.new, old_jokers, new_jokers)
            hands = {}
            for (other, slots), old in zip(self.slots.items(), division, strict=True):
                ways = {filling: count for filling, count in slots.ways.items() if filling.old_shown == old}
                hands[other] = Hand(slots, ways, singles)
            labels = perm(old_jokers + shown_old, shown_old) * perm(self.new_jokers, self.jokers_shown - shown_old)
            yield Case(hands, singles, labels)

    def draw(self, rng: Random) -> dict[int, int]:
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
                        return held
                    break

    def may_hold(self, seat: int) -> int:
        """Return the kinds that an opponent may hold (JOKER_BIT for jokers)."""
        kinds = 0
        for case in self.cases:
            for other, hand in case.order:
                if other == seat:
                    kinds |= hand.holdable & ALL_CARDS
                    kinds |= JOKER_BIT if hand.holdable >> NATURAL else 0
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
    held = worlds_of(observation).draw(rng)
    options = fields.options
    for other, cards in held.items():
        fields.hands[other] = cards & ALL_CARDS
        fields.jokers[other] = (cards >> NATURAL).bit_count()
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
