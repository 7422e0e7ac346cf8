"""One headless Chromium for the whole run, and a page that fails its test on an error or a request to the outside."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import comm
import pytest
from bench import Bench, RecordingComm
from labharness import CHROMIUM, Lab, browser, guarded, open_notebook, watch
from playwright.sync_api import BrowserContext, Page

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by mark
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder, so that none can be forgotten."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def context() -> Iterator[BrowserContext]:
    """Give the one browser of the run."""
    if CHROMIUM is None:
        reason = "chromium is not installed: apt-get install chromium, or name it in BOOMKIT_CHROMIUM"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with browser() as only_context:
        yield only_context


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """Give a fresh page; fail on an error in its console and on a request that would leave the machine."""
    fresh = context.new_page()
    errors = watch(fresh)
    context.leaks.clear()  # type: ignore[attr-defined]
    yield fresh
    fresh.close()
    assert not errors, f"the page's console has errors: {errors}"
    assert not context.leaks, f"requests would have left the machine: {context.leaks}"  # type: ignore[attr-defined]


@pytest.fixture
def themed_page(context: BrowserContext) -> Iterator[Callable[..., Page]]:
    """Give a maker of pages for a theme: ``themed_page(color_scheme="dark", forced_colors="active")``."""
    opened: list[tuple[BrowserContext, Page, list[str]]] = []

    def make(**options: object) -> Page:
        own = guarded(context.browser.new_context(viewport={"width": 1280, "height": 900}, **options))  # type: ignore
        fresh = own.new_page()
        opened.append((own, fresh, watch(fresh)))
        return fresh

    yield make
    for own, _, errors in opened:
        leaks = own.leaks  # type: ignore[attr-defined]
        own.close()
        assert not errors, f"the page's console has errors: {errors}"
        assert not leaks, f"requests would have left the machine: {leaks}"


@pytest.fixture
def bench(page: Page, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """Give a bench: ``view = bench.mount(widget)``; the widget is made in the test, after this."""
    monkeypatch.setattr(comm, "create_comm", RecordingComm)
    return Bench(page)


@pytest.fixture(scope="session")
def lab_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder the lab works in: copies of the lessons and exercises, in a path with a space and an umlaut."""
    folder = tmp_path_factory.mktemp("lab") / "class für übungen"
    for name in ("notebooks", "exercises"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(".*"))
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def lab(lab_folder: Path) -> Iterator[Lab]:
    """Give the one JupyterLab of the run."""
    with Lab(lab_folder) as running:
        yield running


@pytest.fixture
def notebook(context: BrowserContext, lab: Lab) -> Iterator[Callable[[str], Page]]:
    """Give an opener of notebooks in JupyterLab: ``page = notebook("notebooks/01_war.ipynb")``."""
    opened: list[Page] = []
    context.leaks.clear()  # type: ignore[attr-defined]

    def opener(path: str) -> Page:
        fresh = open_notebook(context, lab, path)
        opened.append(fresh)
        return fresh

    yield opener
    errors = [error for page in opened for error in page.errors]  # type: ignore[attr-defined]
    for page in opened:
        page.close()
    assert not errors, f"the page's console has errors: {errors}"
    assert not context.leaks, f"requests would have left the machine: {context.leaks}"  # type: ignore[attr-defined]
