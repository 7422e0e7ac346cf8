"""Information-set Monte-Carlo tree search: one tree over many sampled worlds, from an observation alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt
from random import Random

import networkx as nx

from boomkit.core import TERMINAL, Observation, State
from boomkit.errors import BoomkitError
from boomkit.search.mcts import Rollout, Scale, random_rollout, utility
from boomkit.search.result import Result
from boomkit.search.tree import ONE


@dataclass
class InfoNode:
    """A node of the shared tree: visits, how often it was available, the sum of returns of each seat, who is due."""

    totals: list[float]
    seat: int = TERMINAL
    visits: int = 0
    available: int = 0
    children: dict[str, InfoNode] = field(default_factory=dict)


def ismcts(
    observation: Observation,
    iterations: int = 1000,
    seed: int = 0,
    c: float = 0.7,
    rollout: Rollout = random_rollout,
    graph: bool = False,
) -> Result:
    """Search from what a seat knows and return the most visited action.

    Each iteration samples a world that fits (`game.sample`) and walks one tree keyed by actions; an action's bound
    counts how often it was available. The search is given the observation and nothing else. `graph` keeps the shared
    tree: its nodes stand for all worlds at once, so they have no state, but `visits`, `available` and a mean `value`.

    Source: P. I. Cowling, E. J. Powley and D. Whitehouse, Information set Monte Carlo tree search, 2012.

    >>> import boomkit
    >>> seen = boomkit.load("nim", heaps="1 2").initial_state().observation(0)
    >>> ismcts(seen, iterations=200, seed=1).action
    'take 1 from 1'
    """
    if observation.current_player != observation.seat:
        raise BoomkitError(f"ismcts decides for the seat that is due; seat {observation.seat} is not due here.")
    if iterations < 1:
        raise BoomkitError(f"ismcts needs at least one iteration, not {iterations}.")
    game, rng, scale = observation.game, Random(seed), Scale()
    root, made = InfoNode([0.0] * game.players, observation.seat), 1
    actions: tuple[str, ...] = ()
    for _ in range(iterations):
        state = game.sample(observation, rng)
        actions = actions or tuple(map(str, state.legal_actions()))
        path, state, grown = _descend(root, state, rng, c, scale)
        made += grown
        returns = rollout(state, rng)
        for seat in range(game.players):
            scale.see(utility(returns, seat))
        for node in path:
            node.visits += 1
            for seat, pay in enumerate(returns):
                node.totals[seat] += pay
    visits = {text: root.children[text].visits if text in root.children else 0 for text in actions}
    best = max(visits, key=lambda text: visits[text])
    means = tuple(total / root.visits for total in root.totals)
    value = means[0] - means[1] if len(means) == 2 else means
    return Result(value, best, (best,), made, visits, False, _graph(root, game.name) if graph else None)


def _descend(root: InfoNode, state: State, rng: Random, c: float, scale: Scale) -> tuple[list[InfoNode], State, int]:
    """Walk down the shared tree in one world; return the path, the world's state at its end, and nodes made."""
    path, node = [root], root
    while not state.is_terminal:
        if state.is_chance:
            state = state.apply(state.sample_chance(rng))
            continue
        actions = [str(action) for action in state.legal_actions()]
        untried = [text for text in actions if text not in node.children]
        for text in actions:
            if text in node.children:
                node.children[text].available += 1
        if untried:
            text = rng.choice(untried)
            state = state.apply(text).resolve(rng)
            child = node.children[text] = InfoNode([0.0] * len(node.totals), state.current_player, available=1)
            return [*path, child], state, 1
        text = _select(node, actions, state.current_player, c, scale)
        node, state = node.children[text], state.apply(text)
        path.append(node)
    return path, state, 0


def _select(node: InfoNode, actions: list[str], seat: int, c: float, scale: Scale) -> str:
    """Return the available action with the highest upper confidence bound."""

    def bound(text: str) -> float:
        child = node.children[text]
        means = [total / child.visits for total in child.totals]
        return scale.of(utility(means, seat)) + c * sqrt(log(child.available) / child.visits)

    return max(actions, key=bound)


def _graph(root: InfoNode, game: str) -> nx.DiGraph:
    """Return the shared tree with what the search counted on its nodes."""
    graph = nx.DiGraph(root=0, truncated=False, merged=False, game=game, reason="")
    waiting: list[tuple[InfoNode, int, int | None, str]] = [(root, 0, None, "")]
    while waiting:
        node, depth, parent, text = waiting.pop()
        number = len(graph)
        means = [total / node.visits for total in node.totals] if node.visits else node.totals
        graph.add_node(
            number,
            state=None,
            kind="terminal" if node.seat == TERMINAL else "decision",
            seat=node.seat,
            depth=depth,
            text=text or "all worlds",
            value=means[0] - means[1] if len(means) == 2 else tuple(means),
            visits=node.visits,
            available=node.available,
            order=number,
        )
        if parent is not None:
            graph.add_edge(parent, number, action=text, probability=ONE, count=1)
        waiting += [(child, depth + 1, number, label) for label, child in reversed(node.children.items())]
    return graph
