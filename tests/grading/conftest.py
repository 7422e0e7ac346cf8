"""A tiny sheet, built and run once, and workers that stay warm over the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boomkit.grading.attempt import OpenRunner
from boomkit.grading.golden import run_solution
from boomkit.grading.notebook import write_notebook
from boomkit.grading.release import release
from boomkit.grading.runners import Runners
from boomkit.grading.schema import Sheet
from boomkit.grading.script import notebook_from_script
from boomkit.grading.sheet import read_sheet

DATA = Path(__file__).parent / "data"
NAME = "90_shapes"


@pytest.fixture(scope="session")
def wrong() -> Path:
    return DATA / "wrong"


@pytest.fixture(scope="session")
def solution(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("course") / "solutions" / f"{NAME}.ipynb"
    nb = notebook_from_script((DATA / f"{NAME}.py").read_text(encoding="utf-8"), NAME)
    write_notebook(nb, path)
    run_solution(path)
    return path


@pytest.fixture(scope="session")
def sheet(solution: Path) -> Sheet:
    return read_sheet(solution)


@pytest.fixture(scope="session")
def open_runner() -> Iterator[OpenRunner]:
    with Runners(trust=True) as runners:
        yield runners.open_runner


@pytest.fixture(scope="session")
def exercise_folder(solution: Path, wrong: Path, open_runner: OpenRunner) -> Path:
    folder = solution.parent.parent / "exercises"
    release(solution, folder, wrong=wrong, open_runner=open_runner)
    return folder
