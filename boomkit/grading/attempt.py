"""Run one merged sheet and judge its checks: the one path that checking alone and grading a class both take.

Answers run in the master's order in one process (one for each set of forbidden modules). A cell that kills or outruns
its process costs its own exercise and no other: a fresh process replays everything but the killer.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Protocol

from boomkit.grading.code import syntax_error
from boomkit.grading.compare import compare
from boomkit.grading.parameters import Rendered
from boomkit.grading.prelude import before_check_source, bind_source, removed_names, start_source, without_helper_import
from boomkit.grading.referees import moderator
from boomkit.grading.schema import (
    Answerer,
    CellReply,
    Check,
    CheckResult,
    Exercise,
    ExerciseResult,
    MergedCell,
    MergedSheet,
    Outcome,
    Sheet,
    SheetError,
    SheetResult,
    Verdict,
    VerdictKind,
)


class Runner(Protocol):
    """A worker as this module sees it."""

    def start_student(self) -> None:
        """Begin a fresh process with an empty namespace; sweep the old one away."""

    def run_cell(self, source: str, *, timeout: float, answer: Answerer | None = None) -> CellReply:
        """Run one cell and return what came out."""
        ...


OpenRunner = Callable[[tuple[str, ...], Sheet], AbstractContextManager[Runner]]
"""Opens a worker in which the given modules are absent."""

_GONE: dict[str, VerdictKind] = {"timeout": "time", "memory": "memory", "died": "died", "unreadable": "unreadable"}


def attempt(
    sheet: Sheet,
    merged: MergedSheet,
    rendered: Mapping[str, Rendered],
    expected: Mapping[str, CellReply],
    open_runner: OpenRunner,
    only: frozenset[str] | None = None,
) -> SheetResult:
    """Run a merged submission and judge every check (of the exercises in `only`, if given) that `rendered` holds.

    `expected` has the solution's reply on the same inputs, by check id.
    """
    results: dict[str, CheckResult] = {}
    errors: dict[str, str] = {}
    wanted = [e for e in sheet.exercises if only is None or e.id in only]
    spent = 0.0
    notes: list[str] = []
    for forbidden, group in sheet.groups().items():
        ids = frozenset(e.id for e in wanted if e.id in group and e.id in merged.attempted)
        if not ids:
            continue
        with open_runner(forbidden, sheet) as runner:
            run = _Run(sheet, merged, rendered, expected, runner, ids, spent)
            run.all_cells()
            results |= run.results
            errors |= run.errors
            spent = run.spent
            notes += [note for note in run.notes if note not in notes]
    made = tuple(_exercise(e, rendered, results, errors.get(e.id, "")) for e in wanted)
    return SheetResult(sheet.name, made, (*merged.notes, *notes))


def reference(sheet: Sheet, rendered: Mapping[str, Rendered], open_runner: OpenRunner) -> dict[str, CellReply]:
    """Run the solution on the same inputs; SheetError if it does not get through."""
    merged = solved(sheet)
    replies: dict[str, CellReply] = {}
    for forbidden, group in sheet.groups().items():
        with open_runner(forbidden, sheet) as runner:
            run = _Run(sheet, merged, rendered, {}, runner, frozenset(group))
            run.all_cells()
            replies |= run.replies
    for name, reply in replies.items():
        if reply.status != "ok":
            what = f"{reply.error}: {reply.detail}" if reply.status == "error" else f"{reply.status} {reply.detail}"
            raise SheetError(f"{sheet.path or sheet.name}, check {name}: the solution itself fails ({what.strip()}).")
    return replies


def solved(sheet: Sheet, answers: Mapping[str, str] | None = None) -> MergedSheet:
    """Return the master as a merged submission, with some answers replaced by others (by exercise id)."""
    answers = answers or {}
    cells = []
    for cell in sheet.cells:
        if cell.role == "answer":
            cells.append(MergedCell("answer", answers.get(cell.exercise, cell.source), cell.exercise))
        elif cell.role in ("setup", "check"):
            cells.append(MergedCell(cell.role, without_helper_import(cell.source), cell.exercise, cell.check))
    return MergedSheet(tuple(cells), (), frozenset(exercise.id for exercise in sheet.exercises))


@dataclass
class _Run:
    """One pass over the cells in one worker."""

    sheet: Sheet
    merged: MergedSheet
    rendered: Mapping[str, Rendered]
    expected: Mapping[str, CellReply]
    runner: Runner
    ids: frozenset[str]
    spent: float = 0.0
    results: dict[str, CheckResult] = field(default_factory=dict)
    replies: dict[str, CellReply] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    killers: set[int] = field(default_factory=set)
    fallen: dict[str, CellReply] = field(default_factory=dict)
    """Replies that ended the process, by exercise: its checks get the same."""
    alive: bool = False

    def all_cells(self) -> None:
        """Run everything up to the last check that is wanted."""
        cells = self.merged.cells
        wanted = [n for n, cell in enumerate(cells) if cell.kind == "check" and self._is_wanted(cell)]
        for number in range(max(wanted, default=-1) + 1):
            if cells[number].kind == "check":
                if number in wanted:
                    self._check(number)
            elif self.alive:  # otherwise the replay before the next check runs it
                self._run_own(number)

    def _is_wanted(self, cell: MergedCell) -> bool:
        return cell.exercise in self.ids and cell.check in self.rendered

    def _time(self, seconds: float | None = None) -> float:
        left = self.sheet.limits.total_seconds - self.spent
        return max(0.0, min(seconds or self.sheet.limits.seconds, left))

    def _run(self, source: str, seconds: float | None = None, answer: Answerer | None = None) -> CellReply:
        timeout = self._time(seconds)
        if timeout <= 0:
            return CellReply("timeout", detail="the time for the whole submission is used up")
        reply = self.runner.run_cell(source, timeout=timeout, answer=answer)
        self.spent += timeout if reply.status == "timeout" else reply.seconds
        if reply.status in _GONE:
            self.alive = False
        return reply

    def _ready(self, until: int) -> bool:
        """Bring a process to life that has run all cells before `until`, but the killers."""
        while not self.alive and self._time() > 0:
            self.runner.start_student()
            self.alive = True
            # A warm worker that ran `start_source` before it forked has the helper already.
            if self._run(bind_source()).status != "ok" and self._run(start_source()).status != "ok":
                self.alive = False
                return False
            for number in range(until):
                if self.alive and self.merged.cells[number].kind != "check" and number not in self.killers:
                    self._run_own(number)
        return self.alive

    def _run_own(self, number: int) -> None:
        """Run a setup, answer or extra cell; remember what it raised and whether it killed the process."""
        cell = self.merged.cells[number]
        reply = self._run(cell.source)
        if reply.status in _GONE:
            self.killers.add(number)
            self.notes.append(f"{_called(cell)} ended its process ({_GONE[reply.status]}) and was left out.")
            if cell.exercise:
                self.fallen[cell.exercise] = reply
        elif reply.status == "error" and cell.kind == "answer":
            self.errors.setdefault(cell.exercise, _told_error(cell.source, reply))
        elif reply.status == "error" and cell.kind == "setup":
            self.notes.append(f"A setup cell raised {_known(reply.error)}.")

    def _check(self, number: int) -> None:
        """Run one check cell in order and judge it."""
        cell = self.merged.cells[number]
        rendered = self.rendered[cell.check]
        check = rendered.check
        notes: list[str] = []
        reply = self.fallen.get(cell.exercise) or self._run_check(number, rendered, notes)
        self.replies[check.id] = reply
        wanted = self.expected.get(check.id)
        if wanted is not None:
            verdict = compare(check, wanted.outputs, reply, rendered)
            if verdict.error == "NameError" and cell.exercise in self.errors:
                own = self.errors[cell.exercise]
                verdict = replace(verdict, error=own.partition(":")[0], got=own, message="The answer cell stops there.")
            earned = check.points if verdict.passed else 0
            self.results[check.id] = replace(
                _result(check, earned, verdict, tuple(notes)), seconds=round(reply.seconds, 3)
            )

    def _run_check(self, number: int, rendered: Rendered, notes: list[str]) -> CellReply:
        cell = self.merged.cells[number]
        if not self._ready(number):
            return CellReply("timeout" if self._time() <= 0 else "died")
        if cell.exercise in self.fallen:
            return self.fallen[cell.exercise]
        keep = tuple(sorted({name for exercise in self.sheet.exercises for name in exercise.requires}))
        before = self._run(before_check_source(keep))
        gone = [name for name in removed_names(before.text) if hasattr(builtins, name)]
        if gone:
            notes.append(f"Names that hide Python's own were removed before the check: {', '.join(gone)}.")
        if before.status in _GONE:
            return before
        talk = moderator(rendered)
        reply = self._run(rendered.source, rendered.check.seconds, talk)
        if talk is None or reply.status != "ok":
            return reply
        try:
            return replace(reply, outputs=talk.outputs())
        except Exception as error:  # the author's own code, in a state that no solution leads to
            return CellReply("unreadable", detail=f"the referee's evidence: {type(error).__name__}: {error}")


def _called(cell: MergedCell) -> str:
    if cell.kind == "answer":
        return f"The answer to {cell.exercise}"
    return "A setup cell" if cell.kind == "setup" else "One of the student's own cells"


def _known(error: str) -> str:
    """Return a type name if it is Python's own: a name of the student's making could carry hidden inputs."""
    return error if isinstance(getattr(builtins, error, None), type) else "an exception"


def _told_error(source: str, reply: CellReply) -> str:
    """Say what an answer cell raised, in words that the code in it cannot choose."""
    own = syntax_error(source) if reply.error in ("SyntaxError", "IndentationError", "TabError") else ""
    return own or _known(reply.error)


def _result(check: Check, earned: float, verdict: Verdict, notes: tuple[str, ...] = ()) -> CheckResult:
    return CheckResult(check.id, check.exercise, check.points, earned, check.hidden, check.title, verdict, notes)


def _exercise(
    exercise: Exercise, rendered: Mapping[str, Rendered], results: Mapping[str, CheckResult], error: str
) -> ExerciseResult:
    checks = []
    for check in exercise.checks:
        if check.id in rendered:
            missing = _result(check, 0, Verdict(False, "not attempted"))
            checks.append(results.get(check.id, missing))
    outcome: Outcome = "not yet"
    if checks and all(check.verdict.passed for check in checks):
        outcome = "correct"
    elif all(check.verdict.kind == "not attempted" for check in checks):
        outcome = "not attempted"
    return ExerciseResult(exercise.id, exercise.title, outcome, tuple(checks), error)
