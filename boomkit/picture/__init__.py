"""Pictures: SVG building blocks, cards, boards and trees, drawn in one visual language. It knows no game.

>>> from boomkit import picture
>>> svg = picture.document(90, 34, picture.badge(0, 0, 2), "A seat", "Seat 2, a square.")
>>> "<title>A seat</title>" in svg
True
"""

from boomkit.picture.board import Grid
from boomkit.picture.cards import Card, Face, pile
from boomkit.picture.pieces import (
    Event,
    arrow,
    badge,
    bomb,
    dashed,
    dial,
    event_line,
    explosion,
    heading,
    label,
    legal_dot,
    lives,
    panel,
    player,
    ring,
    trace,
)
from boomkit.picture.shapes import SUITS, TILE_SHAPES, seat_mark, shape, tile
from boomkit.picture.svg import Drawing, document, group, wrap
from boomkit.picture.text import html_grid, html_table
from boomkit.picture.theme import css, seat_glyph, seat_name, standalone

__all__ = [
    "SUITS",
    "TILE_SHAPES",
    "Card",
    "Drawing",
    "Event",
    "Face",
    "Grid",
    "arrow",
    "badge",
    "bomb",
    "css",
    "dashed",
    "dial",
    "document",
    "event_line",
    "explosion",
    "group",
    "heading",
    "html_grid",
    "html_table",
    "label",
    "legal_dot",
    "lives",
    "panel",
    "pile",
    "player",
    "ring",
    "seat_glyph",
    "seat_mark",
    "seat_name",
    "shape",
    "standalone",
    "tile",
    "trace",
    "wrap",
]
