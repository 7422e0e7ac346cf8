"""The design tokens: one set of names, a value each for light and dark, and the stylesheet that carries them.

A picture names a token (``var(--bk-ink)``); the sheet inside the picture gives it a value for the theme in which the
picture is seen. Seats and colours are never colour alone: each has a shape or a pattern and a letter as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from boomkit.errors import BoomkitError

FONT = "Inter, ui-sans-serif, system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"
SMALLEST_TEXT = 11
DIM = 0.42
SEATS = 8
COLOURS = 6

LIGHT: dict[str, str] = {
    "paper": "#fbfaf7",
    "felt": "#f1eee6",
    "line": "#d5d2ca",
    "ink": "#1f2328",
    "muted": "#5d6670",
    "focus": "#1a5fb4",
    "boom": "#c4320a",
    "blast": "#f3d8cf",
    "seat0": "#0b5c93", "tint0": "#d9ebf7",
    "seat1": "#a8430a", "tint1": "#fbe6d8",
    "seat2": "#0a6b4f", "tint2": "#d8f2e8",
    "seat3": "#8a3a74", "tint3": "#f6e1ef",
    "seat4": "#5a2cc0", "tint4": "#e6e1f8",
    "seat5": "#4a3f00", "tint5": "#f4ecc6",
    "seat6": "#46505c", "tint6": "#e2e6ea",
    "seat7": "#a02846", "tint7": "#fadfe4",
    "hue0": "#8a1424", "wash0": "#f9796a",
    "hue1": "#8a5424", "wash1": "#ffae52",
    "hue2": "#6f6400", "wash2": "#eadf3a",
    "hue3": "#066b3a", "wash3": "#52d488",
    "hue4": "#1633cc", "wash4": "#66abe0",
    "hue5": "#5f1fae", "wash5": "#b190fb",
}  # fmt: skip
"""Token to colour on light paper."""

DARK: dict[str, str] = {
    "paper": "#1b1d21",
    "felt": "#25282e",
    "line": "#3d4149",
    "ink": "#eceae4",
    "muted": "#a7adb5",
    "focus": "#7ab7ff",
    "boom": "#ff8a5c",
    "blast": "#3f2b27",
    "seat0": "#8cc8f2", "tint0": "#123247",
    "seat1": "#ffb48a", "tint1": "#48240f",
    "seat2": "#7fdcbd", "tint2": "#103c2e",
    "seat3": "#f0a9dc", "tint3": "#43203a",
    "seat4": "#b095ff", "tint4": "#2e2657",
    "seat5": "#e3e86e", "tint5": "#3a320a",
    "seat6": "#c3cbd4", "tint6": "#343a42",
    "seat7": "#f7a5b6", "tint7": "#4c1a27",
    "hue0": "#ff9a94", "wash0": "#701420",
    "hue1": "#ff9a4a", "wash1": "#6d3608",
    "hue2": "#efe05a", "wash2": "#756414",
    "hue3": "#74e3a6", "wash3": "#14682f",
    "hue4": "#66c4f2", "wash4": "#1428d0",
    "hue5": "#e07bf5", "wash5": "#6414b8",
}  # fmt: skip
"""Token to colour on dark paper."""

_FORCED_CANVAS = ("paper", "felt", "blast", "tint", "wash")


class SeatSign(NamedTuple):
    """How a seat looks apart from its colour: a glyph for text, a shape name for pictures (see `shapes.outline`)."""

    glyph: str
    shape: str


SEAT_SIGNS = (
    SeatSign("●", "disc"),
    SeatSign("▲", "triangle"),
    SeatSign("■", "square"),
    SeatSign("◆", "diamond"),
    SeatSign("⬢", "hexagon"),
    SeatSign("★", "star"),
    SeatSign("✚", "cross"),
    SeatSign("▼", "nabla"),
)


class ColourSign(NamedTuple):
    """One of the six colours of cards and tiles: its name, its letter and the pattern that tells it apart in grey."""

    name: str
    letter: str
    pattern: str


COLOUR_SIGNS = (
    ColourSign("red", "R", "solid"),
    ColourSign("orange", "O", "dots"),
    ColourSign("yellow", "Y", "open"),
    ColourSign("green", "G", "slanted"),
    ColourSign("blue", "B", "level"),
    ColourSign("violet", "V", "crossed"),
)


def seat_glyph(seat: int) -> str:
    """Give the glyph of a seat, 0 to 7.

    >>> seat_glyph(1)
    '▲'
    """
    return _sign(seat).glyph


def seat_name(seat: int) -> str:
    """Name a seat as people read it: its number and its shape.

    >>> seat_name(0)
    'seat 0 ●'
    """
    return f"seat {seat} {_sign(seat).glyph}"


def _sign(seat: int) -> SeatSign:
    if not 0 <= seat < SEATS:
        raise BoomkitError(f"pictures know seats 0 to {SEATS - 1}, and seat {seat} was asked for")
    return SEAT_SIGNS[seat]


def seat_shape(seat: int) -> str:
    """Give the name of a seat's shape.

    >>> seat_shape(2)
    'square'
    """
    return _sign(seat).shape


def seat_ink(seat: int) -> str:
    """Give the token of a seat's ink.

    >>> seat_ink(3)
    'seat3'
    """
    _sign(seat)
    return f"seat{seat}"


def seat_tint(seat: int) -> str:
    """Give the token of a seat's tint.

    >>> seat_tint(3)
    'tint3'
    """
    _sign(seat)
    return f"tint{seat}"


def colour_index(colour: int | str) -> int:
    """Find one of the six colours by number, name or letter.

    >>> colour_index("green"), colour_index("V"), colour_index(0)
    (3, 5, 0)
    """
    for index, sign in enumerate(COLOUR_SIGNS):
        if colour in (index, sign.name, sign.letter):
            return index
    names = ", ".join(sign.name for sign in COLOUR_SIGNS)
    raise BoomkitError(f"no colour is called {colour!r}; the six colours are {names}, or 0 to 5")


def var(token: str) -> str:
    """Name a token as a paint; what is no token (``none``, ``#fff``) is passed on as it is.

    >>> var("ink"), var("none")
    ('var(--bk-ink)', 'none')
    """
    return f"var(--bk-{token})" if token in LIGHT else token


_VAR = re.compile(r"var\(--bk-([a-z]+[0-9]?)\)")


def used_tokens(svg: str) -> tuple[str, ...]:
    """List the tokens that a piece of SVG paints with, in the order of the table.

    >>> used_tokens('<path fill="var(--bk-ink)" stroke="var(--bk-paper)"/>')
    ('paper', 'ink')
    """
    found = set(_VAR.findall(svg))
    return tuple(token for token in LIGHT if token in found)


def _values(tokens: Iterable[str], table: dict[str, str]) -> str:
    return "".join(f"--bk-{token}:{table[token]};" for token in tokens)


def _forced(token: str) -> str:
    if token == "focus":
        return "Highlight"
    return "Canvas" if token.startswith(_FORCED_CANVAS) else "CanvasText"


@lru_cache(maxsize=256)
def css(tokens: tuple[str, ...] | None = None) -> str:
    """Write the stylesheet of a picture: light, dark by the system, light and dark by JupyterLab, forced colours.

    The rules are scoped to ``.boomkit`` and say the same in every picture, so any number may stand on one page.
    JupyterLab shows image/svg+xml as an ``<img>`` and gives its page the ``color-scheme`` of its theme, which the
    media query inside the image follows; inline pictures follow the attribute that JupyterLab sets on the page.

    >>> css(("ink",)).startswith(".boomkit{--bk-ink:#1f2328;")
    True
    """
    names = tuple(LIGHT) if tokens is None else tokens
    light, dark = _values(names, LIGHT), _values(names, DARK)
    forced = "".join(f"--bk-{name}:{_forced(name)};" for name in names)
    return (
        f".boomkit{{{light}max-width:100%;height:auto}}"
        f"@media (prefers-color-scheme:dark){{.boomkit{{{dark}}}}}"
        f'[data-jp-theme-light="true"] .boomkit{{{light}}}'
        f'[data-jp-theme-light="false"] .boomkit{{{dark}}}'
        f"@media (forced-colors:active){{.boomkit.boomkit.boomkit{{forced-color-adjust:none;{forced}}}}}"
    )


_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


def standalone(svg: str, theme: str = "light") -> str:
    """Fix a picture in one theme: every token becomes its value, so that any program can draw the file.

    `theme` is ``light`` or ``dark``.

    >>> standalone('<svg><style>…</style><path fill="var(--bk-ink)"/></svg>')
    '<svg><path fill="#1f2328"/></svg>'
    """
    if theme not in ("light", "dark"):
        raise BoomkitError(f"a picture has the themes light and dark, and {theme!r} was asked for")
    table = LIGHT if theme == "light" else DARK
    return _VAR.sub(lambda match: table[match[1]], _STYLE.sub("", svg))


def luminance(colour: str) -> float:
    """Measure the relative luminance of a ``#rrggbb`` colour, 0 to 1 (WCAG 2.2).

    >>> luminance("#ffffff"), luminance("#000000")
    (1.0, 0.0)
    """
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Measure the contrast of two ``#rrggbb`` colours, 1 to 21 (WCAG 2.2); text needs 4.5, shapes 3.

    >>> round(contrast("#000000", "#ffffff"), 2)
    21.0
    """
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
