"""The marks of a tree picture: nodes, edges, their labels, and the leaves that stand for a position met before."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import hypot

from boomkit.picture import svg, theme
from boomkit.picture.shapes import seat_mark
from boomkit.picture.theme import var
from boomkit.picture.treedata import CHANCE, DECISION, TERMINAL, Node, Twin, node_words
from boomkit.picture.treeplan import LABEL_LINE, Plan, Point

SLIP = 11
"""The size of the words on edges, px."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """How an edge is drawn; edges of one look are one path, so that a large tree stays a small file."""

    ink: str
    width: float
    dashed: bool


def edges(plan: Plan, move: Point) -> str:
    """Draw all edges: heavier on the best line, dashed where a branch is cut and below."""
    paths: dict[Stroke, list[str]] = {}
    heads: list[str] = []
    for pair, route in plan.routes.items():
        heavy = pair in plan.steps
        ink = "ink" if heavy else "muted"
        stroke = Stroke(
            ink, 2.4 if heavy else 1.8 if pair in plan.best else 1.2, pair in plan.cuts or pair[0] in plan.dead
        )
        points = [(x + move[0], y + move[1]) for x, y in route]
        d, head = _curve(points, plan.side / 2)
        paths.setdefault(stroke, []).append(d)
        if head:
            heads.append(svg.polygon(head, fill=var(ink)))
    drawn = [
        svg.path(
            "".join(found),
            fill="none",
            stroke=var(stroke.ink),
            stroke_width=stroke.width,
            stroke_dasharray="4 4" if stroke.dashed else None,
        )
        for stroke, found in paths.items()
    ]
    return "".join([*drawn, *heads])


def _curve(points: list[Point], half: float) -> tuple[str, list[Point]]:
    """Write the path data of an edge from below its first node to above its last, and the head of one that leads back.

    A route that ends higher than it came from closes a cycle: it turns up again and into the side of the node.
    """
    x1, y1 = points[0]
    y1 += half
    d = f"M{x1:.1f} {y1:.1f}"
    last = len(points) - 1
    for i in range(1, last + 1):
        x2, y2 = points[i]
        if y2 < points[i - 1][1]:
            end = x2 - half - 7  # on the left, for values stand on the right
            reach = min(x1, end) - 46
            head = [(end + 7, y2), (end, y2 - 4), (end, y2 + 4)]
            return d + f"C{x1:.1f} {y1 + 40:.1f} {reach:.1f} {y2:.1f} {end:.1f} {y2:.1f}", head
        if i == last:
            y2 -= half
        middle = (y1 + y2) / 2
        d += f"C{x1:.1f} {middle:.1f} {x2:.1f} {middle:.1f} {x2:.1f} {y2:.1f}"
        x1, y1 = x2, y2
    return d, []


def information(plan: Plan, move: Point) -> str:
    """Join the nodes of each information set by a dotted line, from left to right."""
    groups: dict[int, list[Point]] = {}
    for which in plan.part.order:
        number = plan.attributes(which).get("information")
        if isinstance(number, int):
            x, y = plan.places[which]
            groups.setdefault(number, []).append((x + move[0], y + move[1]))
    lines = []
    for points in groups.values():
        points.sort()
        lines += [f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" for (x1, y1), (x2, y2) in pairwise(points)]
    look: dict[str, svg.Value] = {"stroke": var("focus"), "stroke_width": 2, "stroke_dasharray": "2 4"}
    return svg.path("".join(lines), fill="none", **look) if lines else ""


def cuts(plan: Plan, move: Point) -> str:
    """Cross every edge where a branch was cut, above its label."""
    half = plan.side / 2
    crosses = []
    for pair, route in plan.routes.items() if plan.cuts else ():
        if pair in plan.cuts:
            (x1, y1), (x2, y2) = route[:2]
            start = x1 + move[0], y1 + move[1] + half
            crosses.append(_cross_stroke(start, (x2 + move[0], y2 + move[1] - (half if len(route) == 2 else 0))))
    return svg.path("".join(crosses), stroke=var("boom"), stroke_width=2.2, class_="bk-cut") if crosses else ""


def _cross_stroke(start: Point, end: Point) -> str:
    """Cross the first leg of an edge at right angles, a third of the way down, where its label does not reach."""
    t = 0.34
    across, down = end[0] - start[0], end[1] - start[1]
    x = start[0] + across * (3 * t * t - 2 * t**3)
    y = start[1] + down * (1.5 * t * (1 - t) + t**3)
    dx, dy = across * 6 * t * (1 - t), down * (1.5 - 3 * t + 3 * t * t)
    share = 7.5 / (hypot(dx, dy) or 1.0)
    return f"M{x - dy * share:.1f} {y + dx * share:.1f}L{x + dy * share:.1f} {y - dx * share:.1f}"


def edge_labels(plan: Plan, move: Point) -> str:
    """Write on the edges, on slips of paper for which the layout keeps room; labels of one look share a group."""
    slips: list[str] = []
    looks: dict[tuple[str, bool], list[str]] = {}
    for pair, words in plan.labels.items():
        if not words:
            continue
        x, y = plan.label_places[pair]
        x, y = x + move[0], y + move[1]
        wide = max(svg.text_width(line, SLIP) for line in words) + 4
        tall = LABEL_LINE * len(words)
        slips.append(f"M{x - wide / 2:.1f} {y - tall / 2:.1f}h{wide:.1f}v{tall}h{-wide:.1f}z")
        heavy = pair in plan.steps
        for i, line in enumerate(words):
            cut = line.startswith("cut") and pair in plan.cuts
            ink = "boom" if cut else "ink" if heavy else "muted"
            foot = y - tall / 2 + LABEL_LINE * i + SLIP
            looks.setdefault((ink, heavy), []).append(f'<text x="{x:.1f}" y="{foot:.1f}">{svg.escape(line)}</text>')
    if not slips:
        return ""
    return svg.path("".join(slips), fill=var("paper")) + "".join(
        svg.group(*lines, font_size=SLIP, text_anchor="middle", fill=var(ink), font_weight=650 if heavy else None)
        for (ink, heavy), lines in looks.items()
    )


def node(plan: Plan, which: Node, x: float, y: float, number: int) -> str:
    """Draw a node with all that stands beside it."""
    known = plan.attributes(which)
    kind, seat = str(known.get("kind", DECISION)), known.get("seat")
    seated = seat if kind == DECISION and isinstance(seat, int) and 0 <= seat < theme.SEATS else None
    dead = which in plan.dead
    heavy = len(plan.line) > 1 and which in plan.on_line
    half = plan.side / 2
    ink = _ink(seated, dead)
    parts = [_outline(kind, seated, dead, heavy, plan.side), _inside(plan, which, kind, seated, dead)]
    for i, line in enumerate(plan.beside(which)):
        fill = "boom" if line.startswith("cut") else ink if i == 0 and not dead else "muted"
        weight = 650 if i == 0 else None
        parts.append(svg.text(half + 5, -half + 11 + 13 * i, line, size=11.5, weight=weight, fill=fill))
    if known.get("order") is not None:
        parts.append(svg.text(-half - 4, -half + 11, str(known["order"]), size=11, anchor="end", fill="muted"))
    left_out = plan.part.hidden.get(which)
    if left_out:
        parts.append(svg.text(0, half + 18, f"+{left_out}", size=11, anchor="middle", fill="muted"))
        parts.append(svg.line(0, half, 0, half + 7, stroke=var("muted"), stroke_dasharray="2 2"))
    said = node_words(known, len(plan.graph.adj[which])) + (f", {left_out} not drawn" if left_out else "")
    place = f'transform="translate({x:.1f} {y:.1f})" data-key="node {number}" data-kind="{svg.escape(kind)}"'
    return f'<g {place} aria-label="{svg.escape(said)}">{"".join(parts)}</g>'


def _ink(seat: int | None, dead: bool) -> str:
    return "muted" if dead else "ink" if seat is None else theme.seat_ink(seat)


@lru_cache(maxsize=256)
def _outline(kind: str, seat: int | None, dead: bool, heavy: bool, side: float) -> str:
    """Draw the outline of a node around (0, 0): few outlines differ, however many nodes there are."""
    half = side / 2
    ink = var(_ink(seat, dead))
    look: dict[str, svg.Value] = {
        "fill": var("paper" if dead or seat is None else theme.seat_tint(seat)),
        "stroke": ink,
        "stroke_width": 2.6 if heavy else 1.4,
        "stroke_dasharray": "4 3" if dead else None,
    }
    if kind == CHANCE:
        return svg.circle(0, 0, half, **look)
    outer = svg.rect(-half, -half, side, side, 8, **look)
    if kind != TERMINAL:
        return outer
    return outer + svg.rect(-half + 3.5, -half + 3.5, side - 7, side - 7, 5, fill="none", stroke=ink)


def _inside(plan: Plan, node: Node, kind: str, seat: int | None, dead: bool) -> str:
    picture = plan.pictures.get(node)
    if picture is not None:
        share = 0.72 if kind == CHANCE else 0.86 if kind == TERMINAL else 1.0
        size = plan.inner * share
        if isinstance(picture, svg.Drawing):
            scale = size / max(picture.width, picture.height)
            return picture.at(-picture.width * scale / 2, -picture.height * scale / 2, scale)
        return svg.group(picture, x=-size / 2, y=-size / 2, scale=share)
    return _sign(kind, seat, dead)


@lru_cache(maxsize=256)
def _sign(kind: str, seat: int | None, dead: bool) -> str:
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
