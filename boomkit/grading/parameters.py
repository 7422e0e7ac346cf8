"""Rendered parameters: fresh inputs for every check from a seed that only the grader knows.

The author writes `draw(rng)` functions in cells with the role `parameters`. They run here, in the grader's process, and
what they draw is written into the check cell as source text, between two markers.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from boomkit.grading.literals import Position, Writer
from boomkit.grading.schema import VISIBLE_SEED, Case, CaseNote, Check, ParameterSpec, Sheet, SheetError

BEGIN = "### BEGIN INPUTS (the grader draws others)"
END = "### END INPUTS"

Space = dict[str, Any]
"""The namespace of the grader's own cells: draws, judges, referees."""


@dataclass(frozen=True)
class Rendered:
    """One check with its inputs: the source to run, and what the grader keeps to itself.

    `values` are the inputs by variable name; `cases` say what to tell if an input goes wrong; `space` holds the judges
    and referees that the check names.
    """

    check: Check
    source: str
    cases: tuple[CaseNote, ...] = ()
    values: dict[str, list[Any]] = field(default_factory=dict)
    space: Space = field(default_factory=dict, repr=False, compare=False)


def run_seed(secret: str, sheet: str, exercise: str, check: str, student: str = "") -> int:
    """Return the seed of one check's inputs: an HMAC under the run's secret.

    >>> run_seed("visible", "01_war", "E1.1", "E1.1-a") == run_seed("visible", "01_war", "E1.1", "E1.1-b")
    False
    """
    message = "\0".join((sheet, exercise, check, student)).encode("utf-8")
    return int.from_bytes(hmac.new(secret.encode("utf-8"), message, hashlib.sha256).digest(), "big")


def grader_space(sheet: Sheet) -> Space:
    """Run the sheet's own grader cells (draws, judges, referees) and return their names."""
    space: Space = {"__name__": "boomkit_grader_cells"}
    try:
        exec(compile(sheet.grader_source, f"<parameters and judges of {sheet.name}>", "exec"), space)
    except Exception as error:
        raise SheetError(
            f"{sheet.path or sheet.name}: the cells with the roles parameters and judge do not run: "
            f"{type(error).__name__}: {error}"
        ) from error
    return space


def render(sheet: Sheet, secret: str, student: str = "", visible: bool = False) -> dict[str, Rendered]:
    """Return every check with inputs drawn under `secret`, by check id.

    With `visible` the inputs are those that stand in the sheet, and nothing is drawn.
    """
    space = grader_space(sheet)
    draw = _as_written if visible else _drawn
    return {check.id: draw(sheet, check, space, secret, student) for check in sheet.checks}


def render_shown(sheet: Sheet, check: Check, space: Space) -> Rendered:
    """Return a check with the inputs that a student sees: the first `shown` under the visible seed."""
    return _draw(sheet, check, space, VISIBLE_SEED, "", shown=True)


def _drawn(sheet: Sheet, check: Check, space: Space, secret: str, student: str) -> Rendered:
    return _draw(sheet, check, space, secret, student, shown=False)


def _as_written(sheet: Sheet, check: Check, space: Space, secret: str, student: str) -> Rendered:
    """Take the inputs as they stand; a judge gets their values by running the region, which is the master's own."""
    values: dict[str, list[Any]] = {}
    if check.parameters and (check.compare.kind == "judge" or check.dialog):
        inputs: Space = {}
        exec(compile(region_of(check.source), f"<inputs of {check.id}>", "exec"), inputs)
        values = {spec.name: list(inputs[spec.name]) for spec in check.parameters}
    return Rendered(check, check.source, check.cases, values, space)


def _draw(sheet: Sheet, check: Check, space: Space, secret: str, student: str, *, shown: bool) -> Rendered:
    if not check.parameters:
        return Rendered(check, check.source, (), {}, space)
    rng = random.Random(run_seed(secret, sheet.name, check.exercise, check.id, student))
    writer = Writer(f"{sheet.path or sheet.name}, check {check.id}: an input")
    lines: list[str] = []
    notes: list[CaseNote] = []
    values: dict[str, list[Any]] = {}
    for spec in check.parameters:
        cases = _cases(spec, space, rng, spec.shown if shown else spec.graded, writer.where)
        values[spec.name] = [case.value for case in cases]
        texts = [writer.text(case.value) for case in cases]
        if not notes:  # the first parameter is the one whose inputs the evidence lines follow
            notes = [_note(text, case) for text, case in zip(texts, cases, strict=True)]
        lines += [f"{spec.name} = [", *(f"    {text}," for text in texts), "]"]
    region = "\n".join((*writer.before(), *lines))
    if check.dialog and not shown:  # the referee has the inputs; the student's process must not
        region = "\n".join(f"{spec.name} = None" for spec in check.parameters)
    return Rendered(check, with_region(check.source, region), tuple(notes), values, space)


def _note(text: str, case: Case) -> CaseNote:
    position = case.position.to_text() if isinstance(case.position, Position) else str(case.position)
    return CaseNote(text, case.clause, case.message, position)


def _cases(spec: ParameterSpec, space: Space, rng: random.Random, count: int, where: str) -> list[Case]:
    """Call the author's `draw` and take the first `count` inputs."""
    draw: Callable[[random.Random], Iterable[Any]] | None = space.get(spec.draw)
    if not callable(draw):
        raise SheetError(f"{where}: no cell with the role parameters defines a function {spec.draw}(rng).")
    try:
        drawn = list(itertools.islice(iter(draw(rng)), count))
    except Exception as error:
        raise SheetError(f"{where}: {spec.draw}(rng) raised {type(error).__name__}: {error}") from error
    if not drawn:
        raise SheetError(f"{where}: {spec.draw}(rng) drew nothing; it must return or yield inputs.")
    return [value if isinstance(value, Case) else Case(value) for value in drawn]


def region_of(source: str) -> str:
    """Return the text between the markers of a check cell, or an empty text."""
    lines = source.split("\n")
    bounds = _bounds(lines)
    return "\n".join(lines[bounds[0] + 1 : bounds[1]]) if bounds else ""


def with_region(source: str, region: str) -> str:
    r"""Write inputs into a check cell: between its markers, or at its top if it has none yet.

    >>> print(with_region("show(f, *cases[0])", "cases = [(1,)]"))
    ### BEGIN INPUTS (the grader draws others)
    cases = [(1,)]
    ### END INPUTS
    show(f, *cases[0])
    """
    lines = source.split("\n")
    bounds = _bounds(lines)
    before, after = (lines[: bounds[0]], lines[bounds[1] + 1 :]) if bounds else ([], lines)
    return "\n".join((*before, BEGIN, region, END, *after))


def without_region(source: str) -> str:
    """Return a check cell without its markers and inputs."""
    lines = source.split("\n")
    bounds = _bounds(lines)
    return "\n".join((*lines[: bounds[0]], *lines[bounds[1] + 1 :])) if bounds else source


def _bounds(lines: list[str]) -> tuple[int, int] | None:
    begin = [number for number, line in enumerate(lines) if line.startswith("### BEGIN INPUTS")]
    end = [number for number, line in enumerate(lines) if line.startswith(END)]
    if not begin and not end:
        return None
    if len(begin) != 1 or len(end) != 1 or begin[0] > end[0]:
        raise SheetError(f"a check cell needs one line {BEGIN!r} and after it one line {END!r}, or neither.")
    return begin[0], end[0]
