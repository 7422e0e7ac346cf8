"""Decide which file of whom counts for which sheet: one row for each, and nobody is dropped.

A file's sheet is read from its bytes without parsing them, so that no file can do harm here.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from boomkit.grading.collect import CannotReadError, Submission
from boomkit.grading.schema import Sheet

NO_SHEET = "It belongs to none of the sheets: neither its cells nor its name say which one it is."


@dataclass(frozen=True)
class Candidate:
    """A file with what a look at its bytes has told."""

    submission: Submission
    sheet: str
    """The sheet it belongs to; empty when nothing tells."""
    match: int
    """How much speaks for that sheet."""
    digest: str = ""
    """SHA-256 of the bytes; empty when they cannot be read."""
    reason: str = ""

    @property
    def is_notebook(self) -> bool:
        """Say whether this is, by its name or content, an attempt at a sheet."""
        return self.match > 0 or ".ipynb" in self.submission.file.rpartition("/")[2].lower()


@dataclass(frozen=True)
class Entry:
    """One row of the gradebook: a student, the file that counts, and what is to be said about other files."""

    student: str
    number: str
    platform: str
    file: str
    sheet: str
    digest: str
    reason: str = ""
    notes: tuple[str, ...] = ()
    submission: Submission | None = field(default=None, repr=False, compare=False)


def look_at(submission: Submission, sheets: Sequence[Sheet]) -> Candidate:
    """Read a file once; find its sheet and its digest."""
    try:
        data = submission.read()
    except CannotReadError as error:
        sheet, match = _best(submission.file, b"", sheets)
        return Candidate(submission, sheet, match, "", str(error))
    sheet, match = _best(submission.file, data, sheets)
    return Candidate(submission, sheet, match, hashlib.sha256(data).hexdigest(), "" if sheet else NO_SHEET)


def _best(file: str, data: bytes, sheets: Sequence[Sheet]) -> tuple[str, int]:
    scores = {sheet.name: _match(file, data, sheet) for sheet in sheets}
    best = max(scores, key=lambda name: scores[name], default="")
    if best and scores[best] == 0 and len(sheets) > 1:
        return "", 0
    return best, scores.get(best, 0)


def _match(file: str, data: bytes, sheet: Sheet) -> int:
    """Weigh what speaks for a sheet: its name in the metadata, its cells' ids, its file name, names it asks for."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or data[1:2] == b"\0":
        data = data.replace(b"\0", b"")
    name = re.escape(sheet.name.encode("utf-8"))
    score = 4 * bool(re.search(rb'"sheet"\s*:\s*"' + name + rb'"', data))
    ids = [cell.id for cell in sheet.cells if cell.id]
    known = set(re.findall(rb'"id"\s*:\s*"([A-Za-z0-9_-]{1,64})"', data)) if ids else set()
    score += 3 * sum(id.encode("utf-8") in known for id in ids)
    score += 2 * sum(
        bool(re.search(rb"\bdef\s+" + re.escape(required.encode("utf-8")) + rb"\b", data))
        for exercise in sheet.exercises
        for required in exercise.requires
    )
    return score + (sheet.name.lower() in file.lower())


def roster(candidates: Iterable[Candidate]) -> tuple[Entry, ...]:
    """Choose the file that counts for each student and sheet: of several attempts the latest."""
    people: dict[tuple[str, str, str], list[Candidate]] = {}
    for candidate in candidates:
        owner = candidate.submission.owner
        people.setdefault((owner.platform, owner.number, owner.student), []).append(candidate)
    rows = [row for files in people.values() for row in _of_one_person(files)]
    shared = _shared_names(rows)
    named = [_with_number(row) if row.student in shared else row for row in rows]
    return tuple(sorted(named, key=lambda row: (row.student, row.file)))


def _of_one_person(files: list[Candidate]) -> list[Entry]:
    notebooks = [candidate for candidate in files if candidate.is_notebook]
    if any(candidate.match > 1 for candidate in notebooks):  # something is an attempt: a scratch notebook is not
        notebooks = [candidate for candidate in notebooks if candidate.match > 0]
    groups: dict[tuple[str, str], list[Candidate]] = {}
    for candidate in notebooks or files:
        own_name = "" if candidate.submission.owner.platform else _base(candidate.submission.owner.file)
        groups.setdefault((candidate.sheet, own_name), []).append(candidate)
    if not notebooks:  # only other files: one row says so
        groups = {("", ""): files}
    several = {sheet for sheet, _ in groups if sum(other == sheet for other, _ in groups) > 1}
    return [_entry(group, sheet in several) for (sheet, _), group in groups.items()]


def _entry(group: list[Candidate], with_file: bool) -> Entry:
    *earlier, last = sorted(group, key=lambda candidate: candidate.submission.order)
    owner = last.submission.owner
    notes: tuple[str, ...] = ()
    if earlier:
        names = ", ".join(candidate.submission.file for candidate in earlier)
        notes = (f"The latest of {len(group)} files counts; not counted: {names}.",)
    student = f"{owner.student}/{_base(owner.file)}" if with_file else owner.student
    return Entry(
        student, owner.number, owner.platform, last.submission.file, last.sheet, last.digest, last.reason, notes,
        last.submission,
    )  # fmt: skip


def _base(file: str) -> str:
    """Return a file's name without its ending and without the number of an attempt."""
    stem = re.sub(r"(\.ipynb|\.txt|\.json)+$", "", file.rpartition("/")[2], flags=re.IGNORECASE)
    return re.sub(r"([-_ ]\d{1,2}|[ _-]?\(\d{1,3}\)|[-_ ]Copy\d{1,3})$", "", stem)


def _shared_names(rows: list[Entry]) -> set[str]:
    """Return names that two people of different numbers share."""
    numbers: dict[str, set[str]] = {}
    for row in rows:
        numbers.setdefault(row.student, set()).add(row.number)
    return {student for student, found in numbers.items() if len(found) > 1}


def _with_number(row: Entry) -> Entry:
    student = f"{row.student} ({row.number})" if row.number else row.student
    return Entry(**{**row.__dict__, "student": student})
