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

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import comb, perm
from typing import TYPE_CHECKING, Any, NamedTuple

from boomkit.core.chance import bits
from boomkit.errors import BoomkitError
from boomkit.games.jokers_go_boom import rules
from boomkit.games.jokers_go_boom.rules import ALL_CARDS, CARD_TEXTS, JOKER, JOKER_BIT

if TYPE_CHECKING:
    from random import Random

    from boomkit.core import Observation

_NAMES = tuple(kind.name for kind in rules.EVENTS)
_TELLING = frozenset(
    _NAMES[kind] for kind in (rules.PLAYED, rules.BOOM_DREW, rules.DREW, rules.LOST_TURN, rules.RESHUFFLED)
)


Free = tuple[int, ...]
"""Slots that are free, by level."""
Jokers = tuple[int, int]
"""A number of old and one of new jokers."""
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
    """The ways to fill the free slots of one opponent from a set of natural cards; the other slots hold jokers.

    `sets` are the cards that may be held where: old ones by level, then new ones by level, each set within the next one
    of its kind; `late` says which are new. `jokers` of the hand are jokers.
    """

    def __init__(self, slots: Slots, ways: Mapping[Free, int], jokers: int, unseen: tuple[int, int]) -> None:
        self.jokers = jokers
        self.sets: list[int] = []
        self.late: list[bool] = []
        where: list[int] = []
        for level, (_, late) in enumerate(slots.levels):
            cards = unseen[late] & ~slots.forbidden(level)
            if not self.sets or self.late[-1] != late or self.sets[-1] != cards:
                self.sets.append(cards)
                self.late.append(late)
            where.append(len(self.sets) - 1)
        self.free: dict[Free, int] = {}
        for levels, count in ways.items():
            numbers = [0] * len(self.sets)
            for index, number in zip(where, levels, strict=True):
                numbers[index] += number
            if all(cards.bit_count() >= number for cards, number in zip(self.sets, numbers, strict=True)):
                self.free[tuple(numbers)] = self.free.get(tuple(numbers), 0) + count
        some = next(iter(self.free), (0,) * len(self.sets))
        self.sizes = [
            sum(number for number, late in zip(some, self.late, strict=True) if late == new) for new in (False, True)
        ]
        self.holdable = 0
        for index, cards in enumerate(self.sets):
            if any(numbers[index] for numbers in self.free):
                self.holdable |= cards
        self._counts: dict[Free, tuple[int, list[int]]] = {}
        self._most: dict[tuple[int, int, int], int] = {}

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
        used = [0, 0]
        for size, number, late in zip(sizes, numbers, self.late, strict=True):
            if number:
                ways *= perm(max(size - used[late], 0), number)
                used[late] += number
        return ways

    def draw(self, cards: int, rng: Random) -> int:
        """Draw the natural cards of the hand from `cards`, each way to fill the slots equally likely."""
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

    def most(self, unseen: tuple[int, int], taken: int, sizes: Sequence[int]) -> int:
        """Return the most ways that can be left when others take `sizes` old and new cards among `taken`.

        That is when they take the cards that fit the fewest levels of this hand.
        """
        key = (taken, sizes[0], sizes[1])
        if key not in self._most:
            left = unseen[0] | unseen[1]
            for late in (0, 1):
                cards = bits(taken & unseen[late])
                ranked = sorted(cards, key=lambda card: sum(allowed >> card & 1 for allowed in self.sets))
                left &= ~sum(1 << card for card in ranked[: sizes[late]])
            self._most[key] = self.count(left)[0]
        return self._most[key]


class Case:
    """One way in which the unseen jokers divide among the hands.

    `ceiling` is at least the number of its dealing orders: of `ceiling` draws, on average that many are accepted.
    """

    def __init__(self, hands: Mapping[int, Hand], unseen: tuple[int, int], labels: int) -> None:
        self.unseen = unseen[0] | unseen[1]
        self.order = sorted(hands.items(), key=lambda item: _freedom(item[1], self.unseen))
        self.most: list[int] = []
        self.ceiling = labels
        taken, sizes = 0, [0, 0]
        for _, hand in self.order:
            self.most.append(hand.most(unseen, taken, sizes))
            self.ceiling *= self.most[-1]
            taken |= hand.holdable
            sizes = [sizes[0] + hand.sizes[0], sizes[1] + hand.sizes[1]]

    def draw(self, rng: Random) -> dict[int, tuple[int, int]] | None:
        """Draw all hands, natural cards as a mask and the number of jokers, or None if the draw is not accepted."""
        left = self.unseen
        held: dict[int, tuple[int, int]] = {}
        for (seat, hand), most in zip(self.order, self.most, strict=True):
            ways = hand.count(left)[0]
            if ways < most and rng.randrange(most) >= ways:
                return None
            cards = hand.draw(left, rng)
            held[seat] = cards, hand.jokers
            left &= ~cards
        return held


def _freedom(hand: Hand, unseen: int) -> Fraction:
    """Return the share of all fillings that fit: the smaller, the more constrained a hand is."""
    every = sum(hand.free.values()) * perm(unseen.bit_count(), sum(hand.sizes))
    return Fraction(hand.count(unseen)[0], every) if every else Fraction(0)


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
        self.shown = dict.fromkeys(opponents, 0)
        self._follow(told)
        self.cases = [case for case in self._divide() if case.ceiling]
        self._ceilings = list(accumulate(case.ceiling for case in self.cases))

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
                self.shown[who or 0] += after
                slots.play_joker(after)
            elif name == "played":
                slots.play(card or 0, bool(self.new >> (card or 0) & 1))
            else:
                slots.show(kinds or 0)
                if name != "lost_turn":
                    slots.draw(after, self.fields.options.n_jokers > 0)

    def _divide(self) -> Iterator[Case]:
        """Make a case for each number of jokers, old and new, that each opponent may have had."""
        fields, seat = self.fields, self.seat
        cards = fields.options.cards & ~fields.hands[seat] & ~fields.discards
        unseen = (cards & ~self.new, cards & self.new)
        unseen_jokers = fields.options.n_jokers - fields.jokers[seat] - fields.discard_jokers
        # Jokers that opponents have shown since a reshuffle count with those they hold: which is which is not known.
        most = (unseen_jokers + self.jokers_shown - self.new_jokers, self.new_jokers)
        seats = list(self.slots)
        hands = [self._hands(other, unseen) for other in seats]
        for division in _divisions([list(some) for some in hands], most):
            old, new = (sum(numbers) for numbers in zip(*division, strict=True))
            chosen = {other: some[jokers] for other, some, jokers in zip(seats, hands, division, strict=True)}
            yield Case(chosen, unseen, perm(most[0], old) * perm(most[1], new))

    def _hands(self, seat: int, unseen: tuple[int, int]) -> dict[Jokers, Hand]:
        """Return what an opponent may hold, by the old and new jokers that it holds or has shown since a reshuffle."""
        slots = self.slots[seat]
        ways: dict[Jokers, Counter[Free]] = {}
        shown = self.shown[seat]
        for (free, old, new, old_shown), count in slots.ways.items():
            ways.setdefault((old + old_shown, new + shown - old_shown), Counter())[free] += count
        made = {jokers: Hand(slots, some, sum(jokers) - shown, unseen) for jokers, some in ways.items()}
        return {jokers: hand for jokers, hand in made.items() if hand.free}

    def draw(self, rng: Random) -> dict[int, tuple[int, int]]:
        """Draw the opponents' hands uniformly over dealing orders: natural cards as a mask, and jokers by number."""
        if not self.cases:
            raise BoomkitError(
                "No world fits this observation: its history and its cards contradict each other. Observations are "
                "made by state.observation(seat)."
            )
        while True:
            left = rng.randrange(self._ceilings[-1])
            held = self.cases[bisect_right(self._ceilings, left)].draw(rng)
            if held is not None:
                return held

    def may_hold(self, seat: int) -> int:
        """Return the kinds that an opponent may hold (JOKER_BIT for jokers)."""
        kinds = 0
        for case in self.cases:
            for other, hand in case.order:
                if other == seat:
                    kinds |= hand.holdable | (JOKER_BIT if hand.jokers else 0)
        return kinds


def _divisions(choices: Sequence[Sequence[Jokers]], most: Jokers) -> Iterator[tuple[Jokers, ...]]:
    """Choose old and new jokers for each opponent, in all at most `most`."""
    if not choices:
        yield ()
        return
    for old, new in choices[0]:
        if old <= most[0] and new <= most[1]:
            for rest in _divisions(choices[1:], (most[0] - old, most[1] - new)):
                yield ((old, new), *rest)


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
    for other, (cards, number) in held.items():
        fields.hands[other] = cards
        fields.jokers[other] = number
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
