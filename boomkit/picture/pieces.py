"""The things that stand on a table: names of seats, panels, bombs, marks, piles, dials and lines of events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, hypot, pi, sin
from typing import NamedTuple

from boomkit.picture import svg, theme
from boomkit.picture.shapes import seat_mark, shape
from boomkit.picture.theme import seat_ink, seat_name, seat_tint, var


def heading(x: float, y: float, title: str, subtitle: str = "") -> str:
    """Write a picture's title (baseline at y) and, 20 px below, what surrounds it.

    >>> "round 2" in heading(16, 30, "Baby Boom", "round 2")
    True
    """
    below = svg.text(x, y + 20, subtitle, size=12, fill="muted") if subtitle else ""
    return svg.text(x, y, title, size=18, weight=650) + below


def label(
    x: float, y: float, words: str, *, fill: str = "muted", anchor: str | None = None, weight: int | None = None
) -> str:
    """Write a small label, 12 px.

    >>> label(0, 0, "draw pile", anchor="middle")
    '<text x="0" y="0" font-size="12" text-anchor="middle" fill="var(--bk-muted)">draw pile</text>'
    """
    return svg.text(x, y, words, size=12, fill=fill, anchor=anchor, weight=weight)


def badge(x: float, y: float, seat: int, words: str | None = None, *, width: float = 90, height: float = 34) -> str:
    """Draw a seat's name on its tint, as in a legend: shape, then words.

    >>> "seat 1" in badge(0, 0, 1)
    True
    """
    said = words if words is not None else f"seat {seat}"
    inside = 16 + svg.text_width(said, 13, 600)
    left = x + max(10, (width - inside) / 2)
    middle = y + height / 2
    return (
        svg.rect(x, y, width, height, 9, fill=var(seat_tint(seat)), stroke=var(seat_ink(seat)))
        + seat_mark(seat, left + 5, middle, 5.8)
        + svg.text(left + 16, middle + 4.7, said, weight=600, fill=seat_ink(seat))
    )


def lives(x: float, y: float, alive: int, total: int, seat: int) -> str:
    """Draw lives in a row from x, centred on y: discs that are left, crossed rings that are lost.

    >>> lives(0, 0, 2, 3, 0).count("<circle")
    3
    """
    ink = var(seat_ink(seat))
    parts = []
    for i in range(total):
        cx = x + 6 + 16 * i
        parts.append(svg.circle(cx, y, 5.5, fill=ink if i < alive else "none", stroke=ink, stroke_width=1.4))
        if i >= alive:
            parts.append(
                svg.path(f"M{svg.number(cx - 3.5)} {svg.number(y - 3.5)}l7 7m0 -7l-7 7", stroke=ink, stroke_width=1.2)
            )
    return "".join(parts)


def player(
    x: float,
    y: float,
    seat: int,
    notes: Sequence[str] = (),
    *,
    alive: int | None = None,
    total: int = 3,
    current: bool = False,
    out: bool = False,
    width: float = 270,
    height: float = 36,
    name: str | None = None,
) -> str:
    """Draw a seat's line: its name and shape, notes such as "6 cards", lives if it has any; a bar when it is to move.

    A seat that is `out` is dimmed and says so.

    >>> "to move" in player(0, 0, 2, ["6 cards"], current=True)
    True
    """
    ink = seat_ink(seat)
    middle = y + height / 2
    said = name or f"seat {seat}"
    after_name = x + 12 + svg.text_width(said, 13, 600)
    parts = [svg.rect(x, y, width, height, 9, fill=var(seat_tint(seat)))]
    if current:
        parts.append(svg.rect(x, y, width, height, 9, fill="none", stroke=var(ink), stroke_width=2.5))
    parts.append(svg.text(x + 12, middle + 4.7, said, weight=600, fill=ink))
    parts.append(seat_mark(seat, after_name + 10, middle, 5.8))
    words = [*notes, *(["out"] if out else []), *(["to move"] if current else [])]
    parts.append(svg.text(after_name + 26, middle + 4.5, " · ".join(words), size=12.5, fill=ink) if words else "")
    if alive is not None:
        parts.append(lives(x + width - 16 * total - 10, middle, alive, total, seat))
    return svg.group(
        *parts,
        label=", ".join([seat_name(seat), *words, *([f"{alive} of {total} lives"] if alive is not None else [])]),
        opacity=theme.DIM if out else None,
        data_seat=seat,
    )


class Event(NamedTuple):
    """A sentence and the ids of the clauses under which it happened."""

    words: str
    clauses: tuple[str, ...] = ()


def panel(x: float, y: float, width: float, events: Iterable[Event | str], *, title: str | None = None) -> svg.Drawing:
    """Lay sentences on a sheet of felt, wrapped to `width` px, each followed by its clause ids in the link colour.

    The drawing stands at (x, y) already; its height is what the words need.

    >>> panel(0, 0, 300, [Event("seat 1 played 10, clock 45 to 55", ("BO-T2",))], title="last").height
    62
    """
    top = 24.0
    parts = []
    if title:
        parts.append(svg.text(x + 14, y + top - 1, title, size=13, weight=600))
        top += 20
    for event in events:
        words, clauses = (event, ()) if isinstance(event, str) else event
        lines = svg.wrap(words, width - 28, 12)
        for line in lines:
            parts.append(svg.text(x + 14, y + top - 2, line, size=12, fill="muted"))
            top += 17
        if clauses:
            ids = "  ".join(clauses)
            last = svg.text_width(lines[-1], 12) if lines else 0
            fits = lines and last + 10 + svg.text_width(ids, 12) <= width - 28
            place = (x + 14 + last + 10, y + top - 19) if fits else (x + 14, y + top - 2)
            top += 0 if fits else 17
            parts.append(svg.text(*place, ids, size=12, fill="focus"))
    height = int(top + 1)
    return svg.Drawing(width, height, svg.rect(x, y, width, height, 10, fill=var("felt")) + "".join(parts))


def event_line(x: float, y: float, words: str, clauses: Sequence[str] = ()) -> str:
    """Write one sentence at (x, y) with its clause ids after it, in one text so that nothing can overlap.

    >>> "BO-T2" in event_line(0, 0, "seat 1 played 10", ["BO-T2"])
    True
    """
    said = svg.escape(words)
    for clause in clauses:
        said += svg.tag("tspan", "  " + svg.escape(clause), fill=var("focus"), data_clause=clause)
    return svg.tag("text", said, x=x, y=y, font_size=12.5, fill=var("ink"))


def arrow(x1: float, y1: float, x2: float, y2: float, *, fill: str = "focus", width: float = 2.5) -> str:
    """Draw an arrow from (x1, y1) to (x2, y2); its head ends at the second point.

    >>> arrow(0, 0, 30, 0).count("<")
    2
    """
    length = hypot(x2 - x1, y2 - y1) or 1.0
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    head = min(4.2 * width, length * 0.6)
    bx, by = x2 - ux * head, y2 - uy * head
    half = head * 0.5
    return svg.line(x1, y1, bx, by, stroke=var(fill), stroke_width=width, stroke_linecap="round") + svg.polygon(
        [(x2, y2), (bx - uy * half, by + ux * half), (bx + uy * half, by - ux * half)], fill=var(fill)
    )


def bomb(cx: float, cy: float, value: int | str, seat: int, *, fuse: int = 5, r: float = 27.4) -> str:
    """Draw a bomb: a disc in the seat's tint with its number, the seat's shape, and a tick for each step of its fuse.

    Ticks that are burnt are faint, so a fuse is ticks and a number.

    >>> bomb(0, 0, 3, 0).count("<line")
    5
    """
    ink = var(seat_ink(seat))
    left = value if isinstance(value, int) else 0
    parts = [svg.circle(cx, cy, r, fill=var(seat_tint(seat)), stroke=ink, stroke_width=1.75)]
    spread = min(30.0, 120 / max(1, fuse - 1))
    for i in range(fuse):
        angle = (i - (fuse - 1) / 2) * spread * pi / 180
        dx, dy = sin(angle), -cos(angle)
        parts.append(
            svg.line(
                cx + dx * r * 1.058, cy + dy * r * 1.058, cx + dx * r * 1.2, cy + dy * r * 1.2,
                stroke=ink, stroke_width=2.2, stroke_linecap="round", stroke_opacity=None if i < left else 0.18,
            )
        )  # fmt: skip
    parts.append(
        svg.text(cx, cy + r * 0.17, str(value), size=r * 0.94, weight=650, anchor="middle", fill=seat_ink(seat))
    )
    parts.append(seat_mark(seat, cx, cy + r * 0.55, r * 0.16))
    return "".join(parts)


def explosion(cx: float, cy: float, *, words: str = "BOOM", seat: int | None = None, r: float = 32) -> str:
    """Draw an explosion: a burst that says BOOM, with the shape of the seat it came from.

    >>> "BOOM" in explosion(0, 0)
    True
    """
    burst = shape("burst", cx, cy, r, fill=var("blast"), stroke=var("boom"), stroke_width=1.5, stroke_linejoin="round")
    size = max(theme.SMALLEST_TEXT, min(r * 0.4, 1.6 * r / max(1.0, svg.text_width(words, 1, 700))))
    return (
        burst
        + svg.text(cx, cy + size * 0.3, words, size=size, weight=700, anchor="middle", fill="boom")
        + (seat_mark(seat, cx, cy + r * 0.48, r * 0.13) if seat is not None else "")
    )


def legal_dot(cx: float, cy: float, r: float = 9) -> str:
    """Mark a place where a piece may go: a dot in the focus colour.

    >>> legal_dot(0, 0, 4)
    '<circle cx="0" cy="0" r="4" fill="var(--bk-focus)" fill-opacity="0.55" class="bk-legal"/>'
    """
    return svg.circle(cx, cy, r, fill=var("focus"), fill_opacity=0.55, class_="bk-legal")


def dashed(x: float, y: float, width: float, height: float, *, radius: float = 7, fill: str = "focus") -> str:
    """Mark a square or a card that may be acted on: a dashed frame.

    >>> "stroke-dasharray" in dashed(0, 0, 10, 10)
    True
    """
    return svg.rect(
        x,
        y,
        width,
        height,
        radius,
        fill="none",
        stroke=var(fill),
        stroke_width=2,
        stroke_dasharray="5 3",
        class_="bk-legal",
    )


def ring(cx: float, cy: float, r: float = 34.5, *, fill: str = "focus") -> str:
    """Mark the piece that has the focus: a ring.

    >>> ring(0, 0).startswith("<circle")
    True
    """
    return svg.circle(cx, cy, r, fill="none", stroke=var(fill), stroke_width=2.5, class_="bk-focus")


def dial(
    cx: float, cy: float, value: int, limit: int = 60, *, words: str | None = None, r: float = 62, step: int = 5
) -> str:
    """Draw a dial from 0 to `limit`: a sector up to `value`, a hand, ticks each `step`, and the number in words.

    >>> ":55" in dial(70, 70, 55)
    True
    """
    share = max(0.0, min(1.0, value / limit))
    angle = 2 * pi * share
    inner = r * 0.87
    parts = [svg.circle(cx, cy, r, fill=var("paper"), stroke=var("line"), stroke_width=2)]
    if share >= 1:
        parts.append(svg.circle(cx, cy, inner, fill=var("blast")))
    elif share > 0:
        ex, ey = cx + inner * sin(angle), cy - inner * cos(angle)
        n = svg.number
        parts.append(
            svg.path(
                f"M{n(cx)} {n(cy)}V{n(cy - inner)}A{n(inner)} {n(inner)} 0 {int(share > 0.5)} 1 {n(ex)} {n(ey)}Z",
                fill=var("blast"),
            )
        )
    count = max(1, limit // step)
    for i in range(count):
        dx, dy = sin(2 * pi * i / count), -cos(2 * pi * i / count)
        wide = 2 if i % 3 == 0 else 1
        parts.append(
            svg.line(
                cx + dx * (r - 7), cy + dy * (r - 7), cx + dx * (r - 2), cy + dy * (r - 2),
                stroke=var("muted"), stroke_width=wide,
            )
        )  # fmt: skip
    hand = r * 0.77
    parts.append(
        svg.line(
            cx, cy, cx + hand * sin(angle), cy - hand * cos(angle),
            stroke=var("boom"), stroke_width=3, stroke_linecap="round",
        )
    )  # fmt: skip
    said = words if words is not None else f":{value}"
    parts.append(svg.text(cx, cy + r * 0.52, said, size=r * 0.34, weight=700, anchor="middle"))
    return svg.group(*parts, label=f"{said} of {limit}")


def trace(x1: float, y1: float, x2: float, y2: float, *, fill: str = "focus") -> str:
    """Draw the short trace of the last change: a faint broad stroke with a small disc where it began.

    >>> "bk-trace" in trace(0, 0, 9, 9)
    True
    """
    return svg.group(
        svg.circle(x1, y1, 5, fill=var(fill)),
        svg.line(x1, y1, x2, y2, stroke=var(fill), stroke_width=7, stroke_linecap="round"),
        opacity=0.28,
        class_="bk-trace",
    )
