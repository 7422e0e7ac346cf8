"""What an assistive technology meets in each widget, as a text that a reviewer reads in the diff.

These snapshots hold roles, names and order, no pixel and no font, so that they are the same on every machine.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bench import Bench

import boomkit
from boomkit import search
from boomkit.widgets import Predict, RuleLab, Stepper, Table, TreeView

sys.path.insert(0, str(Path(__file__).parents[1]))
from goldens import check_golden


def after_two_moves() -> Table:
    table = Table(boomkit.load("nim", heaps="1 2"))
    table.play("take 1 from 1")
    table.play("take 1 from 0")
    return table


WIDGETS: dict[str, Callable[[Path], Any]] = {
    "table": lambda folder: after_two_moves(),
    "stepper": lambda folder: Stepper(boomkit.load("nim", heaps="1 2").play(seed=1), start=1),
    "scenes": lambda folder: Stepper.scenes("nim", "NI-T2"),
    "tree": lambda folder: TreeView(search.alphabeta(boomkit.load("nim", heaps="1 2").initial_state(), graph=True)),
    "predict": lambda folder: Predict("Who wins?", ["seat 0", "seat 1"], answer="seat 0", folder=folder),
    "rulelab": lambda folder: RuleLab("nim", games=0, heaps="1 2"),
}


@pytest.mark.golden
@pytest.mark.parametrize("name", WIDGETS)
def test_a_widget_reads_aloud_as_it_did(bench: Bench, tmp_path: Path, name: str) -> None:
    view = bench.mount(WIDGETS[name](tmp_path))
    bench.page.wait_for_timeout(100)
    text = re.sub(r"\s+\[box=.*?\]", "", view.aria_snapshot())
    check_golden(f"widgets/{name}.yml", text + "\n")
