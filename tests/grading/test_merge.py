"""Damaged notebooks: a right answer gets what it deserves, with a note that says what was done."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers import answer_cell, dump, find, load, solve, source
from hypothesis import given, settings
from hypothesis import strategies as st

from boomkit.grading.attempt import OpenRunner, attempt, reference
from boomkit.grading.merge import merge
from boomkit.grading.parameters import Rendered, render
from boomkit.grading.schema import CellReply, Sheet, UnreadableError

Notebook = dict[str, Any]


@pytest.fixture(scope="module")
def fresh(sheet: Sheet) -> dict[str, Rendered]:
    return render(sheet, "a secret of the run")


@pytest.fixture(scope="module")
def expected(sheet: Sheet, fresh: dict[str, Rendered], open_runner: OpenRunner) -> dict[str, CellReply]:
    return reference(sheet, fresh, open_runner)


@pytest.fixture
def solved(sheet: Sheet, solution: Path, exercise_folder: Path) -> Notebook:
    return solve(load(exercise_folder / solution.name), sheet)


def index(nb: Notebook, cell: Notebook) -> int:
    return next(number for number, other in enumerate(nb["cells"]) if other is cell)


def extra(text: str, **more: Any) -> Notebook:
    return {
        "cell_type": "code",
        "id": "mine",
        "metadata": {},
        "source": text,
        "outputs": [],
        "execution_count": 1,
    } | more


# Each damage changes a solved notebook and returns the bytes that are handed in.


def as_it_is(nb: Notebook) -> bytes:
    return dump(nb)


def byte_order_mark(nb: Notebook) -> bytes:
    return b"\xef\xbb\xbf" + dump(nb)


def utf_16(nb: Notebook) -> bytes:
    return dump(nb).decode("utf-8").encode("utf-16")


def utf_16_without_mark(nb: Notebook) -> bytes:
    return dump(nb).decode("utf-8").encode("utf-16-le")


def windows_1252(nb: Notebook) -> bytes:
    answer_cell(nb, "E1")["source"] += "\n# größer wird die Fläche"
    return dump(nb).decode("utf-8").encode("cp1252")


def windows_line_ends(nb: Notebook) -> bytes:
    for cell in nb["cells"]:
        cell["source"] = source(cell).replace("\n", "\r\n")
    return dump(nb).replace(b"\n", b"\r\n")


def lines_as_lists(nb: Notebook) -> bytes:
    for cell in nb["cells"]:
        cell["source"] = source(cell).splitlines(keepends=True)
    return dump(nb)


def old_format(nb: Notebook) -> bytes:
    cells = []
    for cell in nb["cells"]:
        old = {key: value for key, value in cell.items() if key not in ("id", "source", "execution_count")}
        old["input" if cell["cell_type"] == "code" else "source"] = source(cell)
        cells.append(old | ({"language": "python"} if cell["cell_type"] == "code" else {}))
    return dump({"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}, "worksheets": [{"cells": cells}]})


def no_ids(nb: Notebook) -> bytes:
    for cell in nb["cells"]:
        del cell["id"]
    return dump(nb | {"nbformat_minor": 4})


def all_ids_equal(nb: Notebook) -> bytes:
    same = answer_cell(nb, "E1")["id"]
    for cell in nb["cells"]:
        cell["id"] = same
    return dump(nb)


def no_ids_and_no_metadata(nb: Notebook) -> bytes:
    for cell in nb["cells"]:
        del cell["id"]
        cell["metadata"] = {}
    return dump(nb | {"metadata": {}})


def answers_became_text(nb: Notebook) -> bytes:
    for exercise in ("E1", "E3"):
        cell = answer_cell(nb, exercise)
        cell["cell_type"] = "markdown"
        del cell["outputs"], cell["execution_count"]
    answer_cell(nb, "E3")["source"] = f"```python\n{source(answer_cell(nb, 'E3'))}\n```"
    return dump(nb)


def checks_deleted(nb: Notebook) -> bytes:
    nb["cells"] = [c for c in nb["cells"] if c["metadata"].get("boomkit", {}).get("role") != "check"]
    return dump(nb)


def checks_edited(nb: Notebook) -> bytes:
    for cell in nb["cells"]:
        if cell["metadata"].get("boomkit", {}).get("role") == "check":
            cell["source"] = "raise SystemExit"
            cell["metadata"]["boomkit"]["expected"] = []
            cell["metadata"]["boomkit"]["points"] = 99
    return dump(nb)


def checks_copied(nb: Notebook) -> bytes:
    copies = [copy.deepcopy(c) | {"id": f"copy{n}"} for n, c in enumerate(nb["cells"])]
    nb["cells"] = nb["cells"] + [c for c in copies if c["metadata"].get("boomkit", {}).get("role") == "check"]
    return dump(nb)


def reversed_order(nb: Notebook) -> bytes:
    nb["cells"].reverse()
    return dump(nb)


def answer_split_in_two(nb: Notebook) -> bytes:
    cell = answer_cell(nb, "E1")
    cell["source"] = "def helper(a, b):\n    return a * b"
    lower = copy.deepcopy(cell) | {
        "id": "lower",
        "source": "def area(width, height):\n    return helper(width, height)",
    }
    nb["cells"].insert(index(nb, cell) + 1, lower)
    return dump(nb)


def answer_in_a_new_cell_above(nb: Notebook, sheet: Sheet | None = None) -> bytes:
    cell = answer_cell(nb, "E1")
    text, cell["source"] = source(cell), 'def area(width, height):\n    raise NotImplementedError("E1: Area")'
    nb["cells"].insert(0, extra(text))
    return dump(nb)


def answer_in_a_new_cell_at_the_end(nb: Notebook) -> bytes:
    cell = answer_cell(nb, "E1")
    nb["cells"].remove(cell)
    nb["cells"].append(extra(source(cell)))
    return dump(nb)


def answer_written_into_the_check(nb: Notebook) -> bytes:
    cell, check = answer_cell(nb, "E1"), find(nb, check="E1-a")
    check["source"] = f"{source(cell)}\n{source(check)}"
    cell["source"] = ""
    return dump(nb)


def answers_in_each_others_cells(nb: Notebook) -> bytes:
    one, two = answer_cell(nb, "E1"), answer_cell(nb, "E2")
    one["source"], two["source"] = two["source"], one["source"]
    return dump(nb)


def helper_below_the_check(nb: Notebook) -> bytes:
    answer_cell(nb, "E1")["source"] = "def area(width, height):\n    return multiplied(width, height)"
    place = index(nb, find(nb, check="E1-a")) + 1
    nb["cells"].insert(place, extra("def multiplied(a, b):\n    return a * b"))
    return dump(nb)


def import_in_the_setup_cell(nb: Notebook) -> bytes:
    setup = find(nb, role="setup")
    setup["source"] = source(setup) + "\nimport operator\nFraction = None"
    answer_cell(nb, "E1")["source"] = "def area(width, height):\n    return operator.mul(width, height)"
    return dump(nb)


def cells_of_rubbish(nb: Notebook) -> bytes:
    nb["cells"].insert(3, extra("this is no python"))
    nb["cells"].insert(5, extra("1 / 0"))
    nb["cells"].insert(6, extra("%timeit 1"))
    nb["cells"] += [None, 7, {"cell_type": "strange", "source": 3}, {}]
    return dump(nb)


def builtins_hidden(nb: Notebook) -> bytes:
    nb["cells"].insert(2, extra("print = None\nlen = lambda *a: 0\nstr = 'text'\nshow = None"))
    return dump(nb)


def a_program(nb: Notebook) -> bytes:
    roles = ("answer",)
    cells = [c for c in nb["cells"] if c["metadata"].get("boomkit", {}).get("role") in roles]
    return "\n\n".join(source(cell) for cell in cells).encode("utf-8")


def debugging_prints(nb: Notebook) -> bytes:
    answer_cell(nb, "E1")["source"] = "def area(width, height):\n    print('here', width)\n    return width * height"
    return dump(nb)


DAMAGES = {
    as_it_is: "",
    byte_order_mark: "byte order mark",
    utf_16: "byte order mark",
    utf_16_without_mark: "utf-16",
    windows_1252: "Windows-1252",
    windows_line_ends: "",
    lines_as_lists: "",
    old_format: "version 3",
    no_ids: "no ids",
    all_ids_equal: "the id of another cell",
    no_ids_and_no_metadata: "found by the name it defines",
    answers_became_text: "had become a text cell",
    checks_deleted: "",
    checks_edited: "had been changed",
    checks_copied: "",
    reversed_order: "",
    answer_split_in_two: "2 cells belong to the answer",
    answer_in_a_new_cell_above: "found by the name it defines (area)",
    answer_in_a_new_cell_at_the_end: "found by the name it defines (area)",
    answer_written_into_the_check: "found by the name it defines (area)",
    answers_in_each_others_cells: "found by the name it defines",
    helper_below_the_check: "",
    import_in_the_setup_cell: "setup cell",
    cells_of_rubbish: "were not cells at all",
    builtins_hidden: "",
    a_program: "Python program",
    debugging_prints: "",
}


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_right_answer_earns_its_points_however_it_is_damaged(
    damage: Callable[[Notebook], bytes],
    solved: Notebook,
    sheet: Sheet,
    fresh: dict[str, Rendered],
    expected: dict[str, CellReply],
    open_runner: OpenRunner,
) -> None:
    merged = merge(sheet, damage(solved))
    result = attempt(sheet, merged, fresh, expected, open_runner)
    wrong = [(c.check, c.verdict) for e in result.exercises for c in e.checks if not c.verdict.passed]
    assert result.earned == 10.5, (wrong, result.notes)
    notes = "\n".join((*result.notes, *(note for e in result.exercises for c in e.checks for note in c.notes)))
    assert DAMAGES[damage] in notes
    if damage is as_it_is:
        assert notes == ""
    if damage is builtins_hidden:
        assert "Names that hide Python's own were removed before the check: len, print, str." in notes


def test_a_flood_of_cells_is_cut_and_noted(solved: Notebook, sheet: Sheet) -> None:
    solved["cells"] += [extra("x = 1", id=f"flood{number}") for number in range(100_000)]
    merged = merge(sheet, dump(solved))
    assert len(merged.cells) < 2_100
    assert any("the first 2000 were read" in note for note in merged.notes)
    assert merged.attempted == {"E1", "E2", "E3", "E4", "E5"}


def test_the_masters_order_is_law(solved: Notebook, sheet: Sheet) -> None:
    checks = [cell.check for cell in merge(sheet, reversed_order(solved)).cells if cell.kind == "check"]
    assert checks == [check.id for check in sheet.checks]


def test_an_untouched_sheet_is_not_attempted(exercise_folder: Path, solution: Path, sheet: Sheet) -> None:
    merged = merge(sheet, (exercise_folder / solution.name).read_bytes())
    assert merged.attempted == frozenset()
    nb = load(exercise_folder / solution.name)
    answer_cell(nb, "E1")["source"] += "\n\n# I do not know\n"
    answer_cell(nb, "E3")["source"] = "# nothing"
    assert merge(sheet, dump(nb)).attempted == frozenset()


def test_own_cells_never_run_after_the_check_of_their_exercise(solved: Notebook, sheet: Sheet) -> None:
    for cell_id in [c["id"] for c in solved["cells"]]:
        nb = copy.deepcopy(solved)
        place = next(number for number, c in enumerate(nb["cells"]) if c["id"] == cell_id) + 1
        nb["cells"].insert(place, extra("mine = 1"))
        kinds = [(cell.kind, cell.exercise) for cell in merge(sheet, dump(nb)).cells]
        at = kinds.index(("extra", ""))
        ours = solved["cells"][place - 1]["metadata"].get("boomkit", {})
        if ours.get("role") == "check":
            assert ("check", ours["exercise"]) not in kinds[:at]
            assert ("answer", ours["exercise"]) in kinds[:at]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\0\0\0", "empty"),
        (b"PK\x03\x04 zip", "no notebook"),
        (b'{"cells": [', "cannot be read as JSON"),
        (b'{"a": 1}', "no list of cells"),
        (b"[1, 2]", "holds a list"),
        (b"[" * 100_000, "nested too deeply"),
        (b"12", "holds a int"),
        (b"9" * 10_000, "no notebook"),
        (b"<html><body>Sign in</body></html>", "no notebook"),
    ],
)
def test_what_is_no_notebook_is_refused_with_a_reason(data: bytes, reason: str, sheet: Sheet) -> None:
    with pytest.raises(UnreadableError, match=reason):
        merge(sheet, data)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_bytes_come_there_is_a_merge_or_a_reason(data: st.DataObject) -> None:
    sheet = _SHEET[0]
    whole = _BYTES[0]
    kind = data.draw(st.sampled_from(["bytes", "cut", "json", "flipped"]))
    if kind == "bytes":
        handed = data.draw(st.binary(max_size=200))
    elif kind == "cut":
        handed = whole[: data.draw(st.integers(0, len(whole)))]
    elif kind == "flipped":
        at = data.draw(st.integers(0, len(whole) - 1))
        handed = whole[:at] + bytes([data.draw(st.integers(0, 255))]) + whole[at + 1 :]
    else:
        leaf = st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just("def area(): pass")
        cell = st.dictionaries(
            st.sampled_from(["id", "source", "metadata", "cell_type", "input"]), st.recursive(leaf, st.lists)
        )
        cells = data.draw(st.lists(cell | leaf, max_size=5))
        handed = json.dumps({data.draw(st.sampled_from(["cells", "worksheets"])): cells, "metadata": 1}).encode()
    reason = ""
    try:
        merged = merge(sheet, handed)
    except UnreadableError as error:
        reason = str(error)
    checks = [] if reason else [c.check for c in merged.cells if c.kind == "check"]
    assert reason or checks == [check.id for check in sheet.checks]


_SHEET: list[Sheet] = []
_BYTES: list[bytes] = []


@pytest.fixture(scope="module", autouse=True)
def _for_the_property(sheet: Sheet, solution: Path, exercise_folder: Path) -> None:
    _SHEET[:] = [sheet]
    _BYTES[:] = [dump(solve(load(exercise_folder / solution.name), sheet))]
