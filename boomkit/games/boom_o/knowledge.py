"""What a seat of BOOM-O can work out from what it has seen.

A careful player follows cards, not positions. This module replays the events that one seat saw and keeps, for every
hidden place (a hand, the draw pile, an eliminated hand under it),

- the cards it *knows* to lie there: a hand it handed over in a trade, a HOLD that was kept, a card that was shown;
- the unknown cards there, counted by the *shuffle* they came from and the kinds they can be. A bust, a BOMB that found
  no HOLD or a failed DOUBLE PLAY narrows the kinds of all cards in that hand, not of those drawn later. After a
  reshuffle the new pile is known as a whole, and what was never discarded lies in the old hands.

Knowledge moves with the cards: through trades, under the pile, back into it.

Worlds that fit it are dealt in `worlds.py`.
"""

from __future__ import annotations

from math import lgamma, log, perm
from typing import TYPE_CHECKING, Any

from boomkit.core import Event
from boomkit.games.boom_o import rules

if TYPE_CHECKING:
    from random import Random

Slots = dict[tuple[int, int], int]
"""Counts of unknown cards by (shuffle, kinds they can be, as a set of bits)."""

ANY = (1 << rules.KINDS) - 1


class DeadEndError(Exception):
    """A proposed world turned out to be impossible: propose another."""


class UncertainError(Exception):
    """It is not certain which card moved, and no random numbers were given to choose one."""


class Place:
    """A hidden place: cards known to lie there, and unknown ones."""

    __slots__ = ("known", "slots")

    def __init__(self, known: list[int] | None = None, slots: Slots | None = None) -> None:
        self.known = known if known is not None else [0] * rules.KINDS
        self.slots = slots if slots is not None else {}

    def copy(self) -> Place:
        """Return a place that can be changed on its own."""
        return Place(self.known[:], self.slots.copy())

    @property
    def size(self) -> int:
        """The number of cards there."""
        return sum(self.known) + sum(self.slots.values())

    def add(self, slot: tuple[int, int]) -> None:
        """Put one unknown card there."""
        self.slots[slot] = self.slots.get(slot, 0) + 1

    def remove(self, slot: tuple[int, int]) -> None:
        """Take one unknown card away."""
        self.slots[slot] -= 1
        if not self.slots[slot]:
            del self.slots[slot]


def mask_of(kinds: Any) -> int:
    """Return a set of kinds as bits."""
    return sum(1 << kind for kind in kinds)


def shown_by_bust(clock: int, how: int, free: bool) -> int:
    """Return the kinds that a hand can still hold after a bust at this clock (BO-T6, BO-K5b, BO-K5e)."""
    if how == rules.ONE_CARD:
        return ANY
    fitting = [kind for kind in (rules.FIVE, rules.TEN) if free or clock + rules.ADDS[kind] <= rules.LIMIT]
    if how == rules.AT_FIRST:
        return ANY & ~mask_of([*fitting, rules.SET_60, rules.SET_30, rules.SET_0])
    return mask_of(kind for kind in (rules.FIVE, rules.TEN) if kind not in fitting)


def ways_to_lie(place: Place, shuffle: int, cards: list[int]) -> float:
    """Return the logarithm of the number of ways in which all cards of a shuffle lie in one place (nested kinds)."""
    allowed = sorted(
        sum(count for kind, count in enumerate(cards) if slot[1] >> kind & 1)
        for slot, slots in place.slots.items()
        if slot[0] == shuffle
        for _ in range(slots)
    )
    if any(count <= taken for taken, count in enumerate(allowed)):
        raise DeadEndError
    return sum(log(count - taken) for taken, count in enumerate(allowed))


class Memory:
    """The hidden places as one seat can know them after some of the events it saw."""

    def __init__(self, seat: int, players: int, free: bool) -> None:
        self.seat = seat
        self.free = free
        self.hands = [Place() for _ in range(players)]
        self.layers: list[Place] = []
        self.pile = Place()
        self.discards = [0] * rules.KINDS
        self.shuffles: list[list[int]] = []
        """For each shuffle, the cards of it that have not been seen since, by kind."""
        self.weight = 0.0
        """The logarithm of how much more likely the worlds of this memory are than its proposal made them."""

    def copy(self) -> Memory:
        """Return a memory that can go another way."""
        new = Memory(self.seat, 0, self.free)
        new.hands = [place.copy() for place in self.hands]
        new.layers = [place.copy() for place in self.layers]
        new.pile = self.pile.copy()
        new.discards = self.discards[:]
        new.shuffles = [cards[:] for cards in self.shuffles]
        new.weight = self.weight
        return new

    # -- where a card came from --------------------------------------------------------------------------------------

    def choose(self, place: Place, card: int | None, rng: Random | None) -> tuple[int, int] | int:
        """Choose which card of a place moves: a kind that is known there, or the slot of an unknown card.

        With `card` it is a card of that kind. Without `rng` a choice that is not certain raises UncertainError.
        """
        options: list[tuple[int, int] | int] = []
        shares: list[float] = []
        ways: list[int] = []
        for kind, count in enumerate(place.known):
            if count and (card is None or kind == card):
                options.append(kind)
                shares.append(count)
                ways.append(count)
        for slot, count in place.slots.items():
            cards = self.shuffles[slot[0]]
            if card is None:
                options.append(slot)
                shares.append(count)
                ways.append(count)
            elif slot[1] >> card & 1 and cards[card]:
                options.append(slot)
                shares.append(count * cards[card] / sum(cards))
                ways.append(count * cards[card])
        if not options:
            raise DeadEndError
        at = 0
        if len(options) > 1:
            if rng is None:
                raise UncertainError
            at = rng.choices(range(len(options)), shares)[0]
        self.weight += log(ways[at] * sum(shares) / shares[at])
        return options[at]

    def see(self, place: Place, card: int, rng: Random | None) -> None:
        """See a card of a place, known to lie there or not: afterwards it is known."""
        slot = self.choose(place, card, rng)
        if isinstance(slot, tuple):
            place.remove(slot)
            place.known[card] += 1
            self.shuffles[slot[0]][card] -= 1
            self.conclude(slot[0])

    def narrow(self, place: Place, kinds: int) -> None:
        """Let every unknown card of a place be one of `kinds` only; where one kind is left, it is known."""
        narrowed: Slots = {}
        for (shuffle, mask), count in place.slots.items():
            left = mask & kinds
            if left.bit_count() == 1:
                kind = left.bit_length() - 1
                if self.shuffles[shuffle][kind] < count:
                    raise DeadEndError
                self.weight += log(perm(self.shuffles[shuffle][kind], count))
                self.shuffles[shuffle][kind] -= count
                place.known[kind] += count
            else:
                narrowed[shuffle, left] = narrowed.get((shuffle, left), 0) + count
        place.slots = narrowed

    def conclude(self, shuffle: int) -> None:
        """If the unseen cards of a shuffle all lie in one place, or are all alike, they are known where they lie."""
        cards = self.shuffles[shuffle]
        holders = [place for place in self.places() if any(slot[0] == shuffle for slot in place.slots)]
        kinds = [kind for kind, count in enumerate(cards) if count]
        if len(kinds) == 1:
            self.weight += lgamma(cards[kinds[0]] + 1)
            for place in holders:
                for slot in [slot for slot in place.slots if slot[0] == shuffle]:
                    place.known[kinds[0]] += place.slots.pop(slot)
            cards[kinds[0]] = 0
        elif len(holders) == 1 and holders[0] is not self.pile:
            holder = holders[0]
            self.weight += ways_to_lie(holder, shuffle, cards)
            for kind in kinds:
                holder.known[kind] += cards[kind]
                cards[kind] = 0
            for slot in [slot for slot in holder.slots if slot[0] == shuffle]:
                del holder.slots[slot]

    def places(self) -> list[Place]:
        """Return all hidden places; the own hand is among them and holds known cards only."""
        return [*self.hands, *self.layers, self.pile]

    # -- events --------------------------------------------------------------------------------------------------------

    def follow(self, event: Event, rng: Random | None) -> None:
        """Take one event into account."""
        a, b, c = event.numbers
        name = event.name
        if name == "drew":
            assert a is not None
            self.drew(a, b, rng)
        elif name in ("played", "lost", "answered"):
            card = rules.HOLD if name == "answered" else b
            assert a is not None
            assert card is not None
            self.see(self.hands[a], card, rng)
            self.hands[a].known[card] -= 1
            self.discards[card] += 1
        elif name in ("refused", "overflowed"):
            assert a is not None
            assert b is not None
            self.see(self.hands[a], rules.HOLD if name == "refused" else b, rng)
        elif name == "no_hold":
            assert a is not None
            self.narrow(self.hands[a], ANY & ~mask_of([rules.HOLD]))
        elif name == "bust":
            assert a is not None
            assert b is not None
            assert c is not None
            self.narrow(self.hands[a], shown_by_bust(b, c, self.free))
        elif name == "handed":
            assert a is not None
            assert b is not None
            self.handed(a, b, rng)
        elif name == "traded":
            assert a is not None
            assert b is not None
            self.traded(a, b)
        elif name == "out":
            assert a is not None
            if self.hands[a].size:
                self.layers.append(self.hands[a])
                self.hands[a] = Place()
        elif name == "raised":
            self.pile = self.layers.pop(0)
            self.conclude_all()
        elif name == "reshuffled":
            self.reshuffled()

    def drew(self, seat: int, card: int | None, rng: Random | None) -> None:
        """Move a card from the pile to a hand; only the own cards are seen."""
        origin = self.choose(self.pile, card if seat == self.seat else None, rng)
        if isinstance(origin, int):
            self.pile.known[origin] -= 1
            self.hands[seat].known[origin] += 1
            return
        self.pile.remove(origin)
        if seat == self.seat:
            assert card is not None
            self.shuffles[origin[0]][card] -= 1
            self.hands[seat].known[card] += 1
        else:
            self.hands[seat].add(origin)

    def traded(self, one: int, other: int) -> None:
        """Swap two hands; what is known of them goes along."""
        self.hands[one], self.hands[other] = self.hands[other], self.hands[one]

    def handed(self, giver: int, copies: int, rng: Random | None) -> None:
        """See what came in a trade: it lies in the own hand now (what was given is known anyway)."""
        if giver == self.seat:
            return
        kind, count = divmod(copies, 1000)
        mine = self.hands[self.seat]
        unknown = count - mine.known[kind]
        if unknown < 0:
            raise DeadEndError
        # Copies of one kind come at once: in which order they are looked at makes no other world.
        self.weight -= lgamma(unknown + 1)
        for _ in range(unknown):
            slot = self.choose(Place(slots=mine.slots), kind, rng)
            assert isinstance(slot, tuple)
            mine.remove(slot)
            mine.known[kind] += 1
            self.shuffles[slot[0]][kind] -= 1

    def reshuffled(self) -> None:
        """Start a new shuffle of all discards; the old ones lie in hands now."""
        self.conclude_all()
        self.pile = Place(slots={(len(self.shuffles), ANY): sum(self.discards)})
        self.shuffles.append(self.discards)
        self.discards = [0] * rules.KINDS

    def conclude_all(self) -> None:
        """Draw the conclusion of `conclude` for every shuffle."""
        for shuffle in range(len(self.shuffles)):
            self.conclude(shuffle)
