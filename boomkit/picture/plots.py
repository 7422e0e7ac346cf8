"""Plots for lessons and tables: intervals, histograms and lines, as SVG with the numbers in its description."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

from boomkit.errors import BoomkitError
from boomkit.picture import svg
from boomkit.picture.text import sentences
from boomkit.picture.theme import seat_ink, var

LEFT = 130
TOP = 62
WIDTH = 640
PLOT = WIDTH - LEFT - 40
DASHES = (None, "7 4", "2 3", "9 3 2 3")


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Return round numbers that span an axis, at least two.

    >>> ticks(0, 1)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    >>> ticks(3, 47)
    [0.0, 10.0, 20.0, 30.0, 40.0, 50.0]
    """
    if high <= low:
        high = low + 1
    raw = (high - low) / about
    power = 10 ** floor(log10(raw))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw * 0.999)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(float(step * number), 10) for number in range(first, last + 1)]


def _word(value: float) -> str:
    return f"{value:g}"


class _Axis:
    """Maps values to places along one direction."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.marks = ticks(low, high)
        self.low, self.high, self.start, self.end = self.marks[0], self.marks[-1], start, end

    def place(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def _across(axis: _Axis, top: float, bottom: float, words: str) -> str:
    """Draw the axis at the bottom: hairlines, numbers, its name."""
    parts = []
    for mark in axis.marks:
        x = axis.place(mark)
        parts.append(svg.line(x, top, x, bottom, stroke=var("line"), stroke_width=1.25))
        parts.append(svg.text(x, bottom + 18, _word(mark), size=11, fill="muted", anchor="middle"))
    if words:
        parts.append(svg.text((axis.start + axis.end) / 2, bottom + 38, words, size=12, fill="muted", anchor="middle"))
    return "".join(parts)


def _up(axis: _Axis, left: float, right: float, words: str) -> str:
    """Draw the axis at the left: hairlines, numbers, its name above."""
    parts = []
    for mark in axis.marks:
        y = axis.place(mark)
        parts.append(svg.line(left, y, right, y, stroke=var("line"), stroke_width=1.25))
        parts.append(svg.text(left - 8, y + 4, _word(mark), size=11, fill="muted", anchor="end"))
    if words:
        parts.append(svg.text(left - 44, axis.end - 14, words, size=12, fill="muted"))
    return "".join(parts)


def _title(title: str) -> str:
    return svg.text(20, 32, title, size=18, weight=650)


def intervals(
    rows: Sequence[tuple[str, float, float, float]],
    *,
    title: str,
    words: str = "",
    reference: float | None = None,
) -> str:
    """Draw one interval a row: (name, value, low, high); `reference` is a dashed line to compare with.

    >>> "0.5 from 0.4 to 0.6" in intervals([("greedy", 0.5, 0.4, 0.6)], title="share of wins")
    True
    """
    if not rows:
        raise BoomkitError("There is nothing to draw: give at least one row (name, value, low, high).")
    ends = [edge for _, _, low, high in rows for edge in (low, high)] + ([] if reference is None else [reference])
    axis = _Axis(min(ends), max(ends), LEFT, LEFT + PLOT)
    bottom = TOP + 34 * len(rows)
    parts = [_title(title), _across(axis, TOP - 8, bottom, words)]
    if reference is not None:
        x = axis.place(reference)
        parts.append(svg.line(x, TOP - 8, x, bottom, stroke=var("muted"), stroke_width=1.5, stroke_dasharray="5 4"))
    for number, (name, value, low, high) in enumerate(rows):
        y = TOP + 34 * number + 12
        left, right = axis.place(low), axis.place(high)
        parts.append(svg.text(LEFT - 14, y + 4, name, size=13, anchor="end"))
        parts.append(svg.line(left, y, right, y, stroke=var("focus"), stroke_width=2.5))
        parts += [svg.line(x, y - 6, x, y + 6, stroke=var("focus"), stroke_width=2.5) for x in (left, right)]
        parts.append(svg.circle(axis.place(value), y, 5, fill=var("focus")))
    said = [f"{name}: {value:g} from {low:g} to {high:g}" for name, value, low, high in rows]
    return svg.document(WIDTH, bottom + 54, "".join(parts), title, sentences(title, *said))


def histogram(
    values: Sequence[float], *, title: str, bins: int = 24, words: str = "", marks: Sequence[tuple[str, float]] = ()
) -> str:
    """Draw how often values fall into equal bins; `marks` are named places, such as the mean.

    >>> "10 values" in histogram(range(10), title="lengths", bins=5)
    True
    """
    found = [float(value) for value in values]
    if not found:
        raise BoomkitError("There is nothing to draw: give at least one value.")
    low, high = min(found), max(found)
    width = (high - low) / bins or 1.0
    counts = [0] * bins
    for value in found:
        counts[min(bins - 1, int((value - low) / width))] += 1
    bottom = TOP + 220
    across = _Axis(low, high, 74, WIDTH - 30)
    up = _Axis(0, max(counts), bottom, TOP + 12)
    parts = [_title(title), _up(up, 74, WIDTH - 30, "how often"), _across(across, bottom, bottom, words)]
    for number, count in enumerate(counts):
        if count:
            left, right = across.place(low + number * width), across.place(low + (number + 1) * width)
            top = up.place(count)
            parts.append(
                svg.rect(left + 0.5, top, max(1.0, right - left - 1), bottom - top, 1, fill=var("seat0"), opacity=0.85)
            )
    for name, value in marks:
        x = across.place(value)
        parts.append(svg.line(x, TOP + 8, x, bottom, stroke=var("boom"), stroke_width=2, stroke_dasharray="5 4"))
        parts.append(svg.text(x + 6, TOP + 18, f"{name} {value:g}", size=12, fill="boom"))
    said = [f"{len(found)} values from {low:g} to {high:g}", *(f"{name} at {value:g}" for name, value in marks)]
    return svg.document(WIDTH, bottom + 54, "".join(parts), title, sentences(title, *said))


def lines(
    series: Sequence[tuple[str, Sequence[tuple[float, float]]]],
    *,
    title: str,
    words: tuple[str, str] = ("", ""),
    reference: tuple[str, float] | None = None,
) -> str:
    """Draw named series of points (x, y), told apart by dashes and a name at their end as well as by colour.

    >>> "steps" in lines([("mean", [(1, 2), (2, 3)])], title="convergence", words=("steps", "mean"))
    True
    """
    points = [point for _, series_points in series for point in series_points]
    if not points:
        raise BoomkitError("There is nothing to draw: give at least one series with points.")
    heights = [y for _, y in points] + ([] if reference is None else [reference[1]])
    bottom = TOP + 220
    across = _Axis(min(x for x, _ in points), max(x for x, _ in points), 74, WIDTH - 110)
    up = _Axis(min(heights), max(heights), bottom, TOP + 12)
    parts = [_title(title), _up(up, 74, WIDTH - 110, words[1]), _across(across, bottom, bottom, words[0])]
    if reference is not None:
        y = up.place(reference[1])
        parts.append(svg.line(74, y, WIDTH - 110, y, stroke=var("boom"), stroke_width=2, stroke_dasharray="5 4"))
        parts.append(svg.text(WIDTH - 104, y + 4, reference[0], size=12, fill="boom"))
    said = []
    for number, (name, drawn) in enumerate(series):
        ink = var(seat_ink(number % 6))
        path = "M" + " L".join(f"{svg.number(across.place(x))} {svg.number(up.place(y))}" for x, y in drawn)
        parts.append(
            svg.path(path, fill="none", stroke=ink, stroke_width=2, stroke_dasharray=DASHES[number % len(DASHES)])
        )
        x, y = drawn[-1]
        parts.append(svg.text(WIDTH - 104, up.place(y) - 6 * number, name, size=12, fill=seat_ink(number % 6)))
        said.append(f"{name} goes from {drawn[0][1]:g} at {drawn[0][0]:g} to {y:g} at {x:g}")
    return svg.document(WIDTH, bottom + 54, "".join(parts), title, sentences(title, *said))
