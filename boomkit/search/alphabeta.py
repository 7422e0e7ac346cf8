"""Alpha-beta: minimax that leaves out what cannot change the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from boomkit.core import State
from boomkit.errors import BoomkitError
from boomkit.search.result import Evaluate, Number, Result, Sketch, margin, no_chance, two_seats

Order = Callable[[State, Sequence[str]], Sequence[str]]
EXACT, AT_LEAST, AT_MOST = "exact", "at least", "at most"


def alphabeta(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    order: Order | None = None,
    table: bool = False,
    deepening: bool = False,
    graph: bool = False,
) -> Result:
    """Return the same value as `minimax` and usually look at far fewer nodes.

    A branch is cut as soon as alpha >= beta, ties included. `order(state, actions)` returns the actions in the order in
    which to look at them. `table` remembers positions with their bounds and tries the best known action first.
    `deepening` searches to depth 1, 2, … up to `depth` (which must then be given) with a table, so that each search
    orders the next. `counts` says how many cuts, table answers and leaves there were; with `deepening` nodes are
    those of all rounds.

    Source: D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, 1975 (fail-soft).

    >>> import boomkit
    >>> found = alphabeta(boomkit.load("nim", heaps="2 2").initial_state())
    >>> found.value, found.action, found.nodes, found.counts["cuts"]
    (-1, 'take 1 from 0', 27, 1)
    """
    two_seats(state, "alphabeta")
    if deepening and depth is None:
        raise BoomkitError("alphabeta(deepening=True) needs a depth to go to, such as depth=6.")
    search = _Search(evaluate, order, {} if table or deepening else None, Sketch(False, ""))
    rounds = range(1, depth + 1) if deepening and depth is not None else (depth,)
    value: Number = 0
    line: tuple[str, ...] = ()
    for goal in rounds:
        search.exact = True
        search.sketch = Sketch(graph, state.game.name)
        value, line = search.look(state, goal, -inf, inf, None, "", 0)
    return Result(
        value, line[0] if line else None, line, search.nodes, search.counts, search.exact, search.sketch.graph
    )


@dataclass
class _Search:
    """One search: what it was asked, what it remembers, what it has counted."""

    evaluate: Evaluate | None
    order: Order | None
    table: dict[Any, tuple[Number, str, tuple[str, ...]]] | None
    sketch: Sketch
    nodes: int = 0
    exact: bool = True
    counts: dict[str, int] = field(default_factory=lambda: {"leaves": 0, "cuts": 0, "table": 0})
    first: dict[State, str] = field(default_factory=dict)

    def look(
        self, here: State, left: int | None, alpha: Number, beta: Number, parent: int | None, text: str, level: int
    ) -> tuple[Number, tuple[str, ...]]:
        """Return the value of a state within alpha and beta, and its best line."""
        no_chance(here, "alphabeta")
        known = self.recall(here, left, alpha, beta)
        if known is not None:
            return known
        self.nodes += 1
        node = self.sketch.enter(parent, text, here, level)
        if here.is_terminal or left == 0:
            value = self.leaf(here)
            self.sketch.leave(node, value)
            return value, ()
        maximising = here.current_player == 0
        best: Number = -inf if maximising else inf
        line: tuple[str, ...] = ()
        low, high = alpha, beta
        actions = self.ordered(here)
        for number, action in enumerate(actions):
            below = None if left is None else left - 1
            value, rest = self.look(here.apply(action), below, low, high, node, action, level + 1)
            if not line or (value > best if maximising else value < best):
                best, line = value, (str(action), *rest)
            if maximising:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high and number + 1 < len(actions):
                self.counts["cuts"] += 1
                self.sketch.cut(node, here, actions[number + 1 :], level, low, high)
                break
        self.remember(here, left, alpha, beta, best, line)
        self.sketch.leave(node, best, line[0])
        return best, line

    def leaf(self, here: State) -> Number:
        """Return the margin at the end of the game, or an estimate where the depth ends."""
        self.counts["leaves"] += 1
        if here.is_terminal:
            return margin(here)
        self.exact = False
        return self.evaluate(here) if self.evaluate else 0

    def ordered(self, here: State) -> Sequence[str]:
        """Return the actions in the order asked for, the best known one first."""
        actions: Sequence[str] = here.legal_actions()
        if self.order is not None:
            actions = tuple(self.order(here, actions))
        best = self.first.get(here)
        return actions if best is None else (best, *(action for action in actions if action != best))

    def recall(
        self, here: State, left: int | None, alpha: Number, beta: Number
    ) -> tuple[Number, tuple[str, ...]] | None:
        """Return what the table knows, if that settles it."""
        if self.table is None:
            return None
        value, bound, line = self.table.get((here, left), (0, "", ()))
        if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
            self.counts["table"] += 1
            return value, line
        return None

    def remember(
        self, here: State, left: int | None, alpha: Number, beta: Number, value: Number, line: tuple[str, ...]
    ) -> None:
        """Keep a value with what it says: exact, or a bound."""
        if self.table is None:
            return
        bound = AT_MOST if value <= alpha else AT_LEAST if value >= beta else EXACT
        self.table[here, left] = (value, bound, line)
        self.first[here] = line[0]
