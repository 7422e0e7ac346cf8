"""Exercise sheets on the command line: what `check` and `release` need to know of the course and the games.

The grader knows notebooks and no game; here it learns where the kit's pristine sheets are and how a position is drawn.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boomkit import course
from boomkit.errors import BoomkitError, OptionError

if TYPE_CHECKING:
    from boomkit.grading.check import CheckReport
    from boomkit.grading.release import ReleaseReport


def check(path: Path, only: str | None = None, hints: int = 0) -> tuple[bool, list[str]]:
    """Check a student's sheet by its visible checks; return whether all is right, and what to say.

    `hints` is how many hints to show of the first exercise that is not correct. Raises BoomkitError for a file that is
    no sheet of the course.
    """
    from boomkit.grading.check import check as run_checks

    report = run_checks(path, course.pristine_sheet, only=only)
    if hints:
        report = _with_hints(report, hints)
    return report.all_right, report.lines(draw)


def _with_hints(report: CheckReport, hints: int) -> CheckReport:
    for exercise in report.result.exercises:
        if exercise.outcome != "correct":
            return replace(report, hints={exercise.exercise: hints})
    return report


def draw(position: str) -> str:
    """Return a board for a position text, as text; the text itself if no game reads it.

    >>> print(draw("no position at all"))
    no position at all
    """
    return _pictures(position).get("text/plain", position)


def draw_svg(position: str) -> str:
    """Return a picture of a position text, for a page; nothing if no game reads it.

    >>> draw_svg("no position at all")
    ''
    """
    return _pictures(position).get("image/svg+xml", "")


def _pictures(position: str) -> dict[str, str]:
    """Draw with the game that a `Position` names, else with the first that reads the text.

    An author's `Position` comes as JSON with `game`, `options` and `text`; games write their positions in different
    words, so that a bare text finds its game by being read.
    """
    from boomkit.core.discovery import load, names

    tries: list[tuple[str, dict[str, Any], str]] = [(name, {}, position) for name in names()]
    if position.startswith("{"):
        named = json.loads(position)
        tries = [(named["game"], named["options"], named["text"])]
    for name, options, text in tries:
        try:
            state = load(name, **options).read(text)
        except BoomkitError:
            continue
        return state.game.pictures(state)
    return {}


def release(sheets: Iterable[str], root: Path, run: bool = False) -> Iterator[ReleaseReport]:
    """Release solutions of a checkout into its exercises, one report a sheet, all of them if none is named.

    A sheet is named by its path or by its slug, such as `01_war`. Raises ReleaseError for the first that is refused,
    and OptionError if there is no such solution.
    """
    from boomkit.grading.release import release as run_release

    for path in list(_solutions(sheets, root)):
        yield run_release(path, root / "exercises", wrong=root / "tests" / "wrong", run=run)


def _solutions(sheets: Iterable[str], root: Path) -> Iterator[Path]:
    folder = root / "solutions"
    everything = sorted(folder.glob("*.ipynb"))
    if not everything:
        raise OptionError(f"There are no solutions in {folder.absolute()}; run this in the checkout of the kit.")
    known = {path.stem: path for path in everything}
    for sheet in sheets:
        path = Path(sheet)
        found = path if path.is_file() else known.get(path.stem)
        if found is None:
            raise OptionError(f"There is no solution {sheet!r}; there are {', '.join(known)}.")
        yield found
    if not sheets:
        yield from everything
