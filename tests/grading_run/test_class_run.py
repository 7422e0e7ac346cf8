"""A class from the files to the reports: nobody is lost, nothing depends on order, a killed run goes on."""

import csv
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boomkit.grading.collect import CollectError
from boomkit.grading.report import report
from boomkit.grading.run import Progress, grade
from boomkit.grading.schema import SheetError
from boomkit.grading.store import StoreError
from boomkit.grading.worker import WorkerError


def rows_of(out: Path) -> dict[str, dict[str, str]]:
    with (out / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def tree(out: Path) -> dict[str, bytes]:
    """Everything a report is, but the times."""
    files = (path for path in sorted(out.rglob("*")) if path.is_file() and path.suffix in (".csv", ".html"))
    return {str(path.relative_to(out)): path.read_bytes() for path in files if path.name != "times.csv"}


FIXED = {"boomkit": "as it is now"}


@pytest.fixture(autouse=True)
def versions(monkeypatch):
    """Two processes of one test must agree on the versions, also while somebody edits the kit beside them."""
    monkeypatch.setattr("boomkit.grading.run.versions", lambda: dict(FIXED))


@pytest.fixture(scope="module")
def class_folder(tmp_path_factory, hand_in) -> Path:
    folder = tmp_path_factory.mktemp("class")
    answers = [
        {},
        {"N1": "def double(n):\n    return n * n\n"},
        {"N2": "import time\ndef digits(n):\n    while True: pass\n"},
        {"N3": "def odd(n):\n    raise ValueError(n)\n"},
        {"N1": "def double(n:\n", "N3": "odd = lambda n: n % 2 == 1\n"},
        {"N1": "import os; os._exit(0)\n"},
    ]
    for number, given in enumerate(answers):
        (folder / f"student {number}.ipynb").write_bytes(hand_in(**given))
    (folder / "empty.ipynb").write_bytes(b"")
    (folder / "picture.ipynb").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)
    return folder


@pytest.fixture(scope="module")
def graded(class_folder, master, tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    seen: list[Progress] = []
    summary = grade(class_folder, master.parent, out, jobs=1, seed="s", trust=True, progress=seen.append)
    report(out, canvas=True, moodle=True)
    return out, summary, seen


def test_everybody_has_a_row_with_the_points_they_earned(graded):
    out, summary, seen = graded
    rows = rows_of(out)
    assert len(rows) == summary.total == 8
    assert [rows[f"student {n}"]["total"] for n in range(6)] == ["5", "2", "4", "4", "2", "2"]
    assert rows["student 0"]["N1"] == "3"
    assert rows["empty"]["status"] == rows["picture"]["status"] == "unreadable"
    assert "empty" in rows["empty"]["reason"]
    assert (summary.graded, summary.unreadable, summary.exit_code) == (6, 2, 1)
    assert seen[-1].done == seen[-1].total
    assert "graded" in str(seen[-1])
    assert list(rows["empty"]) == ["student", "file", "N1", "N2", "N3", "total", "status", "reason"]


def test_a_killer_costs_its_own_exercise_alone(graded):
    rows = rows_of(graded[0])
    assert (rows["student 2"]["N1"], rows["student 2"]["N2"], rows["student 2"]["N3"]) == ("3", "0", "1")
    assert (rows["student 5"]["N1"], rows["student 5"]["N2"], rows["student 5"]["N3"]) == ("0", "1", "1")


def test_two_processes_give_the_same_bytes(graded, class_folder, master, tmp_path):
    grade(class_folder, master.parent, tmp_path, jobs=2, seed="s", trust=True)
    report(tmp_path, canvas=True, moodle=True)
    assert tree(tmp_path) == tree(graded[0])


def test_resuming_grades_nothing_twice(graded, class_folder, master, tmp_path):
    grade(class_folder, master.parent, tmp_path, seed="s", trust=True, jobs=2)
    summary = grade(class_folder, master.parent, tmp_path, seed="s", trust=True)
    assert summary.resumed == summary.total
    report(tmp_path, canvas=True, moodle=True)
    assert tree(tmp_path) == tree(graded[0])


def test_another_seed_is_another_run(graded, class_folder, master, tmp_path):
    shutil.copytree(graded[0], tmp_path, dirs_exist_ok=True)
    assert grade(class_folder, master.parent, tmp_path, seed="t", trust=True).resumed == 0


def test_killed_in_the_middle_it_goes_on_to_the_same_bytes(graded, class_folder, master, tmp_path):
    code = f"""
from pathlib import Path
import boomkit.grading.run as run
run.versions = lambda: {FIXED}
places = map(Path, ({str(class_folder)!r}, {str(master.parent)!r}, {str(tmp_path)!r}))
run.grade(*places, jobs=2, seed="s", trust=True)
"""
    process = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    store = tmp_path / "gradebook.sqlite"
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None and stored(store) < 3:
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait(10)
    assert stored(store) >= 3
    assert not (tmp_path / "grades.csv").exists()
    summary = grade(class_folder, master.parent, tmp_path, jobs=2, seed="s", trust=True)
    assert summary.resumed >= 3
    report(tmp_path, canvas=True, moodle=True)
    assert tree(tmp_path) == tree(graded[0])


def stored(store: Path) -> int:
    if not store.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as base:
            return int(base.execute("SELECT count(*) FROM results").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def test_feedback_tells_nothing_of_hidden_checks(graded):
    out, *_ = graded
    pages = {path.stem: path.read_text(encoding="utf-8") for path in (out / "feedback").iterdir()}
    assert len(pages) == 8
    page = pages["student_1"]
    assert "Hidden check 1 of 1: the value is wrong." in page
    assert "SECRET TITLE" not in "".join(pages.values())
    assert "Twice is n + n." in page
    assert "Add it to itself." in page
    assert "<script" not in "".join(pages.values())


def test_the_class_page_has_items_and_pictures(graded):
    page = (graded[0] / "class.html").read_text(encoding="utf-8")
    for part in ("N1 Double", "<svg", "mean points", "Near-identical answers", "student_3.html", "unreadable"):
        assert part in page


def test_the_platforms_tables(graded):
    out, *_ = graded
    canvas = (out / "canvas.csv").read_text(encoding="utf-8").splitlines()
    assert canvas[1].startswith("Points Possible")
    assert canvas[1].endswith(",5")
    assert (out / "moodle.csv").read_text(encoding="utf-8").startswith("Identifier,Full name,Grade,Maximum Grade")
    report(out, excel=True)
    assert (out / "grades.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    report(out)


def test_errors_are_sentences(master, tmp_path):
    with pytest.raises(CollectError, match="nothing at"):
        grade(tmp_path / "missing", master.parent, tmp_path / "out", trust=True)
    (tmp_path / "nobody").mkdir()
    with pytest.raises(CollectError, match="no files"):
        grade(tmp_path / "nobody", master.parent, tmp_path / "out", trust=True)
    with pytest.raises(SheetError, match="no notebooks"):
        grade(master, tmp_path / "nobody", tmp_path / "out", trust=True)
    with pytest.raises(StoreError, match="boomkit grade"):
        report(tmp_path / "out")
    (tmp_path / "gradebook.sqlite").write_bytes(b"this is no database at all, whatever its name says" * 20)
    with pytest.raises(StoreError, match="cannot be read as a gradebook"):
        report(tmp_path)


def test_without_a_seed_the_gradebook_keeps_one(class_folder, master, tmp_path):
    one = tmp_path / "one"
    one.mkdir()
    shutil.copy(class_folder / "student 0.ipynb", one)
    assert grade(one, master.parent, tmp_path / "out", trust=True).resumed == 0
    assert grade(one, master.parent, tmp_path / "out", trust=True).resumed == 1


def test_what_is_not_isolated_is_refused_or_flagged(class_folder, master, tmp_path):
    one = tmp_path / "one"
    one.mkdir()
    shutil.copy(class_folder / "student 0.ipynb", one)
    with pytest.raises(WorkerError, match="trust-submissions"):
        grade(one, master.parent, tmp_path / "out", isolation="fork")
    summary = grade(one, master.parent, tmp_path / "out", isolation="fork", trust=True)
    assert (summary.level, summary.isolated) == ("fork", False)
    assert "Not isolated" in str(summary)
    report(tmp_path / "out")
    assert "Not isolated" in (tmp_path / "out" / "class.html").read_text(encoding="utf-8")


def test_a_students_copy_is_no_solution(blank, class_folder, tmp_path):
    nb = json.loads(json.dumps(blank))
    nb["metadata"]["boomkit"]["kind"] = "exercise"
    (tmp_path / "91_numbers.ipynb").write_text(json.dumps(nb), encoding="utf-8")
    with pytest.raises(SheetError, match="student's copy"):
        grade(class_folder, tmp_path, tmp_path / "out", trust=True)
