"""Grade a class: collect, choose, grade what is not graded yet, keep every result as it comes, write the table."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from boomkit.grading.attempt import reference
from boomkit.grading.collect import CannotReadError, collect
from boomkit.grading.exports import write_grades
from boomkit.grading.parameters import render
from boomkit.grading.pool import Job, run_jobs
from boomkit.grading.roster import Entry, look_at, roster
from boomkit.grading.runners import Kernel
from boomkit.grading.schema import Sheet, SheetError
from boomkit.grading.sheet import is_sheet, load_master, read_sheet
from boomkit.grading.store import Gradebook, Row, result_key
from boomkit.grading.task import Assignment, versions


@dataclass(frozen=True)
class Progress:
    """How far a run is. `str` gives a line to show."""

    done: int
    total: int
    resumed: int
    student: str = ""
    seconds_left: float | None = None

    def __str__(self) -> str:
        left = ""
        if self.seconds_left is not None:
            minutes, seconds = divmod(round(self.seconds_left), 60)
            left = f", {minutes}:{seconds:02d} left"
        return f"{self.done} of {self.total} graded{left}"


@dataclass(frozen=True)
class Summary:
    """What a run came to. `str` gives a few lines to print."""

    rows: tuple[Row, ...]
    resumed: int
    level: str
    isolated: bool
    warnings: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Return how many rows there are."""
        return len(self.rows)

    @property
    def graded(self) -> int:
        """Return how many were graded, whatever their points."""
        return sum(row.status == "graded" for row in self.rows)

    @property
    def unreadable(self) -> int:
        """Return how many could not be read or graded."""
        return self.total - self.graded

    @property
    def exit_code(self) -> int:
        """Return 0 when all were graded, 1 when some could not be."""
        return 1 if self.unreadable else 0

    def __str__(self) -> str:
        again = f" ({self.resumed} were graded before)" if self.resumed else ""
        lines = [f"{self.graded} of {self.total} submissions graded{again}; isolation: {self.level}."]
        lines += [
            f"Not graded: {row.file} ({row.student}): {row.reason}" for row in self.rows if row.status != "graded"
        ]
        return "\n".join([*lines, *self.warnings])


def grade(
    submissions: Path,
    solutions: Path,
    out: Path,
    *,
    jobs: int = 1,
    seed: str | None = None,
    kernel: Kernel = "fork",
    trust: bool = False,
    isolation: str = "auto",
    cluster: str | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Summary:
    """Grade every submission, or go on where an earlier run of the same was stopped.

    `submissions` is a folder, a zip, nbgrader's tree or a file; `solutions` a folder of solution notebooks or one of
    them. Results go into `out` as they come, at the end the table `grades.csv`. Without a `seed` the gradebook's own is
    used, drawn by lot at the first run.

    Raises:
        CollectError: there is nothing to grade.
        SheetError: a solution cannot be used.
        WorkerError: nothing isolates here and `trust` is false.
        StoreError: the gradebook in `out` cannot be used.
    """
    masters = read_masters(solutions)
    sheets = {sheet.name: sheet for sheet, _ in masters.values()}
    found = [look_at(submission, tuple(sheets.values())) for submission in collect(submissions)]
    entries = roster(found)
    used = {entry.sheet for entry in entries if entry.sheet and entry.digest}
    with Gradebook(out) as book:
        secret = book.seed(seed)
        hide = tuple(str(place.resolve()) for place in (submissions, solutions, out))
        plain = Assignment(
            {name: sheets[name] for name in sheets if name in used}, {}, secret, kernel, isolation, trust, hide
        )
        assignment, level, isolated = with_expected(plain)
        facts = versions() | {"kernel": kernel, "level": level}
        digests = {sheet.name: digest for sheet, digest in masters.values()}
        rows = [(entry, _key(entry, digests, secret, facts)) for entry in entries]
        shown = [name for name in sheets if name in {entry.sheet for entry in entries}] or list(sheets)
        book.set_sheets((name, about_sheet(sheets[name])) for name in shown)
        book.set_about("level", level)
        book.set_about("isolated", str(isolated))
        book.set_rows(rows)
        known = book.known()
        resumed = sum(key in known for _, key in rows)
        open_rows = {key: entry for entry, key in reversed(rows) if key and key not in known}
        warnings: tuple[str, ...] = () if isolated else (NOT_ISOLATED,)
        warnings += _grade_all(book, assignment, open_rows, max(1, jobs), cluster, progress, resumed)
        write_grades(book, out)
        return Summary(tuple(replace(row, prints={}) for row in book.rows()), resumed, level, isolated, warnings)


NOT_ISOLATED = (
    "Not isolated: the submissions' code ran with this account's rights, because nothing on this system shuts it in "
    "and you said that you trust it."
)


def _grade_all(
    book: Gradebook,
    assignment: Assignment,
    open_rows: dict[str, Entry],
    jobs: int,
    cluster: str | None,
    progress: Callable[[Progress], None] | None,
    resumed: int,
) -> tuple[str, ...]:
    """Grade what is open; return sentences about what went wrong."""
    began = time.monotonic()
    total, done, warnings = resumed + len(open_rows), 0, []
    tell = progress or (lambda _: None)
    tell(Progress(resumed, total, resumed))
    waiting = _read(open_rows)
    if cluster is None:
        results = run_jobs(assignment, waiting, min(jobs, max(1, len(open_rows))))
    else:
        from boomkit.grading.cluster import run_on_cluster

        results = run_on_cluster(cluster, assignment, waiting)
    with contextlib.closing(results):
        for job, result in results if open_rows else ():
            if result.status == "failed":
                book.set_failed(job.key, result.reason)
                warnings.append(f"{open_rows[job.key].file}: {result.reason} The next run will try again.")
            else:
                book.add(job.key, job.sheet, result)
            done += 1
            left = (time.monotonic() - began) / done * (len(open_rows) - done)
            tell(Progress(resumed + done, total, resumed, open_rows[job.key].student, left))
    return tuple(warnings)


def _read(open_rows: dict[str, Entry]) -> Iterator[Job]:
    """Read one submission after another, each only when a process is free for it."""
    for key, entry in open_rows.items():
        assert entry.submission is not None
        try:
            data = entry.submission.read()
        except CannotReadError as error:
            yield Job(key, entry.sheet, b"", str(error))
        else:
            yield Job(key, entry.sheet, data)


def _key(entry: Entry, digests: dict[str, str], secret: str, facts: dict[str, str]) -> str:
    """Return the key of an entry's result; empty when there is nothing to grade."""
    if not entry.digest or not entry.sheet:
        return ""
    return result_key(entry.digest, digests[entry.sheet], secret, facts)


def read_masters(solutions: Path) -> dict[str, tuple[Sheet, str]]:
    """Return the sheets of a folder of solution notebooks (or of one) with the hash of each file, by name.

    Raises:
        SheetError: when there is none, one is broken, or two have one name.
    """
    paths = sorted(solutions.glob("*.ipynb")) if solutions.is_dir() else [solutions]
    if not paths:
        raise SheetError(f"There are no notebooks in {solutions}: --solutions names the folder of the solutions.")
    found: dict[str, tuple[Sheet, str]] = {}
    for path in paths:
        if solutions.is_dir() and not is_sheet(load_master(path)):
            continue  # some other notebook that lies there
        sheet = read_sheet(path)
        if sheet.kind != "solution":
            raise SheetError(f"{path} is a student's copy; --solutions names the notebooks with the solutions.")
        if sheet.name in found:
            raise SheetError(f"{path}: another notebook in {solutions} is the sheet {sheet.name!r} already.")
        found[sheet.name] = (sheet, hashlib.sha256(path.read_bytes()).hexdigest())
    if not found:
        raise SheetError(f"No notebook in {solutions} is a solution: none has boomkit's metadata.")
    return found


def with_expected(assignment: Assignment) -> tuple[Assignment, str, bool]:
    """Run the solutions on the run's inputs, in workers like those of the students.

    Returns the assignment with what the solutions show, the level of isolation, and whether that isolates.
    """
    with assignment.runners() as runners:
        expected = {
            name: reference(sheet, render(sheet, assignment.seed), runners.open_runner)
            for name, sheet in assignment.sheets.items()
        }
        level, isolated = runners.level, runners.isolated
    return replace(assignment, expected=expected), level or "none needed", isolated


def about_sheet(sheet: Sheet) -> dict[str, Any]:
    """Return what reports need to know of a sheet; nothing in it tells an answer."""
    exercises = [
        {
            "id": exercise.id,
            "title": exercise.title,
            "points": exercise.points,
            "hints": list(exercise.hints),
            "checks": [
                {"id": check.id, "title": check.title, "points": check.points, "hidden": check.hidden}
                for check in exercise.checks
            ],
        }
        for exercise in sheet.exercises
    ]
    return {"title": sheet.title, "points": sheet.points, "exercises": exercises}


def default_jobs() -> int:
    """Return how many processes suit this machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)
