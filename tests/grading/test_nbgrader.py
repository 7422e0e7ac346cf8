"""A sheet written for nbgrader can be taken over, run, and released."""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from boomkit.grading.attempt import OpenRunner
from boomkit.grading.nbgrader import from_nbgrader
from boomkit.grading.notebook import write_notebook
from boomkit.grading.release import release
from boomkit.grading.sheet import sheet_from_notebook


def theirs(source: str, grade_id: str, **more: object) -> nbformat.NotebookNode:
    data = {"grade": False, "grade_id": grade_id, "locked": True, "schema_version": 3, "solution": False, "task": False}
    return new_code_cell(source, metadata={"nbgrader": data | more})


SOURCE = new_notebook(
    cells=[
        new_markdown_cell("# Problem 1"),
        new_code_cell("import math"),
        theirs(
            'def squares(n):\n    "Squares."\n    ### BEGIN SOLUTION\n    if n < 1:\n        raise ValueError("n")\n'
            "    return [i ** 2 for i in range(1, n + 1)]\n    ### END SOLUTION",
            "squares",
            solution=True,
            locked=False,
        ),
        theirs(
            "# visible\nassert squares(1) == [1]\nassert squares(3) == [1, 4, 9]\n"
            "### BEGIN HIDDEN TESTS\nassert squares(5) == [1, 4, 9, 16, 25]\n"
            "assert len(squares(7)) == 7\n### END HIDDEN TESTS",
            "squares_test",
            grade=True,
            points=4,
        ),
        theirs(
            "def root(x):\n    ### BEGIN SOLUTION\n    return math.sqrt(x)\n    ### END SOLUTION",
            "root",
            solution=True,
            locked=False,
        ),
        theirs("assert abs(root(2) - 1.41421) < 1e-4\nassert root(x=4) == 2", "root_test", grade=True, points=1),
    ]
)


def test_a_sheet_for_nbgrader_is_taken_over(tmp_path: Path, open_runner: OpenRunner) -> None:
    nb = from_nbgrader(SOURCE, "01_problem")
    sheet = sheet_from_notebook(nb, "01_problem.ipynb", "01_problem")
    assert [(e.id, e.requires, e.points) for e in sheet.exercises] == [
        ("squares", ("squares",), 4),
        ("root", ("root",), 1),
    ]
    visible, hidden, floats = sheet.checks
    assert (visible.points, visible.hidden, visible.source) == (
        2,
        False,
        "# visible\nshow(squares, 1)\nshow(squares, 3)",
    )
    assert (hidden.points, hidden.hidden, hidden.source) == (2, True, "show(squares, 5)\nshow(squares, 7)")
    assert (floats.compare.kind, floats.compare.tolerance) == ("float", 1e-4)
    assert floats.source == "show(root, 2)\nevidence('root(x=4)', root(x=4))"
    path = tmp_path / "solutions" / "01_problem.ipynb"
    write_notebook(nb, path)
    report = release(path, tmp_path / "exercises", run=True, open_runner=open_runner)
    assert report.path.is_file()
    assert "squares has no hints." in report.remarks
    assert "raise ValueError" not in report.path.read_text(encoding="utf-8")


def test_what_cannot_be_turned_is_named_by_the_lint(tmp_path: Path) -> None:
    from boomkit.grading.lint import lint

    source = new_notebook(
        cells=[
            theirs("def f(x):\n    ### BEGIN SOLUTION\n    return x\n    ### END SOLUTION", "f", solution=True),
            theirs("for x in range(3):\n    assert f(x) == x", "f_test", grade=True, points=1),
        ]
    )
    nb = from_nbgrader(source, "t")
    assert any("line 2 asserts; a check shows values" in fault for fault in lint(sheet_from_notebook(nb), nb))
