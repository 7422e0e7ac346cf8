"""Submissions as people and platforms hand them over."""

import io
import os
import zipfile

import pytest

from boomkit.grading.collect import CannotReadError, CollectError, collect
from boomkit.grading.names import attempt_of, owner_of
from boomkit.grading.roster import look_at, roster
from boomkit.grading.sheet import read_sheet


def zipped(path, files, **options):
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data, **options)
    return path


def students(place):
    return [(found.owner.student, found.file) for found in collect(place)]


@pytest.fixture
def sheets(master):
    return (read_sheet(master),)


def rows(place, sheets):
    return {entry.student: entry for entry in roster(look_at(found, sheets) for found in collect(place))}


def test_a_moodle_zip(tmp_path):
    names = {
        "Ada Lovelace_11_assignsubmission_file_/91_numbers.ipynb": b"a",
        "Zoë Groß [Gast]_12_assignsubmission_file_/mein heft (2).ipynb": b"b",
        "Jean-Luc O'Neil_13_assignsubmission_file_91_numbers.ipynb": b"c",
        "Ada Lovelace_11_assignsubmission_onlinetext_/onlinetext.html": b"<p>hello</p>",
    }
    found = collect(zipped(tmp_path / "class.zip", names))
    assert {(f.owner.student, f.owner.number) for f in found} == {
        ("Ada Lovelace", "11"),
        ("Zoë Groß [Gast]", "12"),
        ("Jean-Luc O'Neil", "13"),
    }
    assert all(f.owner.platform == "moodle" for f in found)


def test_a_canvas_zip_and_its_attempts(tmp_path, sheets, hand_in):
    names = {
        "lovelaceada_101_9001_91_numbers.ipynb": hand_in(N1="def double(n):\n    return 1\n"),
        "lovelaceada_101_9002_91_numbers-1.ipynb": hand_in(N1="def double(n):\n    return 2\n"),
        "lovelaceada_101_9003_91_numbers-10.ipynb": hand_in(N1="def double(n):\n    return 3\n"),
        "groszoe_LATE_102_9004_91_numbers-2.ipynb": hand_in(),
    }
    found = rows(zipped(tmp_path / "submissions.zip", names), sheets)
    assert set(found) == {"lovelaceada", "groszoe"}
    assert found["lovelaceada"].file == "lovelaceada_101_9003_91_numbers-10.ipynb"
    assert "9001" in found["lovelaceada"].notes[0]
    assert (found["groszoe"].number, found["groszoe"].platform) == ("102", "canvas")


def test_nbgraders_tree(tmp_path, sheets, hand_in):
    for student in ("ada", "bob b.", "zoë"):
        folder = tmp_path / "submitted" / student / "91_numbers"
        folder.mkdir(parents=True)
        (folder / "91_numbers.ipynb").write_bytes(hand_in())
        (folder / "timestamp.txt").write_text("2026-01-01 00:00:00 UTC", encoding="utf-8")
    assert set(rows(tmp_path / "submitted", sheets)) == {"ada", "bob b.", "zoë"}
    assert set(rows(tmp_path, sheets)) == {"ada", "bob b.", "zoë"}


def test_one_student_alone_in_nbgraders_tree(tmp_path, sheets, hand_in):
    folder = tmp_path / "submitted" / "ada" / "91_numbers"
    folder.mkdir(parents=True)
    (folder / "91_numbers.ipynb").write_bytes(hand_in())
    assert set(rows(tmp_path / "submitted", sheets)) == {"ada"}


def test_a_zip_with_one_folder_around_the_class(tmp_path, sheets, hand_in):
    place = zipped(tmp_path / "download.zip", {"class/ada.ipynb": hand_in(), "class/bob.ipynb": hand_in()})
    assert set(rows(place, sheets)) == {"ada", "bob"}


def test_two_people_in_one_folder_are_both_kept(tmp_path, sheets, hand_in):
    for name in ("group 1/ada.ipynb", "group 1/bob.ipynb", "group 2/cyd.ipynb"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(hand_in())
    assert set(rows(tmp_path, sheets)) == {"group 1/ada", "group 1/bob", "group 2"}


def test_two_people_of_one_name(tmp_path, sheets, hand_in):
    names = {f"Kim Lee_{n}_assignsubmission_file_/91_numbers.ipynb": hand_in() for n in (1, 2)}
    assert set(rows(zipped(tmp_path / "c.zip", names), sheets)) == {"Kim Lee (1)", "Kim Lee (2)"}


def test_other_files_beside_the_notebook_do_not_count(tmp_path, sheets, hand_in):
    folder = tmp_path / "ada"
    (folder / ".ipynb_checkpoints").mkdir(parents=True)
    (folder / ".ipynb_checkpoints" / "91_numbers-checkpoint.ipynb").write_bytes(hand_in())
    (folder / "91_numbers.ipynb").write_bytes(hand_in())
    (folder / "scratch.ipynb").write_bytes(b'{"cells": [], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}')
    (folder / "data.csv").write_text("1,2", encoding="utf-8")
    (tmp_path / "bob").mkdir()
    (tmp_path / "bob" / "homework.pdf").write_bytes(b"%PDF-1.7")
    found = rows(tmp_path, sheets)
    assert {name: entry.file for name, entry in found.items()} == {
        "ada": "ada/91_numbers.ipynb",
        "bob": "bob/homework.pdf",
    }


def test_a_zip_that_a_student_handed_in(tmp_path, sheets, hand_in):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("my work/91_numbers.ipynb", hand_in())
        archive.writestr("__MACOSX/._91_numbers.ipynb", b"junk")
    names = {
        "Ada_1_assignsubmission_file_/work.zip": inner.getvalue(),
        "Bob_2_assignsubmission_file_/bad.zip": b"PK\3\4 no",
    }
    found = rows(zipped(tmp_path / "c.zip", names), sheets)
    assert found["Ada"].file.endswith("work.zip/my work/91_numbers.ipynb")
    assert found["Ada"].digest
    assert "broken" in found["Bob"].reason


def test_damaged_and_encrypted_entries_keep_their_row(tmp_path, sheets, hand_in):
    path = zipped(tmp_path / "c.zip", {"ada.ipynb": hand_in(), "bob.ipynb": hand_in(N1="x = 1\n")})
    data = bytearray(path.read_bytes())
    at = data.index(b"ada.ipynb") + 200
    data[at : at + 20] = b"\xff" * 20
    path.write_bytes(data)
    found = rows(path, sheets)
    assert "broken" in found["ada"].reason
    assert found["bob"].digest
    data = bytearray(zipped(tmp_path / "d.zip", {"ada.ipynb": b"{}"}).read_bytes())
    data[data.index(b"PK\1\2") + 8] |= 1
    (tmp_path / "d.zip").write_bytes(data)
    assert "encrypted" in rows(tmp_path / "d.zip", sheets)["ada"].reason


def test_a_bomb_of_zeros_is_not_unpacked(tmp_path, sheets):
    path = zipped(tmp_path / "c.zip", {"ada.ipynb": bytes(40 << 20)}, compress_type=zipfile.ZIP_DEFLATED)
    assert path.stat().st_size < 100_000
    assert "more than 32 MiB" in rows(path, sheets)["ada"].reason


def test_a_broken_zip_is_a_sentence(tmp_path):
    (tmp_path / "c.zip").write_bytes(b"PK\3\4 and then nothing")
    with pytest.raises(CollectError, match="download it again"):
        collect(tmp_path / "c.zip")


def test_names_that_climb_stay_names(tmp_path):
    found = collect(zipped(tmp_path / "c.zip", {"../../../etc/ada.ipynb": b"{}", "/abs/bob.ipynb": b"{}"}))
    assert [f.file for f in found] == ["abs/bob.ipynb", "etc/ada.ipynb"]


@pytest.mark.skipif(os.name == "nt", reason="links and pipes are not as common there")
def test_links_pipes_and_locked_files_are_not_opened(tmp_path, sheets):
    (tmp_path / "secret").mkdir()
    (tmp_path / "in").mkdir()
    (tmp_path / "secret" / "solution.ipynb").write_text("{}", encoding="utf-8")
    (tmp_path / "in" / "link.ipynb").symlink_to(tmp_path / "secret" / "solution.ipynb")
    (tmp_path / "in" / "folder").symlink_to(tmp_path / "secret")
    os.mkfifo(tmp_path / "in" / "pipe.ipynb")
    found = rows(tmp_path / "in", sheets)
    assert set(found) == {"link", "folder", "pipe"}
    assert "links are not followed" in found["link"].reason
    assert "links are not followed" in found["folder"].reason
    assert "no plain file" in found["pipe"].reason


@pytest.mark.skipif(os.name == "nt" or os.uname().sysname == "Darwin", reason="names are text there")
def test_names_that_are_no_text(tmp_path, sheets):
    with open(os.fsencode(tmp_path) + b"/stra\xdfe.ipynb", "wb") as file:
        file.write(b"{}")
    (name,) = rows(tmp_path, sheets)
    name.encode("utf-8")


def test_a_file_that_vanishes_is_told(tmp_path):
    path = tmp_path / "ada.ipynb"
    path.write_text("{}", encoding="utf-8")
    (found,) = collect(tmp_path)
    path.unlink()
    with pytest.raises(CannotReadError, match="cannot be read"):
        found.read()


def test_which_sheet_a_file_belongs_to(master, hand_in, tmp_path):
    one = read_sheet(master)
    other = type(one)(**{**one.__dict__, "name": "92_other", "cells": (), "exercises": ()})
    (tmp_path / "ada.ipynb").write_bytes(hand_in())
    (tmp_path / "bob_92_other.ipynb").write_bytes(b"{}")
    (tmp_path / "cyd.ipynb").write_bytes(b"{}")
    (tmp_path / "dan.ipynb").write_bytes(hand_in().decode().encode("utf-16"))
    found = rows(tmp_path, (one, other))
    sheets = {name: entry.sheet for name, entry in found.items()}
    assert sheets == {"ada": "91_numbers", "bob_92_other": "92_other", "cyd": "", "dan": "91_numbers"}
    assert "none of the sheets" in found["cyd"].reason


@pytest.mark.parametrize(
    ("name", "attempt"),
    [("x-3.ipynb", 3), ("x (2).ipynb", 2), ("x-Copy1.ipynb", 1), ("05_trees.ipynb", 0), ("2026.ipynb", 0)],
)
def test_numbers_of_attempts(name, attempt):
    assert attempt_of(name) == attempt


def test_attempt_folders_of_moodle():
    path = ("Ada_1_assignsubmission_file_", "Attempt 3", "x.ipynb")
    assert (owner_of(path).student, owner_of(path).attempt) == ("Ada", 3)
