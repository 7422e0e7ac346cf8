"""What a search answers, and the graph of what it looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import networkx as nx

from boomkit.core import State
from boomkit.errors import BoomkitError
from boomkit.search.tree import ONE, describe

Number = Any
"""An int, a Fraction or a float; exact searches keep ints and Fractions."""
Evaluate = Callable[[State], Number]


@dataclass(frozen=True)
class Result:
    """The answer of a search.

    `value` is, for two seats, seat 0's returns minus seat 1's; for more, a tuple of returns. `action` is the choice at
    the root (None where nothing is due), `line` what follows if everybody does as the search expects. `nodes` counts
    the states looked at, the root included; `counts` holds further counts of the search's own work. `exact` is False
    where an estimate stood for the end of the game. `graph` is what was looked at, if it was asked for.
    """

    value: Any
    action: str | None
    line: tuple[str, ...] = ()
    nodes: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    exact: bool = True
    graph: nx.DiGraph | None = field(default=None, repr=False, compare=False)


def margin(state: State) -> Number:
    """Return seat 0's returns minus seat 1's in a finished game of two seats."""
    first, second = state.returns()
    return first - second


def two_seats(state: State, name: str) -> None:
    """Refuse a game that does not have two seats."""
    if state.game.players != 2:
        raise BoomkitError(
            f"{name} is for two seats; this game of {state.game.title} has {state.game.players}. "
            "Use maxn or paranoid for more."
        )


def no_chance(state: State, name: str) -> None:
    """Refuse a state in which chance decides."""
    if state.is_chance:
        raise BoomkitError(f"{name} is for games without chance, but here chance decides: use expectiminimax.")


def plain(value: Number) -> Number:
    """Turn a Fraction that is whole into an int."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


class Sketch:
    """Draws the graph of what a search looks at while it looks; does nothing when no graph was asked for.

    Nodes carry, beside what `tree` gives, `order` (the order of expansion), `value`, and `cut` for children that were
    not looked into; edges that were cut carry `cut`, the pair (alpha, beta); `best` marks the chosen edges.
    """

    def __init__(self, wanted: bool, game: str) -> None:
        self.graph = nx.DiGraph(root=0, truncated=False, merged=False, game=game, reason="") if wanted else None

    def enter(self, parent: int | None, text: str, state: State, depth: int, share: Fraction = ONE) -> int:
        """Add a node as the next in the order of expansion and return its number."""
        if self.graph is None:
            return 0
        number = len(self.graph)
        self.graph.add_node(number, **describe(state, depth), order=number)
        if parent is not None:
            self.graph.add_edge(parent, number, action=str(text), probability=share)
        return number

    def leave(self, number: int, value: Number, best: str | None = None) -> None:
        """Write the value of a node and mark the chosen edge."""
        if self.graph is None:
            return
        self.graph.nodes[number]["value"] = value
        for child in self.graph.successors(number):
            if best is not None and self.graph.edges[number, child]["action"] == best:
                self.graph.edges[number, child]["best"] = True

    def cut(self, number: int, state: State, texts: Sequence[str], depth: int, alpha: Number, beta: Number) -> None:
        """Add the children that a cut-off leaves out."""
        if self.graph is None:
            return
        for text in texts:
            child = len(self.graph)
            self.graph.add_node(child, **describe(state.apply(text), depth + 1), cut=True)
            self.graph.add_edge(number, child, action=str(text), probability=ONE, cut=(alpha, beta))
