"""At 200 % zoom nothing runs out of the page, and whatever is pressed is 24 px wide and high, in every widget."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bench import Bench
from playwright.sync_api import Page

import boomkit
from boomkit import search
from boomkit.widgets import Predict, Progress, RuleLab, Stepper, Table, TreeView

TARGETS = "button, select, input, summary, [role=button], [role=treeitem]"
SMALL = """(place, equivalents) => [...place.querySelectorAll('TARGETS')]
  .filter((el) => !(equivalents && el.dataset.action && el.dataset.action.split('|')
    .every((action) => place.querySelector(`[data-chip="${action.trim()}"]`))))
  .map((el) => [(el.closest('label') ?? el).getBoundingClientRect(), el.outerHTML.slice(0, 90)])
  .filter(([box]) => box.width && (box.width < 24 || box.height < 24))
  .map(([box, html]) => `${box.width.toFixed(1)} x ${box.height.toFixed(1)}: ${html}`)""".replace("TARGETS", TARGETS)


def predictions(folder: Path) -> Progress:
    for number in range(12):
        Predict(f"Question {number}?", ["yes", "no"], answer="yes", lesson="zoom", folder=folder).predict("no")
    return Progress("zoom", folder)


WIDGETS: dict[str, Callable[[Path], Any]] = {
    **{
        f"table of {name}": lambda folder, name=name: Table(boomkit.load(name).deal(1))  # type: ignore[misc]
        for name in ["nim", *boomkit.games()]
    },
    "stepper": lambda folder: Stepper(boomkit.load("wild_twist_war").play(seed=1)[:5]),
    "scenes": lambda folder: Stepper.scenes("baby_boom", "BB-K"),
    "tree": lambda folder: TreeView(search.alphabeta(boomkit.load("nim", heaps="1 2").initial_state(), graph=True)),
    "predict": lambda folder: Predict("How likely is a war in the first battle?", ["1/17", "1/13"], folder=folder),
    "progress": predictions,
    "rulelab": lambda folder: RuleLab("baby_boom", games=20),
}


@pytest.mark.parametrize("name", WIDGETS)
def test_nothing_is_cut_off_at_200_percent(
    bench: Bench, themed_page: Callable[..., Page], tmp_path: Path, name: str
) -> None:
    """200 % of 1280 px is a page of 640 px; 400 % is 320 px: the page must not scroll sideways."""
    page = themed_page()
    view = Bench(page).mount(WIDGETS[name](tmp_path))
    for width in (640, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        out = view.evaluate(
            "(place, width) => [...place.querySelectorAll('button, input, select')].filter((el) => "
            "!el.closest('.bk-options, .bk-scroll')).map((el) => el.getBoundingClientRect())"
            ".filter((box) => box.width && (box.left < 0 || box.right > width)).length",
            width,
        )
        assert out == 0, f"controls outside the page at {width} px"


@pytest.mark.parametrize("name", WIDGETS)
def test_targets_are_24_px(bench: Bench, tmp_path: Path, name: str) -> None:
    """At full size everything; on a page half as wide, where boards shrink, a piece or a button for the same action."""
    view = bench.mount(WIDGETS[name](tmp_path))
    bench.page.wait_for_timeout(150)
    size = bench.page.viewport_size
    assert size is not None
    for width, equivalents in ((size["width"], False), (size["width"] // 2, True)):
        bench.page.set_viewport_size({"width": width, "height": size["height"]})
        assert view.evaluate(SMALL, equivalents) == []
