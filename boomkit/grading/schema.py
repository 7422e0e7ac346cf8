"""The words of grading: sheets, exercises, checks, and what comes out of them.

A *sheet* is a notebook. Everything the grader knows about it stands in cell metadata under one key, `boomkit`, with a
schema version. This module holds the types; `sheet.py` reads metadata into them and says in a sentence what is wrong.

Roles of a cell (`boomkit.role`):

- `setup`: code that comes from the master, before the answers (imports, data, the `show` helper).
- `answer`: what the student writes. Names the exercise.
- `check`: shows what the student's code gives for some inputs. Holds no expected value and no judgement.
- `parameters`: the author's `draw` functions, for the grader's process alone; removed at release.
- `judge`: the author's judges and referees, for the grader's process alone; removed at release.
- `text`: any other cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from boomkit.errors import BoomkitError
from boomkit.grading.results import (
    Answerer,
    CellReply,
    CheckResult,
    ExerciseResult,
    Outcome,
    Outputs,
    ReplyStatus,
    SheetResult,
    Verdict,
    VerdictKind,
)

__all__ = [
    "COMPARE_KINDS",
    "KEY",
    "ROLES",
    "SCHEMA",
    "VISIBLE_SEED",
    "Answerer",
    "Case",
    "CaseNote",
    "Cell",
    "CellReply",
    "Check",
    "CheckResult",
    "CompareKind",
    "CompareSpec",
    "DialogSpec",
    "Exercise",
    "ExerciseResult",
    "Limits",
    "MergedCell",
    "MergedSheet",
    "Outcome",
    "Outputs",
    "ParameterSpec",
    "ReleaseError",
    "ReplyStatus",
    "Role",
    "Sheet",
    "SheetError",
    "SheetResult",
    "UnreadableError",
    "Verdict",
    "VerdictKind",
]

SCHEMA = 1
"""The version of the metadata that this grader writes and reads."""

KEY = "boomkit"
"""The key in a notebook's and a cell's metadata under which everything stands."""

VISIBLE_SEED = "visible"
"""The run secret of the inputs that a student sees."""

Role = Literal["setup", "answer", "check", "parameters", "judge", "text"]
ROLES: tuple[str, ...] = get_args(Role)

CompareKind = Literal["text", "float", "set", "lines", "json", "at_least", "judge"]
COMPARE_KINDS: tuple[str, ...] = get_args(CompareKind)


class SheetError(BoomkitError, ValueError):
    """A sheet breaks the authoring format; the message names file, cell and field."""


class UnreadableError(BoomkitError, ValueError):
    """A submission cannot be read as a notebook at all; the message says what it is instead."""


class ReleaseError(BoomkitError, ValueError):
    """A sheet may not be released; `reasons` holds one sentence a fault."""

    def __init__(self, reasons: tuple[str, ...]) -> None:
        """Keep the reasons and join them into one message."""
        super().__init__("\n".join(reasons))
        self.reasons = reasons


@dataclass(frozen=True)
class Limits:
    """Bound what a submission may use.

    `seconds` is for one cell, `total_seconds` for a whole submission; memory and files in MiB, output of a cell in KiB.
    """

    seconds: float = 10.0
    total_seconds: float = 60.0
    memory_mb: int = 1024
    output_kb: int = 256
    files_mb: int = 16
    processes: int = 16


@dataclass(frozen=True)
class ParameterSpec:
    """Say how the variable `name` of a check cell gets its inputs.

    `draw` names a function of a `parameters` cell, called as `draw(rng)` in the grader's process. It returns or yields
    inputs (values, or `Case`s that carry a message); the first `shown` of them stand in the sheet, the first `graded`
    are used at grading.
    """

    name: str
    draw: str
    shown: int = 6
    graded: int = 30


@dataclass(frozen=True)
class CompareSpec:
    """Name the comparator of a check and its settings.

    `text` is nbval's comparison. `float` has `tolerance` (absolute) and `relative`. `at_least` wants `k` lines (or the
    share `k` of them, when below one) to agree under the comparator `of`. `judge` calls the function `name` of a
    `judge` cell.
    """

    kind: CompareKind = "text"
    tolerance: float = 1e-9
    relative: float = 1e-9
    k: float = 0
    of: CompareKind = "json"
    name: str = ""


@dataclass(frozen=True)
class DialogSpec:
    """Name the referee (a class or function of a `judge` cell) that a check cell talks with, and its budget.

    The referee lives in the grader's process and answers one message at a time. `budget` is the number of messages it
    answers; 0 means no bound. What is judged are the referee's own evidence lines, not what the cell prints.
    """

    referee: str
    budget: int = 0


@dataclass(frozen=True)
class Case:
    """One input of a check with what to say if it goes wrong. `draw` functions may yield these instead of bare values.

    Only `value` is rendered into the cell; `clause`, `message` and `position` stay on the grader's side. `position` is
    a text, or a `Position` (game, options and text), for whoever draws it.

    >>> Case(((0, 0), 3), clause="BB-M1", message="A corner has two neighbours.").value
    ((0, 0), 3)
    """

    value: Any
    clause: str = ""
    message: str = ""
    position: Any = ""


@dataclass(frozen=True)
class CaseNote:
    """What the grader keeps of one rendered input: its text, and what to say and draw if it goes wrong."""

    text: str
    clause: str = ""
    message: str = ""
    position: str = ""


@dataclass(frozen=True)
class Check:
    """A check cell: its source shows evidence, everything else is for the grader."""

    id: str
    exercise: str
    cell_id: str
    source: str
    title: str = ""
    points: float = 1
    hidden: bool = False
    compare: CompareSpec = CompareSpec()
    parameters: tuple[ParameterSpec, ...] = ()
    dialog: DialogSpec | None = None
    clause: str = ""
    message: str = ""
    seconds: float | None = None
    """Time for this check, where it differs from the sheet's limit."""
    expected: Outputs = ()
    """Outputs of the solution on the visible inputs (stored outputs in a solution, `boomkit.expected` in a sheet)."""
    cases: tuple[CaseNote, ...] = ()
    """Notes on the visible inputs, in the order of the evidence lines."""


@dataclass(frozen=True)
class Exercise:
    """One exercise: an answer cell and its checks."""

    id: str
    cell_id: str
    source: str
    """The solution in a solution notebook, the skeleton in a released sheet."""
    stub: str
    """The skeleton that the student starts from."""
    title: str = ""
    requires: tuple[str, ...] = ()
    """Top-level names that the answer must define."""
    hints: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    """Modules that are absent while this exercise is checked."""
    checks: tuple[Check, ...] = ()

    @property
    def points(self) -> float:
        """Return the points of all checks."""
        return sum(check.points for check in self.checks)


@dataclass(frozen=True)
class Cell:
    """One cell of a sheet, in the master's order."""

    id: str
    type: Literal["code", "markdown", "raw"]
    role: Role
    source: str
    exercise: str = ""
    check: str = ""


@dataclass(frozen=True)
class Sheet:
    """A master: a solution notebook, or the released sheet made from it.

    `kind` is `"solution"` or `"exercise"`. `grader_source` is the code of all `parameters` and `judge` cells, which
    only the grader's process runs.
    """

    name: str
    kind: Literal["solution", "exercise"]
    cells: tuple[Cell, ...]
    exercises: tuple[Exercise, ...]
    title: str = ""
    path: str = ""
    preload: tuple[str, ...] = ()
    """Modules that both workers import before the first student."""
    limits: Limits = Limits()
    grader_source: str = ""

    @property
    def points(self) -> float:
        """Return the points of all exercises."""
        return sum(exercise.points for exercise in self.exercises)

    @property
    def checks(self) -> tuple[Check, ...]:
        """Return all checks in the order of the exercises."""
        return tuple(check for exercise in self.exercises for check in exercise.checks)

    def exercise(self, name: str) -> Exercise:
        """Return the exercise called `name`; SheetError names those there are."""
        for exercise in self.exercises:
            if exercise.id == name:
                return exercise
        known = ", ".join(exercise.id for exercise in self.exercises) or "none"
        raise SheetError(f"The sheet {self.name} has no exercise {name!r}; it has {known}.")

    def groups(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        """Return exercise ids by their (sorted) forbidden modules: each group needs a process of its own."""
        found: dict[tuple[str, ...], list[str]] = {}
        for exercise in self.exercises:
            found.setdefault(tuple(sorted(exercise.forbidden)), []).append(exercise.id)
        return {forbidden: tuple(ids) for forbidden, ids in found.items()}


# ---------------------------------------------------------------------------------------------- merged submissions


@dataclass(frozen=True)
class MergedCell:
    """One cell to run: the master's, or a student's in its place.

    `exercise` is set for answers and checks; `check` for checks. A student's `answer` and `extra` cells may fail
    without ending the run.
    """

    kind: Literal["setup", "answer", "extra", "check"]
    source: str
    exercise: str = ""
    check: str = ""


@dataclass(frozen=True)
class MergedSheet:
    """A submission laid into the master: what runs, in the master's order, and what was done to get there."""

    cells: tuple[MergedCell, ...]
    notes: tuple[str, ...] = ()
    """One sentence for each fallback and repair."""
    attempted: frozenset[str] = frozenset()
    """Exercises whose answer differs from the skeleton."""
