"""A networkx graph as an outline for a page: each node once, where it is first reached, and twins where it is again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

import networkx as nx

from boomkit.core.state import State
from boomkit.errors import BoomkitError
from boomkit.picture import svg
from boomkit.picture.shapes import seat_mark
from boomkit.picture.svg import Value
from boomkit.picture.theme import SEATS, seat_ink, seat_tint, var
from boomkit.picture.treedata import CHANCE, TERMINAL, cut_text, number_text
from boomkit.widgets.view import with_signs

COLUMNS = (
    "id",
    "parent",
    "action",
    "share",
    "mark",
    "half",
    "ink",
    "said",
    "value",
    "best",
    "cut",
    "order",
    "text",
    "twin",
    "more",
)
"""What a row tells of a node; `twin` is the node that it repeats, `more` how many children are not sent yet."""


def root_of(graph: nx.DiGraph) -> Any:
    """Return the node at which the outline begins; raise BoomkitError if there is no single one."""
    if not isinstance(graph, nx.DiGraph) or not len(graph):
        raise BoomkitError(f"A TreeView draws a networkx.DiGraph with at least one node, not {graph!r}.")
    if "root" in graph.graph:
        return graph.graph["root"]
    roots = [node for node, degree in graph.in_degree() if degree == 0]
    if len(roots) != 1:
        raise BoomkitError(
            f"This graph has {len(roots)} nodes that nothing leads to; a tree has one. Name it: "
            'graph.graph["root"] = node.'
        )
    return roots[0]


class Outline:
    """The nodes of a graph, numbered breadth first from 0, and what a page is told about each.

    >>> graph = nx.DiGraph([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
    >>> outline = Outline(graph)
    >>> outline.parents, outline.twins
    ([-1, 0, 0, 1, 2], [-1, -1, -1, -1, 3])
    """

    def __init__(self, graph: nx.DiGraph, line: Sequence[str] | None = None, thumbnails: bool = False) -> None:
        self.graph = graph
        self.thumbnails = thumbnails
        self.marks: dict[str, int] = {}
        root = root_of(graph)
        self.nodes: list[Any] = [root]
        self.parents: list[int] = [-1]
        self.twins: list[int] = [-1]
        self.children: list[list[int]] = [[]]
        first = {root: 0}
        waiting = deque([0])
        while waiting:
            number = waiting.popleft()
            for node in graph.successors(self.nodes[number]):
                child = len(self.nodes)
                self.nodes.append(node)
                self.parents.append(number)
                self.twins.append(first.get(node, -1))
                self.children.append([])
                self.children[number].append(child)
                if node not in first:
                    first[node] = child
                    waiting.append(child)
        self.line = self._line(line or ())
        orders = {order for _, order in graph.nodes(data="order") if order is not None}
        self.steps = {order: step for step, order in enumerate(sorted(orders))}

    def __len__(self) -> int:
        return len(self.nodes)

    def _line(self, line: Sequence[str]) -> set[int]:
        """Find the nodes along the chosen line of actions."""
        found, here = set[int](), 0
        for action in line:
            fitting = [child for child in self.children[here] if self._edge(child).get("action") == action]
            if not fitting:
                raise BoomkitError(f"The line {', '.join(line)} leaves the tree at {action!r}.")
            here = fitting[0]
            found.add(here)
            here = self.twins[here] if self.twins[here] >= 0 else here
        return found

    def _node(self, number: int) -> dict[str, Any]:
        return self.graph.nodes[self.nodes[number]]  # type: ignore[no-any-return]

    def _edge(self, number: int) -> dict[str, Any]:
        parent = self.parents[number]
        return {} if parent < 0 else self.graph.edges[self.nodes[parent], self.nodes[number]]

    def state(self, number: int) -> State | None:
        """Return the state of a node, if the graph holds states."""
        state = self._node(number).get("state", self.nodes[number])
        return state if isinstance(state, State) else None

    def _kind(self, number: int) -> tuple[str, int]:
        node, state = self._node(number), self.state(number)
        seat = node.get("seat", state.current_player if state is not None else -1)
        return str(node.get("kind", "decision")), seat if isinstance(seat, int) else -1

    def row(self, number: int, *, text: bool = True, more: int = 0) -> list[Any]:
        """Return what the page is told about a node, in the order of COLUMNS."""
        node, edge = self._node(number), self._edge(number)
        kind, seat = self._kind(number)
        why = edge.get("cut") or node.get("cut")
        cut = cut_text(why) if why else ""
        mark, half = self._mark(number, kind, seat, cut)
        value = number_text(node["value"], signed=True) if node.get("value") is not None else ""
        return [
            number,
            self.parents[number],
            with_signs(str(edge.get("action", ""))),
            self._share(number),
            self.marks.setdefault(mark, len(self.marks)),
            half,
            _ink(seat),
            self._said(number, kind, seat, cut),
            value,
            bool(edge.get("best")) or number in self.line,
            bool(cut),
            self.steps.get(node.get("order"), -1) if self.twins[number] < 0 else -1,
            str(node.get("text", self.nodes[number])) if text else "",
            self.twins[number],
            more,
        ]

    def rows(self, numbers: Iterable[int], *, text: bool = True, sent: int | None = None) -> list[list[Any]]:
        """Return rows; nodes whose children have numbers from `sent` on say how many are to come."""
        return [
            self.row(
                number, text=text, more=0 if sent is None else sum(child >= sent for child in self.children[number])
            )
            for number in numbers
        ]

    def whole_families(self, most: int) -> int:
        """Return how many nodes to send first: at most `most`, and never a part of somebody's children."""
        count = 1
        for children in self.children:
            if children and children[-1] >= most:
                break
            if children:
                count = children[-1] + 1
        return count

    def _share(self, number: int) -> str:
        """Write the probability of an edge that leaves a draw."""
        parent, share = self.parents[number], self._edge(number).get("probability")
        if parent < 0 or share is None or self._kind(parent)[0] != CHANCE:
            return ""
        return number_text(share)

    def _said(self, number: int, kind: str, seat: int, cut: str) -> str:
        """Name a node as it is read aloud, without its value."""
        edge, visits, share = self._edge(number), self._node(number).get("visits"), self._share(number)
        who = f"seat {seat} to move" if kind == "decision" and seat >= 0 else kind
        parts = [
            f"the same state as number {self.twins[number]}" if self.twins[number] >= 0 else who,
            f"probability {share}" if share else "",
            f"{visits} visits" if visits is not None else "",
            self._set(number, "in information set "),
            cut,
        ]
        return f"{edge.get('action', 'start')}: {', '.join(part for part in parts if part)}"

    def _set(self, number: int, words: str) -> str:
        """Name the information set of a node that is in one."""
        information = self._node(number).get("information")
        return "" if information is None else f"{words}{information}"

    def _mark(self, number: int, kind: str, seat: int, cut: str) -> tuple[str, int]:
        """Draw a node around (0, 0) and return the drawing with half its size."""
        heavy = number == 0 or number in self.line or bool(self._edge(number).get("best"))
        look: dict[str, Value] = {
            "fill": var("paper" if cut or not 0 <= seat < SEATS else seat_tint(seat)),
            "stroke": var("muted" if cut else _ink(seat)),
            "stroke_width": 2.6 if heavy else 1.6,
            "stroke_dasharray": "4 3" if cut else None,
        }
        if self.twins[number] >= 0:
            words = svg.text(0, 4.5, f"= #{self.twins[number]}", size=13, anchor="middle", fill="focus")
            return svg.rect(-30, -13, 60, 26, 13, **{**look, "fill": var("felt")}) + words, 13
        state = self.state(number)
        draw = getattr(state.game.module("picture"), "thumbnail", None) if state is not None else None
        picture = draw(state) if draw and self.thumbnails and kind != CHANCE else ""
        half = 24 if picture else 17
        if kind == CHANCE:
            outline = svg.circle(0, 0, half, **look)
            sign = svg.text(0, 5, "?", size=14, weight=650, anchor="middle", fill="muted" if cut else "ink")
        else:
            outline = svg.rect(-half, -half, 2 * half, 2 * half, 9, **look)
            sign = seat_mark(seat, 0, 0, 6.5) if 0 <= seat < SEATS else ""
        if kind == TERMINAL:
            outer = half + 4
            outline += svg.rect(
                -outer, -outer, 2 * outer, 2 * outer, 12, fill="none", stroke=look["stroke"], stroke_width=1.25
            )
        inside = svg.group(picture, x=-22, y=-22, opacity=0.5 if cut else None) if picture else sign
        visits = self._node(number).get("visits")
        beside = svg.text(half + 11, 11, f"{visits}×", size=12, fill="muted") if visits is not None else ""
        together = self._set(number, "set ")
        if together:
            beside += svg.text(half + 11, 24, together, size=12, fill="focus")
            outline += svg.rect(
                -half - 4,
                -half - 4,
                2 * half + 8,
                2 * half + 8,
                12,
                fill="none",
                stroke=var("focus"),
                stroke_dasharray="2 4",
            )
        why = svg.text(0, half + 17, cut, size=12, weight=600, fill="muted", anchor="middle") if cut else ""
        return outline + inside + beside + why, half


def _ink(seat: int) -> str:
    return seat_ink(seat) if 0 <= seat < SEATS else "ink"
