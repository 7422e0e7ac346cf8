"""The shapes that stand for seats, suits and tiles, and the patterns that stand for colours.

A shape is a polygon in a box from -1 to 1 (curves are cut into short strokes), so that a pattern can be clipped to it
by arithmetic: no ``<pattern>`` and no ``<clipPath>``, and so no ids.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from boomkit.errors import BoomkitError
from boomkit.picture import svg, theme

Point = tuple[float, float]

TILE_SHAPES = ("disc", "ring", "star", "square", "triangle", "cross")
SUITS = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club"}
SUIT_INKS = {"♠": "ink", "♥": "seat7", "♦": "seat0", "♣": "seat2"}


def _ray(angle: float, radius: float) -> Point:
    return radius * sin(angle), -radius * cos(angle)


def _regular(corners: int, radius: float = 1.0, turn: float = 0.0) -> list[Point]:
    return [_ray(turn + 2 * pi * i / corners, radius) for i in range(corners)]


def _star(points: int, inner: float, radius: float = 1.0) -> list[Point]:
    return [_ray(pi * i / points, radius if i % 2 == 0 else inner) for i in range(2 * points)]


def _cross(half: float) -> list[Point]:
    arm = 0.92
    corner = [(-half, -arm), (half, -arm), (half, -half)]
    points: list[Point] = []
    for _ in range(4):
        points += corner
        corner = [(-y, x) for x, y in corner]
    return points


def _arc(cx: float, cy: float, radius: float, start: float, end: float, steps: int) -> list[Point]:
    return [
        (cx + radius * sin(a), cy - radius * cos(a))
        for a in (start + (end - start) * i / steps for i in range(steps + 1))
    ]


def _heart() -> list[Point]:
    left = _arc(-0.46, -0.36, 0.5, -0.72 * pi, 0.38 * pi, 14)
    right = [(-x, y) for x, y in reversed(left)]
    return [(0.0, 0.94), *left, *right]


def _spade() -> list[Point]:
    blade = [(x * 0.94, -y * 0.8 - 0.2) for x, y in reversed(_heart())]
    tip = blade.index(min(blade, key=lambda point: point[1]))
    around = blade[tip:] + blade[:tip]
    middle = len(around) // 2
    return [*around[: middle + 1], (0.08, 0.3), (0.34, 0.94), (-0.34, 0.94), (-0.08, 0.3), *around[middle + 1 :]]


def _club() -> list[Point]:
    top = _arc(0, -0.5, 0.44, -0.72 * pi, 0.72 * pi, 16)
    right = _arc(0.5, 0.2, 0.44, -0.18 * pi, 1.18 * pi, 16)
    left = [(-x, y) for x, y in reversed(right)]
    return [*top, *right, (0.1, 0.42), (0.34, 0.94), (-0.34, 0.94), (-0.1, 0.42), *left]


_BUILDERS: dict[str, list[list[Point]]] = {
    "disc": [_regular(40, 0.9)],
    "ring": [_regular(40, 0.94), list(reversed(_regular(40, 0.46)))],
    "triangle": [[(0, -0.92), (0.98, 0.8), (-0.98, 0.8)]],
    "nabla": [[(0, 0.92), (0.98, -0.8), (-0.98, -0.8)]],
    "square": [[(-0.82, -0.82), (0.82, -0.82), (0.82, 0.82), (-0.82, 0.82)]],
    "diamond": [[(0, -1.0), (0.84, 0), (0, 1.0), (-0.84, 0)]],
    "hexagon": [_regular(6, 0.98, pi / 6)],
    "star": [[(x, y + 0.06) for x, y in _star(5, 0.44, 1.02)]],
    "cross": [_cross(0.32)],
    "heart": [_heart()],
    "spade": [_spade()],
    "club": [_club()],
    "burst": [_star(12, 0.66)],
}


def outline(name: str) -> list[list[Point]]:
    """Give a shape as closed polygons in the box -1 to 1; a second polygon is a hole.

    >>> [len(polygon) for polygon in outline("triangle")]
    [3]
    """
    if name not in _BUILDERS:
        raise BoomkitError(f"no shape is called {name!r}; the shapes are {', '.join(_BUILDERS)}")
    return _BUILDERS[name]


@lru_cache(maxsize=1024)
def shape_path(name: str, r: float) -> str:
    """Write a shape of half-width `r` px around (0, 0) as path data.

    >>> shape_path("diamond", 10)
    'M0 -10L8.4 0L0 10L-8.4 0Z'
    """
    return "".join(
        "M" + "L".join(f"{svg.number(x * r)} {svg.number(y * r)}" for x, y in polygon) + "Z"
        for polygon in outline(name)
    )


def shape(name: str, cx: float, cy: float, r: float, **attributes: svg.Value) -> str:
    """Draw a shape of half-width `r` px around (cx, cy).

    >>> shape("diamond", 5, 5, 10, fill="none")
    '<path d="M0 -10L8.4 0L0 10L-8.4 0Z" transform="translate(5 5)" fill="none"/>'
    """
    move = f"translate({svg.number(cx)} {svg.number(cy)})" if cx or cy else None
    return svg.path(shape_path(name, r), transform=move, fill_rule="evenodd" if name == "ring" else None, **attributes)


def seat_mark(seat: int, cx: float, cy: float, r: float = 5, fill: str | None = None) -> str:
    """Draw the small shape of a seat in its ink.

    >>> 'fill="var(--bk-seat3)"' in seat_mark(3, 0, 0)
    True
    """
    return shape(theme.seat_shape(seat), cx, cy, r, fill=theme.var(fill or theme.seat_ink(seat)))


def _inside(x: float, y: float, polygons: list[list[Point]]) -> bool:
    odd = False
    for polygon in polygons:
        for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                odd = not odd
    return odd


def _strokes(polygons: list[list[Point]], step: float, turn: float) -> str:
    """Cut the lines of one direction, `step` apart, to the inside of the polygons (even-odd)."""
    c, s = cos(turn), sin(turn)
    turned = [[(x * c + y * s, y * c - x * s) for x, y in polygon] for polygon in polygons]
    low = min(y for polygon in turned for _, y in polygon)
    high = max(y for polygon in turned for _, y in polygon)
    count = max(1, int((high - low) / step))
    start = (low + high) / 2 - (count - 1) / 2 * step
    parts = []
    for i in range(count):
        y = start + i * step + 1e-4  # off the corners, where a line would touch two edges at once
        cuts = sorted(
            x1 + (y - y1) * (x2 - x1) / (y2 - y1)
            for polygon in turned
            for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True)
            if (y1 > y) != (y2 > y)
        )
        for left, right in zip(cuts[::2], cuts[1::2], strict=True):
            ends = [(x * c - y * s, y * c + x * s) for x in (left, right)]
            parts.append("M" + "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in ends))
    return "".join(parts)


@lru_cache(maxsize=256)
def pattern_path(name: str, pattern: str, r: float) -> str:
    """Write the strokes of a pattern inside a shape of half-width `r` px as path data; dots are strokes of no length.

    >>> pattern_path("square", "open", 20)
    ''
    """
    polygons = [[(x * r, y * r) for x, y in polygon] for polygon in outline(name)]
    step = max(4.5, r / 4.4)
    if pattern == "level":
        return _strokes(polygons, step, 0)
    if pattern == "slanted":
        return _strokes(polygons, step, -pi / 4)
    if pattern == "crossed":
        return _strokes(polygons, step * 1.35, -pi / 4) + _strokes(polygons, step * 1.35, pi / 4)
    if pattern == "dots":
        gap = step * 1.25
        span = int(r / gap) + 1
        spots = [
            ((i + 0.5 * (j % 2)) * gap, j * gap * 0.87) for j in range(-span, span + 1) for i in range(-span, span + 1)
        ]
        return "".join(
            f"M{svg.number(x)} {svg.number(y)}h0"
            for x, y in spots
            if all(_inside(x + dx, y + dy, polygons) for dx, dy in ((-2.2, 0), (2.2, 0), (0, -2.2), (0, 2.2)))
        )
    if pattern in ("solid", "open"):
        return ""
    raise BoomkitError(f"no pattern is called {pattern!r}; the patterns are solid, open, dots, level, slanted, crossed")


def tile(name: str, colour: int | str, cx: float, cy: float, r: float) -> str:
    """Draw a shape in one of the six colours, with the pattern that tells the colour apart in grey.

    >>> tile("square", "red", 0, 0, 20).count("<path")
    1
    """
    index = theme.colour_index(colour)
    sign = theme.COLOUR_SIGNS[index]
    ink = theme.var(f"hue{index}")
    fill = ink if sign.pattern == "solid" else theme.var(f"wash{index}")
    outer = shape(name, cx, cy, r, fill=fill, stroke=ink, stroke_width=2, stroke_linejoin="round")
    strokes = pattern_path(name, sign.pattern, r)
    if not strokes:
        return outer
    return outer + svg.path(
        strokes,
        transform=f"translate({svg.number(cx)} {svg.number(cy)})" if cx or cy else None,
        fill="none",
        stroke=ink,
        stroke_width=3.6 if sign.pattern == "dots" else 1.6,
        stroke_linecap="round",
    )
