"""A tiny SVG builder: elements are strings, numbers are short, text is escaped, and no element needs an id.

Nothing here carries an ``id``: many pictures stand on one notebook page, and two elements with one id would borrow
each other's clip paths and labels. Groups that may move carry ``data-key`` and a ``translate``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from boomkit.picture import theme

Value = str | int | float | bool | None

_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_UNSAFE = re.compile('[&<>"\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]')


def number(value: float) -> str:
    """Write a coordinate with at most two decimals and no trailing zeros.

    >>> number(12.0), number(1 / 3), number(-0.001)
    ('12', '0.33', '0')
    """
    if isinstance(value, int):
        return str(value)
    text = f"{value:.2f}"
    if text[-1] == "0":
        text = text[:-3] if text[-2] == "0" else text[:-1]
    return "0" if text == "-0" else text


def escape(text: str) -> str:
    """Make any text safe inside an element or an attribute; characters that XML forbids become U+FFFD.

    >>> escape('a < b & "c"')
    'a &lt; b &amp; &quot;c&quot;'
    """
    if _UNSAFE.search(text) is None:
        return text
    return _UNSAFE.sub(lambda match: _ESCAPES.get(match[0], "\ufffd"), text)


def tag(name: str, *children: str, **attributes: Value) -> str:
    """Build one element; children are SVG text already, attributes are escaped and keep the order they are given in.

    ``class_`` becomes ``class`` and ``stroke_width`` becomes ``stroke-width``; None and False leave an attribute out.

    >>> tag("g", tag("circle", r=2.5, stroke_width=1), class_="x", hidden=None)
    '<g class="x"><circle r="2.5" stroke-width="1"/></g>'
    """
    parts = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        written = escape(value) if isinstance(value, str) else "true" if value is True else number(value)
        parts.append(f'{_hyphened(key)}="{written}"')
    inside = "".join(children)
    return f"<{' '.join(parts)}>{inside}</{name}>" if inside else f"<{' '.join(parts)}/>"


@lru_cache(maxsize=256)
def _hyphened(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def rect(x: float, y: float, width: float, height: float, radius: float | None = None, **attributes: Value) -> str:
    """Draw a rectangle, its corners rounded by `radius`.

    >>> rect(0, 0, 10, 5, 2)
    '<rect x="0" y="0" width="10" height="5" rx="2"/>'
    """
    return tag("rect", x=x, y=y, width=width, height=height, rx=radius, **attributes)


def circle(cx: float, cy: float, r: float, **attributes: Value) -> str:
    """Draw a circle.

    >>> circle(1, 2, 3)
    '<circle cx="1" cy="2" r="3"/>'
    """
    return tag("circle", cx=cx, cy=cy, r=r, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: Value) -> str:
    """Draw a straight stroke.

    >>> line(0, 0, 5, 5)
    '<line x1="0" y1="0" x2="5" y2="5"/>'
    """
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


def path(d: str, **attributes: Value) -> str:
    """Draw a path.

    >>> path("M 0 0 H 5")
    '<path d="M 0 0 H 5"/>'
    """
    return tag("path", d=d, **attributes)


def polygon(points: list[tuple[float, float]], **attributes: Value) -> str:
    """Draw a closed polygon.

    >>> polygon([(0, 0), (4, 0), (2, 3)])
    '<polygon points="0,0 4,0 2,3"/>'
    """
    return tag("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes)


def text(
    x: float,
    y: float,
    words: str,
    *,
    size: float = 13,
    weight: int | None = None,
    fill: str = "ink",
    anchor: str | None = None,
    **attributes: Value,
) -> str:
    """Write text with its baseline at (x, y); `fill` is a token, `anchor` is start, middle or end.

    A size below 11 px is raised to 11: nothing in the kit is smaller.

    >>> text(0, 10, "a < b", size=9)
    '<text x="0" y="10" font-size="11" fill="var(--bk-ink)">a &lt; b</text>'
    """
    return tag(
        "text",
        escape(words),
        x=x,
        y=y,
        font_size=max(size, theme.SMALLEST_TEXT),
        font_weight=weight,
        text_anchor=anchor if anchor != "start" else None,
        fill=theme.var(fill),
        **attributes,
    )


def group(
    *children: str,
    x: float = 0,
    y: float = 0,
    scale: float = 1,
    key: str | None = None,
    action: str | None = None,
    label: str | None = None,
    state: str | None = None,
    opacity: float | None = None,
    **attributes: Value,
) -> str:
    """Gather elements at (x, y): a piece with a `key`, and what it does (`action`, the action's text) if it can act.

    >>> group("<path/>", x=4, y=5, key="bomb 1", action="a1-a2", label="bomb on a1")
    '<g transform="translate(4 5)" data-key="bomb 1" data-action="a1-a2" aria-label="bomb on a1"><path/></g>'
    """
    moves = []
    if x or y or key is not None:
        moves.append(f"translate({number(x)} {number(y)})")
    if scale != 1:
        moves.append(f"scale({scale:.4g})")
    return tag(
        "g",
        *children,
        transform=" ".join(moves) or None,
        data_key=key,
        data_action=action,
        data_state=state or None,
        aria_label=label,
        opacity=opacity,
        **attributes,
    )


class Drawing(NamedTuple):
    """A piece of SVG that knows its size in px: what rows, thumbnails and pages are put together from.

    >>> Drawing(10, 20, "<path/>").at(5, 6)
    '<g transform="translate(5 6)"><path/></g>'
    """

    width: float
    height: float
    body: str

    def at(self, x: float, y: float, scale: float = 1) -> str:
        """Put the drawing's top left corner at (x, y)."""
        return group(self.body, x=x, y=y, scale=scale)


_NARROW = frozenset("iljtfI.,:;'|![]() ")
_WIDE = frozenset("mwMWQOGD%@→⇄←♠♥♦♣●▲■◆⬢★✚▼")


@lru_cache(maxsize=8192)
def text_width(words: str, size: float = 13, weight: int = 400) -> float:
    """Estimate how wide a text will be, in px, on the generous side (no font is measured).

    >>> text_width("seat 0") < text_width("seat 0 ●") < 60
    True
    """
    em = sum(0.36 if ch in _NARROW else 0.86 if ch in _WIDE else 0.68 if ch.isupper() else 0.61 for ch in words)
    return em * size * (1.09 if weight >= 600 else 1.0)


def wrap(words: str, width: float, size: float = 13, weight: int = 400) -> list[str]:
    """Break a text into lines of at most `width` px, at spaces (not at no-break ones); a wide word keeps its line.

    >>> wrap("one two three", 60)
    ['one two', 'three']
    """
    lines: list[str] = []
    for word in re.split("[ \t\n]+", words.strip()) if words.strip() else ():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, weight) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def document(
    width: float,
    height: float,
    body: str,
    title: str,
    desc: str,
    *,
    background: bool = True,
    style: bool = True,
    **attributes: Value,
) -> str:
    """Wrap a picture: a whole SVG text with its name, its description, its tokens and its own sheet of paper.

    The paper is drawn because a notebook may show the picture as an image on a page of the other theme. With
    ``style=False`` the tokens are left to the page, which must then hold `theme.css()`.

    >>> svg = document(40, 20, text(4, 14, "hi"), "A greeting", "The word hi.")
    >>> svg.startswith('<svg xmlns="http://www.w3.org/2000/svg"'), "<desc>The word hi.</desc>" in svg
    (True, True)
    """
    paper = rect(0, 0, width, height, 14, fill=theme.var("paper"), class_="bk-sheet") if background else ""
    drawn = paper + body
    sheet = tag("style", theme.css(theme.used_tokens(drawn))) if style else ""
    return tag(
        "svg",
        tag("title", escape(title)),
        tag("desc", escape(desc)),
        sheet,
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        class_="boomkit",
        role="img",
        font_family=theme.FONT,
        **attributes,
    )
