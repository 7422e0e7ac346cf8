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

import builtins
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, get_args

from boomkit.errors import BoomkitError

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

ReplyStatus = Literal["ok", "error", "timeout", "memory", "died", "unreadable"]
"""How the run of one cell ended: `ok` and `error` come from the code, the others from the worker's supervisor."""

VerdictKind = Literal[
    "right",
    "wrong value",
    "exception",
    "time",
    "memory",
    "too much output",
    "no output",
    "died",
    "unreadable",
    "not attempted",
]
"""The kind of a verdict: all that a student is told about a hidden check."""

Outcome = Literal["not attempted", "not yet", "correct"]

Outputs = tuple[dict[str, Any], ...]
"""Outputs of a cell as nbformat writes them: streams, `execute_result`, `display_data`, `error`."""

Answerer = Callable[[Any], Any]
"""Answers one message of a dialog: plain JSON data in, plain JSON data out."""


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
class Region:
    """One marked region of an answer cell: lines `first` to `last` (0-based, markers included) become `stub`."""

    first: int
    last: int
    indent: str
    stub: str


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


# ------------------------------------------------------------------------------------------------- what comes out


@dataclass(frozen=True)
class CellReply:
    """What the run of one cell gave back: data only, already bounded in length."""

    status: ReplyStatus
    outputs: Outputs = ()
    error: str = ""
    """The exception's type name when `status` is `error`."""
    detail: str = ""
    """The exception's message, for the person's own eyes."""
    seconds: float = 0.0

    @property
    def text(self) -> str:
        """Return what was written to standard output."""
        return "".join(str(output.get("text", "")) for output in self.outputs if output.get("name") == "stdout")


@dataclass(frozen=True)
class Verdict:
    """The judgement on one check, with what the person who wrote the code may be told.

    `case` is the index of the first wrong input; `given` and `got` are texts of that input and of what came out.
    `expected` is for the grader alone and never leaves its process.
    """

    passed: bool
    kind: VerdictKind
    case: int | None = None
    given: str = ""
    got: str = ""
    message: str = ""
    clause: str = ""
    position: str = ""
    right: int = 0
    total: int = 0
    expected: str = field(default="", repr=False, compare=False)
    error: str = ""
    """Type name of the exception, when `kind` is `exception`."""

    def redacted(self) -> Verdict:
        """Return what may be told of a hidden check: pass or fail and the kind, nothing that the code could shape.

        >>> Verdict(False, "exception", case=3, given="7", error="LookAtMyInput7").redacted()
        Verdict(passed=False, kind='exception', case=None, given='', got='', message='', clause='', position='', \
right=0, total=0, error='Exception')
        """
        known = isinstance(getattr(builtins, self.error, None), type)
        return Verdict(self.passed, self.kind, error=self.error if known else "Exception" if self.error else "")


@dataclass(frozen=True)
class CheckResult:
    """One check of one submission."""

    check: str
    exercise: str
    points: float
    earned: float
    hidden: bool
    title: str
    verdict: Verdict
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class ExerciseResult:
    """One exercise of one submission."""

    exercise: str
    title: str
    outcome: Outcome
    checks: tuple[CheckResult, ...]
    error: str = ""
    """What the answer cell itself raised, if it did: type and message."""

    @property
    def points(self) -> float:
        """Return the points there are."""
        return sum(check.points for check in self.checks)

    @property
    def earned(self) -> float:
        """Return the points that were earned."""
        return sum(check.earned for check in self.checks)


@dataclass(frozen=True)
class SheetResult:
    """All exercises of one submission, with the notes of merging and running."""

    sheet: str
    exercises: tuple[ExerciseResult, ...]
    notes: tuple[str, ...] = ()

    @property
    def points(self) -> float:
        """Return the points there are."""
        return sum(exercise.points for exercise in self.exercises)

    @property
    def earned(self) -> float:
        """Return the points that were earned."""
        return sum(exercise.earned for exercise in self.exercises)

    def for_student(self) -> SheetResult:
        """Return the result with nothing told of hidden checks but pass or fail and the kind."""
        return replace(
            self,
            exercises=tuple(
                replace(
                    exercise,
                    checks=tuple(
                        replace(check, verdict=check.verdict.redacted(), notes=()) if check.hidden else check
                        for check in exercise.checks
                    ),
                )
                for exercise in self.exercises
            ),
        )

    def to_json(self) -> dict[str, Any]:
        """Return plain data for a store; `from_json` reads it back. Expected values are left out."""
        data = asdict(self)
        for exercise in data["exercises"]:
            for check in exercise["checks"]:
                check["verdict"].pop("expected")
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SheetResult:
        """Read what `to_json` wrote.

        >>> SheetResult.from_json(SheetResult("01_war", ()).to_json()) == SheetResult("01_war", ())
        True
        """
        return cls(
            data["sheet"],
            tuple(
                ExerciseResult(
                    **{
                        **exercise,
                        "checks": tuple(
                            CheckResult(
                                **{**check, "verdict": Verdict(**check["verdict"]), "notes": tuple(check["notes"])}
                            )
                            for check in exercise["checks"]
                        ),
                    }
                )
                for exercise in data["exercises"]
            ),
            tuple(data["notes"]),
        )
