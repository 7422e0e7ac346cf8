"""Every lesson in real JupyterLab: all cells run, every widget appears, no error, no request to the outside."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from labharness import cell_errors, run_all
from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
LESSONS = sorted(path.name for path in (ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))


@pytest.mark.parametrize("name", LESSONS)
def test_lesson_runs_from_top_to_bottom(name: str, notebook: Callable[[str], Page]) -> None:
    page = notebook(f"notebooks/{name}")
    run_all(page)
    assert cell_errors(page) == []
    assert page.get_by_text("Error displaying widget").count() == 0
