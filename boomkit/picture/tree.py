"""The static picture of a state tree, and its text twin.

Chance is a circle, a decision a rounded square in the tint of the seat, an end has a double ring; probabilities are
fractions on edges, values stand beside nodes, cut branches are dashed with a cross-stroke, the best line is heavier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from boomkit.errors import BoomkitError
from boomkit.picture import svg, treemarks
from boomkit.picture.outline import outline
from boomkit.picture.treedata import (
    CHANCE,
    DECISION,
    TERMINAL,
    GraphLike,
    Node,
    PlainGraph,
    edge_words,
    find_root,
    node_words,
    top_part,
)
from boomkit.picture.treeplan import Plan, Point, make_plan

__all__ = ["draw_tree", "outline"]

Thumbnail = Callable[[Node], "svg.Drawing | str | None"]

MARGIN = 24


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
    graph = PlainGraph(graph)
    start = find_root(graph, root)
    part = top_part(graph, start, max_nodes)
    pictures = {}
    for node in part.order if thumbnails is not None else ():
        drawn = thumbnails(node) if thumbnails is not None else None
        if drawn is not None:
            pictures[node] = drawn
    plan = make_plan(
        graph,
        part,
        values=values,
        inner=thumbnail_size,
        pictures=pictures,
        line=highlight,
        in_layers=part.merged if layered is None else layered,
    )
    return _page(plan, title, subtitle)


def _page(plan: Plan, title: str, subtitle: str | None) -> str:
    part = plan.part
    notes = _notes(plan)
    summary = subtitle if subtitle is not None else _summary(plan)
    heads = [svg.text_width(title, 18, 650), *(svg.text_width(line, 12) for line in (summary, *notes))]
    reach = max(x + plan.side / 2 + plan.beside_width(node) for node, (x, _) in plan.places.items())
    if plan.in_layers:  # bends may stand further out than nodes
        reach = max(reach, *(x + 8 for points in plan.routes.values() for x, _ in points), 0.0)
    width = max(reach, *heads) + 2 * MARGIN
    right = MARGIN + max(0.0, (max(heads) - reach) / 2)
    down = 64 + 18 * len(notes) + plan.side / 2 + 8

    def moved(point: Point) -> Point:
        return point[0] + right, point[1] + down

    body = [svg.text(MARGIN, 34, title, size=18, weight=650), svg.text(MARGIN, 54, summary, size=12, fill="muted")]
    body += [svg.text(MARGIN, 74 + 18 * i, note, size=12, fill="boom") for i, note in enumerate(notes)]
    body += [treemarks.edges(plan, (right, down)), treemarks.edge_labels(plan, (right, down))]
    body.append(treemarks.cuts(plan, (right, down)))
    body.append(treemarks.information(plan, (right, down)))
    body += [treemarks.node(plan, node, *moved(plan.places[node]), number) for node, number in plan.numbers.items()]
    body += [treemarks.twin(plan, twin, *moved(plan.places[twin])) for twin in plan.twins]
    lowest = max(y for points in (plan.places, plan.label_places) for _, y in points.values())
    bottom = lowest + down + plan.side / 2 + (30 if part.hidden else 12)
    legend = svg.wrap(_legend(plan), width - 2 * MARGIN, 12)
    body += [svg.text(MARGIN, bottom + 22 + 17 * i, line, size=12, fill="muted") for i, line in enumerate(legend)]
    height = bottom + 22 + 17 * len(legend)
    return svg.document(round(width), round(height), "".join(body), title, _description(plan, summary, notes))


def _kinds(plan: Plan) -> dict[str, int]:
    counted: dict[str, int] = {}
    for node in plan.part.order:
        kind = str(plan.attributes(node).get("kind", DECISION))
        counted[kind] = counted.get(kind, 0) + 1
    return counted


def _summary(plan: Plan) -> str:
    kinds = _kinds(plan)
    names = {DECISION: ("decision", "decisions"), CHANCE: ("chance node", "chance nodes"), TERMINAL: ("end", "ends")}
    said = [
        f"{kinds[kind]} {names[kind][kinds[kind] != 1] if kind in names else kind}"
        for kind in (*names, *(kind for kind in kinds if kind not in names))
        if kind in kinds
    ]
    return " · ".join([f"{len(plan.part.order)} node{'s' if len(plan.part.order) != 1 else ''}", *said])


def _notes(plan: Plan) -> list[str]:
    """Say what the picture does not show, in sentences."""
    part = plan.part
    notes = []
    if part.left_out:
        notes.append(
            f"Too large for one picture: the top {len(part.order):,} of {part.total:,} nodes are drawn, "
            f"{part.left_out:,} are not. Numbers under nodes count the branches left out."
        )
    if getattr(plan.graph, "graph", {}).get("truncated"):
        notes.append("The tree was built up to a limit: below some nodes there is more that was never built.")
    return notes


def _legend(plan: Plan) -> str:
    kinds = _kinds(plan)
    attributes = [plan.attributes(node) for node in plan.part.order]
    said = [
        "rounded square: a seat decides" if DECISION in kinds else "",
        "circle: chance" if CHANCE in kinds else "",
        "double ring: end" if TERMINAL in kinds else "",
        "heavy: best line" if len(plan.line) > 1 else "",
        "dashed and crossed: cut" if plan.dead else "",
        "left of a node: order looked at" if any(known.get("order") is not None for known in attributes) else "",
        "n: visits" if any(known.get("visits") is not None for known in attributes) else "",
        "dotted line, set: the seat cannot tell these apart"
        if any(known.get("information") is not None for known in attributes)
        else "",
        "= #: the same position as that node" if plan.twins else "",
    ]
    return "\u00a0· ".join(words for words in said if words)


def _description(plan: Plan, summary: str, notes: list[str]) -> str:
    root = plan.part.root
    said = [summary, f"Root: {node_words(plan.attributes(root), len(plan.graph.adj[root]))}"]
    steps = [
        "/".join(edge_words(plan.graph.adj[a][b])) or "?" for a, b in pairwise(plan.line) if b in plan.graph.adj[a]
    ]
    if steps:
        said.append(f"Best line: {', '.join(steps)}")
    return ". ".join([*said, *(note.rstrip(".") for note in notes)]) + "."
