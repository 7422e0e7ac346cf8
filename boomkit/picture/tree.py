"""The static picture of a state tree, and its text twin.

Chance is a circle, a decision a rounded square in the tint of the seat, an end has a double ring; probabilities are
fractions on edges, values stand beside nodes, cut branches are dashed with a cross-stroke, the best line is heavier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from boomkit.errors import BoomkitError
from boomkit.picture import svg, theme
from boomkit.picture.layers import layered as layered_layout
from boomkit.picture.layout import tidy
from boomkit.picture.outline import outline
from boomkit.picture.shapes import seat_mark
from boomkit.picture.theme import var
from boomkit.picture.treedata import (
    CHANCE,
    DECISION,
    TERMINAL,
    GraphLike,
    Node,
    Part,
    Twin,
    as_tree,
    best_line,
    cut_off,
    cut_text,
    edge_words,
    find_root,
    node_words,
    number_text,
    top_part,
)

__all__ = ["draw_tree", "outline"]

Thumbnail = Callable[[Node], "svg.Drawing | str | None"]
Point = tuple[float, float]

MARGIN = 24
PLAIN = 30
"""The side of a node without a thumbnail, px."""
LABEL_LINE = 14
TWIN_SIZE = 12


@dataclass(slots=True)
class _Sheet:
    """Everything that is decided before drawing: what is shown, how large nodes are, which are on the line."""

    graph: GraphLike
    part: Part
    side: float
    inner: float
    values: bool
    pictures: dict[Node, svg.Drawing | str]
    line: list[Node]
    dead: set[Node]
    children: dict[Node, list[Node]] = field(default_factory=dict)
    steps: set[tuple[Node, Node]] = field(default_factory=set)
    twins: list[Twin] = field(default_factory=list)
    names: dict[Node, str] = field(default_factory=dict)

    def attributes(self, node: Node) -> Mapping[str, Any]:
        return self.graph.nodes[node.node if isinstance(node, Twin) else node]  # type: ignore[no-any-return]

    def edge(self, parent: Node, child: Node) -> Mapping[str, Any]:
        return self.graph.adj[parent][child.node if isinstance(child, Twin) else child]  # type: ignore[no-any-return]

    def on_line(self, parent: Node, child: Node) -> bool:
        return (parent, child) in self.steps

    def beside(self, node: Node) -> list[str]:
        """List what is written to the right of a node, top down."""
        if isinstance(node, Twin):
            return []
        known = self.attributes(node)
        said = []
        if self.values and known.get("value") is not None:
            said.append(number_text(known["value"], signed=True))
        if known.get("cut"):
            said.append(cut_text(known["cut"]))
        if known.get("visits") is not None:
            said.append(f"n {known['visits']}")
        if node in self.names:
            said.append(f"#{self.names[node]}")
        return said

    def words(self, parent: Node, child: Node) -> list[str]:
        """List what is written on an edge: the action, the probability, and at a cut edge why."""
        known = self.edge(parent, child)
        said = edge_words(known)
        if known.get("cut") and not self.attributes(child).get("cut"):
            said.append(cut_text(known["cut"]))
        return said


def draw_tree(
    graph: GraphLike,
    root: Node | None = None,
    *,
    thumbnails: Thumbnail | None = None,
    thumbnail_size: float = 36,
    values: bool = True,
    layered: bool | None = None,
    highlight: Iterable[Node] | None = None,
    max_nodes: int = 300,
    title: str = "State tree",
    subtitle: str | None = None,
) -> str:
    """Draw a state tree as SVG: the top `max_nodes` nodes, and a sentence about the rest when there is more.

    `thumbnails` gives the picture inside a node (a Drawing is scaled to `thumbnail_size` px; a str is taken as drawn
    to that size). `highlight` is the line of nodes to draw heavier (default: follow the edges marked best). A merged
    graph is drawn in layers; with ``layered=False`` as a tree in which a second way to a node ends in a leaf
    "= #number". Raises BoomkitError for an empty graph or an unknown root.

    >>> import networkx
    >>> g = networkx.DiGraph()
    >>> g.add_node("r", kind="decision", seat=0, value=1); g.add_node("t", kind="terminal", value=1)
    >>> g.add_edge("r", "t", action="a1-a2", best=True)
    >>> drawn = draw_tree(g)
    >>> "a1-a2" in drawn and "seat 0 ● decides" in drawn
    True
    """
    if max_nodes < 1:
        raise BoomkitError(f"a picture of a tree shows at least one node, and max_nodes is {max_nodes}")
    start = find_root(graph, root)
    part = top_part(graph, start, max_nodes)
    pictures = {}
    if thumbnails is not None:
        for node in part.order:
            drawn = thumbnails(node)
            if drawn is not None:
                pictures[node] = drawn
    inner = thumbnail_size if pictures else 0.0
    sheet = _Sheet(
        graph,
        part,
        inner + 10 if pictures else PLAIN,
        inner,
        values,
        pictures,
        list(highlight) if highlight is not None else best_line(graph, start),
        cut_off(graph, part.order),
    )
    sheet.steps = set(pairwise(sheet.line))
    in_layers = part.merged if layered is None else layered
    positions, routes, level = _lay_out(sheet, in_layers)
    return _page(sheet, positions, routes, level, title, subtitle)


def _lay_out(sheet: _Sheet, in_layers: bool) -> tuple[dict[Node, Point], dict[tuple[Node, Node], list[Point]], float]:
    """Place the nodes; return their middles, the route of each edge, and the distance of two levels."""
    part = sheet.part
    if in_layers:
        sheet.children = part.children
    else:
        sheet.children, sheet.twins = as_tree(part)
        numbers = {twin.node: None for twin in sheet.twins}
        sheet.names = {node: str(i + 1) for i, node in enumerate(numbers)}
    pairs = [(node, child) for node, below in sheet.children.items() for child in below]
    labels = {pair: sheet.words(*pair) for pair in pairs}
    rows = max((len(words) for words in labels.values()), default=0)
    level = sheet.side + 44 + LABEL_LINE * rows
    extents = {}
    widest: dict[Node, float] = {}
    for (_, child), words in labels.items():
        need = max((svg.text_width(line, 11) for line in words), default=0) / 2 + 3
        widest[child] = max(widest.get(child, 0.0), need)
    for node in [*part.order, *sheet.twins]:
        half = sheet.side / 2 if not isinstance(node, Twin) else TWIN_SIZE
        said = sheet.beside(node)
        number = sheet.attributes(node).get("order") if not isinstance(node, Twin) else None
        right = half + (6 + max(svg.text_width(line, 11.5, 650) for line in said) if said else 1)
        left = half + (svg.text_width(str(number), 11) + 5 if number is not None else 1)
        extents[node] = (max(left, widest.get(node, 0)), max(right, widest.get(node, 0)))
    if not in_layers:
        placed = tidy(sheet.children, part.root, extents=extents, gap=14, level=level)
        return placed, {(a, b): [placed[a], placed[b]] for a, b in pairs}, level
    found = layered_layout(part.order, pairs, extents=extents, gap=14, level=level)
    return found.positions, found.routes, level


def _page(
    sheet: _Sheet,
    positions: dict[Node, Point],
    routes: dict[tuple[Node, Node], list[Point]],
    level: float,
    title: str,
    subtitle: str | None,
) -> str:
    part = sheet.part
    notes = _notes(sheet)
    summary = subtitle if subtitle is not None else _summary(sheet)
    words_wide = max(svg.text_width(title, 18, 650), *(svg.text_width(line, 12) for line in (summary, *notes)))
    reach = max(x + _reach(sheet, node) for node, (x, _) in positions.items())
    width = max(reach, words_wide) + 2 * MARGIN
    top = 64 + 18 * len(notes)
    shift_x = MARGIN + max(0.0, (words_wide - reach) / 2)
    shift_y = top + sheet.side / 2 + 8
    placed = {node: (x + shift_x, y + shift_y) for node, (x, y) in positions.items()}
    body = [svg.text(MARGIN, 34, title, size=18, weight=650), svg.text(MARGIN, 54, summary, size=12, fill="muted")]
    body += [svg.text(MARGIN, 74 + 18 * i, note, size=12, fill="boom") for i, note in enumerate(notes)]
    moved = {pair: [(x + shift_x, y + shift_y) for x, y in points] for pair, points in routes.items()}
    body += [_edge(sheet, pair, points) for pair, points in moved.items()]
    body += [_edge_label(sheet, pair, points) for pair, points in moved.items()]
    body += [_node(sheet, node, *placed[node], number) for number, node in enumerate(part.order)]
    body += [_twin(sheet, twin, *placed[twin]) for twin in sheet.twins]
    bottom = max(y for _, y in placed.values()) + sheet.side / 2 + (30 if part.hidden else 12)
    legend = svg.wrap(_legend(sheet), width - 2 * MARGIN, 12)
    body += [svg.text(MARGIN, bottom + 22 + 17 * i, line, size=12, fill="muted") for i, line in enumerate(legend)]
    height = bottom + 22 + 17 * len(legend)
    return svg.document(round(width), round(height), "".join(body), title, _description(sheet, summary, notes))


def _reach(sheet: _Sheet, node: Node) -> float:
    said = sheet.beside(node)
    beside = 6 + max(svg.text_width(line, 11.5, 650) for line in said) if said else 0.0
    return sheet.side / 2 + beside + 4


def _kinds(sheet: _Sheet) -> dict[str, int]:
    counted: dict[str, int] = {}
    for node in sheet.part.order:
        kind = str(sheet.attributes(node).get("kind", DECISION))
        counted[kind] = counted.get(kind, 0) + 1
    return counted


def _summary(sheet: _Sheet) -> str:
    kinds = _kinds(sheet)
    names = {DECISION: ("decision", "decisions"), CHANCE: ("chance node", "chance nodes"), TERMINAL: ("end", "ends")}
    said = [
        f"{kinds[kind]} {names[kind][kinds[kind] != 1] if kind in names else kind}"
        for kind in (*names, *(kind for kind in kinds if kind not in names))
        if kind in kinds
    ]
    return " · ".join([f"{len(sheet.part.order)} node{'s' if len(sheet.part.order) != 1 else ''}", *said])


def _notes(sheet: _Sheet) -> list[str]:
    """Say what the picture does not show, in sentences."""
    part = sheet.part
    notes = []
    if part.left_out:
        notes.append(
            f"Too large for one picture: the top {len(part.order):,} of {part.total:,} nodes are drawn, "
            f"{part.left_out:,} are not. Numbers under nodes count the branches left out."
        )
    if getattr(sheet.graph, "graph", {}).get("truncated"):
        notes.append("The tree was built up to a limit: below some nodes there is more that was never built.")
    return notes


def _legend(sheet: _Sheet) -> str:
    kinds = _kinds(sheet)
    attributes = [sheet.attributes(node) for node in sheet.part.order]
    said = [
        "rounded square: a seat decides" if DECISION in kinds else "",
        "circle: chance" if CHANCE in kinds else "",
        "double ring: end" if TERMINAL in kinds else "",
        "heavy: best line" if len(sheet.line) > 1 else "",
        "dashed and crossed: cut" if sheet.dead else "",
        "left: order looked at" if any(known.get("order") is not None for known in attributes) else "",
        "n: visits" if any(known.get("visits") is not None for known in attributes) else "",
        "= #: the same position as that node" if sheet.twins else "",
    ]
    return " · ".join(words for words in said if words)


def _description(sheet: _Sheet, summary: str, notes: list[str]) -> str:
    root = sheet.part.root
    said = [summary, f"Root: {node_words(sheet.attributes(root), len(sheet.graph.adj[root]))}"]
    steps = [
        "/".join(edge_words(sheet.graph.adj[a][b])) or "?"
        for a, b in pairwise(sheet.line)
        if b in sheet.graph.adj[a]
    ]
    if steps:
        said.append(f"Best line: {', '.join(steps)}")
    return ". ".join([*said, *(note.rstrip(".") for note in notes)]) + "."


def _edge(sheet: _Sheet, pair: tuple[Node, Node], points: list[Point]) -> str:
    parent, child = pair
    known = sheet.edge(*pair)
    cut = bool(known.get("cut") or sheet.attributes(child).get("cut")) and not isinstance(child, Twin)
    dead = cut or parent in sheet.dead
    heavy = sheet.on_line(parent, child)
    half = sheet.side / 2
    points = [(points[0][0], points[0][1] + half), *points[1:-1], (points[-1][0], points[-1][1] - half)]
    if points[-1][1] <= points[0][1]:  # drawn back, where a cycle closes
        points = [points[0], (max(x for x, _ in points) + half * 3, (points[0][1] + points[-1][1]) / 2), points[-1]]
    n = svg.number
    d = [f"M{n(points[0][0])} {n(points[0][1])}"]
    for (x1, y1), (x2, y2) in pairwise(points):
        middle = (y1 + y2) / 2
        d.append(f"C{n(x1)} {n(middle)} {n(x2)} {n(middle)} {n(x2)} {n(y2)}")
    drawn = svg.path(
        "".join(d),
        fill="none",
        stroke=var("ink" if heavy else "muted"),
        stroke_width=2.4 if heavy else 1.8 if known.get("best") else 1.2,
        stroke_dasharray="4 4" if dead else None,
    )
    if cut:
        (x1, y1), (x2, y2) = points[0], points[1]
        t = 0.36
        cx = x1 + (x2 - x1) * (3 * t * t - 2 * t**3)
        cy = y1 + (y2 - y1) * (1.5 * t * (1 - t) ** 2 + 1.5 * t * t * (1 - t) + t**3)
        drawn += svg.path(f"M{n(cx - 6)} {n(cy - 5)}l12 10", stroke=var("boom"), stroke_width=2.2, class_="bk-cut")
    return drawn


def _edge_label(sheet: _Sheet, pair: tuple[Node, Node], points: list[Point]) -> str:
    """Write on an edge near its lower end, on a slip of paper, so that labels of neighbours cannot meet."""
    words = sheet.words(*pair)
    if not words:
        return ""
    x, y = points[-1]
    if len(points) > 2:  # the last bend and the node: stay on the edge's own side
        x = x + (points[-2][0] - x) * 0.1
    bottom = y - sheet.side / 2 - 9
    wide = max(svg.text_width(line, 11) for line in words) + 4
    tall = LABEL_LINE * len(words)
    slip = svg.rect(x - wide / 2, bottom - tall, wide, tall + 1, 3, fill=var("paper"))
    cut = bool(sheet.edge(*pair).get("cut"))
    lines = [
        svg.text(
            x,
            bottom - 3 - LABEL_LINE * (len(words) - 1 - i),
            line,
            size=11,
            anchor="middle",
            weight=650 if sheet.on_line(*pair) else None,
            fill="boom" if cut and line.startswith("cut") else "ink" if sheet.on_line(*pair) else "muted",
        )
        for i, line in enumerate(words)
    ]
    return slip + "".join(lines)


def _node(sheet: _Sheet, node: Node, x: float, y: float, number: int) -> str:
    known = sheet.attributes(node)
    kind, seat = known.get("kind", DECISION), known.get("seat")
    seated = kind == DECISION and isinstance(seat, int) and 0 <= seat < theme.SEATS
    dead = node in sheet.dead
    heavy = node in sheet.line and len(sheet.line) > 1
    ink = "muted" if dead else theme.seat_ink(seat) if seated and isinstance(seat, int) else "ink"
    tint = theme.seat_tint(seat) if seated and not dead and isinstance(seat, int) else "paper"
    half = sheet.side / 2
    look: dict[str, svg.Value] = {
        "fill": var(tint),
        "stroke": var(ink),
        "stroke_width": 2.6 if heavy else 1.4,
        "stroke_dasharray": "4 3" if dead else None,
    }
    parts = []
    if kind == CHANCE:
        parts.append(svg.circle(0, 0, half, **look))
    else:
        parts.append(svg.rect(-half, -half, sheet.side, sheet.side, 8, **look))
    if kind == TERMINAL:
        parts.append(
            svg.rect(-half + 3.5, -half + 3.5, sheet.side - 7, sheet.side - 7, 5, fill="none", stroke=var(ink))
        )
    parts.append(_inside(sheet, node, kind, seat if seated else None, dead))
    for i, line in enumerate(sheet.beside(node)):
        first = i == 0
        fill = "boom" if line.startswith("cut") else ink if first and not dead else "muted"
        parts.append(svg.text(half + 5, -half + 11 + 13 * i, line, size=11.5, weight=650 if first else None, fill=fill))
    if known.get("order") is not None:
        parts.append(svg.text(-half - 4, -half + 11, str(known["order"]), size=11, anchor="end", fill="muted"))
    left_out = sheet.part.hidden.get(node)
    if left_out:
        parts.append(svg.text(0, half + 18, f"+{left_out}", size=11, anchor="middle", fill="muted"))
        parts.append(svg.line(0, half, 0, half + 7, stroke=var("muted"), stroke_dasharray="2 2"))
    said = node_words(known, len(sheet.graph.adj[node]))
    if left_out:
        said += f", {left_out} not drawn"
    return svg.group(*parts, x=x, y=y, key=f"node {number}", label=said, data_kind=kind)


def _inside(sheet: _Sheet, node: Node, kind: object, seat: int | None, dead: bool) -> str:
    picture = sheet.pictures.get(node)
    if picture is not None:
        share = 0.72 if kind == CHANCE else 0.86 if kind == TERMINAL else 1.0
        size = sheet.inner * share
        if isinstance(picture, svg.Drawing):
            scale = size / max(picture.width, picture.height)
            return picture.at(-picture.width * scale / 2, -picture.height * scale / 2, scale)
        return svg.group(picture, x=-size / 2, y=-size / 2, scale=share)
    if kind == CHANCE:
        return svg.text(0, 5, "?", size=14, weight=650, anchor="middle", fill="muted" if dead else "ink")
    return seat_mark(seat, 0, 0, 6.5, "muted" if dead else None) if seat is not None else ""


def _twin(sheet: _Sheet, twin: Twin, x: float, y: float) -> str:
    """Draw the leaf of a second way: a link by number to the node itself."""
    name = sheet.names[twin.node]
    top = -sheet.side / 2
    return svg.group(
        svg.text(0, top + 13, f"= #{name}", size=11.5, weight=650, anchor="middle", fill="focus"),
        x=x,
        y=y,
        label=f"the same position as node #{name}",
        data_twin=f"node {sheet.part.order.index(twin.node)}",
    )
