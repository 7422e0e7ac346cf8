"""The room of pictures: tokens, pieces, cards, boards, text twins, layouts and trees."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from boomkit.errors import BoomkitError
from boomkit.picture import Grid, board, cards, hand, pieces, shapes, svg, text, theme
from boomkit.picture.cards import Card

THEMES = {"light": theme.LIGHT, "dark": theme.DARK}


def parse(drawn: str) -> ET.Element:
    if not drawn.startswith("<svg"):
        drawn = svg.document(100, 100, drawn, "t", "d")
    return ET.fromstring(drawn)


def texts(drawn: str) -> list[str]:
    return ["".join(node.itertext()) for node in parse(drawn).iter() if node.tag.endswith("}text")]


# --- tokens ---------------------------------------------------------------------------------------------------------


def test_both_themes_name_the_same_tokens() -> None:
    assert list(theme.LIGHT) == list(theme.DARK)
    assert all(re.fullmatch("#[0-9a-f]{6}", value) for table in THEMES.values() for value in table.values())


@pytest.mark.parametrize("name", THEMES)
def test_text_colours_reach_the_contrast_of_text(name: str) -> None:
    table = THEMES[name]
    inks = ["ink", "muted", "focus", "boom", *(f"seat{i}" for i in range(8)), *(f"hue{i}" for i in range(6))]
    pairs = [(ink, ground) for ink in inks for ground in ("paper", "felt")]
    pairs += [(f"seat{i}", f"tint{i}") for i in range(8)] + [("ink", f"tint{i}") for i in range(8)] + [("ink", "blast")]
    low = {pair: theme.contrast(table[pair[0]], table[pair[1]]) for pair in pairs}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 4.5} == {}
    patterns = {i: theme.contrast(table[f"hue{i}"], table[f"wash{i}"]) for i in range(6)}
    assert min(patterns.values()) >= 3
