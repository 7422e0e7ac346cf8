"""Agents: who plays a seat. Each is called as `agent(observation, actions, rng)` and answers one of `actions`.

`get(game, name)` finds one by name: the agents of a game's own `agents.py` first, then those of this module. All see
only what their seat may know; those that search do it in worlds that `game.sample` draws.

A game's `agents.py` may offer `AGENTS`, a mapping from names to agents, and `estimate(state)`, which guesses the
returns of all seats in a position that is not over; `lookahead` and `greedy` use it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from time import monotonic
from typing import Any

from boomkit import search, simulate
from boomkit.core import Action, Game, Observation, State
from boomkit.errors import BoomkitError
from boomkit.search.result import Result

Agent = Callable[[Observation, tuple[Action, ...], Random], str]
Estimate = Callable[[State], tuple[Any, ...]]
WORLDS = 8
"""How many worlds are sampled where something is hidden."""


def random(observation: Observation, actions: tuple[Action, ...], rng: Random) -> str:
    """Answer any action, each equally likely.

    >>> import boomkit
    >>> random(boomkit.load("nim").initial_state().observation(0), ("a", "b"), Random(1)) in ("a", "b")
    True
    """
    return rng.choice(actions)


def estimate_of(game: Game) -> Estimate | None:
    """Return the game's own guess at the returns of an unfinished position, if it has one."""
    module = game.module("agents")
    return getattr(module, "estimate", None)


def worlds(observation: Observation, rng: Random, count: int = WORLDS) -> list[State]:
    """Sample worlds that fit an observation; one is enough where nothing is hidden."""
    first = observation.game.sample(observation, rng)
    if all(first.observation(seat).fields.key() == first.fields.key() for seat in range(first.game.players)):
        return [first]
    return [first, *(observation.game.sample(observation, rng) for _ in range(count - 1))]


def _guess(state: State, seat: int, estimate: Estimate | None) -> float:
    """Return what a seat can hope for: its returns, or their estimate, minus the best of the others'."""
    if state.is_terminal:
        returns = state.returns()
    elif estimate is not None:
        returns = estimate(state)
    else:
        return 0.0
    return float(returns[seat] - max(pay for other, pay in enumerate(returns) if other != seat))


def greedy(observation: Observation, actions: tuple[Action, ...], rng: Random) -> str:
    """Answer the action after which the position looks best at once; of equal ones the first.

    >>> import boomkit
    >>> state = boomkit.load("nim", heaps="1").initial_state()
    >>> greedy(state.observation(0), state.legal_actions(), Random(1))
    'take 1 from 0'
    """
    game, seat = observation.game, observation.seat
    estimate = estimate_of(game)
    totals = dict.fromkeys(actions, 0.0)
    for world in worlds(observation, rng):
        for action in actions:
            totals[action] += _guess(world.apply(action).resolve(rng), seat, estimate)
    return max(actions, key=lambda action: totals[action])


def lookahead(depth: int = 2) -> Agent:
    """Make an agent that searches `depth` decisions ahead in sampled worlds and takes what is best on average.

    >>> import boomkit
    >>> state = boomkit.load("nim", heaps="1 2").initial_state()
    >>> lookahead(3)(state.observation(0), state.legal_actions(), Random(1))
    'take 1 from 1'
    """
    if depth < 1:
        raise BoomkitError(f"lookahead needs a depth of at least 1, not {depth}.")

    def agent(observation: Observation, actions: tuple[Action, ...], rng: Random) -> str:
        seat, estimate = observation.seat, estimate_of(observation.game)
        totals = dict.fromkeys(actions, 0.0)
        for world in worlds(observation, rng):
            for action in actions:
                totals[action] += _value(world.apply(action).resolve(rng), seat, depth - 1, estimate, rng)
        return max(actions, key=lambda action: totals[action])

    return agent


def _value(state: State, seat: int, depth: int, estimate: Estimate | None, rng: Random) -> float:
    """Return what a seat can hope for when all others play against it; draws below the first are sampled once."""
    if depth == 0 or state.is_terminal:
        return _guess(state, seat, estimate)
    found = (
        _value(state.apply(action).resolve(rng), seat, depth - 1, estimate, rng) for action in state.legal_actions()
    )
    return max(found) if state.current_player == seat else min(found)


def mcts(iterations: int = 400, seconds: float | None = None) -> Agent:
    """Make an agent that searches one sampled world by UCT, for games in which nothing is hidden.

    Its random games run in place and, where Numba is installed and many are played, compiled: the answers are the same.
    """

    def run(observation: Observation, count: int, seed: int) -> Result:
        state = observation.game.sample(observation, Random(seed))
        return search.mcts(state, iterations=count, seed=seed, rollout=_rollouts(observation.game))

    return _monte_carlo(run, iterations, seconds)


def ismcts(iterations: int = 400, seconds: float | None = None) -> Agent:
    """Make an agent that searches over the worlds that fit its observation; its random games are those of `mcts`."""

    def run(observation: Observation, count: int, seed: int) -> Result:
        return search.ismcts(observation, iterations=count, seed=seed, rollout=_rollouts(observation.game))

    return _monte_carlo(run, iterations, seconds)


@lru_cache(maxsize=64)
def _rollouts(game: Game) -> simulate.Rollouts:
    """Return what plays random games of `game`, the same one for equal games."""
    return simulate.rollouts(game)


def _monte_carlo(run: Callable[[Observation, int, int], Result], iterations: int, seconds: float | None) -> Agent:
    """Make an agent with a budget: `iterations` a move, cut into rounds that stop after `seconds`."""
    if iterations < 1:
        raise BoomkitError(f"A search needs at least one iteration, not {iterations}.")

    def agent(observation: Observation, actions: tuple[Action, ...], rng: Random) -> str:
        if len(actions) == 1:
            return actions[0]
        if seconds is None:
            return str(run(observation, iterations, rng.randrange(2**32)).action)
        end, visits = monotonic() + seconds, dict.fromkeys(map(str, actions), 0)
        left = iterations
        while left > 0 and monotonic() < end:
            part = min(left, 50)
            left -= part
            for action, count in run(observation, part, rng.randrange(2**32)).counts.items():
                visits[action] += count
        return max(visits, key=lambda action: visits[action])

    return agent


def perfect(limit: int = 200_000) -> Agent:
    """Make an agent that solves the whole game from each position, for small games in which nothing is hidden."""
    known: dict[State, search.Solution] = {}

    def agent(observation: Observation, actions: tuple[Action, ...], rng: Random) -> str:
        state = observation.game.sample(observation, rng)
        for solution in known.values():
            if state in solution.values:
                return rng.choice(solution.best(state))
        solution = known[state] = search.solve(state, limit)
        return rng.choice(solution.best(state))

    return agent


_MADE: dict[str, Callable[..., Agent]] = {
    "random": lambda: random,
    "greedy": lambda: greedy,
    "lookahead": lookahead,
    "mcts": mcts,
    "ismcts": ismcts,
    "perfect": perfect,
}


def names(game: Game) -> tuple[str, ...]:
    """Return the names of the agents that can play a game: the kit's, then the game's own."""
    own = getattr(game.module("agents"), "AGENTS", {})
    return tuple(dict.fromkeys([*_MADE, *own]))


def get(game: Game, name: str, **budget: Any) -> Agent:
    """Return an agent by name; a game's own comes before the kit's.

    `budget` goes to those that take one: `depth` (lookahead), `iterations` and `seconds` (mcts, ismcts), `limit`
    (perfect). Raises BoomkitError with the names that there are.

    >>> import boomkit
    >>> get(boomkit.load("nim"), "random") is random
    True
    """
    own = getattr(game.module("agents"), "AGENTS", {})
    if name in own and not budget:
        agent: Agent = own[name]
        return agent
    if name not in _MADE:
        raise BoomkitError(f"There is no agent {name!r} for {game.title}; there are {', '.join(names(game))}.")
    try:
        return _MADE[name](**budget)
    except TypeError:
        raise BoomkitError(f"The agent {name!r} does not take {', '.join(budget)}.") from None
