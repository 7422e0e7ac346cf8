"""The committed sheets: what `boomkit release` makes of the solutions, and what a student's check says of them."""

from __future__ import annotations

import csv
import os
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from boomkit import sheets
from boomkit.cli import app
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


@pytest.mark.slow
def test_a_class_is_graded_and_reported_on_the_command_line(tmp_path: Path) -> None:
    """A right answer, the sheet as it was handed out, and a file that is no notebook."""
    handed_in, out = tmp_path / "abgaben für übungen", tmp_path / "graded"
    handed_in.mkdir()
    shutil.copy(ROOT / "solutions/01_war.ipynb", handed_in / "ada_01_war.ipynb")
    shutil.copy(ROOT / "exercises/01_war.ipynb", handed_in / "bob_01_war.ipynb")
    (handed_in / "eve_01_war.ipynb").write_text('{"a": 1}', encoding="utf-8")
    words = ["grade", str(handed_in), "--solutions", str(ROOT / "solutions"), "--out", str(out), "--seed", "1"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 1, "one of them cannot be read"
    with (out / "grades.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["student"].split("_")[0]: row for row in csv.DictReader(file)}
    assert (rows["ada"]["total"], rows["ada"]["status"]) == ("5", "graded")
    assert (rows["bob"]["total"], rows["bob"]["status"]) == ("0", "graded")
    assert (rows["eve"]["total"], rows["eve"]["status"]) == ("0", "unreadable")
    assert rows["eve"]["reason"]

    done = CliRunner().invoke(app, ["report", str(out), "--canvas", "--moodle"])
    assert done.exit_code == 0, done.output
    assert {"class.html", "canvas.csv", "moodle.csv", "feedback"} <= {path.name for path in out.iterdir()}


def test_grading_nothing_is_a_usage_error(tmp_path: Path) -> None:
    words = ["grade", str(tmp_path / "nowhere"), "--solutions", str(ROOT / "solutions"), "--out", str(tmp_path / "out")]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert "There is nothing at" in done.stderr
    assert done.stderr.count("\n") == 1


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
