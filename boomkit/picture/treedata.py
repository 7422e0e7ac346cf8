"""What a tree picture shows: the part of a graph that fits, and every word that is written on it.

The graph is anything with `nodes` (node to attributes) and `adj` (node to child to attributes), as a networkx DiGraph
has. Node attributes read: kind, seat, depth, text, value, cut, order, visits, information. Edge attributes:
action,
probability, cut, best.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from boomkit.errors import BoomkitError
from boomkit.picture.theme import seat_name

Node = Hashable
DECISION, CHANCE, TERMINAL = "decision", "chance", "terminal"


class GraphLike(Protocol):
    """The two views of a directed graph that a picture needs; a networkx DiGraph has both."""

    @property
    def nodes(self) -> Any:
        """Node to attributes."""

    @property
    def adj(self) -> Any:
        """Node to children, each with the attributes of the edge."""


class PlainGraph:
    """The same graph as plain dictionaries: views cost more than the drawing itself when they are asked often."""

    __slots__ = ("adj", "graph", "nodes")

    def __init__(self, graph: GraphLike) -> None:
        nodes, adjacency = graph.nodes, getattr(graph, "adjacency", None)
        self.nodes: dict[Node, Mapping[str, Any]] = {node: nodes[node] for node in nodes}
        self.adj: dict[Node, Mapping[Node, Mapping[str, Any]]] = (
            dict(adjacency()) if adjacency is not None else {node: graph.adj[node] for node in nodes}
        )
        self.graph: Mapping[str, Any] = getattr(graph, "graph", {})


@dataclass(frozen=True, slots=True)
class Twin:
    """A leaf that stands for a node drawn elsewhere: the position was reached by a second way."""

    parent: Node
    node: Node


@dataclass(slots=True)
class Part:
    """The part of a graph that is drawn, in breadth-first order."""

    root: Node
    order: list[Node]
    children: dict[Node, list[Node]]
    hidden: dict[Node, int] = field(default_factory=dict)
    """How many children of a drawn node are not drawn."""
    total: int = 0
    merged: bool = False
    """Whether some node is reached in two ways."""

    @property
    def left_out(self) -> int:
        """How many nodes of the graph are not drawn."""
        return self.total - len(self.order)


def find_root(graph: GraphLike, root: Node | None = None) -> Node:
    """Find where the picture starts: `root`, else what the graph says, else its first node without parents.

    >>> import networkx
    >>> find_root(networkx.DiGraph([("a", "b")]))
    'a'
    """
    if root is not None:
        if root not in graph.nodes:
            raise BoomkitError(f"the graph has no node {root!r}, so no picture can start there")
        return root
    told = getattr(graph, "graph", {}).get("root")
    if told is not None and told in graph.nodes:
        return told  # type: ignore[no-any-return]
    reached = {child for node in graph.nodes for child in graph.adj[node]}
    for node in graph.nodes:
        if node not in reached:
            return node  # type: ignore[no-any-return]
    for node in graph.nodes:
        return node  # type: ignore[no-any-return]
    raise BoomkitError("the graph has no nodes, so there is no tree to draw")


def top_part(graph: GraphLike, root: Node, max_nodes: int) -> Part:
    """Walk down from `root`, level by level, and keep the first `max_nodes` nodes; count what is left out.

    >>> import networkx
    >>> part = top_part(networkx.DiGraph([("a", "b"), ("a", "c"), ("b", "d")]), "a", 2)
    >>> part.order, part.hidden, part.left_out
    (['a', 'b'], {'a': 1, 'b': 1}, 2)
    """
    shown: dict[Node, None] = {root: None}
    seen = {root}
    order = [root]
    merged = False
    for node in order:
        for child in graph.adj[node]:
            if child in seen:
                merged = True
                continue
            seen.add(child)
            order.append(child)
    for node in order[:max_nodes]:
        shown[node] = None
    children = {node: [child for child in graph.adj[node] if child in shown] for node in shown}
    hidden = {node: len(graph.adj[node]) - len(below) for node, below in children.items()}
    return Part(root, list(shown), children, {n: h for n, h in hidden.items() if h}, len(order), merged)


def as_tree(part: Part) -> tuple[dict[Node, list[Node]], list[Twin]]:
    """Turn a merged part into a tree: the first way to a node keeps it, each other way gets a twin leaf.

    >>> children, twins = as_tree(Part("r", ["r", "a", "b", "z"], {"r": ["a", "b"], "a": ["z"], "b": ["z"]}))
    >>> children["b"] == twins == [Twin("b", "z")]
    True
    """
    placed = {part.root}
    children: dict[Node, list[Node]] = {}
    twins: list[Twin] = []
    for node in part.order:
        below: list[Node] = []
        for child in part.children.get(node, ()):
            if child in placed:
                twin = Twin(node, child)
                twins.append(twin)
                below.append(twin)
            else:
                placed.add(child)
                below.append(child)
        children[node] = below
    return children, twins


def number_text(value: object, *, signed: bool = False) -> str:
    """Write a value shortly and exactly where it is exact; a tuple of returns in brackets.

    >>> number_text(1, signed=True), number_text(Fraction(1, 3)), number_text((1, -1)), number_text(0.12345)
    ('+1', '1/3', '(1, -1)', '0.123')
    """
    if isinstance(value, tuple | list):
        return f"({', '.join(number_text(one) for one in value)})"
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        return str(value)
    plus = "+" if signed and value > 0 else ""
    return plus + (f"{value:.3g}" if isinstance(value, float) else str(value))


def cut_text(cut: object) -> str:
    """Say why a branch was cut: `cut` is True, a text, or the pair (alpha, beta).

    >>> cut_text((1, 0)), cut_text(True), cut_text("bound 3")
    ('cut: α 1 ≥ β 0', 'cut', 'cut: bound 3')
    """
    if isinstance(cut, tuple | list) and len(cut) == 2:
        return f"cut: α {number_text(cut[0])} ≥ β {number_text(cut[1])}"
    if cut is True:
        return "cut"
    words = str(cut)
    return words if words.startswith("cut") else f"cut: {words}"


def edge_words(attributes: Mapping[str, Any]) -> list[str]:
    """Give the lines written on an edge: the action or outcome, and a probability below one as a fraction.

    >>> edge_words({"action": "10", "probability": Fraction(1, 4)})
    ['10', '1/4']
    """
    action, probability = attributes.get("action"), attributes.get("probability")
    words = " / ".join(map(str, action)) if isinstance(action, tuple | list) else "" if action is None else str(action)
    lines = [words] if words else []
    if probability is not None and probability != 1:
        lines.append(number_text(probability))
    return lines


def node_words(attributes: Mapping[str, Any], children: int) -> str:
    """Describe a node in words, as it is read aloud.

    >>> node_words({"kind": "decision", "seat": 0, "value": 1, "depth": 2}, 3)
    'seat 0 ● decides, 3 ways on, value +1, depth 2'
    """
    kind, seat = attributes.get("kind", DECISION), attributes.get("seat")
    if kind == CHANCE:
        said = ["chance"]
    elif kind == TERMINAL:
        said = ["end"]
    else:
        said = [f"{seat_name(seat)} decides" if isinstance(seat, int) and seat >= 0 else "decision"]
    if kind != TERMINAL and children:
        said.append(f"{children} way{'s' if children != 1 else ''} on")
    if attributes.get("value") is not None:
        said.append(f"value {number_text(attributes['value'], signed=True)}")
    if attributes.get("visits") is not None:
        said.append(f"visits {attributes['visits']}")
    if attributes.get("information") is not None:
        said.append(f"in information set {attributes['information']}")
    if attributes.get("order") is not None:
        said.append(f"looked at as number {attributes['order']}")
    if attributes.get("cut"):
        said.append(cut_text(attributes["cut"]))
    if attributes.get("depth") is not None:
        said.append(f"depth {attributes['depth']}")
    return ", ".join(said)


def best_line(graph: GraphLike, root: Node) -> list[Node]:
    """Follow the edges marked `best` down from the root.

    >>> import networkx
    >>> g = networkx.DiGraph()
    >>> g.add_edge("a", "b"); g.add_edge("a", "c", best=True)
    >>> best_line(g, "a")
    ['a', 'c']
    """
    line = [root]
    seen = {root}
    while True:
        onward = [child for child, edge in graph.adj[line[-1]].items() if edge.get("best") and child not in seen]
        if not onward:
            return line
        line.append(onward[0])
        seen.add(onward[0])


def cut_off(graph: GraphLike, order: Iterable[Node]) -> set[Node]:
    """Find the nodes that an algorithm did not look at: cut themselves, or below a cut edge on every way.

    >>> import networkx
    >>> g = networkx.DiGraph()
    >>> g.add_edge("a", "b", cut=(1, 0)); g.add_edge("b", "c"); g.add_edge("a", "d")
    >>> sorted(cut_off(g, "abdc"))
    ['b', 'c']
    """
    open_ways: dict[Node, bool] = {}
    for node in order:
        alive = open_ways.setdefault(node, True) and not graph.nodes[node].get("cut")
        open_ways[node] = alive
        for child, edge in graph.adj[node].items():
            open_ways[child] = open_ways.get(child, False) or (alive and not edge.get("cut"))
    return {node for node, alive in open_ways.items() if not alive}
