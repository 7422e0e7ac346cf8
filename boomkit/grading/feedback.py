"""One page a student: what is right, what is not yet, which rule, which hint; and nothing of what is hidden."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from boomkit.grading.exports import result_of
from boomkit.grading.messages import number, teaching_message
from boomkit.grading.page import page, text
from boomkit.grading.results import CheckResult, ExerciseResult
from boomkit.grading.store import Row

Draw = Callable[[str], str]
"""Draws a position text as HTML or SVG that is trusted."""

LONGEST = 400
"""Characters of a message about a student's own output."""

_SAID = {
    "wrong value": "the value is wrong",
    "exception": "your code raised an exception",
    "time": "it took too long",
    "memory": "it used too much memory",
    "too much output": "it printed too much",
    "no output": "nothing came out",
    "died": "the Python process ended",
    "unreadable": "what came back could not be read",
    "not attempted": "not attempted",
}
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)$", re.IGNORECASE)


def file_names(students: Sequence[str]) -> dict[str, str]:
    """Return a file name for each student: readable, fit for every system, different for different students.

    >>> file_names(["Zoë Groß", "a/b", "A_b"])
    {'Zoë Groß': 'Zoë_Groß.html', 'a/b': 'a_b-c14cdd.html', 'A_b': 'A_b-08eb65.html'}
    """
    plain = {student: _plain(student) for student in students}
    count: dict[str, int] = {}
    for name in plain.values():
        count[name.casefold()] = count.get(name.casefold(), 0) + 1
    made = {}
    for student, name in plain.items():
        alone = count[name.casefold()] == 1 and name == _without_spaces(student)
        mark = "" if alone else "-" + hashlib.sha256(student.encode("utf-8", "replace")).hexdigest()[:6]
        made[student] = f"{name}{mark}.html"
    return made


def _without_spaces(student: str) -> str:
    return unicodedata.normalize("NFC", student).strip().replace(" ", "_")


def _plain(student: str) -> str:
    name = re.sub(r"[^\w.()\[\]-]+", "_", unicodedata.normalize("NFC", student).strip(), flags=re.UNICODE).strip("._")[
        :80
    ]
    return f"_{name}" if not name or _RESERVED.match(name.partition(".")[0]) else name


def feedback_page(student: str, rows: Sequence[Row], sheets: Mapping[str, Mapping[str, Any]], draw: Draw | None) -> str:
    """Return the page of one student over all that they handed in."""
    body = [f"<h1>{text(student)}</h1>"]
    for row in rows:
        body += _of_row(row, sheets.get(row.sheet, {}), draw)
    return page(f"Feedback for {student}", body)


def _of_row(row: Row, about: Mapping[str, Any], draw: Draw | None) -> Iterator[str]:
    yield f"<h2>{text(about.get('title') or row.sheet or row.file)}</h2>"
    yield f'<p class="note">{text(row.file)}</p>'
    whole = result_of(row)
    result = whole.for_student() if whole is not None else None
    if result is None:
        yield f"<p><strong>No points yet.</strong> {text(row.reason)}</p>"
    else:
        yield f"<p><strong>{number(result.earned)} of {number(result.points)} points.</strong></p>"
        hints = {exercise["id"]: exercise["hints"] for exercise in about.get("exercises", ())}
        for exercise in result.exercises:
            yield from _of_exercise(exercise, hints.get(exercise.exercise, ()), draw)
    told = [*row.notes, *(result.notes if result else ())]
    if told:
        yield "<h3>Notes</h3><ul>" + "".join(f"<li>{text(note)}</li>" for note in told) + "</ul>"


def _of_exercise(exercise: ExerciseResult, hints: Sequence[str], draw: Draw | None) -> Iterator[str]:
    yield f'<section class="{exercise.outcome.replace(" ", "-")}">'
    points = f"{number(exercise.earned)} of {number(exercise.points)} points"
    yield f"<h3>{text(exercise.exercise)} {text(exercise.title)}: {exercise.outcome} ({points})</h3>"
    if exercise.error:
        yield f"<p>Your answer cell stopped with <code>{text(exercise.error[:LONGEST])}</code>.</p>"
    if exercise.outcome != "not attempted":
        hidden = [check for check in exercise.checks if check.hidden]
        yield "<ul>"
        for check in exercise.checks:
            if not check.hidden:
                yield _visible(check, draw)
        for place, check in enumerate(hidden, 1):
            yield _hidden(check, f"Hidden check {place} of {len(hidden)}")
        yield "</ul>"
    if exercise.outcome == "not yet" and hints:
        yield f"<p>A hint: {text(hints[0])}</p>"
    yield "</section>"


def _visible(check: CheckResult, draw: Draw | None) -> str:
    verdict = check.verdict
    title = text(check.title or check.check)
    if verdict.passed:
        return f"<li>{title}: right.</li>"
    picture = f"<div>{draw(verdict.position)}</div>" if draw is not None and verdict.position else ""
    notes = "".join(f"<br>{text(note)}" for note in check.notes)
    return f"<li>{title}: {text(_short(teaching_message(verdict)))}{notes}{picture}</li>"


def _hidden(check: CheckResult, name: str) -> str:
    """Tell pass or fail and the kind, and nothing that stands in the check or that the code could shape."""
    return f"<li>{name}: {'right' if check.verdict.passed else _SAID.get(check.verdict.kind, 'not right')}.</li>"


def _short(message: str) -> str:
    return message if len(message) <= LONGEST else message[:LONGEST] + "…"
