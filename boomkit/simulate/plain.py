"""The same games without Numba: the loop of `compiled` in plain Python, draw for draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boomkit.core import CHANCE, Game, Record
from boomkit.core.chance import Seeded


def counters(game: Game) -> dict[str, tuple[int, ...]]:
    """Return the events that each counter of a game adds up, by the counter's name."""
    declared = getattr(game.rules, "COUNTERS", {})
    return {name: (events,) if isinstance(events, int) else tuple(events) for name, events in declared.items()}


class CountingSource(Seeded):
    """A seeded source that counts what is drawn from it."""

    __slots__ = ("draws",)

    def __init__(self, state: int) -> None:
        self.state = state
        self.draws = 0

    def pick(self, weights: Sequence[int], total: int) -> int:
        """Draw an index with probability weight / total."""
        self.draws += 1
        return super().pick(weights, total)

    def pick_bit(self, mask: int, count: int) -> int:
        """Draw one of the set bits of a mask."""
        self.draws += 1
        return super().pick_bit(mask, count)


class Tally:
    """Stands for the list of events of a run and only counts each kind."""

    __slots__ = ("counts",)

    def __init__(self, kinds: int) -> None:
        self.counts = [0] * kinds

    def append(self, entry: tuple[int, ...]) -> None:
        """Count an event."""
        self.counts[entry[1]] += 1


def play_one(game: Game, start: Record, state: int, limit: int) -> tuple[int, int, list[int], list[int], Any]:
    """Play one game at random from a generator state; return its length, draws, payoffs, tally and last position."""
    rules: Any = game.rules
    fields: Any = start.copy()
    source = fields.source = CountingSource(state)
    tally = fields.events = Tally(len(rules.EVENTS))
    length = 0
    while (seat := rules.due(fields)) >= 0 or seat == CHANCE:
        if seat == CHANCE:
            rules.go_on(fields)
            continue
        offers = game.legal_codes(fields)
        rules.play(fields, offers[source.below(len(offers))])
        length += 1
        if limit and length >= limit:
            break
    payoffs = [rules.payoff(fields, seat) for seat in range(game.players)]
    return length, source.draws, payoffs, tally.counts, fields
