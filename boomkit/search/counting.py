"""Count what a tree holds: sequences of actions, nodes by depth and kind, transpositions, classes under symmetry."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import networkx as nx

from boomkit.core import State
from boomkit.search.tree import moves


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly `depth` actions from `state`, outcomes of chance counted as actions.

    A line that ends earlier is not counted. Positions met again are counted from memory, so the number is exact and
    the work is that of the graph, not of the tree.

    >>> import boomkit
    >>> [perft(boomkit.load("nim", heaps="2 1").initial_state(), depth) for depth in range(5)]
    [1, 3, 5, 3, 0]
    """
    memory: dict[tuple[State, int], int] = {}

    def count(here: State, left: int) -> int:
        if left == 0:
            return 1
        texts = moves(here)
        if left == 1:
            return len(texts)
        found = memory.get((here, left))
        if found is None:
            found = memory[here, left] = sum(count(here.apply(text), left - 1) for text in texts)
        return found

    return count(state, depth)


def canonical(state: State) -> State:
    """Return the one state that stands for all images of `state` under the symmetries its game declares.

    >>> import boomkit
    >>> str(canonical(boomkit.load("nim", heaps="3 1 2").initial_state()))
    'heaps 1 2 3; turn 0; options heaps="3 1 2"'
    """
    images = state.game.images(state)
    return min(images, key=lambda image: image.key) if len(images) > 1 else state


@dataclass(frozen=True)
class Stats:
    """What a tree or graph holds; `tree_size` counts the nodes of the tree that a merged graph stands for.

    `tree_size` and `longest` are None where the graph has a cycle, so that the tree has no end.
    """

    nodes: int
    edges: int
    by_kind: dict[str, int]
    by_depth: dict[int, int]
    branching: float
    longest: int | None
    transpositions: int
    tree_size: int | None
    truncated: bool

    @property
    def ratio(self) -> float | None:
        """How many times larger the tree is than the graph."""
        return None if self.tree_size is None else self.tree_size / self.nodes


def stats(graph: nx.DiGraph) -> Stats:
    """Count a graph that `tree` made.

    `branching` is the mean number of actions in decisions that were looked into; `longest` the number of edges of the
    longest line; `transpositions` how many nodes are reached in more than one way.

    >>> import boomkit
    >>> from boomkit.search import tree
    >>> counted = stats(tree(boomkit.load("nim", heaps="2 1").initial_state(), merge=True))
    >>> counted.nodes, counted.tree_size, counted.transpositions, counted.by_kind
    (8, 12, 3, {'decision': 6, 'terminal': 2})
    """
    kinds = Counter(graph.nodes[node]["kind"] for node in graph)
    depths = Counter(graph.nodes[node]["depth"] for node in graph)
    choices = [
        sum(_actions(graph, node, child) for child in graph.successors(node))
        for node in graph
        if graph.nodes[node]["kind"] == "decision" and graph.out_degree(node)
    ]
    size, longest = _unfolded(graph)
    return Stats(
        nodes=len(graph),
        edges=graph.number_of_edges(),
        by_kind=dict(sorted(kinds.items())),
        by_depth=dict(sorted(depths.items())),
        branching=sum(choices) / len(choices) if choices else 0.0,
        longest=longest,
        transpositions=sum(1 for node in graph if graph.in_degree(node) > 1),
        tree_size=size,
        truncated=bool(graph.graph.get("truncated")),
    )


def _actions(graph: nx.DiGraph, parent: Any, child: Any) -> int:
    return int(graph.edges[parent, child].get("count", 1))


def _unfolded(graph: nx.DiGraph) -> tuple[int | None, int | None]:
    """Return the size of the tree below the root and the length of its longest line, or None for a cycle."""
    if not nx.is_directed_acyclic_graph(graph):
        return None, None
    size: dict[Any, int] = {}
    height: dict[Any, int] = {}
    for node in reversed(list(nx.topological_sort(graph))):
        below = list(graph.successors(node))
        size[node] = 1 + sum(size[child] * _actions(graph, node, child) for child in below)
        height[node] = 1 + max((height[child] for child in below), default=-1)
    root = graph.graph["root"]
    return size[root], height[root]
