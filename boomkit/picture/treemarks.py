"""The marks of a tree picture: nodes, edges, their labels, and the leaves that stand for a position met before."""

from __future__ import annotations

from itertools import pairwise

from boomkit.picture import svg, theme
from boomkit.picture.shapes import seat_mark
from boomkit.picture.theme import var
from boomkit.picture.treedata import CHANCE, DECISION, TERMINAL, Node, Twin, node_words
from boomkit.picture.treeplan import LABEL_LINE, Pair, Plan, Point

SLIP = 11
"""The size of the words on edges, px."""


def edge(plan: Plan, pair: Pair, points: list[Point]) -> str:
    """Draw an edge: heavier on the best line, dashed below a cut, with a cross-stroke where it was cut."""
    parent = pair[0]
    known = plan.edge(*pair)
    cut = plan.is_cut(*pair)
    heavy = pair in plan.steps
    half = plan.side / 2
    back = points[-1][1] <= points[-2][1]
    points = [(points[0][0], points[0][1] + half), *points[1:]]
    n = svg.number
    d = [f"M{n(points[0][0])} {n(points[0][1])}"]
    if back:  # a cycle closes: up again, and into the side of the node
        (x1, y1), (x2, y2) = points[-2:]
        side = 1 if x1 >= x2 else -1
        end = x2 + side * (half + 7)
        legs = points[:-1]
        tail = (
            f"C{n(x1)} {n(y1 + 40)} {n(max(x1, end) + 46 if side > 0 else min(x1, end) - 46)} {n(y2)} {n(end)} {n(y2)}"
        )
        head = svg.polygon([(end - side * 7, y2), (end, y2 - 4), (end, y2 + 4)], fill=var("ink" if heavy else "muted"))
    else:
        legs, tail, head = [*points[:-1], (points[-1][0], points[-1][1] - half)], "", ""
    for (x1, y1), (x2, y2) in pairwise(legs):
        middle = (y1 + y2) / 2
        d.append(f"C{n(x1)} {n(middle)} {n(x2)} {n(middle)} {n(x2)} {n(y2)}")
    drawn = svg.path(
        "".join(d) + tail,
        fill="none",
        stroke=var("ink" if heavy else "muted"),
        stroke_width=2.4 if heavy else 1.8 if known.get("best") else 1.2,
        stroke_dasharray="4 4" if cut or parent in plan.dead else None,
    )
    return drawn + head + (_cross_stroke(*legs[:2]) if cut else "")


def _cross_stroke(start: Point, end: Point) -> str:
    """Cross the first leg of an edge a third of the way down, where its label does not reach."""
    t = 0.36
    x = start[0] + (end[0] - start[0]) * (3 * t * t - 2 * t**3)
    y = start[1] + (end[1] - start[1]) * (1.5 * t * (1 - t) + t**3)
    d = f"M{svg.number(x - 6)} {svg.number(y - 5)}l12 10"
    return svg.path(d, stroke=var("boom"), stroke_width=2.2, class_="bk-cut")


def edge_label(plan: Plan, pair: Pair, middle: Point) -> str:
    """Write on an edge, on a slip of paper around `middle`, for which the layout keeps room."""
    words = plan.labels[pair]
    if not words:
        return ""
    x, y = middle
    wide = max(svg.text_width(line, SLIP) for line in words) + 4
    tall = LABEL_LINE * len(words)
    heavy = pair in plan.steps
    plain = "ink" if heavy else "muted"
    return svg.rect(x - wide / 2, y - tall / 2, wide, tall, 3, fill=var("paper")) + "".join(
        svg.text(
            x,
            y - tall / 2 + LABEL_LINE * i + SLIP,
            line,
            size=SLIP,
            anchor="middle",
            weight=650 if heavy else None,
            fill="boom" if line.startswith("cut") and plan.is_cut(*pair) else plain,
        )
        for i, line in enumerate(words)
    )


def node(plan: Plan, which: Node, x: float, y: float, number: int) -> str:
    """Draw a node with all that stands beside it."""
    known = plan.attributes(which)
    kind, seat = known.get("kind", DECISION), known.get("seat")
    seated = kind == DECISION and isinstance(seat, int) and 0 <= seat < theme.SEATS
    dead = which in plan.dead
    heavy = len(plan.line) > 1 and which in plan.on_line
    ink = "muted" if dead else theme.seat_ink(seat) if seated and isinstance(seat, int) else "ink"
    tint = theme.seat_tint(seat) if seated and not dead and isinstance(seat, int) else "paper"
    half = plan.side / 2
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
        parts.append(svg.rect(-half, -half, plan.side, plan.side, 8, **look))
    if kind == TERMINAL:
        parts.append(svg.rect(-half + 3.5, -half + 3.5, plan.side - 7, plan.side - 7, 5, fill="none", stroke=var(ink)))
    parts.append(_inside(plan, which, kind, seat if seated else None, dead))
    for i, line in enumerate(plan.beside(which)):
        first = i == 0
        fill = "boom" if line.startswith("cut") else ink if first and not dead else "muted"
        parts.append(svg.text(half + 5, -half + 11 + 13 * i, line, size=11.5, weight=650 if first else None, fill=fill))
    if known.get("order") is not None:
        parts.append(svg.text(-half - 4, -half + 11, str(known["order"]), size=11, anchor="end", fill="muted"))
    left_out = plan.part.hidden.get(which)
    if left_out:
        parts.append(svg.text(0, half + 18, f"+{left_out}", size=11, anchor="middle", fill="muted"))
        parts.append(svg.line(0, half, 0, half + 7, stroke=var("muted"), stroke_dasharray="2 2"))
    said = node_words(known, len(plan.graph.adj[which]))
    if left_out:
        said += f", {left_out} not drawn"
    return svg.group(*parts, x=x, y=y, key=f"node {number}", label=said, data_kind=kind)


def _inside(plan: Plan, node: Node, kind: object, seat: int | None, dead: bool) -> str:
    picture = plan.pictures.get(node)
    if picture is not None:
        share = 0.72 if kind == CHANCE else 0.86 if kind == TERMINAL else 1.0
        size = plan.inner * share
        if isinstance(picture, svg.Drawing):
            scale = size / max(picture.width, picture.height)
            return picture.at(-picture.width * scale / 2, -picture.height * scale / 2, scale)
        return svg.group(picture, x=-size / 2, y=-size / 2, scale=share)
    if kind == CHANCE:
        return svg.text(0, 5, "?", size=14, weight=650, anchor="middle", fill="muted" if dead else "ink")
    return seat_mark(seat, 0, 0, 6.5, "muted" if dead else None) if seat is not None else ""


def twin(plan: Plan, leaf: Twin, x: float, y: float) -> str:
    """Draw the leaf of a second way: a link by number to the node itself."""
    name = plan.names[leaf.node]
    top = -plan.side / 2
    return svg.group(
        svg.text(0, top + 13, f"= #{name}", size=11.5, weight=650, anchor="middle", fill="focus"),
        x=x,
        y=y,
        label=f"the same position as node #{name}",
        data_twin=f"node {plan.numbers[leaf.node]}",
    )
