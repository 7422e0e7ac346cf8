"""Information sets: the decisions of a tree that the seat to move cannot tell apart."""

from __future__ import annotations

from typing import Any

import networkx as nx

from boomkit.core import Observation


def information_sets(graph: nx.DiGraph) -> list[tuple[Any, ...]]:
    """Group the decisions of a graph by what the seat that is due knows there, and mark them.

    Returns the groups of two nodes or more, in the order of the graph, and writes `information`, the number of its
    group from 1, on each of their nodes; pictures join the nodes of a group by a dotted line.

    >>> import boomkit
    >>> from boomkit.search import tree
    >>> information_sets(tree(boomkit.load("nim", heaps="1 1").initial_state()))
    []
    """
    groups: dict[Observation, list[Any]] = {}
    for node, known in graph.nodes(data=True):
        known.pop("information", None)
        if known["kind"] == "decision":
            groups.setdefault(known["state"].observation(known["seat"]), []).append(node)
    found = [tuple(nodes) for nodes in groups.values() if len(nodes) > 1]
    for number, nodes in enumerate(found, 1):
        for node in nodes:
            graph.nodes[node]["information"] = number
    return found
