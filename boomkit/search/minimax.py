"""Minimax: the value of a game of two seats without chance, when both play their best."""

from __future__ import annotations

from boomkit.core import State
from boomkit.search.result import Evaluate, Number, Result, Sketch, margin, no_chance, two_seats

Answer = tuple[Number, tuple[str, ...]]


def minimax(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    memo: bool = False,
    graph: bool = False,
) -> Result:
    """Return the value of `state` for two seats, seat 0's returns minus seat 1's, and a line of best play.

    Seat 0 maximises and seat 1 minimises; of equal actions the first is taken. `depth` limits the decisions looked
    ahead; there `evaluate(state)` estimates the margin, or 0 stands for it and the result is not exact. `memo` looks at
    each position once. `graph` keeps what was looked at, in order.

    Source: C. E. Shannon, Programming a computer for playing chess, 1950.

    >>> import boomkit
    >>> found = minimax(boomkit.load("nim", heaps="1 2").initial_state())
    >>> found.value, found.action, found.nodes
    (1, 'take 1 from 1', 12)
    """
    two_seats(state, "minimax")
    sketch = Sketch(graph, state.game.name)
    known: dict[tuple[State, int | None], Answer] = {}
    nodes, exact = 0, True

    def look(here: State, parent: int | None, text: str, level: int) -> Answer:
        nonlocal nodes, exact
        no_chance(here, "minimax")
        left = None if depth is None else depth - level
        if memo and (here, left) in known:
            return known[here, left]
        nodes += 1
        node = sketch.enter(parent, text, here, level)
        best: Answer
        if here.is_terminal:
            best = margin(here), ()
        elif left == 0:
            exact = False
            best = (evaluate(here) if evaluate else 0), ()
        else:
            answers = []
            for action in here.legal_actions():
                value, line = look(here.apply(action), node, action, level + 1)
                answers.append((value, (str(action), *line)))
            choose = max if here.current_player == 0 else min
            best = choose(answers, key=lambda answer: answer[0])
        if memo:
            known[here, left] = best
        sketch.leave(node, best[0], best[1][0] if best[1] else None)
        return best

    value, line = look(state, None, "", 0)
    return Result(value, line[0] if line else None, line, nodes, {}, exact, sketch.graph)
