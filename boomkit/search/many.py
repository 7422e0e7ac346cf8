"""Search for more than two seats: max-n, where each seat looks after itself, and paranoid, where all gang up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boomkit.core import State
from boomkit.errors import BoomkitError
from boomkit.search.result import Number, Result, Sketch, no_chance

Returns = tuple[Number, ...]
Answer = tuple[Returns, tuple[str, ...]]
Better = Callable[[int, Returns, Returns], bool]


def maxn(
    state: State, depth: int | None = None, evaluate: Callable[[State], Returns] | None = None, graph: bool = False
) -> Result:
    """Return the returns that follow when each seat maximises its own; of equal actions the first is taken.

    `evaluate(state)` estimates all seats' returns where `depth` decisions are done.

    Source: C. A. Luckhardt and K. B. Irani, An algorithmic solution of n-person games, 1986.

    >>> import boomkit
    >>> maxn(boomkit.load("nim", heaps="1 2").initial_state()).counts["returns of seat 0"]
    1
    """
    return _search(state, depth, evaluate, graph, "maxn", lambda seat, new, old: new[seat] > old[seat])


def paranoid(
    state: State,
    depth: int | None = None,
    evaluate: Callable[[State], Returns] | None = None,
    seat: int | None = None,
    graph: bool = False,
) -> Result:
    """Return what `seat` (the one that is due, if not given) can be sure of when all others play against it.

    Source: N. R. Sturtevant and R. E. Korf, On pruning techniques for multi-player games, 2000.

    >>> import boomkit
    >>> paranoid(boomkit.load("nim", heaps="1 2").initial_state()).value
    1
    """
    me = state.current_player if seat is None else seat
    if not 0 <= me < state.game.players:
        raise BoomkitError(f"paranoid needs a seat from 0 to {state.game.players - 1}, not {me}.")

    def better(due: int, new: Returns, old: Returns) -> bool:
        return bool(new[me] > old[me] if due == me else new[me] < old[me])

    return _search(state, depth, evaluate, graph, "paranoid", better)


def _search(
    state: State,
    depth: int | None,
    evaluate: Callable[[State], Returns] | None,
    graph: bool,
    name: str,
    better: Better,
) -> Result:
    sketch = Sketch(graph, state.game.name)
    nodes, exact = 0, True

    def look(here: State, parent: int | None, text: str, level: int) -> Answer:
        nonlocal nodes, exact
        no_chance(here, name)
        nodes += 1
        node = sketch.enter(parent, text, here, level)
        best: Answer
        if here.is_terminal:
            best = here.returns(), ()
        elif depth is not None and level == depth:
            exact = False
            best = (evaluate(here) if evaluate else (0,) * here.game.players), ()
        else:
            best = (), ()
            for action in here.legal_actions():
                value, line = look(here.apply(action), node, action, level + 1)
                if not best[0] or better(here.current_player, value, best[0]):
                    best = value, (str(action), *line)
        sketch.leave(node, best[0], best[1][0] if best[1] else None)
        return best

    returns, line = look(state, None, "", 0)
    counts: dict[str, Any] = {f"returns of seat {seat}": pay for seat, pay in enumerate(returns)}
    value = returns[0] - returns[1] if len(returns) == 2 else returns
    return Result(value, line[0] if line else None, line, nodes, counts, exact, sketch.graph)
