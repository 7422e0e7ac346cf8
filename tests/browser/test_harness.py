"""The harness itself: each promise of the bench, the guard and the lab is shown to hold, and to fail when it should."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import anywidget
import nbformat
import pytest
import traitlets
from accessibility import roles, violations
from bench import Bench
from labharness import Lab, cell_errors, open_notebook, run_all
from playwright.sync_api import BrowserContext, Page

COUNTER_JS = """
function render({ model, el }) {
  const button = document.createElement("button");
  const show = () => { button.textContent = `count ${model.get("value")}`; };
  button.addEventListener("click", () => model.send({ kind: "add", amount: 1 }));
  const reset = document.createElement("button");
  reset.textContent = "reset";
  reset.addEventListener("click", () => { model.set("value", 0); model.save_changes(); });
  model.on("change:value", show);
  show();
  el.append(button, reset);
  return () => model.off("change:value", show);
}
export default { render };
"""


class Counter(anywidget.AnyWidget):
    """Count in Python what is clicked in the page."""

    _esm = COUNTER_JS
    value = traitlets.Int(0).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(self._add)

    def _add(self, _: object, content: dict[str, int], __: object) -> None:
        self.value += content["amount"]


def test_a_click_goes_to_python_and_comes_back(bench: Bench) -> None:
    counter = Counter()
    view = bench.mount(counter)
    view.get_by_text("count 0").click()
    view.get_by_text("count 1").wait_for()
    assert counter.value == 1
    assert bench.messages == [{"method": "custom", "content": {"kind": "add", "amount": 1}}]


def test_a_trait_set_in_the_page_reaches_python(bench: Bench) -> None:
    counter = Counter()
    counter.value = 5
    view = bench.mount(counter)
    view.get_by_text("reset").click()
    view.get_by_text("count 0").wait_for()
    assert counter.value == 0


def test_a_push_from_python_reaches_every_view(bench: Bench) -> None:
    counter = Counter()
    views = [bench.mount(counter), bench.mount(counter)]
    counter.value = 7
    bench.push(counter)
    for view in views:
        view.get_by_text("count 7").wait_for()


def test_a_removed_view_takes_its_listeners_along(bench: Bench) -> None:
    counter = Counter()
    first = bench.mount(counter)
    bench.mount(counter)
    assert bench.listener_count(counter) == 2
    bench.remove(first)
    assert bench.listener_count(counter) == 1


def test_a_silent_python_answers_nothing(bench: Bench) -> None:
    counter = Counter()
    view = bench.mount(counter)
    bench.silence()
    view.get_by_text("count 0").click()
    assert len(bench.messages) == 1
    assert counter.value == 0


def test_a_widget_made_without_the_bench_is_refused(page: Page) -> None:
    counter = Counter()
    with pytest.raises(AssertionError, match="made before the bench"):
        Bench(page).mount(counter)


def test_a_request_to_the_outside_is_refused_and_counted(page: Page, context: BrowserContext) -> None:
    page.set_content("<!doctype html><title>leak</title>")
    failed = page.evaluate("() => fetch('https://example.org/x.js').then(() => false, () => true)")
    assert failed
    assert context.leaks == ["https://example.org/x.js"]  # type: ignore[attr-defined]
    context.leaks.clear()  # type: ignore[attr-defined]
    assert any("ERR_FAILED" in error for error in page.errors)  # type: ignore[attr-defined]
    page.errors.clear()  # type: ignore[attr-defined]


def test_errors_of_the_console_are_collected(page: Page) -> None:
    page.set_content("<!doctype html><title>errors</title>")
    page.evaluate("() => { console.error('a word'); setTimeout(() => { throw new Error('not caught'); }); }")
    page.wait_for_timeout(50)
    assert page.errors == ["a word", "not caught"]  # type: ignore[attr-defined]
    page.errors.clear()  # type: ignore[attr-defined]


def test_axe_finds_a_picture_without_a_text(page: Page) -> None:
    page.set_content("<!doctype html><html lang=en><title>t</title><main><img src='data:,x'><p>text</p></main>")
    assert [line.split(" ")[0] for line in violations(page.locator("main"))] == ["image-alt"]
    page.set_content("<!doctype html><html lang=en><title>t</title><main><img alt='a board' src='data:,x'></main>")
    assert violations(page.locator("main")) == []


def test_roles_are_those_the_browser_keeps(page: Page) -> None:
    """A treeitem that is not owned by a tree loses its role, which axe-core does not see."""
    page.set_content(
        "<!doctype html><html lang=en><title>t</title>"
        "<ul role=tree aria-label=t><li role=treeitem>a<li role=treeitem>b</ul><p role=treeitem>lost</p>"
    )
    assert roles(page)["treeitem"] == 2


def test_a_theme_reaches_the_page(themed_page: Callable[..., Page]) -> None:
    dark = themed_page(color_scheme="dark", forced_colors="active")
    for feature in ("prefers-color-scheme: dark", "forced-colors: active"):
        assert dark.evaluate("(feature) => matchMedia(`(${feature})`).matches", feature)


def write_notebook(path: Path, *sources: str) -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, path)


def test_a_notebook_runs_in_jupyterlab(lab_folder: Path, notebook: Callable[[str], Page]) -> None:
    write_notebook(
        lab_folder / "harness good.ipynb",
        "import ipywidgets\nslider = ipywidgets.IntSlider(description='n', value=3)\nslider",
        "slider.value += 1\nprint('value', slider.value)",
    )
    page = notebook("harness%20good.ipynb")
    run_all(page)
    assert cell_errors(page) == []
    assert page.locator(".jp-OutputArea-output", has_text="value 4").count() == 1
    assert page.locator(".widget-readout", has_text="4").count() == 1


def test_an_error_in_a_cell_is_seen(lab_folder: Path, context: BrowserContext, lab: Lab) -> None:
    write_notebook(lab_folder / "harness_bad.ipynb", "1 / 0", "print('never run')")
    page = open_notebook(context, lab, "harness_bad.ipynb")
    run_all(page)
    assert "ZeroDivisionError" in cell_errors(page)[0]
    page.close()
