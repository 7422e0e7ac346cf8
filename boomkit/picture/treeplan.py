"""The plan of a tree picture: what stands in it, how large, where, and on which edges a line or a cut lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from boomkit.picture import svg
from boomkit.picture.layers import layered
from boomkit.picture.layout import tidy
from boomkit.picture.treedata import (
    GraphLike,
    Node,
    Part,
    Twin,
    as_tree,
    best_line,
    cut_off,
    cut_text,
    edge_words,
    number_text,
)

Point = tuple[float, float]
Pair = tuple[Node, Node]

PLAIN = 30
"""The side of a node without a thumbnail, px."""
LABEL_LINE = 14
TWIN_EXTENT = 14
GAP = 14
CLEAR = 44
"""What a level is higher than its node and the words on its edges, px."""


class Way(NamedTuple):
    """An edge as a place of its own: in a layered picture its label stands in a layer between two layers of nodes."""

    parent: Node
    child: Node


@dataclass(slots=True)
class Plan:
    """Everything that is decided before a tree is drawn."""

    graph: GraphLike
    part: Part
    values: bool
    inner: float
    pictures: dict[Node, svg.Drawing | str]
    line: list[Node]
    in_layers: bool
    side: float = PLAIN
    dead: set[Node] = field(default_factory=set)
    on_line: set[Node] = field(default_factory=set)
    cuts: set[Pair] = field(default_factory=set)
    """The edges where a branch was cut off, at the edge itself or at its first node."""
    best: set[Pair] = field(default_factory=set)
    steps: set[Pair] = field(default_factory=set)
    children: dict[Node, list[Node]] = field(default_factory=dict)
    twins: list[Twin] = field(default_factory=list)
    names: dict[Node, str] = field(default_factory=dict)
    """The numbers of nodes to which a twin points."""
    numbers: dict[Node, int] = field(default_factory=dict)
    labels: dict[Pair, list[str]] = field(default_factory=dict)
    places: dict[Node, Point] = field(default_factory=dict)
    routes: dict[Pair, list[Point]] = field(default_factory=dict)
    said: dict[Node, list[str]] = field(default_factory=dict)
    label_places: dict[Pair, Point] = field(default_factory=dict)

    def attributes(self, node: Node) -> Mapping[str, Any]:
        """Give the attributes of a node; of a twin those of the node it stands for."""
        return self.graph.nodes[node.node if isinstance(node, Twin) else node]  # type: ignore[no-any-return]

    def beside(self, node: Node) -> list[str]:
        """List what is written to the right of a node, top down."""
        if node not in self.said:
            self.said[node] = [] if isinstance(node, Twin) else self._beside(node)
        return self.said[node]

    def _beside(self, node: Node) -> list[str]:
        known = self.attributes(node)
        said = []
        if self.values and known.get("value") is not None:
            said.append(number_text(known["value"], signed=True))
        if known.get("cut"):
            said.append(cut_text(known["cut"]))
        if known.get("visits") is not None:
            said.append(f"n {known['visits']}")
        if known.get("information") is not None:
            said.append(f"set {known['information']}")
        if node in self.names:
            said.append(f"#{self.names[node]}")
        return said

    def beside_width(self, node: Node) -> float:
        """Measure what is written to the right of a node, px."""
        return max((5 + svg.text_width(words, 11.5, 650) for words in self.beside(node)), default=0.0)


def make_plan(
    graph: GraphLike,
    part: Part,
    *,
    values: bool,
    inner: float,
    pictures: dict[Node, svg.Drawing | str],
    line: Iterable[Node] | None,
    in_layers: bool,
) -> Plan:
    """Decide what is drawn where; `inner` is the side of thumbnails, px."""
    followed = list(line) if line is not None else best_line(graph, part.root)
    plan = Plan(graph, part, values, inner, pictures, followed, in_layers)
    plan.side = inner + 10 if pictures else PLAIN
    plan.dead = cut_off(graph, part.order)
    plan.on_line, plan.steps = set(followed), set(pairwise(followed))
    plan.numbers = {node: number for number, node in enumerate(part.order)}
    if in_layers:
        plan.children = part.children
    else:
        plan.children, plan.twins = as_tree(part)
        plan.names = {node: str(i + 1) for i, node in enumerate(dict.fromkeys(twin.node for twin in plan.twins))}
    for node, below in plan.children.items():
        for child in below:
            _read_edge(plan, node, child)
    rows = max((len(words) for words in plan.labels.values()), default=0)
    level = plan.side + CLEAR + LABEL_LINE * rows
    if in_layers:
        _place_in_layers(plan, level / 2)
    else:
        _place_as_tree(plan, level)
    return plan


def _read_edge(plan: Plan, parent: Node, child: Node) -> None:
    """Note what is written on an edge (the action, the probability, at a cut edge why) and whether it is cut."""
    twin = isinstance(child, Twin)
    known = plan.graph.adj[parent][child.node if isinstance(child, Twin) else child]
    said = edge_words(known)
    cut_node = not twin and plan.attributes(child).get("cut")
    if known.get("cut") and not cut_node:
        said.append(cut_text(known["cut"]))
    plan.labels[parent, child] = said
    if known.get("cut") or cut_node:
        plan.cuts.add((parent, child))
    if known.get("best"):
        plan.best.add((parent, child))


def _extents(plan: Plan, node: Node) -> Point:
    if isinstance(node, Twin):
        return TWIN_EXTENT, TWIN_EXTENT
    half = plan.side / 2
    order = plan.attributes(node).get("order")
    left = svg.text_width(str(order), 11) + 4 if order is not None else 0.0
    return half + left + 1, half + plan.beside_width(node) + 1


def _half_label(words: list[str]) -> float:
    return max((svg.text_width(line, 11) for line in words), default=0.0) / 2 + 3


def _place_as_tree(plan: Plan, level: float) -> None:
    """Lay out as a tidy tree; a node is at least as wide as the words on the edge that leads to it."""
    extents = {node: _extents(plan, node) for node in [*plan.part.order, *plan.twins]}
    for (_, child), words in plan.labels.items():
        left, right = extents[child]
        need = _half_label(words)
        extents[child] = max(left, need), max(right, need)
    plan.places = tidy(plan.children, plan.part.root, extents=extents, gap=GAP, level=level)
    for pair, words in plan.labels.items():
        start, (x, y) = plan.places[pair[0]], plan.places[pair[1]]
        plan.routes[pair] = [start, (x, y)]
        plan.label_places[pair] = x, y - plan.side / 2 - 9 - LABEL_LINE * len(words) / 2


def _place_in_layers(plan: Plan, step: float) -> None:
    """Lay out in layers, a layer of nodes and a layer of labels in turn, so that labels keep clear of each other."""
    nodes: list[Node] = []
    extents: dict[Node, Point] = {}
    edges: list[Pair] = []
    for node in plan.part.order:
        nodes.append(node)
        extents[node] = _extents(plan, node)
        for child in plan.children[node]:
            way = Way(node, child)
            half = _half_label(plan.labels[node, child])
            nodes.append(way)
            extents[way] = half, half
            edges += [(node, way), (way, child)]
    found = layered(nodes, edges, extents=extents, gap=GAP, level=step)
    plan.places = {node: found.positions[node] for node in plan.part.order}
    for pair in plan.labels:
        way = Way(*pair)
        plan.routes[pair] = [*found.routes[pair[0], way], *found.routes[way, pair[1]][1:]]
        plan.label_places[pair] = found.positions[way]
