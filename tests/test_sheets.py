"""The committed sheets: what `boomkit release` makes of the solutions, and what a student's check says of them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from boomkit import sheets
from boomkit.errors import OptionError
from boomkit.grading.release import release
from boomkit.grading.worker import Worker

ROOT = Path(__file__).parents[1]
SOLUTIONS = sorted((ROOT / "solutions").glob("*.ipynb"))


@pytest.mark.slow
@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_the_committed_sheet_is_what_release_makes(path: Path, tmp_path: Path) -> None:
    """Release is refused unless the solution is right, the skeleton is not, and each wrong answer loses points."""
    report = release(path, tmp_path, wrong=ROOT / "tests" / "wrong")
    committed = ROOT / "exercises" / path.name
    assert committed.read_bytes() == report.path.read_bytes(), "run: boomkit release"


def test_every_sheet_has_a_solution_and_a_lesson() -> None:
    names = {path.name for path in (ROOT / "exercises").glob("*.ipynb")}
    assert names == {path.name for path in SOLUTIONS}
    assert names <= {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}


@pytest.mark.slow
@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_a_check_says_right_of_the_solution_and_not_of_the_sheet(path: Path, tmp_path: Path) -> None:
    mine = tmp_path / path.name
    shutil.copy(path, mine)
    assert sheets.check(mine)[0]
    shutil.copy(ROOT / "exercises" / path.name, mine)
    all_right, lines = sheets.check(mine, hints=1)
    assert not all_right
    assert "not attempted" in lines[0]
    assert any(line.strip().startswith("Hint 1 of ") for line in lines)


@pytest.mark.skipif(shutil.which("bwrap") is None and "CI" not in os.environ, reason="bubblewrap is not installed")
def test_submissions_can_be_isolated_here() -> None:
    """Wherever the kit's environment lies, below /tmp too: without this, other tests of isolation would be skipped."""
    with Worker(isolation="bwrap") as worker:
        assert worker.isolated
        worker.start_student()
        assert worker.run_cell("print(6 * 7)", timeout=5).text == "42\n"


def test_solutions_are_found_by_slug_and_by_path(tmp_path: Path) -> None:
    folder = tmp_path / "solutions"
    folder.mkdir()
    for name in ("01_war", "04_baby_boom"):
        (folder / f"{name}.ipynb").touch()
    paths = [folder / "01_war.ipynb", folder / "04_baby_boom.ipynb"]
    assert list(sheets._solutions((), tmp_path)) == paths
    assert list(sheets._solutions(["04_baby_boom", str(paths[0])], tmp_path)) == paths[::-1]
    with pytest.raises(OptionError, match="There is no solution '09_x'; there are 01_war, 04_baby_boom"):
        list(sheets._solutions(["09_x"], tmp_path))


def test_without_solutions_release_says_where_it_looked(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="run this in the checkout"):
        list(sheets.release((), tmp_path))


def test_a_position_is_drawn_by_the_game_that_reads_it() -> None:
    assert "play deck" in sheets.draw("decks 29 / 29")
    assert sheets.draw("no game reads this") == "no game reads this"
    assert sheets.draw_svg("decks 29 / 29").startswith("<svg")
    assert sheets.draw_svg("no game reads this") == ""
