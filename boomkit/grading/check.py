"""Check a sheet alone: the visible checks, in a fresh process, against the pristine sheet.

The path is the grader's own (`merge`, `attempt`, `compare`). Expected values come from the pristine sheet that the
caller looks up, never from the student's copy.
"""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from boomkit.grading.attempt import OpenRunner, attempt
from boomkit.grading.merge import merge_notebook
from boomkit.grading.messages import first_failure, score, teaching_message, worth
from boomkit.grading.notebook import read_notebook
from boomkit.grading.parameters import render
from boomkit.grading.schema import KEY, VISIBLE_SEED, CellReply, ExerciseResult, Sheet, SheetError, SheetResult
from boomkit.grading.sheet import read_sheet

Draw = Callable[[str], str]
"""Draws a position text: as text for the command line, as SVG or HTML for a page. An empty text draws nothing."""

FindSheet = Callable[[str], Path | None]
"""Finds the pristine sheet (released or solution) by its name, such as `04_baby_boom`."""


@dataclass(frozen=True)
class CheckReport:
    """What checking found: prints as lines, shows as HTML in a notebook."""

    sheet: Sheet
    result: SheetResult
    hints: Mapping[str, int] = field(default_factory=dict)
    """How many hints to show, by exercise."""

    @property
    def all_right(self) -> bool:
        """Say whether every exercise that was looked at is correct."""
        return all(exercise.outcome == "correct" for exercise in self.result.exercises)

    def lines(self, draw: Draw | None = None) -> list[str]:
        """Return the report line by line; `draw` turns position texts into boards."""
        made: list[str] = []
        for exercise in self.result.exercises:
            made += self._exercise(exercise, draw)
        return made + [f"Note: {note}" for note in self.result.notes]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _exercise(self, exercise: ExerciseResult, draw: Draw | None) -> list[str]:
        name = f"{exercise.exercise} {exercise.title}".strip()
        failure = first_failure(exercise)
        if exercise.outcome == "not attempted":
            made = [f"{name}: not attempted ({worth(exercise.points)} here)"]
        elif failure is None:
            made = [f"{name}: correct; {score(exercise)}"]
        else:
            made = [f"{name}: not yet. {self._failure(exercise)}"]
            position = failure.verdict.position
            if draw is not None and position:
                made += [f"    {line}" for line in draw(position).splitlines()]
            made.append(f"    {score(exercise)}")
            made += [f"    {note}" for check in exercise.checks for note in check.notes]
        return made + [f"    {hint}" for hint in self.shown_hints(exercise)]

    def _failure(self, exercise: ExerciseResult) -> str:
        failure = first_failure(exercise)
        return "" if failure is None else teaching_message(failure.verdict)

    def shown_hints(self, exercise: ExerciseResult) -> list[str]:
        """Return the hints to show for an exercise that is not correct yet."""
        ladder = self.sheet.exercise(exercise.exercise).hints
        shown = ladder[: self.hints.get(exercise.exercise, 0)] if exercise.outcome != "correct" else ()
        return [f"Hint {step} of {len(ladder)}: {text}" for step, text in enumerate(shown, 1)]

    def to_html(self, draw: Draw | None = None) -> str:
        """Return the report as HTML; `draw` turns position texts into pictures (trusted HTML)."""
        parts = []
        for exercise in self.result.exercises:
            failure = first_failure(exercise)
            first, *rest = self._exercise(exercise, None)
            picture = ""
            if draw is not None and failure is not None and failure.verdict.position:
                picture = f"<div>{draw(failure.verdict.position)}</div>"
            more = "".join(f"<li>{html.escape(line.strip())}</li>" for line in rest)
            body = f"<p><strong>{html.escape(first)}</strong></p>{picture}" + (f"<ul>{more}</ul>" if more else "")
            parts.append(f'<section data-outcome="{exercise.outcome}">{body}</section>')
        notes = "".join(f"<p>Note: {html.escape(note)}</p>" for note in self.result.notes)
        return f'<div class="boomkit-check">{"".join(parts)}{notes}</div>'

    def _repr_html_(self) -> str:
        return self.to_html()


def check(
    path: Path,
    find: FindSheet,
    *,
    only: str | None = None,
    hint: bool = False,
    hints: Mapping[str, int] | None = None,
    open_runner: OpenRunner | None = None,
) -> CheckReport:
    """Check a student's sheet by the visible checks.

    `find` looks up the pristine sheet by name. `only` names one exercise. `hints` says how many hints of each exercise
    were asked for so far; `hint` asks for one more of the first exercise that is not correct. Raises SheetError when
    there is no such sheet or exercise, UnreadableError when the file is no notebook.
    """
    if not path.is_file():
        raise SheetError(f"There is no file {path}; give a sheet such as exercises/01_war.ipynb.")
    nb, notes = read_notebook(path.read_bytes())
    whole = pristine(nb.metadata.get(KEY, {}).get("sheet", path.stem), path, find)
    sheet = visible_part(whole)
    chosen = frozenset({sheet.exercise(only).id}) if only else None
    rendered = render(sheet, VISIBLE_SEED, visible=True)
    expected = {check.id: CellReply("ok", check.expected) for check in sheet.checks}
    merged = merge_notebook(whole, nb, notes)
    result = attempt(sheet, merged, rendered, expected, open_runner or _default_runner(), chosen)
    shown = dict(hints or {})
    if hint:
        open_ones = [exercise.exercise for exercise in result.exercises if exercise.outcome != "correct"]
        for name in open_ones[:1]:
            shown[name] = shown.get(name, 0) + 1
    return CheckReport(sheet, result, shown)


def _default_runner() -> OpenRunner:
    """Return a fresh process, or this one where there are no others: in a browser."""
    if sys.platform == "emscripten":
        from boomkit.grading.inprocess import open_in_process

        return open_in_process
    from boomkit.grading.runners import open_runner

    return open_runner


def pristine(name: str, path: Path, find: FindSheet) -> Sheet:
    """Return the pristine sheet of a student's file: by the name in its metadata, else by the file's own name."""
    for candidate in dict.fromkeys((name, path.stem)):
        # The name comes out of a file that anybody may have written: it must be a name and no way to elsewhere.
        found = find(candidate) if re.fullmatch(r"[\w-]{1,100}", candidate) else None
        if found is not None:
            return read_sheet(found)
    raise SheetError(f"{path.name}: no sheet named {name!r} is known; is this one of the exercise sheets?")


def visible_part(sheet: Sheet) -> Sheet:
    """Return the sheet with its visible checks alone, and without exercises that have none."""
    exercises = [replace(e, checks=tuple(c for c in e.checks if not c.hidden)) for e in sheet.exercises]
    return replace(sheet, exercises=tuple(exercise for exercise in exercises if exercise.checks))
