"""Predict and Progress: no reveal without an answer, a file that is readable, and a broken one set aside."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import boomkit
from boomkit.errors import BoomkitError
from boomkit.widgets import Predict, Progress
from boomkit.widgets.progress import FILE


def ask(folder: Path, **given: Any) -> Predict:
    given = {"choices": ["seat 0", "seat 1"], "answer": "seat 0", "lesson": "04_baby_boom", "folder": folder, **given}
    return Predict(given.pop("question", "Who wins?"), **given)


def test_nothing_is_revealed_before_there_is_an_answer(tmp_path: Path) -> None:
    called: list[int] = []

    def reveal() -> str:
        called.append(1)
        return "the secret"

    question = ask(tmp_path, reveal=reveal)
    assert not called
    assert "secret" not in json.dumps(question.get_state(["shown", "choices", "question", "before"]))
    assert not (tmp_path / FILE).exists()
    question.receive({"kind": "predict", "given": "seat 1"})
    assert called == [1]
    assert question.shown["words"] == "the secret"
    assert question.shown["right"] is False
    assert question.shown["verdict"] == "Not quite: you said seat 1; it is seat 0."


def test_an_answer_that_is_none_of_the_choices_reveals_nothing(tmp_path: Path) -> None:
    question = ask(tmp_path)
    assert "none of the choices" in question.receive({"kind": "predict", "given": "seat 7"})["say"]
    assert question.shown == {}


def test_skip_is_recorded(tmp_path: Path) -> None:
    question = ask(tmp_path)
    question.receive({"kind": "skip"})
    assert question.shown["verdict"] == "Skipped. It is seat 0."
    kept = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))
    assert kept["format"] == 1
    assert kept["lessons"]["04_baby_boom"]["who-wins"]["skipped"] is True


@pytest.mark.parametrize(
    ("given", "right"),
    [("3/8", True), ("0.375", True), ("0,375", True), ("37.5 %", True), ("0.4", True), ("0.5", False), ("-3/8", False)],
)
def test_numbers_are_read_as_people_write_them(tmp_path: Path, given: str, right: bool) -> None:
    question = ask(tmp_path, choices=None, number=True, answer="3/8", tolerance=0.05)
    question.predict(given)
    assert question.right is right


@pytest.mark.parametrize("given", ["many", "", "1/0", "1..2"])
def test_what_is_no_number_gets_a_sentence(tmp_path: Path, given: str) -> None:
    with pytest.raises(BoomkitError, match="not a number"):
        ask(tmp_path, choices=None, number=True).predict(given)


def test_states_are_revealed_as_a_film(tmp_path: Path) -> None:
    played = boomkit.load("nim", heaps="1 1").play(seed=1)
    question = ask(tmp_path, reveal=played)
    question.predict("seat 0")
    assert len(question.shown["packed"]["frames"]) == len(played) == len(question.shown["captions"])


def test_the_first_answer_stays_on_record(tmp_path: Path) -> None:
    for given in ("seat 1", "seat 0", "seat 0"):
        ask(tmp_path).predict(given)
    kept = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))["lessons"]["04_baby_boom"]["who-wins"]
    assert (kept["first"], kept["given"], kept["tries"]) == ("seat 1", "seat 0", 3)
    assert ask(tmp_path).before == "seat 0"


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"format": 99, "lessons": {}}', '{"format": 1}', '{"format":1,"lessons":{"a":3}}']
)
def test_a_broken_file_is_set_aside_with_a_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    strip = Progress("04_baby_boom", tmp_path)
    assert "boomkit-progress.broken-1.json" in strip.warning
    assert (tmp_path / "boomkit-progress.broken-1.json").read_text(encoding="utf-8") == text
    ask(tmp_path).predict("seat 0")
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert "broken-2" in Progress("04_baby_boom", tmp_path).warning


def test_a_folder_that_cannot_be_written_loses_the_record_and_no_answer(tmp_path: Path) -> None:
    question = ask(tmp_path / "not there")
    question.predict("seat 0")
    assert question.right
    assert "not kept" in question.shown["warning"]


def test_the_strip_follows_the_answers(tmp_path: Path) -> None:
    strip = Progress("strip lesson", tmp_path)
    questions = [ask(tmp_path, lesson="strip lesson", question=f"Question {n}?") for n in range(4)]
    assert [state for _, state, _ in strip.marks] == ["open"] * 4
    questions[0].predict("seat 0")
    questions[1].predict("seat 1")
    questions[2].skip()
    assert [state for _, state, _ in strip.marks] == ["right", "wrong", "skipped", "open"]
    assert json.loads(strip.file)["lessons"]["strip lesson"]["question-0"]["right"] is True


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"choices": None}, "choices"),
        ({"number": True}, "either choices"),
        ({"answer": "seat 9"}, "none of the choices"),
    ],
)
def test_a_question_that_cannot_be_asked_gets_a_sentence(tmp_path: Path, given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BoomkitError, match=sentence):
        ask(tmp_path, **given)
