"""Searches that average over chance, exactly, with a utility function as an argument."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from boomkit.core import State
from boomkit.errors import BoomkitError
from boomkit.search.result import Evaluate, Number, Result, Sketch, margin, plain, two_seats
from boomkit.search.tree import ONE

Utility = Callable[[Number], Number]
Answer = tuple[Number, tuple[str, ...]]


def identity(value: Number) -> Number:
    """Return what was given: the utility of one who does not mind risk."""
    return value


def expectiminimax(
    state: State,
    depth: int | None = None,
    utility: Utility = identity,
    evaluate: Evaluate | None = None,
    memo: bool = True,
    graph: bool = False,
) -> Result:
    """Return the expected utility of seat 0's margin when seat 0 maximises it and seat 1 minimises it.

    `utility` is applied to seat 0's returns minus seat 1's at the end of the game (and to the estimate where `depth`
    decisions are done); draws are averaged with their exact probabilities. `memo` looks at each position once.

    Source: D. Michie, Game-playing and game-learning automata, 1966.

    >>> import boomkit
    >>> expectiminimax(boomkit.load("nim", heaps="1 2").initial_state()).value
    1
    """
    two_seats(state, "expectiminimax")
    return _average(
        state,
        depth,
        lambda end: utility(margin(end)),
        None if evaluate is None else lambda here: utility(evaluate(here)),
        lambda here: "max" if here.current_player == 0 else "min",
        memo,
        graph,
    )


def expectimax(
    state: State,
    depth: int | None = None,
    utility: Utility = identity,
    seat: int | None = None,
    others: str = "random",
    evaluate: Evaluate | None = None,
    memo: bool = True,
    graph: bool = False,
) -> Result:
    """Return the expected utility of one seat's own returns when it plays its best against chance.

    `seat` is the one that is due, if not given. The other seats play uniformly at random (`others="random"`) or
    against it (`"min"`). `value` is that seat's expected utility, a Fraction or a whole number when utilities are.

    >>> import boomkit
    >>> found = expectimax(boomkit.load("nim", heaps="1 2").initial_state())
    >>> found.value, found.action
    (1, 'take 1 from 1')
    """
    me = state.current_player if seat is None else seat
    if not 0 <= me < state.game.players:
        raise BoomkitError(f"expectimax needs a seat from 0 to {state.game.players - 1}; give seat=… at a draw.")
    if others not in ("random", "min"):
        raise BoomkitError(f"others is {others!r}; the other seats play 'random' or 'min'.")
    return _average(
        state,
        depth,
        lambda end: utility(end.returns()[me]),
        None if evaluate is None else lambda here: utility(evaluate(here)),
        lambda here: "max" if here.current_player == me else others,
        memo,
        graph,
    )


def _average(
    state: State,
    depth: int | None,
    score: Evaluate,
    estimate: Evaluate | None,
    role: Callable[[State], str],
    memo: bool,
    graph: bool,
) -> Result:
    """Search with max, min and random decisions and exact averages at draws."""
    sketch = Sketch(graph, state.game.name)
    known: dict[tuple[State, int | None], Answer] = {}
    nodes, exact = 0, True

    def look(here: State, parent: int | None, text: str, level: int, share: Fraction) -> Answer:
        nonlocal nodes, exact
        left = None if depth is None else depth - level
        if memo and (here, left) in known:
            return known[here, left]
        nodes += 1
        node = sketch.enter(parent, text, here, level, share)
        best: Answer
        if here.is_terminal:
            best = score(here), ()
        elif left == 0 and not here.is_chance:
            exact = False
            best = (estimate(here) if estimate else 0), ()
        elif here.is_chance or role(here) == "random":
            options = here.chance_outcomes()
            if not options:
                actions = here.legal_actions()
                options = tuple((action, Fraction(1, len(actions))) for action in actions)  # type: ignore[misc]
            below = level + (not here.is_chance)
            best = sum(part * look(here.apply(one), node, one, below, part)[0] for one, part in options), ()
        else:
            answers = []
            for action in here.legal_actions():
                value, line = look(here.apply(action), node, action, level + 1, ONE)
                answers.append((value, (str(action), *line)))
            best = (max if role(here) == "max" else min)(answers, key=lambda answer: answer[0])
        best = plain(best[0]), best[1]
        if memo:
            known[here, left] = best
        sketch.leave(node, best[0], best[1][0] if best[1] else None)
        return best

    value, line = look(state, None, "", 0, ONE)
    return Result(value, line[0] if line else None, line, nodes, {}, exact, sketch.graph)
