"""Monte-Carlo tree search: UCT with chance nodes, on full states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random

import networkx as nx

from boomkit.core import State
from boomkit.errors import BoomkitError
from boomkit.search.result import Result
from boomkit.search.tree import ONE, describe

Rollout = Callable[[State, Random], Sequence[float]]


def random_rollout(state: State, rng: Random) -> Sequence[float]:
    """Play to the end uniformly at random and return each seat's returns."""
    while not state.is_terminal:
        state = state.apply(state.sample_chance(rng) if state.is_chance else rng.choice(state.legal_actions()))
    return [float(pay) for pay in state.returns()]


@dataclass
class Node:
    """What is known of one state of the tree: visits, the sum of returns of each seat, and its children by text."""

    state: State
    totals: list[float]
    visits: int = 0
    children: dict[str, Node] = field(default_factory=dict)
    untried: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, state: State) -> Node:
        """Make an unvisited node."""
        return cls(state, [0.0] * state.game.players, untried=list(reversed(state.legal_actions())))


@dataclass
class Scale:
    """The lowest and highest utility seen: UCT compares means on a scale from 0 to 1."""

    low: float = float("inf")
    high: float = float("-inf")

    def see(self, value: float) -> None:
        """Widen the scale to hold a value."""
        self.low, self.high = min(self.low, value), max(self.high, value)

    def of(self, value: float) -> float:
        """Return where a value lies on the scale."""
        return (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5


def utility(returns: Sequence[float], seat: int) -> float:
    """Return what a seat strives for: its returns minus the mean of the others'."""
    return returns[seat] - (sum(returns) - returns[seat]) / (len(returns) - 1)


def mcts(
    state: State,
    iterations: int = 1000,
    seed: int = 0,
    c: float = sqrt(2),
    rollout: Rollout = random_rollout,
    graph: bool = False,
) -> Result:
    """Search from a full state by UCT and return the most visited action.

    Each iteration selects by upper confidence bounds with constant `c` on a scale from 0 to 1, draws chance by its
    probabilities, expands one state and plays on by `rollout`. `counts` holds the visits of each action at the root;
    they sum to `iterations`. `value` is the mean margin (two seats) or the tuple of mean returns.

    Source: L. Kocsis and C. Szepesvári, Bandit based Monte-Carlo planning, 2006.

    >>> import boomkit
    >>> found = mcts(boomkit.load("nim", heaps="1 2").initial_state(), iterations=200, seed=1)
    >>> found.action, sum(found.counts.values())
    ('take 1 from 1', 200)
    """
    if state.current_player < 0:
        raise BoomkitError("mcts starts where a seat has to decide; here chance decides or the game is over.")
    if iterations < 1:
        raise BoomkitError(f"mcts needs at least one iteration, not {iterations}.")
    rng, root, scale, made = Random(seed), Node.of(state), Scale(), 1
    for _ in range(iterations):
        path, grown = _descend(root, rng, c, scale)
        made += grown
        returns = rollout(path[-1].state, rng)
        for seat in range(state.game.players):
            scale.see(utility(returns, seat))
        for node in path:
            node.visits += 1
            for seat, pay in enumerate(returns):
                node.totals[seat] += pay
    visits = {str(action): 0 for action in state.legal_actions()}
    visits.update({text: child.visits for text, child in root.children.items()})
    best = max(visits, key=lambda text: visits[text])
    means = tuple(total / root.visits for total in root.totals)
    value = means[0] - means[1] if len(means) == 2 else means
    return Result(value, best, _line(root), made, visits, False, _graph(root, state.game.name) if graph else None)


def _descend(root: Node, rng: Random, c: float, scale: Scale) -> tuple[list[Node], int]:
    """Walk down to a new state or an end; return the nodes on the way and how many were made."""
    path, node, made = [root], root, 0
    while True:
        state = node.state
        if state.is_terminal:
            return path, made
        if state.is_chance:
            text: str = state.sample_chance(rng)
            new = False
        elif node.untried:
            text, new = node.untried.pop(), True
        else:
            text, new = _select(node, c, scale), False
        if text not in node.children:
            node.children[text] = Node.of(state.apply(text))
            made += 1
        node = node.children[text]
        path.append(node)
        if new and not node.state.is_chance:
            return path, made
        if new:
            # A draw right after the new state belongs to the expansion.
            while node.state.is_chance:
                outcome = str(node.state.sample_chance(rng))
                if outcome not in node.children:
                    node.children[outcome] = Node.of(node.state.apply(outcome))
                    made += 1
                node = node.children[outcome]
                path.append(node)
            return path, made


def _select(node: Node, c: float, scale: Scale) -> str:
    """Return the action with the highest upper confidence bound for the seat that is due."""
    seat, bonus = node.state.current_player, log(node.visits)

    def bound(text: str) -> float:
        child = node.children[text]
        means = [total / child.visits for total in child.totals]
        return scale.of(utility(means, seat)) + c * sqrt(bonus / child.visits)

    return max(node.children, key=bound)


def _line(root: Node) -> tuple[str, ...]:
    line, node = [], root
    while node.children:
        text = max(node.children, key=lambda one: node.children[one].visits)
        line.append(str(text))
        node = node.children[text]
    return tuple(line)


def _graph(root: Node, game: str) -> nx.DiGraph:
    """Return the search tree with `visits` and mean `value` on its nodes."""
    graph = nx.DiGraph(root=0, truncated=False, merged=False, game=game, reason="")
    waiting: list[tuple[Node, int, int | None, str]] = [(root, 0, None, "")]
    while waiting:
        node, depth, parent, text = waiting.pop()
        number = len(graph)
        means = [total / node.visits for total in node.totals] if node.visits else node.totals
        value = means[0] - means[1] if len(means) == 2 else tuple(means)
        graph.add_node(number, **describe(node.state, depth), value=value, visits=node.visits, order=number)
        if parent is not None:
            share = dict(graph.nodes[parent]["state"].chance_outcomes()).get(text, ONE)
            graph.add_edge(parent, number, action=str(text), probability=share)
        below = depth + (not node.state.is_chance)
        for label, child in reversed(node.children.items()):
            waiting.append((child, below, number, label))
    return graph
