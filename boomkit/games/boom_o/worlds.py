"""Worlds that fit what a seat of BOOM-O has seen: full positions, as likely as the orders in which cards were dealt.

Cards of one kind are told apart, as pieces of card are. A world is an order in which the cards were dealt, together
with the card of the hand that was put down or shown each time, so that everything seen comes about; all such worlds are
equally likely. So a play from an unknown hand tells which card left and nothing about those that stay: voluntary
choices tell nothing.

Usually it is certain which shuffle a card came from and what it may have been; then `Worlds.sample` is exactly
uniform. Where it is not (a 5 played from a hand of old and new cards), several memories choose side by side,
those that come to a dead end are dropped, and one is drawn by its weight (a particle filter): uniform in the limit, and
always a world that fits all that was seen.
"""

from __future__ import annotations

from math import exp, lgamma, log
from typing import TYPE_CHECKING, Any

from boomkit.core import Event, Observation
from boomkit.errors import BoomkitError
from boomkit.games.boom_o import rules
from boomkit.games.boom_o.knowledge import ANY, DeadEndError, Memory, Place, UncertainError

if TYPE_CHECKING:
    from random import Random

PROPOSALS = 24
"""How many memories choose side by side where it is not certain which card moved."""
ATTEMPTS = 200


def beginning(deck: list[int], observation: Observation) -> Memory:
    """Return what the seat knew before the first event it remembers, found by taking the events back."""
    fields: Any = observation.fields
    players = fields.options.players
    me = observation.seat
    memory = Memory(me, players, fields.options.overflow_play == rules.FREE)
    sizes, layers, pile = list(fields.sizes), [size for size in fields.under_sizes if size], fields.pile_size
    mine, discards = list(fields.hands[me]), list(fields.discards)
    handed = [0] * rules.KINDS
    for event in reversed(observation.history):
        a, b, name = event.numbers[0] or 0, event.numbers[1], event.name
        if name == "drew":
            sizes[a] -= 1
            pile += 1
            if a == me and b is not None:
                mine[b] -= 1
        elif name in ("played", "lost", "answered"):
            card = rules.HOLD if name == "answered" or b is None else b
            sizes[a] += 1
            discards[card] -= 1
            if a == me:
                mine[card] += 1
        elif name == "handed" and b is not None and a == me:
            handed[b // 1000] += b % 1000
        elif name == "traded" and b is not None:
            sizes[a], sizes[b] = sizes[b], sizes[a]
            if me in (a, b):
                mine, handed = handed, [0] * rules.KINDS
        elif name == "buried" and b is not None:
            handed[b // 1000] += b % 1000
        elif name == "out" and b:
            sizes[a] = layers.pop()
            if a == me:
                mine, handed = handed, [0] * rules.KINDS
        elif name == "raised":
            layers.insert(0, a)
            pile = 0
        elif name == "returned":
            discards[a // 1000] += a % 1000
            pile = 0
    unseen = [count - mine[kind] - discards[kind] for kind, count in enumerate(deck)]
    memory.shuffles = [unseen]
    memory.discards = discards
    for seat in range(players):
        memory.hands[seat] = Place(mine) if seat == me else _unknown(sizes[seat])
    memory.layers = [_unknown(size) for size in layers]
    memory.pile = _unknown(pile)
    memory.conclude(0)
    return memory


def _unknown(size: int) -> Place:
    return Place(slots={(0, ANY): size} if size else {})


def followed(memory: Memory, event: Event, rng: Random) -> bool:
    """Take an event into account; tell whether that was possible."""
    try:
        memory.follow(event, rng)
    except DeadEndError:
        return False
    return True


def drawn(memories: list[Memory], weights: list[float], rng: Random) -> Memory:
    """Draw one memory by weights that are given as logarithms."""
    most = max(weights)
    return rng.choices(memories, [exp(weight - most) for weight in weights])[0]


def resampled(memories: list[Memory], wanted: int, rng: Random) -> list[Memory]:
    """Draw as many memories as are wanted by how many worlds each stands for, and weigh what is drawn accordingly."""
    # The cards that are still to be dealt count too: there are as many ways as orders of the unseen cards.
    open_ways = [sum(lgamma(sum(cards) + 1) for cards in memory.shuffles) for memory in memories]
    weights = [memory.weight + ways for memory, ways in zip(memories, open_ways, strict=True)]
    most = max(weights)
    chosen = rng.choices(range(len(memories)), [exp(weight - most) for weight in weights], k=wanted)
    new = []
    for at in chosen:
        memory = memories[at].copy()
        memory.weight = -open_ways[at]
        new.append(memory)
    return new


class Worlds:
    """The worlds that fit one observation."""

    def __init__(self, deck: list[int], observation: Observation) -> None:
        self.observation = observation
        self.events = observation.history
        self.memory = beginning(deck, observation)
        self.certain = 0
        """How many events could be followed without a choice."""
        self._follow_certain()
        self.simple = self.certain == len(self.events) and self._nested()

    def _follow_certain(self) -> None:
        for event in self.events:
            before = self.memory.copy()
            try:
                self.memory.follow(event, None)
            except UncertainError:
                self.memory = before
                return
            self.certain += 1

    def _nested(self) -> bool:
        """Tell whether the kinds that unknown cards can be are nested, in each shuffle: then dealing is exact."""
        for shuffle in range(len(self.memory.shuffles)):
            masks = {slot[1] for place in self.memory.places() for slot in place.slots if slot[0] == shuffle}
            if any(one & other not in (one, other) for one in masks for other in masks):
                return False
        return True

    def sample(self, rng: Random) -> Any:
        """Return full fields of one world."""
        wanted = 1 if self.simple else PROPOSALS
        for _ in range(ATTEMPTS):
            proposals = self.propose(wanted, rng)
            if proposals:
                return self.fields_of(drawn(proposals, [memory.weight for memory in proposals], rng))
            wanted = max(wanted, PROPOSALS)
        raise BoomkitError(f"No world fits what seat {self.observation.seat} has seen in {self.observation!r}.")

    def propose(self, wanted: int, rng: Random) -> list[Memory]:
        """Follow the events that leave a choice with several memories at once, and deal the unknown cards in each.

        Memories that come to a dead end are left; when half are gone, the others are copied by their weights.
        """
        memories = [self.memory.copy() for _ in range(wanted)]
        for event in self.events[self.certain :]:
            memories = [memory for memory in memories if followed(memory, event, rng)]
            if not memories:
                return []
            if 2 * len(memories) < wanted:
                memories = resampled(memories, wanted, rng)
        return [memory for memory in memories if self.dealt(memory, rng)]

    def dealt(self, memory: Memory, rng: Random) -> bool:
        """Deal the unknown cards of a memory to their places; tell whether that was possible."""
        try:
            for shuffle, cards in enumerate(memory.shuffles):
                if any(cards):
                    self.deal(memory, shuffle, cards, rng)
        except DeadEndError:
            return False
        return True

    def deal(self, memory: Memory, shuffle: int, cards: list[int], rng: Random) -> None:
        """Deal the unseen cards of one shuffle, to the places with the fewest possible kinds first."""
        slots: list[tuple[int, Place]] = []
        for place in memory.places():
            for slot, count in place.slots.items():
                if slot[0] == shuffle:
                    slots += [(slot[1], place)] * count
        needy = [entry for entry in slots if entry[0] != ANY]
        if len(needy) > 1:
            allowed = {mask: sum(n for kind, n in enumerate(cards) if mask >> kind & 1) for mask, _ in needy}
            needy.sort(key=lambda entry: allowed[entry[0]])
        for mask, place in needy:
            shares = [count if mask >> kind & 1 else 0 for kind, count in enumerate(cards)]
            total = sum(shares)
            if not total:
                raise DeadEndError
            kind = rng.choices(range(rules.KINDS), shares)[0]
            memory.weight += log(total)
            place.known[kind] += 1
            cards[kind] -= 1
        rest = [kind for kind, count in enumerate(cards) for _ in range(count)]
        rng.shuffle(rest)
        memory.weight += lgamma(len(rest) + 1)
        free = [place for mask, place in slots if mask == ANY]
        for place, kind in zip(free, rest, strict=True):
            place.known[kind] += 1

    def fields_of(self, memory: Memory) -> Any:
        """Return full fields with the cards of a world."""
        fields: Any = self.observation.fields.copy()
        for seat, place in enumerate(memory.hands):
            fields.hands[seat] = place.known[:]
        for layer, place in enumerate(memory.layers):
            fields.under[layer] = place.known[:]
        fields.pile = memory.pile.known[:]
        return fields
