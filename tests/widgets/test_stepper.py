"""The Stepper: what is packed comes out again, scenes say what the rulebook says, every frame fits the page."""

from __future__ import annotations

import json
from random import Random

import pytest

import boomkit
from boomkit.errors import BoomkitError
from boomkit.widgets import Stepper, view
from boomkit.widgets.packing import pack, unpack


def test_packing_loses_nothing() -> None:
    rng = Random(1)
    pieces = ["<svg a='1'>", "</svg>", "<g>", "</g>", "<p/>", "text", "<b>", "<!-- x -->", "é♠"]
    texts = ["".join(rng.choices(pieces, k=rng.randrange(30))) for _ in range(300)] + ["", "<", "a>b"]
    packed = pack(texts)
    assert [unpack(packed, number) for number in range(len(texts))] == texts


def test_a_playthrough_is_shown_step_by_step() -> None:
    game = boomkit.load("wild_twist_war", ranks=3, suits=2)
    played = game.play(seed=1)
    stepper = Stepper(played)
    assert len(stepper.frames) == len(played)
    for number in (0, 1, len(played) - 1):
        assert stepper.picture(number) == view.picture(played[number], legal=False)
        assert stepper.frames[number]["text"] == str(played[number])
    told = [event for frame in stepper.frames for event in frame["events"]]
    assert told == view.events(played[-1]), "every event stands in one step, in order"
    assert {clause for _, clause in told if clause} <= set(stepper.book)


def test_a_long_game_stays_small() -> None:
    stepper = Stepper(boomkit.load("wild_twist_war").play(seed=3))
    assert len(stepper.frames) > 200
    sent = len(json.dumps([stepper.packed, stepper.frames, stepper.book]))
    drawn = sum(len(stepper.picture(number)) for number in range(len(stepper.frames)))
    assert sent < 600_000
    assert sent < drawn / 5


def test_a_list_of_states_takes_captions() -> None:
    state = boomkit.load("nim").initial_state()
    stepper = Stepper([state, state.apply("take 1 from 0")], captions=["before", "after"])
    assert [frame["title"] for frame in stepper.frames] == ["before", "after"]
    assert stepper.frames[1]["events"] == [["seat 0 ● took 1 from heap 0", "NI-T1"]]


def test_states_that_do_not_follow_one_another_tell_no_events() -> None:
    game = boomkit.load("nim")
    stepper = Stepper([game.initial_state().apply("take 1 from 0"), game.read("heaps 0 0 2; turn 1")])
    assert stepper.frames[1]["events"] == []


@pytest.mark.parametrize("name", ["nim", *boomkit.games()])
def test_every_example_of_the_rulebook_is_a_scene(name: str) -> None:
    game = boomkit.load(name)
    stepper = Stepper.scenes(game)
    told = {frame["clause"] for frame in stepper.frames}
    assert told == {clause.id for clause in game.rulebook}
    for clause in game.rulebook:
        titles = {frame["title"] for frame in stepper.frames if frame["clause"] == clause.id}
        assert {example.title for example in clause.examples} <= titles
    assert all(frame["events"] or frame["pictures"] for frame in stepper.frames)


def test_scenes_show_before_and_after_and_why_not() -> None:
    frames = Stepper.scenes("nim").frames
    assert [len(frame["pictures"]) for frame in frames] == [2, 1, 2]
    assert ["take 3 from 0 is not legal: Heap 0 holds 2.", "NI-T2"] in frames[1]["events"]
    assert frames[1]["marks"] == ["heap0"]
    assert frames[2]["events"][-1][0].startswith("Game over: seat 1 ▲ wins")


def test_scenes_of_some_clauses() -> None:
    assert {frame["clause"] for frame in Stepper.scenes("nim", ["NI-W1"]).frames} == {"NI-W1"}
    with pytest.raises(BoomkitError, match="no clause 'NI-X'"):
        Stepper.scenes("nim", "NI-X")


def test_python_hears_where_the_learner_stopped() -> None:
    stepper = Stepper(boomkit.load("nim", heaps="1 1").play(seed=1))
    stepper.receive({"kind": "stopped", "at": 2})
    assert stepper.index == 2
    stepper.receive({"kind": "stopped", "at": 200})
    assert stepper.index == 2


@pytest.mark.parametrize("source", ["nim", [], 5, [1, 2]])
def test_what_is_no_game_gets_a_sentence(source: object) -> None:
    with pytest.raises(BoomkitError, match="Stepper shows"):
        Stepper(source)  # type: ignore[arg-type]


def test_a_page_without_widgets_shows_the_steps() -> None:
    data, _ = Stepper(boomkit.load("nim", heaps="1 1").play(seed=1))._repr_mimebundle_()
    assert data["text/plain"].startswith("Nim\n0. seat 0 ● to move\n1. seat 1 ▲ to move")
    assert "<table" in data["text/html"]
