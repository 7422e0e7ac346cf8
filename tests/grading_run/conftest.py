"""A small sheet, its master, and classes of students made from it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boomkit.grading.golden import run_solution
from boomkit.grading.notebook import write_notebook
from boomkit.grading.script import notebook_from_script
from boomkit.grading.sheet import read_sheet

SCRIPT = '''
#| sheet = "91_numbers"
#| title = "Numbers"
#| preload = ["fractions"]
#| limits = {seconds = 1, total_seconds = 20, memory_mb = 200, output_kb = 32, files_mb = 4, processes = 8}

# %% setup
from boomkit.grading import dialog, evidence, show

# %% parameters
def draw(rng):
    while True:
        yield rng.randint(2, 10_000)

# %% answer N1
#| title = "Double"
#| requires = ["double"]
#| hints = ["Add it to itself."]
def double(n):
    """Return twice n."""
    ### BEGIN SOLUTION
    return 2 * n
    ### END SOLUTION

# %% check N1
#| message = "Twice is n + n."
#| parameters.numbers = {draw = "draw", shown = 3, graded = 8}
for n in numbers:
    show(double, n)

# %% check N1
#| hidden = true
#| title = "SECRET TITLE"
#| points = 2
#| parameters.numbers = {draw = "draw", shown = 3, graded = 8}
for n in numbers:
    show(double, n)

# %% answer N2
#| title = "Digits"
#| requires = ["digits"]
#| forbidden = ["statistics"]
def digits(n):
    """Return the sum of the digits of n."""
    ### BEGIN SOLUTION
    return sum(map(int, str(n)))
    ### END SOLUTION

# %% check N2
#| parameters.numbers = {draw = "draw", shown = 3, graded = 8}
for n in numbers:
    show(digits, n)

# %% answer N3
#| title = "Odd"
#| requires = ["odd"]
def odd(n):
    """Say whether n is odd."""
    ### BEGIN SOLUTION
    return n % 2 == 1
    ### END SOLUTION

# %% check N3
#| parameters.numbers = {draw = "draw", shown = 3, graded = 8}
for n in numbers:
    show(odd, n)
'''

RIGHT = {
    "N1": "def double(n):\n    return n + n\n",
    "N2": "def digits(n):\n    return sum(int(d) for d in str(n))\n",
    "N3": "def odd(n):\n    return bool(n % 2)\n",
}
POINTS = {"N1": 3.0, "N2": 1.0, "N3": 1.0}

Make = Callable[..., bytes]


@pytest.fixture(scope="session")
def master(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("course") / "solutions" / "91_numbers.ipynb"
    write_notebook(notebook_from_script(SCRIPT, "91_numbers"), path)
    run_solution(path)
    return path


@pytest.fixture(scope="session")
def blank(master: Path) -> dict[str, Any]:
    """The notebook that students start from: the master without what is the grader's."""
    sheet = read_sheet(master)
    stubs = {exercise.id: exercise.stub for exercise in sheet.exercises}
    nb: dict[str, Any] = json.loads(master.read_text(encoding="utf-8"))
    kept = []
    for cell in nb["cells"]:
        ours = cell["metadata"].get("boomkit", {})
        if ours.get("role") == "parameters" or ours.get("hidden"):
            continue
        cell["source"] = stubs[ours["exercise"]] if ours.get("role") == "answer" else "".join(cell["source"])
        kept.append(cell)
    return {**nb, "cells": kept}


@pytest.fixture(scope="session")
def hand_in(blank: dict[str, Any]) -> Make:
    """Make a submission: right answers but for those given; `first` is code of the student's own before all else."""

    def make(first: str = "", **answers: str) -> bytes:
        nb = copy.deepcopy(blank)
        for cell in nb["cells"]:
            ours = cell["metadata"].get("boomkit", {})
            if ours.get("role") == "answer":
                cell["source"] = {**RIGHT, **answers}[ours["exercise"]]
        if first:
            extra = {
                "cell_type": "code",
                "id": "mine",
                "metadata": {},
                "source": first,
                "outputs": [],
                "execution_count": None,
            }
            nb["cells"].insert(0, extra)
        return json.dumps(nb).encode("utf-8")

    return make
