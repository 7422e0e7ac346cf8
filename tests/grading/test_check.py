"""Checking alone and grading: the same path, with expected values that no student can touch."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers import answer_cell, dump, find, load, solve, source

from boomkit.grading.attempt import OpenRunner, attempt, reference, solved
from boomkit.grading.check import CheckReport, check
from boomkit.grading.merge import merge
from boomkit.grading.messages import teaching_message
from boomkit.grading.parameters import Rendered, render
from boomkit.grading.schema import CellReply, Limits, Sheet, SheetError, SheetResult
from boomkit.grading.script import notebook_from_script
from boomkit.grading.sheet import sheet_from_notebook


@pytest.fixture(scope="module")
def fresh(sheet: Sheet) -> dict[str, Rendered]:
    return render(sheet, "another secret")


@pytest.fixture(scope="module")
def expected(sheet: Sheet, fresh: dict[str, Rendered], open_runner: OpenRunner) -> dict[str, CellReply]:
    return reference(sheet, fresh, open_runner)


class Desk:
    """A student's desk: a copy of the sheet, and the two ways to have it looked at."""

    def __init__(self, path: Path, sheet: Sheet, folder: Path, opened: OpenRunner, fresh: Any, expected: Any) -> None:
        self.path, self.sheet, self.folder, self.opened = path, sheet, folder, opened
        self.fresh, self.expected = fresh, expected
        self.nb = load(folder / f"{sheet.name}.ipynb")

    def find(self, name: str) -> Path | None:
        path = self.folder / f"{name}.ipynb"
        return path if path.is_file() else None

    def write(self, **answers: str) -> None:
        for exercise, text in answers.items():
            answer_cell(self.nb, exercise)["source"] = text

    def check(self, **options: Any) -> CheckReport:
        self.path.write_bytes(dump(self.nb))
        return check(self.path, self.find, open_runner=self.opened, **options)

    def grade(self) -> SheetResult:
        return attempt(self.sheet, merge(self.sheet, dump(self.nb)), self.fresh, self.expected, self.opened)

    def earned(self, exercise: str) -> float:
        return next(e.earned for e in self.grade().exercises if e.exercise == exercise)


@pytest.fixture
def desk(
    sheet: Sheet,
    exercise_folder: Path,
    open_runner: OpenRunner,
    fresh: dict[str, Rendered],
    expected: dict[str, CellReply],
    tmp_path: Path,
) -> Desk:
    return Desk(tmp_path / "my copy.ipynb", sheet, exercise_folder, open_runner, fresh, expected)


def test_an_unsolved_sheet_is_not_attempted(desk: Desk) -> None:
    report = desk.check()
    assert not report.all_right
    assert str(report).splitlines() == [
        "E1 Area: not attempted (1 point here)",
        "E2 Corners: not attempted (1 point here)",
        "E3 Mean: not attempted (1 point here)",
        "E4 Shuffle: not attempted (2 points here)",
        "E5 Guess: not attempted (3 points here)",
    ]
    assert desk.grade().earned == 0


def test_a_solved_sheet_is_correct_and_promises_nothing(desk: Desk) -> None:
    solve(desk.nb, desk.sheet)
    report = desk.check()
    assert report.all_right
    assert report.lines()[0] == (
        "E1 Area: correct; visible checks: 1 of 1; the grader uses other positions (1 of 1 point here)"
    )
    assert "all tests passed" not in str(report).lower()
    assert desk.grade().earned == 10.5


def test_the_first_line_teaches(desk: Desk) -> None:
    desk.write(E1="def area(width, height):\n    return width + height")
    lines = desk.check(only="E1").lines(draw=lambda position: f"<{position}>")
    assert lines[0] == "E1 Area: not yet. For the input (1, 1) your code gave 2. A unit square has area one. (S-1)"
    assert lines[1] == "    visible checks: 0 of 1; the grader uses other positions (0 of 1 point here)"
    desk.write(E1="def area(width, height):\n    return width ** height")
    case = desk.check(only="E1").lines(draw=lambda position: f"<{position}>\nbelow")
    assert case[0].startswith("E1 Area: not yet. For the input (13, 42) your code gave ")
    assert case[0].endswith("An area is the product of the sides. (S-2)")
    assert case[1:3] == ["    <a rectangle>", "    below"]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("def area(w, h):\n    return w / 0", "For the input (1, 1) your code raised ZeroDivisionError."),
        ("def area(w, h)\n    return w", "SyntaxError: expected ':' (line 1)"),
        ("def area(w):\n    return w", "For the input (1, 1) your code raised TypeError."),
        ("def area(w, h):\n    return [w * h]", "gave (1,) (a tuple or list where a whole number is asked for)."),
        ("def area(w, h):\n    while True: pass", "It took longer than it may"),
        ("import os\ndef area(w, h):\n    os._exit(3)", "The Python process ended before the check was through."),
        ("while True: pass\ndef area(w, h): return w * h", "It took longer than it may"),
        ("area = 5", "For the input (1, 1) your code raised TypeError."),
    ],
)
def test_failures_are_told_in_sentences(desk: Desk, answer: str, sentence: str) -> None:
    solve(desk.nb, desk.sheet, E1=answer)
    report = desk.check()
    assert sentence in report.lines()[0]
    others = [exercise.outcome for exercise in report.result.exercises[1:]]
    assert others == ["correct"] * 4, str(report)


def test_a_function_that_spoils_its_input_is_shown_to(desk: Desk) -> None:
    spoils = "    while len(values) > 1:\n        values.append(values.pop() + values.pop())\n"
    desk.write(E3=f"def mean(values):\n    n = len(values)\n{spoils}    return values[0] / n")
    assert ", and changed its input." in desk.check(only="E3").lines()[0]


def test_hints_come_one_at_a_time(desk: Desk) -> None:
    desk.write(E1="def area(width, height):\n    return 1")
    assert "Hint" not in str(desk.check())
    report = desk.check(hint=True)
    assert [line for line in report.lines() if "Hint" in line] == ["    Hint 1 of 3: Think of tiles."]
    report = desk.check(hint=True, hints=report.hints)
    assert "    Hint 2 of 3: How many rows of tiles are there?" in report.lines()
    solve(desk.nb, desk.sheet)
    assert "Hint" not in str(desk.check(hints={"E1": 3}))


def test_the_page_escapes_what_students_return(desk: Desk) -> None:
    desk.write(E1="def area(width, height):\n    return '<script>alert(1)</script>'")
    page = desk.check().to_html(draw=lambda position: "<svg/>")
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert 'data-outcome="not yet"' in page


def test_only_names_an_exercise_that_there_is(desk: Desk) -> None:
    with pytest.raises(SheetError, match="has no exercise 'E9'; it has E1, E2, E3, E4, E5"):
        desk.check(only="E9")
    desk.nb["metadata"]["boomkit"]["sheet"] = f"../exercises/{desk.sheet.name}"
    with pytest.raises(SheetError, match="no sheet named"):
        desk.check()
    desk.nb["metadata"]["boomkit"]["sheet"] = "99_unknown"
    with pytest.raises(SheetError, match="no sheet named '99_unknown' is known"):
        desk.check()
    with pytest.raises(SheetError, match="There is no file"):
        check(desk.path.parent / "none.ipynb", desk.find)


# ------------------------------------------------------------------------------------------------------ cheats


def test_a_table_of_the_visible_answers_loses_points_under_fresh_inputs(desk: Desk) -> None:
    lines = find(desk.nb, check="E1-a")["metadata"]["boomkit"]["expected"][0]["text"].splitlines()
    table = f"import json\nTABLE = {{tuple(d['in']): d['out'] for d in map(json.loads, {lines!r})}}\n"
    desk.write(E1=table + "def area(width, height):\n    return TABLE.get((width, height), 0)")
    assert desk.check(only="E1").all_right
    assert desk.earned("E1") == 0


def test_tampering_with_the_students_copy_changes_nothing(desk: Desk) -> None:
    desk.write(E1="def area(width, height):\n    return 0")
    honest = str(desk.check(only="E1"))
    ours = find(desk.nb, check="E1-a")
    ours["source"] = "for width, height in [(1, 1)]:\n    show(area, width, height)"
    ours["metadata"]["boomkit"] |= {"expected": [], "points": 100, "compare": {"kind": "at_least", "k": 0.01}}
    told = desk.check(only="E1")
    assert str(told).startswith(honest)
    assert "The check E1-a had been changed; the original was used." in str(told)
    assert desk.earned("E1") == 0


CHEATS = {
    "verdicts": "import builtins\nclass Yes:\n    def __eq__(self, other): return True\ndef area(w, h): return Yes()",
    "print": "import builtins\nbuiltins.print = lambda *a, **k: None\ndef area(w, h): return 1",
    "json": 'import json\njson.dumps = lambda *a, **k: \'{"in": [1, 1], "out": 1}\'\ndef area(w, h): return 1',
    "helper": '__boomkit_evidence__.show = lambda f, *a: print(\'{"in": [1, 1], "out": 1}\')\ndef area(w, h): return 1',
    "exit": "import sys\ndef area(w, h):\n    sys.exit(0)",
    "no output": "import sys, io\ndef area(w, h):\n    sys.stdout = io.StringIO()\n    return 1",
    "transformer": "ip = globals().get('get_ipython', lambda: None)()\n"
    "if ip: ip.input_transformers_post.append(lambda lines: [])\ndef area(w, h): return 1",
    "many lines": 'def area(w, h):\n    for n in range(3000): print(\'{"in": [1, 1], "out": 1}\')\n    return 1',
    "long number": "def area(w, h): return 10 ** 5000",
    "deep": "x = []\nfor _ in range(900): x = [x]\ndef area(w, h): return x",
    "not a number": "def area(w, h): return float('nan')",
    "subclass": "class N(int):\n    def __repr__(self): return '1'\ndef area(w, h): return N(1)",
}


@pytest.mark.parametrize("name", CHEATS)
def test_cheats_earn_nothing(desk: Desk, name: str) -> None:
    desk.write(E1=CHEATS[name])
    assert desk.earned("E1") == 0


@pytest.mark.parametrize(
    "answer",
    [
        "def guess(ask, low, high):\n    return ask('secrets')",
        "def guess(ask, low, high):\n    for _ in range(1000): ask('next')\n    return 1",
        "def guess(ask, low, high):\n    ask(None)\n    return 1",
        "def guess(ask, low, high):\n    ask([50])\n    return 50",
        "def guess(ask, low, high):\n    return secrets[0]",
    ],
)
def test_a_dialog_keeps_its_secrets_outside(desk: Desk, answer: str) -> None:
    desk.write(E5=answer)
    assert desk.earned("E5") == 0


def test_hidden_checks_tell_nothing(desk: Desk) -> None:
    desk.write(E1="class LookHere(Exception): pass\ndef area(w, h):\n    raise LookHere(str((w, h)))")
    result = desk.grade().for_student()
    [_visible, hidden] = result.exercises[0].checks
    assert hidden.hidden
    assert (hidden.verdict.kind, hidden.verdict.error) == ("exception", "Exception")
    assert (hidden.verdict.given, hidden.verdict.got, hidden.verdict.message) == ("", "", "")
    assert SheetResult.from_json(result.to_json()) == result
    assert "expected" not in str(result.to_json())


# ----------------------------------------------------------------------------------------------- running on


def test_an_answer_that_kills_costs_its_own_exercise_only(desk: Desk) -> None:
    solve(
        desk.nb,
        desk.sheet,
        E2="import os\nos._exit(1)",
        E3="def mean(values):\n    import os\n    os.kill(os.getpid(), 9)",
    )
    result = desk.grade()
    assert [e.earned for e in result.exercises] == [3, 0, 0, 2, 3]
    assert [c.verdict.kind for e in result.exercises[1:3] for c in e.checks] == ["died", "died", "died"]
    assert any("E2 ended its process (died) and was left out" in note for note in result.notes)


def test_the_total_time_is_bounded(desk: Desk) -> None:
    for number in range(6):
        desk.nb["cells"].insert(
            1, {"cell_type": "code", "id": f"x{number}", "metadata": {}, "source": "while True: pass"}
        )
    solve(desk.nb, desk.sheet)
    desk.sheet = replace(desk.sheet, limits=Limits(seconds=0.2, total_seconds=1))
    result = desk.grade()
    assert result.earned == 0
    assert {c.verdict.kind for e in result.exercises for c in e.checks} == {"time"}


def test_grading_twice_gives_the_same(desk: Desk) -> None:
    solve(desk.nb, desk.sheet, E2="def corners(w, h): return {(0, 0)}")
    assert desk.grade() == desk.grade(), "times aside, which do not take part in equality"


def test_inputs_are_a_pure_function_of_secret_sheet_exercise_and_student(sheet: Sheet) -> None:
    def sources(secret: str, student: str = "") -> list[str]:
        return [rendered.source for rendered in render(sheet, secret, student).values()]

    assert sources("a") == sources("a")
    assert sources("a", "student 1") == sources("a", "student 1")
    for one, other in ((sources("a"), sources("b")), (sources("a"), sources("a", "student 1"))):
        assert sum(x != y for x, y in zip(one, other, strict=True)) >= 6
    [talk] = [r for r in render(sheet, "a").values() if r.check.dialog]
    assert "secrets = None" in talk.source
    assert len(talk.values["secrets"]) == 12


def test_the_students_prints_are_not_judged_but_lines_out_of_turn_are(desk: Desk) -> None:
    desk.write(E1="def area(w, h):\n    print('hello')\n    return w * h")
    assert desk.check(only="E1").all_right
    assert source(answer_cell(desk.nb, "E1")).startswith("def area")


# ------------------------------------------------------------------------------------------- forbidden modules

TWO = """
#| sheet = "t"
# %% answer E1
#| requires = ["mean"]
#| forbidden = ["statistics"]
def mean(values):
    ### BEGIN SOLUTION
    return sum(values) / len(values)
    ### END SOLUTION
# %% check E1
show(mean, [1, 2, 6])
# %% answer E2
#| requires = ["spread"]
def spread(values):
    ### BEGIN SOLUTION
    import statistics
    return statistics.pstdev(values) + mean(values)
    ### END SOLUTION
# %% check E2
show(spread, [1, 2, 6])
"""


def test_each_exercise_lacks_its_own_forbidden_modules(open_runner: OpenRunner) -> None:
    sheet = sheet_from_notebook(notebook_from_script(TWO, "t"))
    rendered = render(sheet, "secret")
    expected = reference(sheet, rendered, open_runner)
    assert len(sheet.groups()) == 2

    def outcomes(**answers: str) -> list[str]:
        result = attempt(sheet, solved(sheet, answers), rendered, expected, open_runner)
        return [exercise.outcome for exercise in result.exercises]

    assert outcomes() == ["correct", "correct"]
    lazy = "import statistics\ndef mean(values):\n    return float(statistics.mean(values))"
    assert outcomes(E1=lazy) == ["not yet", "correct"]
    result = attempt(sheet, solved(sheet, {"E1": lazy}), rendered, expected, open_runner)
    told = teaching_message(result.exercises[0].checks[0].verdict)
    assert told == "Your code raised ModuleNotFoundError. The answer cell stops there."


# ----------------------------------------------------------------------------------------------- in a browser


def test_a_browser_without_processes_checks_the_same(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "emscripten")
    desk.opened = None
    solve(desk.nb, desk.sheet)
    assert desk.check().all_right
    desk.write(
        E1="import boomkit\ndef area(w, h): return w * h",
        E2="def corners(w, h): return 1 / 0",
        E3="def mean(values): return sum(values)",
        E5="def guess(ask, low, high): return ask('secrets')",
    )
    lines = [line for line in desk.check().lines() if not line.startswith("  ")]
    assert lines[0] == "E1 Area: not yet. Your code raised ModuleNotFoundError. The answer cell stops there. "[:-1]
    assert "your code raised ZeroDivisionError." in lines[1]
    assert lines[2].startswith("E3 Mean: not yet. For the input")
    assert lines[3].startswith("E4 Shuffle: correct")
    assert lines[4].startswith("E5 Guess: not yet.")
    import boomkit

    assert boomkit.__name__ == "boomkit"


def test_checking_alone_starts_a_process_of_its_own(desk: Desk) -> None:
    solve(desk.nb, desk.sheet, E1="def area(width, height):\n    return 2")
    desk.opened = None
    report = desk.check()
    assert [exercise.outcome for exercise in report.result.exercises] == ["not yet"] + ["correct"] * 4


def test_a_referee_that_breaks_down_gives_no_points(
    sheet: Sheet, fresh: Any, expected: Any, open_runner: OpenRunner
) -> None:
    class Fragile:
        def __init__(self, secrets: list[int]) -> None:
            secrets.clear()

        def answer(self, message: Any) -> Any:
            return False

        def evidence(self) -> list[Any]:
            raise LookupError("no such secret")

    [name] = [name for name, rendered in fresh.items() if rendered.check.dialog]
    broken = {name: replace(fresh[name], space={"Oracle": Fragile})}
    result = attempt(sheet, solved(sheet), broken, expected, open_runner)
    [check_result] = result.exercises[4].checks
    assert (check_result.earned, check_result.verdict.kind) == (0, "unreadable")
    assert len(fresh[name].values["secrets"]) == 12
