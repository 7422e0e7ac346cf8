"""A notebook's first cell: `boomkit.ready()` shows that browser and Python talk to one another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from accessibility import violations
from bench import Bench
from labharness import cell_errors, run_all
from playwright.sync_api import Page
from test_harness import write_notebook

from boomkit.widgets.alive import Alive

ANSWERED = "✓ Widgets: the browser draws them and Python answers."
WAITING = "· Widgets: the browser draws them and waits for Python."


def test_the_browser_says_that_python_answers(bench: Bench) -> None:
    view = bench.mount(Alive("<p>All good</p><ul><li>Python</li></ul>"))
    view.get_by_text(ANSWERED).wait_for()
    assert view.locator("li").count() == 2
    assert violations(view) == []


def test_a_python_that_does_not_answer_is_told(bench: Bench) -> None:
    bench.silence()
    view = bench.mount(Alive("<p>All good</p><ul></ul>"))
    assert view.locator("li").inner_text() == WAITING


def test_the_first_cell_in_jupyterlab(lab_folder: Path, notebook: Callable[[str], Page]) -> None:
    write_notebook(lab_folder / "ready.ipynb", "import boomkit\nboomkit.ready()")
    page = notebook("ready.ipynb")
    run_all(page)
    assert cell_errors(page) == []
    page.get_by_text("All good: boomkit").wait_for()
    page.get_by_text(ANSWERED).wait_for()
    assert page.get_by_text("Does this line stay").count() == 0
