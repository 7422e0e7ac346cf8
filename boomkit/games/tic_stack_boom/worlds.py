"""Hidden cards drawn uniformly over the dealing orders that fit what a seat has seen.

A *slot* is one card that an opponent was dealt or drew, in the order in which they came; a dealing order gives each
slot a card. The history says when a hand held a kind (it was played) and when it held none of some kinds (a seat that
was passed over, TS-T2); nothing else is told, because choices tell nothing.

Two copies of a card in one hand are alike, so let the oldest slot with the kind be the one that plays. Then each
dealing order has exactly one way of telling which slot played when, and an order fits when, for each kind, the slots
that played it come in increasing order and no slot that is still held is both of that kind and older than the last of
them. So a world is drawn in two steps, slots first and then cards for the slots that are left; each choice is made
among as many possibilities as there can be at most, and a choice that is none rejects the attempt. What is accepted is
exactly uniform, because every order that fits has the same chance.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from boomkit.core.chance import bits
from boomkit.errors import BoomkitError
from boomkit.games.tic_stack_boom import rules
from boomkit.games.tic_stack_boom.notation import before, kinds_in
from boomkit.games.tic_stack_boom.rules import KINDS, MAGNET, NOBODY, WIDTH

if TYPE_CHECKING:
    from random import Random

    from boomkit.core import Event, Observation

ATTEMPTS = 1_000_000
"""After so many rejected attempts an observation is called impossible."""
ALL_KINDS = (1 << KINDS) - 1


class Play(NamedTuple):
    """A card that an opponent played: its kind, the first slot that can have held it, and the most slots that can."""

    kind: int
    first: int
    most: int


class Opponent:
    """What the history tells of one opponent's slots.

    `steps` are the plays, and None for each draw. `forbidden[slot]` are the kinds that a slot cannot hold if it is
    still held, and `always[place]` those that the card at this place of the hand, oldest first, cannot be anyhow.
    """

    def __init__(self, seat: int, size: int, told: Iterable[tuple[str, int]]) -> None:
        self.seat = seat
        self.size = size
        self.steps: list[Play | None] = []
        told = list(told)
        self.dealt = size + sum(name == "play" for name, _ in told) - sum(name == "draw" for name, _ in told)
        slots, held = self.dealt, self.dealt
        facts: list[tuple[int, int]] = []
        for name, value in told:
            if name == "draw":
                slots, held = slots + 1, held + 1
                self.steps.append(None)
            elif name == "lack":
                if value:
                    facts.append((slots, value))
            else:
                first = max((end for end, kinds in facts if kinds >> value & 1), default=0)
                self.steps.append(Play(value, first, min(held, slots - first)))
                held -= 1
        self.forbidden = [_union(kinds for end, kinds in facts if slot < end) for slot in range(slots)]
        # The fact after which d cards came holds for all but the d newest cards, whichever they are.
        self.always = [_union(kinds for end, kinds in facts if place < size - (slots - end)) for place in range(size)]

    def draw(self, rng: Random) -> list[int] | None:
        """Draw which slots are left and return for each, oldest first, the kinds that it cannot hold; or None."""
        held = list(range(self.dealt))
        slots = self.dealt
        last: dict[int, int] = {}
        for step in self.steps:
            if step is None:
                held.append(slots)
                slots += 1
                continue
            first = max(step.first, last.get(step.kind, -1) + 1)
            fitting = len(held) - bisect_left(held, first)
            choice = rng.randrange(step.most) if step.most > 1 else 0
            if choice >= fitting:
                return None
            last[step.kind] = held.pop(-1 - choice)
        return [self.forbidden[slot] | _union(1 << kind for kind, at in last.items() if at > slot) for slot in held]

    def draw_fitting(self, rng: Random) -> list[int] | None:
        """Draw slots until they fit: opponents' slots are independent, so they are rejected one opponent at a time."""
        for _ in range(ATTEMPTS):
            slots = self.draw(rng)
            if slots is not None:
                return slots
        return None


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


class Worlds:
    """All that one observation says about hidden cards, to draw worlds from.

    >>> import boomkit
    >>> from random import Random
    >>> game = boomkit.load("tic_stack_boom")
    >>> worlds = Worlds(game.deal(1).observation(0))
    >>> worlds.opponents[0].size, worlds.sample(Random(1)).sizes[:2]
    (5, [5, 5])
    """

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.seat = observation.seat
        fields: Any = observation.fields
        self.fields: Any = fields
        seen = [*fields.stacks, *fields.captured, fields.hands[self.seat]]
        self.unseen = [fields.options.deck[kind] - sum(counts[kind] for counts in seen) for kind in range(KINDS)]
        others = [seat for seat in range(fields.options.players) if seat != self.seat]
        told: dict[int, list[tuple[str, int]]] = {seat: [] for seat in others}
        for event in observation.history:
            for seat, name, value in _telling(event):
                if seat in told:
                    told[seat].append((name, value))
        self.opponents = [Opponent(seat, fields.sizes[seat], told[seat]) for seat in others]
        # Seats of which most is known are dealt first, so that fewer attempts end without a card that fits.
        self.opponents.sort(key=lambda one: sum(self._count(~kinds) for kinds in one.always) / max(1, one.size))
        self.bounds: list[list[int]] = []
        left = sum(self.unseen)
        for opponent in self.opponents:
            bounds = [min(left - place, self._count(~kinds) - place) for place, kinds in enumerate(opponent.always)]
            self.bounds.append(bounds)
            left -= opponent.size

    def _count(self, kinds: int) -> int:
        return sum(self.unseen[kind] for kind in bits(kinds & ALL_KINDS))

    def sample(self, rng: Random) -> Any:
        """Return full fields of one world."""
        for _ in range(ATTEMPTS):
            fields = self.attempt(rng)
            if fields is not None and self.settle_who_is_asked(fields, rng):
                return fields
        raise BoomkitError(
            f"No way to deal the hidden cards was found that fits what seat {self.seat} has seen in "
            f"{str(self.observation)!r}."
        )

    def attempt(self, rng: Random) -> Any:
        """Deal the hidden cards once; None if an opponent's slot is left with no card that fits."""
        left = self.unseen[:]
        hands: dict[int, list[int]] = {}
        for opponent, bounds in zip(self.opponents, self.bounds, strict=True):
            slots = opponent.draw_fitting(rng)
            if slots is None:
                return None
            hand = hands[opponent.seat] = [0] * KINDS
            for kinds, bound in zip(slots, bounds, strict=True):
                choice = rng.randrange(bound) if bound > 0 else -1
                kind = _card_at(left, kinds, choice)
                if kind < 0:
                    return None
                left[kind] -= 1
                hand[kind] += 1
        fields = self.fields.copy()
        for seat, hand in hands.items():
            fields.hands[seat] = hand
            fields.held[seat] = kinds_in(hand)
        fields.pile = left
        return fields

    def settle_who_is_asked(self, fields: Any, rng: Random) -> bool:
        """Choose who may be asked for a magnet; False if a capture waits and nobody can be.

        Refusals tell nothing about hands, so any holder that the seat can imagine to be asked will do.
        """
        if fields.phase != rules.REACTING:
            return True
        in_order = fields.options.magnet_priority != rules.RANDOM_ORDER
        if fields.asked == NOBODY:
            mine = fields.refused
            others = [
                one.seat
                for one in self.opponents
                if one.seat != fields.turn
                and fields.held[one.seat] & rules.MAGNET_BIT
                and (not in_order or before(fields, one.seat) & 1 << self.seat == mine)
            ]
            if not others:
                return False
            fields.asked = rng.choice(others)
        if in_order:
            fields.refused = before(fields, fields.asked)
        return True


def _card_at(left: list[int], kinds: int, choice: int) -> int:
    """Return the kind of the card number `choice` among those left that are none of `kinds`, or -1."""
    if choice < 0:
        return -1
    for kind, count in enumerate(left):
        if count and not kinds >> kind & 1:
            choice -= count
            if choice < 0:
                return kind
    return -1


def _telling(event: Event) -> Iterable[tuple[int, str, int]]:
    """Return what an event tells about hidden cards, as (seat, what, kind or kinds)."""
    seat, b, c = event.numbers
    assert seat is not None
    if event.name == "drew":
        yield seat, "draw", 0
    elif event.name == "played":
        assert b is not None
        yield seat, "play", min(b % WIDTH, rules.DYNAMITE)
    elif event.name == "robbed" or (event.name == "swept" and c):
        yield seat, "play", MAGNET
    elif event.name == "passed":
        assert b is not None
        yield seat, "lack", b
