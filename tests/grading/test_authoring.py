"""Sheets: writing, reading, validating, linting, releasing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from helpers import dump, find, load, solve, source

from boomkit.grading.attempt import OpenRunner
from boomkit.grading.golden import run_solution
from boomkit.grading.lint import lint
from boomkit.grading.notebook import write_notebook
from boomkit.grading.release import ReleaseError, release, released
from boomkit.grading.schema import Sheet, SheetError
from boomkit.grading.script import notebook_from_script, script_from_notebook
from boomkit.grading.sheet import load_master, read_sheet, sheet_from_notebook

DATA = Path(__file__).parent / "data"

HEAD = '#| sheet = "t"\n'
SETUP = "# %% setup\nfrom boomkit.grading import evidence, show\n"
ANSWER = """# %% answer E1
#| requires = ["f"]
#| hints = ["a", "b", "c"]
def f(x):
    ### BEGIN SOLUTION
    return x
    ### END SOLUTION
"""
PARAMETERS = "# %% parameters\ndef draw(rng):\n    while True:\n        yield rng.randint(0, 99)\n"


def check_cell(body: str, metadata: str = "") -> str:
    return f'# %% check E1\n#| parameters.cases = {{draw = "draw", shown = 2}}\n{metadata}{body}\n'


def test_a_solution_notebook_reads_into_exercises(sheet: Sheet) -> None:
    assert [exercise.id for exercise in sheet.exercises] == ["E1", "E2", "E3", "E4", "E5"]
    assert sheet.points == 10.5
    assert [check.id for check in sheet.checks][:2] == ["E1-a", "E1-b"]
    assert sheet.exercise("E1").forbidden == ("boomkit",)
    assert 'raise NotImplementedError("E1: Area")' in sheet.exercise("E1").stub
    assert "width * height" not in sheet.exercise("E1").stub


def test_running_a_solution_twice_changes_nothing(solution: Path) -> None:
    before = solution.read_bytes()
    assert run_solution(solution) is False
    assert solution.read_bytes() == before


def test_release_is_canonical(solution: Path, exercise_folder: Path, tmp_path: Path) -> None:
    path = exercise_folder / solution.name
    first = path.read_bytes()
    report = release(solution, exercise_folder, proofs=False)
    assert not report.changed
    release(solution, tmp_path, proofs=False)
    assert (tmp_path / solution.name).read_bytes() == first
    nbformat.validate(nbformat.read(path, as_version=4))


def test_the_released_sheet_tells_no_secret(solution: Path, exercise_folder: Path) -> None:
    nb = load(exercise_folder / solution.name)
    text = json.dumps(nb)
    for secret in ("width * height", "BEGIN SOLUTION", "draw_sides(rng)", "tuple(rng.sample", "E1-b"):
        assert secret not in text
    assert all(cell.get("outputs") in ([], None) and cell.get("execution_count") is None for cell in nb["cells"])
    check = find(nb, role="check", check="E1-a")
    ours = check["metadata"]["boomkit"]
    assert '{"in": [1, 1], "out": 1}' in ours["expected"][0]["text"]
    assert ours["cases"][0] == {"text": "(1, 1)", "clause": "S-1", "message": "A unit square has area one."}
    assert check["metadata"]["nbgrader"] == {
        "grade": True,
        "grade_id": "E1-a",
        "locked": True,
        "points": 1,
        "schema_version": 3,
        "solution": False,
        "task": False,
    }
    assert check["metadata"]["editable"] is False
    assert "1, 1" in source(check)


def test_a_released_sheet_reads_back(solution: Path, exercise_folder: Path, sheet: Sheet) -> None:
    again = read_sheet(exercise_folder / solution.name)
    assert again.kind == "exercise"
    assert [e.stub for e in again.exercises] == [e.stub for e in sheet.exercises]
    visible = [check for check in sheet.checks if not check.hidden]
    assert [check.id for check in again.checks] == [check.id for check in visible]
    assert [check.source for check in again.checks] == [check.source for check in visible]


def test_nbgrader_accepts_the_metadata_shape(solution: Path, exercise_folder: Path) -> None:
    nb = load(exercise_folder / solution.name)
    ids = [c["metadata"]["nbgrader"]["grade_id"] for c in nb["cells"] if "nbgrader" in c["metadata"]]
    assert len(ids) == len(set(ids)) > 8


def test_the_script_round_trip(solution: Path) -> None:
    nb = load_master(solution)
    script = script_from_notebook(nb)
    again = notebook_from_script(script, solution.stem)
    assert [cell.source for cell in again.cells] == [cell.source for cell in nb.cells]
    assert [cell.id for cell in again.cells] == [cell.id for cell in nb.cells]
    assert [cell.metadata for cell in again.cells] == [cell.metadata for cell in nb.cells]
    assert script_from_notebook(again) == script


def test_faults_name_file_cell_and_field() -> None:
    nb = notebook_from_script(HEAD + PARAMETERS + ANSWER + check_cell("show(f, *cases)"), "t")
    answer, check = nb.cells[1], nb.cells[2]
    del answer.metadata.boomkit["requires"]
    check.metadata.boomkit |= {"points": "two", "compare": {"kind": "vibes"}, "parametres": {}}
    with pytest.raises(SheetError) as caught:
        sheet_from_notebook(nb, "solutions/t.ipynb")
    lines = str(caught.value).splitlines()
    assert f"solutions/t.ipynb, cell 1 ({answer.id}): field 'requires' is missing" in lines[0]
    assert any("field 'points' is 'two'; a number of at least 0 was expected." in line for line in lines)
    assert any("field 'kind' is 'vibes'; one of text, float, set" in line for line in lines)
    assert any("field 'parametres' is unknown; did you mean 'parameters'?" in line for line in lines)
    assert len(lines) == 4


def test_another_schema_version_is_refused() -> None:
    nb = notebook_from_script(HEAD, "t")
    nb.metadata.boomkit["schema"] = 2
    with pytest.raises(SheetError, match="field 'schema' is 2; this boomkit reads version 1"):
        sheet_from_notebook(nb)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("assert f(1) == 1", "asserts; a check shows values"),
        ("f(cases[0]) == cases[0]", "ends in a comparison at the top level"),
        ("print(f(1) == 1)", "shows the verdict of a comparison"),
        ("evidence(1, not f(1))", "shows the verdict of a comparison"),
        ("def f(x): return x\nshow(f, 1)", "defines 'f', which the answer must define"),
        ("%time show(f, 1)", "is no plain Python"),
        ("import boomkit.search\nshow(f, 1)", "imports boomkit.search, which is forbidden"),
        ("# NBVAL_IGNORE_OUTPUT\nshow(f, 1)", "would keep nbval from comparing"),
    ],
)
def test_lint_refuses_check_cells_that_judge(body: str, sentence: str) -> None:
    text = HEAD + '#| forbidden = ["boomkit"]\n' + PARAMETERS + ANSWER + check_cell(body)
    nb = notebook_from_script(text, "t")
    faults = lint(sheet_from_notebook(nb, "t.ipynb"), nb)
    assert any(sentence in fault and "t.ipynb, cell 2" in fault for fault in faults), faults


@pytest.mark.parametrize(("text", "refused"), [("True\n", True), ('{"in": 1, "out": true}\n', True), ("7\n", False)])
def test_lint_refuses_a_lone_truth_value(text: str, refused: bool) -> None:
    nb = notebook_from_script(HEAD + PARAMETERS + ANSWER + check_cell("show(f, 1)"), "t")
    nb.cells[2].outputs = [nbformat.v4.new_output("stream", name="stdout", text=text)]
    faults = lint(sheet_from_notebook(nb), nb)
    assert any("lone" in fault for fault in faults) is refused


def test_lint_wants_three_hints_and_released_judges() -> None:
    text = (
        HEAD
        + PARAMETERS
        + ANSWER.replace('["a", "b", "c"]', '["a"]')
        + "# %% judge\ndef j(lines, cases): return True\n"
    )
    nb = notebook_from_script(text + check_cell("show(f, 1)", '#| compare = {kind = "judge", name = "j"}\n'), "t")
    faults = lint(sheet_from_notebook(nb), nb)
    assert any("'hints' has 1 steps; 3 were expected" in fault for fault in faults)
    assert any("must have 'released': true" in fault for fault in faults)


def refusal(tmp_path: Path, text: str, open_runner: OpenRunner, wrong: dict[str, str] | None = None) -> str:
    path = tmp_path / "solutions" / "t.ipynb"
    write_notebook(notebook_from_script(text, "t"), path)
    for name, code in (wrong or {}).items():
        (tmp_path / "wrong" / "t" / "E1").mkdir(parents=True, exist_ok=True)
        (tmp_path / "wrong" / "t" / "E1" / name).write_text(code, encoding="utf-8")
    with pytest.raises(ReleaseError) as caught:
        release(path, tmp_path / "exercises", wrong=tmp_path / "wrong", run=True, open_runner=open_runner)
    assert not (tmp_path / "exercises").exists()
    return str(caught.value)


def test_a_release_is_refused_when_a_wrong_answer_loses_nothing(tmp_path: Path, open_runner: OpenRunner) -> None:
    text = HEAD + SETUP + PARAMETERS + ANSWER + check_cell("for case in cases:\n    show(f, case)")
    wrong = {"good.py": "def f(x): return x + 1", "bad.py": "def f(x): return x if x < 1000 else 0", "odd.py": "g = 1"}
    told = refusal(tmp_path, text, open_runner, wrong)
    assert "bad.py: this wrong answer to E1 loses no points" in told
    assert "odd.py: a wrong answer must still define f" in told
    assert "good.py" not in told


def test_a_release_is_refused_when_the_skeleton_earns_points(tmp_path: Path, open_runner: OpenRunner) -> None:
    text = HEAD + SETUP + PARAMETERS + ANSWER + check_cell("for case in cases:\n    evidence(case, 1)")
    assert "the skeleton earns 1 point with nothing written" in refusal(tmp_path, text, open_runner)


def test_a_release_is_refused_when_the_solution_changes_from_run_to_run(
    tmp_path: Path, open_runner: OpenRunner
) -> None:
    text = HEAD + SETUP + PARAMETERS + ANSWER.replace("return x", "import os; return os.getpid()")
    told = refusal(tmp_path, text + check_cell("for case in cases:\n    show(f, case)"), open_runner)
    assert "the stored output is not what the solution gives" in told


def test_a_release_is_refused_when_inputs_are_stale(solution: Path, tmp_path: Path) -> None:
    text = solution.read_text(encoding="utf-8").replace("rng.randint(2, 99)", "rng.randint(2, 50)")
    path = tmp_path / solution.name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ReleaseError, match="its visible inputs are not those that its draw functions give"):
        release(path, tmp_path / "out", proofs=False)


def test_instructor_cells_stay_with_the_teacher(solution: Path) -> None:
    nb = load_master(solution)
    nb.cells.append(nbformat.v4.new_markdown_cell("The key.", id="key", metadata={"tags": ["instructor"]}))
    made = released(nb, sheet_from_notebook(nb))
    assert "The key." not in str(made)


@pytest.mark.slow
def test_nbval_passes_the_solution_and_fails_the_unsolved_sheet(
    solution: Path, exercise_folder: Path, sheet: Sheet, tmp_path: Path
) -> None:
    def nbval(path: Path) -> subprocess.CompletedProcess[str]:
        command = [
            sys.executable,
            "-m",
            "pytest",
            "--nbval",
            "-q",
            "-p",
            "no:cacheprovider",
            "-c",
            "/dev/null",
            str(path),
        ]
        return subprocess.run(command, capture_output=True, text=True, cwd=path.parent, check=False)

    passed = nbval(solution)
    assert passed.returncode == 0, passed.stdout
    unsolved = nbval(exercise_folder / solution.name)
    assert unsolved.returncode == 1
    assert "NotImplementedError" in unsolved.stdout
    # A wrong answer laid into the solution notebook is found by its stored outputs.
    nb = load(solution)
    bad = tmp_path / solution.name
    bad.write_bytes(dump(solve(nb, sheet, E1="def area(width, height):\n    return 1")))
    assert nbval(bad).returncode == 1
