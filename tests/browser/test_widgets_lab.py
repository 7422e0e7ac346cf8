"""The widgets in JupyterLab and in an exported page: what only the real thing can show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from accessibility import violations
from labharness import cell_errors, poll, run_all
from playwright.sync_api import BrowserContext, Page, expect

from boomkit.widgets.export import export_notebook

SOURCES = (
    "import boomkit\nfrom boomkit import search\nfrom boomkit.widgets import Progress",
    "table = boomkit.Table('nim', agents={1: 'greedy'})\ntable",
    "boomkit.Stepper(boomkit.load('wild_twist_war').play(seed=3), speed=20)",
    "boomkit.TreeView(search.alphabeta(boomkit.load('nim', heaps='1 2').initial_state(), graph=True))",
    "boomkit.Predict('Who wins?', ['seat 0', 'seat 1'], answer='seat 0', lesson='widgets')",
    "Progress('widgets')",
    "boomkit.RuleLab('nim', games=5)",
)


def write(path: Path, *sources: str) -> Path:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, path)
    return path


def execute(page: Page, code: str) -> str:
    """Run code in the notebook's kernel, beside its cells, and return what it prints."""
    return str(
        page.evaluate(
            """async (code) => {
              const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
              let printed = '';
              const run = kernel.requestExecute({ code, store_history: false });
              run.onIOPub = (message) => { if (message.header.msg_type === 'stream') printed += message.content.text; };
              await run.done;
              return printed;
            }""",
            code,
        )
    )


def test_all_widgets_work_in_a_notebook(lab_folder: Path, notebook: Callable[[str], Page]) -> None:
    write(lab_folder / "widgets_all.ipynb", *SOURCES)
    page = notebook("widgets_all.ipynb")
    run_all(page)
    assert cell_errors(page) == []
    for kind in ("table", "stepper", "tree", "predict", "progress"):
        assert page.locator(f".bk-{kind}").count() >= 1
    table = page.locator(".bk-table").first
    table.locator("[data-action='take 3 from 0']").click()
    expect(table.locator(".bk-log > li")).to_have_count(2)
    assert violations(table) == []
    page.get_by_label("seat 0", exact=True).last.check()
    page.get_by_role("button", name="That is my prediction").click()
    expect(page.locator(".bk-progress .bk-status")).to_have_text("1 of 1 predictions made, 1 right.")
    assert (lab_folder / "boomkit-progress.json").exists()


def test_no_key_reaches_the_notebook(lab_folder: Path, notebook: Callable[[str], Page]) -> None:
    write(lab_folder / "widgets_keys.ipynb", *SOURCES[:4])
    page = notebook("widgets_keys.ipynb")
    run_all(page)
    cells = "() => window.jupyterapp.shell.currentWidget.content.widgets.length"
    before = page.evaluate(cells)
    for place in ("[data-action]", ".bk-stepper button", "[data-node]", ".bk-input"):
        page.locator(place).first.focus()
        for key in ("x", "a", "b", "d", "d", "m", "y", "r", "j", "k", "0", "0", "i", "i", "z", "c", "v"):
            page.keyboard.press(key)
    assert page.evaluate(cells) == before
    assert page.locator(".jp-Dialog").count() == 0
    types = page.evaluate("() => window.jupyterapp.shell.currentWidget.content.widgets.map((cell) => cell.model.type)")
    assert set(types) == {"code"}


def test_a_click_while_a_cell_runs_is_answered_in_the_end(lab_folder: Path, notebook: Callable[[str], Page]) -> None:
    write(lab_folder / "widgets_busy.ipynb", *SOURCES[:2])
    page = notebook("widgets_busy.ipynb")
    run_all(page)
    page.evaluate(
        "() => { window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
        ".requestExecute({ code: 'import time; time.sleep(3)', store_history: false }); }"
    )
    table = page.locator(".bk-table")
    table.locator("[data-action='take 3 from 0']").click()
    expect(table.locator(".bk-log > li")).to_have_count(2, timeout=15_000)
    expect(table.locator(".bk-trouble")).to_be_empty()
    assert execute(page, "print(len(table.record.entries))").strip() == "3"


def test_a_restarted_kernel_is_told_and_the_cell_revives(lab_folder: Path, notebook: Callable[[str], Page]) -> None:
    write(lab_folder / "widgets_restart.ipynb", *SOURCES[:3])
    page = notebook("widgets_restart.ipynb")
    run_all(page)
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    poll(page, "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'")
    page.locator("[data-action='take 3 from 0']").first.click()
    expect(page.locator(".bk-table .bk-trouble").first).to_contain_text("run this cell again", timeout=6000)
    page.locator(".bk-stepper").get_by_role("button", name="Last", exact=True).click()
    expect(page.locator(".bk-stepper .bk-status")).to_contain_text("Game over")
    run_all(page)
    table = page.locator(".bk-table").first
    table.locator("[data-action='take 3 from 0']").click()
    expect(table.locator(".bk-log > li")).to_have_count(2)
    page.errors.clear()  # type: ignore[attr-defined]  # the restart itself breaks a connection, which the lab reports


def test_a_cell_run_twenty_times_leaves_one_live_table(lab_folder: Path, notebook: Callable[[str], Page]) -> None:
    write(lab_folder / "widgets_again.ipynb", *SOURCES[:2])
    page = notebook("widgets_again.ipynb")
    for _ in range(20):
        run_all(page)
    assert page.locator(".bk-table").count() == 1
    page.locator("[data-action='take 3 from 0']").click()
    expect(page.locator(".bk-log > li")).to_have_count(2)


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    write(tmp_path / "lesson ü.ipynb", *SOURCES)
    return export_notebook(tmp_path / "lesson ü.ipynb")


def test_an_exported_page_lives_without_python(context: BrowserContext, exported: Path) -> None:
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    context.leaks.clear()  # type: ignore[attr-defined]
    page.goto(exported.as_uri())
    stepper, tree, table = page.locator(".bk-stepper"), page.locator(".bk-tree"), page.locator(".bk-table").first
    stepper.get_by_role("button", name="Last", exact=True).click()
    expect(stepper.locator(".bk-status")).to_contain_text("Game over")
    visible = int(tree.locator(".bk-canvas").get_attribute("data-visible") or 0)
    tree.get_by_role("button", name="Fold all").click()
    assert int(tree.locator(".bk-canvas").get_attribute("data-visible") or 0) < visible
    expect(tree.locator(".bk-board svg")).to_have_count(1)
    expect(table.locator(".bk-said").first).to_have_text("No Python behind this page: open the notebook to play.")
    expect(table.get_by_role("button", name="Play")).to_be_disabled()
    expect(page.get_by_role("button", name="Skip")).to_be_disabled()
    for kind in ("table", "stepper", "tree", "predict", "progress"):
        assert violations(page.locator(f".bk-{kind}").first) == []
    assert errors == []
    assert context.leaks == []  # type: ignore[attr-defined]
    page.close()
