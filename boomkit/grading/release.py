"""Make the student's sheet from a solution notebook: lint, proofs, then one canonical file."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from boomkit.grading.attempt import OpenRunner
from boomkit.grading.golden import run_solution
from boomkit.grading.lint import lint
from boomkit.grading.nodes import Node, to_node
from boomkit.grading.notebook import canonical, write_notebook
from boomkit.grading.parameters import Rendered, grader_space, render_shown
from boomkit.grading.proofs import Proof, prove
from boomkit.grading.schema import KEY, Check, Exercise, ReleaseError, Sheet, SheetError
from boomkit.grading.sheet import load_master, sheet_from_notebook

INSTRUCTOR = "instructor"
"""A cell with this tag stays with the teacher."""


@dataclass(frozen=True)
class ReleaseReport:
    """What a release did: where the sheet is, whether it changed, what could be better."""

    sheet: Sheet
    path: Path
    changed: bool
    remarks: tuple[str, ...] = ()


def release(
    path: Path,
    out: Path,
    *,
    wrong: Path | None = None,
    run: bool = False,
    proofs: bool = True,
    open_runner: OpenRunner | None = None,
) -> ReleaseReport:
    """Release one solution notebook into the folder `out`.

    `wrong` is the folder of all wrong answers (`tests/wrong`), with a folder for each sheet. With `run` the solution is
    run first and its outputs are stored. ReleaseError has a sentence for each reason to refuse.
    """
    try:
        if run:
            run_solution(path)
        nb = load_master(path)
        sheet = sheet_from_notebook(nb, str(path), path.stem)
        made = released(nb, sheet)
    except SheetError as error:
        raise ReleaseError(tuple(str(error).splitlines())) from error
    faults = lint(sheet, nb) + _stale(nb, sheet)
    if faults:
        raise ReleaseError(tuple(faults))
    remarks: tuple[str, ...] = ()
    if proofs:
        proof = _proved(sheet, wrong / sheet.name if wrong else None, open_runner)
        remarks = proof.remarks
        if proof.faults:
            raise ReleaseError(proof.faults)
    target = out / path.name
    bare = tuple(f"{exercise.id} has no hints." for exercise in sheet.exercises if not exercise.hints)
    return ReleaseReport(sheet, target, write_notebook(made, target), bare + remarks)


def _proved(sheet: Sheet, wrong: Path | None, open_runner: OpenRunner | None) -> Proof:
    if open_runner is not None:
        return prove(sheet, wrong, open_runner)
    from boomkit.grading.runners import Runners

    with Runners(trust=True) as runners:  # the author's own code: it may run where nothing isolates
        return prove(sheet, wrong, runners.open_runner)


def _stale(nb: Node, sheet: Sheet) -> list[str]:
    """Say which parts of a solution notebook are not what `--run` would write."""
    space = grader_space(sheet)
    faults = [
        f"{sheet.path}, check {check.id}: its visible inputs are not those that its draw functions give; "
        "run `boomkit release --run`."
        for check in sheet.checks
        if render_shown(sheet, check, space).source.strip() != check.source.strip()
    ]
    for number, cell in enumerate(nb.cells):
        if cell.cell_type == "code" and cell.outputs and cell.execution_count is None:
            faults.append(f"{sheet.path}, cell {number}: outputs without a run; run `boomkit release --run`.")
    return faults


def released(nb: Node, sheet: Sheet) -> Node:
    """Return the student's notebook of a solution notebook: a pure function."""
    space = grader_space(sheet)
    exercises = {exercise.cell_id: exercise for exercise in sheet.exercises}
    checks = {check.cell_id: check for check in sheet.checks}
    cells = []
    for cell in nb.cells:
        if cell.id in exercises:
            cells.append(_released_answer(cell, exercises[cell.id]))
        elif cell.id in checks:
            if not checks[cell.id].hidden:
                cells.append(_released_check(cell, render_shown(sheet, checks[cell.id], space)))
        elif _stays(cell):
            cells.append(_released_other(cell))
    top = {**nb.metadata.get(KEY, {}), "kind": "exercise"}
    return canonical(to_node({**nb, "metadata": {KEY: top}, "cells": cells}))


def _stays(cell: Node) -> bool:
    ours = cell.metadata.get(KEY) or {}
    if INSTRUCTOR in cell.metadata.get("tags", []) or ours.get("role") == "parameters":
        return False
    return ours.get("role") != "judge" or bool(ours.get("released"))


def _made(cell: Node, source: str, metadata: dict[str, Any]) -> Node:
    return to_node({**cell, "source": source, "metadata": metadata})


def _locked(name: str, **more: Any) -> dict[str, Any]:
    """Return metadata that keeps an editor from changing a cell, in JupyterLab's words and in nbgrader's."""
    return {"deletable": False, "editable": False, "nbgrader": nbgrader_metadata(name, locked=True, **more)}


def nbgrader_metadata(
    name: str, *, locked: bool, points: float | None = None, solution: bool = False
) -> dict[str, Any]:
    """Return a cell's metadata in nbgrader's schema, version 3.

    >>> nbgrader_metadata("E4.1-a", locked=True, points=2)["grade_id"]
    'E4-1-a'
    """
    data: dict[str, Any] = {
        "grade": points is not None,
        "grade_id": re.sub(r"[^A-Za-z0-9_-]", "-", name),
        "locked": locked,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }
    return data if points is None else {**data, "points": points}


def _released_answer(cell: Node, exercise: Exercise) -> Node:
    ours = {key: value for key, value in cell.metadata[KEY].items() if key != "stub"}
    metadata = {KEY: ours, "nbgrader": nbgrader_metadata(exercise.id, locked=False, solution=True)}
    return _made(cell, exercise.stub, metadata)


def _released_check(cell: Node, rendered: Rendered) -> Node:
    check = rendered.check
    ours = {**cell.metadata[KEY], "check": check.id, "expected": expected_outputs(check)}
    notes = [{key: value for key, value in asdict(note).items() if value} for note in rendered.cases]
    if notes:
        ours["cases"] = notes
    return _made(cell, rendered.source, {KEY: ours, **_locked(check.id, points=check.points)})


def expected_outputs(check: Check) -> list[dict[str, Any]]:
    """Return the outputs that a sheet keeps for its visible checks: no standard error, no counts of runs."""
    return [
        {**output, "execution_count": None} if "execution_count" in output else dict(output)
        for output in check.expected
        if output.get("name") != "stderr"
    ]


def _released_other(cell: Node) -> Node:
    metadata = dict(cell.metadata)
    if (cell.metadata.get(KEY) or {}).get("role") in ("setup", "judge"):
        metadata |= _locked(cell.id)
    return _made(cell, cell.source, metadata)
