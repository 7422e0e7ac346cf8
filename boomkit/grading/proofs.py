"""Proofs before a release: the solution earns all, the skeleton nothing, and every listed wrong answer loses points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from boomkit.grading.attempt import OpenRunner, attempt, reference, solved
from boomkit.grading.code import top_level_names
from boomkit.grading.compare import compare
from boomkit.grading.messages import teaching_message, worth
from boomkit.grading.parameters import Rendered, render
from boomkit.grading.schema import VISIBLE_SEED, CellReply, Exercise, Sheet, SheetError, SheetResult

SECRET = "proof of the release"
"""The run secret of proofs: other inputs than the visible ones, the same at every release."""

WRONG = 3
"""Wrong answers that an exercise should have."""


@dataclass(frozen=True)
class Proof:
    """What the proofs found: `faults` refuse a release, `remarks` do not."""

    faults: tuple[str, ...]
    remarks: tuple[str, ...] = ()


def prove(sheet: Sheet, wrong: Path | None, open_runner: OpenRunner) -> Proof:
    """Run the solution, the skeletons and the wrong answers of a sheet as students' work is run.

    `wrong` is the folder with a folder for each exercise, in it one Python file for each wrong answer.
    """
    faults: list[str] = []
    remarks: list[str] = []
    try:
        faults += _stored(sheet, open_runner)
        rendered = render(sheet, SECRET)
        expected = reference(sheet, rendered, open_runner)
    except SheetError as error:
        return Proof((*faults, str(error)))
    run = _Proving(sheet, rendered, expected, open_runner)
    faults += run.solution()
    faults += run.skeletons()
    for exercise in sheet.exercises:
        answers = wrong_answers(wrong, exercise.id)
        if len(answers) < WRONG:
            remarks.append(
                f"{exercise.id} has {len(answers)} wrong answers under {wrong}; {WRONG} or more are expected."
            )
        for path, source in answers.items():
            faults += run.wrong_answer(exercise, path, source)
    return Proof(tuple(faults), tuple(remarks))


def wrong_answers(folder: Path | None, exercise: str) -> dict[Path, str]:
    """Return the wrong answers of one exercise, by file, in the order of their names."""
    if folder is None or not (folder / exercise).is_dir():
        return {}
    return {path: path.read_text(encoding="utf-8") for path in sorted((folder / exercise).glob("*.py"))}


def _stored(sheet: Sheet, open_runner: OpenRunner) -> list[str]:
    """Show that the stored outputs are what a student's process gives for the solution."""
    rendered = render(sheet, VISIBLE_SEED, visible=True)
    replies = reference(sheet, rendered, open_runner)
    return [
        f"{sheet.path or sheet.name}, check {check.id}: the stored output is not what the solution gives in a "
        f"student's process ({teaching_message(verdict)}); run `boomkit release --run`, and look for what changes "
        "from run to run."
        for check in sheet.checks
        if not (verdict := compare(check, check.expected, replies[check.id], rendered[check.id])).passed
    ]


@dataclass
class _Proving:
    sheet: Sheet
    rendered: Mapping[str, Rendered]
    expected: Mapping[str, CellReply]
    open_runner: OpenRunner

    def _attempt(self, answers: Mapping[str, str], only: str | None = None) -> SheetResult:
        chosen = frozenset({only}) if only else None
        merged = solved(self.sheet, answers)
        return attempt(self.sheet, merged, self.rendered, self.expected, self.open_runner, chosen)

    def solution(self) -> list[str]:
        """Show that the solution earns every point."""
        return [
            f"{self.sheet.path or self.sheet.name}, check {check.check}: the solution does not pass it "
            f"({teaching_message(check.verdict)}); it must give the same on every run."
            for exercise in self._attempt({}).exercises
            for check in exercise.checks
            if not check.verdict.passed
        ]

    def skeletons(self) -> list[str]:
        """Show that a sheet that nobody has worked on earns nothing."""
        stubs = {exercise.id: exercise.stub for exercise in self.sheet.exercises}
        return [
            f"{self.sheet.path or self.sheet.name}, check {check.check}: the skeleton earns "
            f"{worth(check.earned)} with nothing written."
            for exercise in self._attempt(stubs).exercises
            for check in exercise.checks
            if check.earned
        ]

    def wrong_answer(self, exercise: Exercise, path: Path, source: str) -> list[str]:
        """Show that one wrong answer loses points, and that it is an answer at all."""
        missing = sorted(set(exercise.requires) - top_level_names(source))
        if missing:
            return [f"{path}: a wrong answer must still define {', '.join(missing)}."]
        [result] = self._attempt({exercise.id: source}, exercise.id).exercises
        if result.earned < result.points:
            return []
        return [f"{path}: this wrong answer to {exercise.id} loses no points; add inputs or a check that it fails."]
