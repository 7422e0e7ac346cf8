"""Solve a whole small game: the value of every position that can be reached."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import networkx as nx

from boomkit.core import State
from boomkit.errors import BoomkitError
from boomkit.search.result import Number, plain
from boomkit.search.tree import moves, tree


@dataclass(frozen=True)
class Solution:
    """The values of all positions below a root, under best play of every seat.

    For two seats a value is seat 0's returns minus seat 1's; for more it is the tuple of returns when each seat
    maximises its own. Values at and above draws are exact Fractions where they are not whole.
    """

    root: State
    values: dict[State, Number]

    @property
    def value(self) -> Number:
        """The value of the root."""
        return self.values[self.root]

    def __len__(self) -> int:
        return len(self.values)

    def of(self, state: State) -> Number:
        """Return the value of a position; raise BoomkitError if it cannot be reached from the root."""
        if state not in self.values:
            raise BoomkitError(f"The position {str(state)!r} cannot be reached from the one that was solved.")
        return self.values[state]

    def best(self, state: State) -> tuple[str, ...]:
        """Return all actions of best play in a position, in order."""
        goal = _wish(self.of(state), state)
        return tuple(
            action for action in state.legal_actions() if _wish(self.values[state.apply(action)], state) == goal
        )

    def graph(self, limit: int = 100_000) -> nx.DiGraph:
        """Return the graph of distinct positions with their values, and the edges of best play marked `best`."""
        made = tree(self.root, limit=limit, merge=True)
        for node, known in made.nodes(data=True):
            known["value"] = self.values[known["state"]]
            best = set(self.best(known["state"])) if known["kind"] == "decision" else set()
            for child in made.successors(node):
                if best & set(made.edges[node, child]["action"].split(", ")):
                    made.edges[node, child]["best"] = True
        return made

    def __iter__(self) -> Iterator[State]:
        return iter(self.values)


def _wish(value: Number, state: State) -> Number:
    """Return what the seat that is due wants to be large."""
    seat = state.current_player
    if isinstance(value, tuple):
        return value[seat]
    return value if seat == 0 else -value


def solve(state: State, limit: int = 1_000_000) -> Solution:
    """Return the value of every position that can be reached from `state`, each looked at once.

    Raises BoomkitError when there are more than `limit` positions, or when play can return to an earlier position, so
    that values do not follow from the end backwards (`markov` handles such games of pure chance).

    >>> import boomkit
    >>> solution = solve(boomkit.load("nim", heaps="1 2").initial_state())
    >>> solution.value, len(solution), solution.best(solution.root)
    (1, 8, ('take 1 from 1',))
    """
    values: dict[State, Number] = {}
    open_below: dict[State, tuple[State, ...]] = {}
    waiting = [state]
    while waiting:
        here = waiting[-1]
        if here in values:
            waiting.pop()
            continue
        if here in open_below:
            values[here] = _back_up(here, open_below.pop(here), values)
            waiting.pop()
            continue
        below = _below(here)
        open_below[here] = below
        if len(values) + len(open_below) > limit:
            raise BoomkitError(f"There are more than {limit} positions; solve a smaller game or raise limit.")
        for after in below:
            if after in open_below:
                raise BoomkitError(
                    f"Play can return to the position {str(after)!r}, so values do not follow from the end backwards."
                )
            if after not in values:
                waiting.append(after)
    return Solution(state, values)


def _below(state: State) -> tuple[State, ...]:
    return tuple(state.apply(text) for text in moves(state))


def _back_up(state: State, below: tuple[State, ...], values: dict[State, Number]) -> Number:
    if state.is_terminal:
        returns = state.returns()
        return returns[0] - returns[1] if len(returns) == 2 else returns
    found = [values[after] for after in below]
    if state.is_chance:
        shares = [share for _, share in state.chance_outcomes()]
        if isinstance(found[0], tuple):
            return tuple(
                plain(sum(share * value[seat] for share, value in zip(shares, found, strict=True)))
                for seat in range(state.game.players)
            )
        return plain(sum(share * value for share, value in zip(shares, found, strict=True)))
    return max(found, key=lambda value: _wish(value, state))
