"""Working copies: what a student changed is never overwritten, in any order of changes on either side."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boomkit import course
from boomkit.course import CourseError

LESSON = "notebooks/01_war.ipynb"


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    """Give a small course as the kit would bring it."""
    folder = tmp_path / "kit"
    for name in (LESSON, "notebooks/00_start.ipynb", "exercises/01_war.ipynb", "notebooks/pictures/board.svg"):
        write(folder / name, f"{name}, first version")
    for name in ("notebooks/.keep", "notebooks/.ipynb_checkpoints/01_war-checkpoint.ipynb", "solutions/01_war.ipynb"):
        write(folder / name, "not part of the course")
    return folder


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_a_new_copy_has_lessons_and_exercises_and_nothing_else(tmp_path: Path, origin: Path) -> None:
    folder = tmp_path / "mine für mich"
    report = course.copy(folder, origin)
    expected = ["exercises/01_war.ipynb", "notebooks/00_start.ipynb", LESSON, "notebooks/pictures/board.svg"]
    assert sorted(report.written) == expected
    there = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert there == [course.MANIFEST, *expected]
    assert report.sentences() == ["4 files are new."]


def test_a_second_copy_changes_nothing(tmp_path: Path, origin: Path) -> None:
    course.copy(tmp_path / "mine", origin)
    report = course.copy(tmp_path / "mine", origin)
    assert report == course.CopyReport(tmp_path / "mine")
    assert report.sentences() == ["Everything is up to date."]


def test_an_unchanged_file_is_brought_up_to_date(tmp_path: Path, origin: Path) -> None:
    folder = tmp_path / "mine"
    course.copy(folder, origin)
    write(origin / LESSON, "second version")
    assert course.copy(folder, origin).updated == [LESSON]
    assert read(folder / LESSON) == "second version"


def test_a_changed_file_is_kept(tmp_path: Path, origin: Path) -> None:
    folder = tmp_path / "mine"
    course.copy(folder, origin)
    write(folder / LESSON, "my answer")
    report = course.copy(folder, origin)
    assert (report.kept, report.set_aside) == ([LESSON], [])
    assert read(folder / LESSON) == "my answer"


def test_a_changed_file_with_a_new_version_is_kept_and_the_new_one_set_beside(tmp_path: Path, origin: Path) -> None:
    folder = tmp_path / "mine"
    course.copy(folder, origin)
    write(folder / LESSON, "my answer")
    write(origin / LESSON, "second version")
    report = course.copy(folder, origin)
    assert report.set_aside == [(LESSON, "notebooks/01_war.new.ipynb")]
    assert read(folder / LESSON) == "my answer"
    assert read(folder / "notebooks/01_war.new.ipynb") == "second version"
    assert "You changed notebooks/01_war.ipynb: it was kept" in report.sentences()[0]

    again = course.copy(folder, origin)
    assert (again.kept, again.set_aside) == ([LESSON], []), "said once is enough"

    write(folder / "notebooks/01_war.new.ipynb", "my second answer")
    write(origin / LESSON, "third version")
    assert course.copy(folder, origin).set_aside == [(LESSON, "notebooks/01_war.new-2.ipynb")]
    assert read(folder / "notebooks/01_war.new.ipynb") == "my second answer"


def test_a_file_that_was_there_before_the_first_copy_is_kept(tmp_path: Path, origin: Path) -> None:
    folder = tmp_path / "mine"
    write(folder / LESSON, "something of mine")
    assert course.copy(folder, origin).set_aside == [(LESSON, "notebooks/01_war.new.ipynb")]
    assert read(folder / LESSON) == "something of mine"


def test_a_deleted_file_comes_back(tmp_path: Path, origin: Path) -> None:
    folder = tmp_path / "mine"
    course.copy(folder, origin)
    (folder / LESSON).unlink()
    assert course.copy(folder, origin).written == [LESSON]


@pytest.mark.parametrize("damage", ["", "no json", "[]", '{"version": 99, "files": {}}', '{"version": 1, "files": 3}'])
def test_a_broken_manifest_loses_nothing(tmp_path: Path, origin: Path, damage: str) -> None:
    folder = tmp_path / "mine"
    course.copy(folder, origin)
    write(folder / LESSON, "my answer")
    write(folder / course.MANIFEST, damage)
    assert course.copy(folder, origin).set_aside == [(LESSON, "notebooks/01_war.new.ipynb")]
    assert read(folder / LESSON) == "my answer"
    assert json.loads(read(folder / course.MANIFEST))["version"] == course.MANIFEST_VERSION


def test_an_interrupted_copy_is_finished_by_the_next(tmp_path: Path, origin: Path) -> None:
    folder = tmp_path / "mine"
    course.copy(folder, origin)
    manifest = read(folder / course.MANIFEST)
    write(origin / LESSON, "second version")
    course.copy(folder, origin)
    write(folder / course.MANIFEST, manifest)  # as if the power had gone before the manifest was written
    assert course.copy(folder, origin) == course.CopyReport(folder)


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path, origin: Path) -> None:
    write(tmp_path / "mine", "a file")
    with pytest.raises(CourseError, match="is a file: name a folder"):
        course.copy(tmp_path / "mine", origin)


def test_the_originals_are_no_working_copy(origin: Path) -> None:
    with pytest.raises(CourseError, match="holds the originals"):
        course.copy(origin, origin)
    assert not (origin / course.MANIFEST).exists()


def test_a_place_that_cannot_be_written_gives_a_sentence(tmp_path: Path, origin: Path) -> None:
    write(tmp_path / "mine" / "notebooks", "a file where a folder must be")
    with pytest.raises(CourseError, match="could not be written"):
        course.copy(tmp_path / "mine", origin)


def test_the_kit_finds_its_own_course() -> None:
    names = list(course.files(course.source()))
    assert course.START in names
    assert all(name.startswith(("notebooks/", "exercises/")) for name in names)


def test_a_pristine_sheet_is_found_by_its_name(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "source", lambda: origin)
    assert course.pristine_sheet("01_war") == origin / "exercises/01_war.ipynb"
    assert course.pristine_sheet("99_other") is None
    assert course.pristine_sheet("../solutions/01_war") == origin / "exercises/01_war.ipynb"


CHANGES = st.lists(st.tuples(st.sampled_from(["kit", "student", "delete", "copy"]), st.integers(0, 2)), max_size=12)


@given(changes=CHANGES)
def test_no_text_of_the_students_is_ever_lost(tmp_path_factory: pytest.TempPathFactory, changes: list) -> None:
    """Whatever kit and student do in turn: what the student wrote last stands in the file until the student acts."""
    base = tmp_path_factory.mktemp("history")
    kit, mine = base / "kit", base / "mine"
    write(kit / LESSON, "kit 0")
    (kit / "exercises").mkdir()
    course.copy(mine, kit)
    written: str | None = None
    for actor, number in changes:
        if actor == "kit":
            write(kit / LESSON, f"kit {number}")
        elif actor == "student":
            written = f"student {number}"
            write(mine / LESSON, written)
        elif actor == "delete":
            written = None
            (mine / LESSON).unlink(missing_ok=True)
        else:
            course.copy(mine, kit)
        if written is not None:
            assert read(mine / LESSON) == written
        elif actor == "copy":
            assert read(mine / LESSON) == read(kit / LESSON)
