"""Contrast of every pair of colours that the widgets put on one another, in both themes."""

from __future__ import annotations

import pytest

from boomkit.picture.theme import DARK, LIGHT, contrast
from boomkit.widgets.base import sheet

TEXT = [
    ("ink", "paper"), ("ink", "felt"), ("muted", "paper"), ("muted", "felt"), ("focus", "paper"), ("focus", "felt"),
    ("focus", "tint0"), ("paper", "focus"), ("paper", "ink"), ("boom", "paper"), ("seat2", "paper"),
    ("seat2", "tint2"),
]  # fmt: skip
SHAPES = [("muted", "paper"), ("focus", "paper"), ("focus", "felt"), ("boom", "paper")]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_words_have_at_least_4_5_and_shapes_3(theme: dict[str, str]) -> None:
    low = [pair for pair in TEXT if contrast(theme[pair[0]], theme[pair[1]]) < 4.5]
    assert low == []
    assert [pair for pair in SHAPES if contrast(theme[pair[0]], theme[pair[1]]) < 3] == []


def test_the_stylesheet_takes_every_colour_from_the_tokens() -> None:
    rules = sheet().split(".bk{", 1)[1]
    assert "#" not in rules
    assert "rgb(" not in rules
    used = {part.split(")")[0] for part in rules.split("var(--bk-")[1:]}
    assert used <= set(LIGHT)
