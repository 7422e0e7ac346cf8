"""Tables of grades: the plain one, and those that Canvas and Moodle take in."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from boomkit.grading.messages import number
from boomkit.grading.schema import SheetResult
from boomkit.grading.store import Gradebook, Row

GRADES = "grades.csv"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def result_of(row: Row) -> SheetResult | None:
    """Return a row's result in the words of grading; None where there is none."""
    return SheetResult.from_json(row.result) if row.result is not None else None


def points_by_exercise(row: Row) -> dict[str, float]:
    """Return what a row earned in each exercise; nothing for a row without a result."""
    if row.result is None:
        return {}
    return {
        exercise["exercise"]: sum(check["earned"] for check in exercise["checks"])
        for exercise in row.result["exercises"]
    }


def reason_of(row: Row) -> str:
    """Return what there is to say about a row: why it has no grade, or what was done to read it."""
    told = list(row.notes)
    if row.result is not None:
        told += row.result["notes"]
    return " ".join([row.reason, *told]).strip()


def write_grades(book: Gradebook, out: Path, *, excel: bool = False) -> Path:
    """Write `grades.csv`: a row a submission; student, file, a column an exercise, total, status, reason."""
    sheets = book.sheets()
    exercises = {name: [exercise["id"] for exercise in about["exercises"]] for name, about in sheets.items()}
    columns = list(dict.fromkeys(exercise for ids in exercises.values() for exercise in ids))

    def lines() -> Iterable[Sequence[str]]:
        yield ("student", "file", *columns, "total", "status", "reason")
        for row in book.rows():
            points = points_by_exercise(row)
            own = exercises.get(row.sheet, []) if row.sheet else (columns if len(sheets) == 1 else [])
            cells = [number(points.get(name, 0.0)) if name in own else "" for name in columns]
            yield (row.student, row.file, *cells, number(sum(points.values())), row.status, reason_of(row))

    return write_table(out / GRADES, lines(), excel=excel)


def write_canvas(book: Gradebook, out: Path, *, excel: bool = False) -> Path:
    """Write `canvas.csv` as Canvas imports it: a row a student, a column a sheet, points possible in the second row.

    The column of the student's number comes from the names of the files that Canvas gave.
    """
    sheets = book.sheets()
    people: dict[tuple[str, str], dict[str, float]] = {}
    for row in book.rows():
        totals = people.setdefault((row.student, row.number if row.platform == "canvas" else ""), {})
        if row.sheet:
            totals[row.sheet] = sum(points_by_exercise(row).values())

    def lines() -> Iterable[Sequence[str]]:
        yield ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", *(_called(n, a) for n, a in sheets.items()))
        yield ("Points Possible", "", "", "", "", *(number(about["points"]) for about in sheets.values()))
        for (student, given), totals in people.items():
            yield (student, given, "", "", "", *(number(totals[name]) if name in totals else "" for name in sheets))

    return write_table(out / "canvas.csv", lines(), excel=excel)


def write_moodle(book: Gradebook, out: Path, *, excel: bool = False) -> tuple[Path, ...]:
    """Write Moodle's grading worksheet: `moodle.csv`, or a `moodle_SHEET.csv` for each of several sheets."""
    sheets = book.sheets()
    rows = list(book.rows())
    made = []
    for name, about in sheets.items():
        lines: list[Sequence[str]] = [("Identifier", "Full name", "Grade", "Maximum Grade", "Feedback comments")]
        for row in rows:
            if row.sheet == name or (not row.sheet and len(sheets) == 1):
                identifier = f"Participant {row.number}" if row.platform == "moodle" else row.number
                total = number(sum(points_by_exercise(row).values()))
                lines.append((identifier, row.student, total, number(about["points"]), reason_of(row)))
        file = "moodle.csv" if len(sheets) == 1 else f"moodle_{name}.csv"
        made.append(write_table(out / file, lines, excel=excel))
    return tuple(made)


def _called(name: str, about: Mapping[str, Any]) -> str:
    return f"{name} {about['title']}".strip()


def safe_cell(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula, on one line.

    >>> safe_cell("=1+1"), safe_cell("Ada"), safe_cell("0.5")
    ("'=1+1", 'Ada', '0.5')
    """
    text = " ".join(text.split("\n")).replace("\r", " ").replace("\0", " ")
    return f"'{text}" if text.startswith(_FORMULA) else text


def write_table(path: Path, lines: Iterable[Sequence[str]], *, excel: bool = False) -> Path:
    """Write a table as CSV in UTF-8 (with a byte order mark for Excel), whole or not at all."""
    made = io.StringIO()
    csv.writer(made, lineterminator="\n").writerows([safe_cell(cell) for cell in line] for line in lines)
    return write_whole(path, made.getvalue(), "utf-8-sig" if excel else "utf-8")


def write_whole(path: Path, text: str, encoding: str = "utf-8") -> Path:
    """Write a file so that a reader, or a run that is killed, never meets half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    new.write_text(text, encoding=encoding, newline="\n")
    os.replace(new, path)
    return path
