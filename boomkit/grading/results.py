"""What comes out of grading: replies of cells, verdicts on checks, results of exercises and sheets."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

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
    seconds: float = field(default=0.0, compare=False)
    """Processor seconds that the check cell took: the one thing here that differs from run to run."""


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
