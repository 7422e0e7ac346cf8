"""State trees and graphs of distinct positions, as networkx graphs."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import networkx as nx

from boomkit.core import CHANCE, TERMINAL, State
from boomkit.errors import BoomkitError

ONE = Fraction(1)


def kind(state: State) -> str:
    """Return `decision`, `chance` or `terminal`."""
    return {CHANCE: "chance", TERMINAL: "terminal"}.get(state.current_player, "decision")


def describe(state: State, depth: int) -> dict[str, Any]:
    """Return the attributes of a state's node."""
    return {
        "state": state,
        "kind": kind(state),
        "seat": state.current_player,
        "depth": depth,
        "text": str(state),
    }


def moves(state: State) -> tuple[str, ...]:
    """Return what can follow: the legal actions, or at a draw its outcomes."""
    return state.legal_actions() or tuple(outcome for outcome, _ in state.chance_outcomes())


def successors(state: State, joined: bool = False) -> Iterator[tuple[str, Fraction, State]]:
    """Walk over (text, probability, next state); a decision's probability is 1. `joined` takes draws together."""
    for action in state.legal_actions():
        yield action, ONE, state.apply(action)
    for outcome, share in state.chance_outcomes():
        after = state.apply(outcome)
        if joined and after.is_chance:
            for text, more, last in successors(after, joined):
                yield f"{outcome} {text}", share * more, last
        else:
            yield outcome, share, after


def tree(
    state: State, depth: int | None = None, limit: int = 100_000, merge: bool = False, chance: str = "nodes"
) -> nx.DiGraph:
    """Build the tree of states below `state`, or with `merge=True` the graph in which equal positions are one node.

    `depth` counts decisions; `limit` is the most nodes that are made. `chance="merge"` joins draws that follow one
    another into one node. Nodes are numbered in the order of a breadth-first walk from 0, the root, and carry
    `state`, `kind`, `seat`, `depth` and `text`; edges carry `action` (text) and `probability` (1 for a decision). Where
    several actions lead to one position, `action` names them all and `count` says how many. When the limit was reached
    `graph.graph["truncated"]` is True and `graph.graph["reason"]` says so in a sentence.

    >>> import boomkit
    >>> state = boomkit.load("nim", heaps="2 1").initial_state()
    >>> graph = tree(state)
    >>> len(graph), len(tree(state, merge=True)), graph.edges[0, 1]["action"]
    (12, 8, 'take 1 from 0')
    """
    if chance not in ("nodes", "merge"):
        raise BoomkitError(f"chance is {chance!r}; it takes 'nodes' (each draw is a node) or 'merge' (draws joined).")
    if limit < 1:
        raise BoomkitError(f"limit is {limit!r}; a tree has at least one node.")
    graph = nx.DiGraph(root=0, truncated=False, merged=merge, game=state.game.name, reason="")
    graph.add_node(0, **describe(state, 0))
    numbers = {state: 0}
    waiting = deque([(0, state, 0)])
    while waiting:
        number, here, level = waiting.popleft()
        below = level + (not here.is_chance)
        if depth is not None and below > depth:
            continue
        for text, share, after in successors(here, joined=chance == "merge"):
            child = numbers.get(after) if merge else None
            if child is None:
                if len(graph) >= limit:
                    graph.graph["truncated"] = True
                    graph.graph["reason"] = f"The limit of {limit} nodes was reached; what lies beyond is not shown."
                    return graph
                child = len(graph)
                graph.add_node(child, **describe(after, below))
                numbers[after] = child
                waiting.append((child, after, below))
            join(graph, number, child, text, share)
    return graph


def join(graph: nx.DiGraph, parent: int, child: int, text: str, share: Fraction) -> None:
    """Add an edge, or add another action or share to the one that is there."""
    if graph.has_edge(parent, child):
        edge = graph.edges[parent, child]
        edge["action"] = f"{edge['action']}, {text}"
        edge["count"] += 1
        if graph.nodes[parent]["kind"] == "chance":
            edge["probability"] += share
    else:
        graph.add_edge(parent, child, action=str(text), probability=share, count=1)
