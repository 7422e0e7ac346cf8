"""What a seat may not know does not reach the page: picture, position text, log and legal moves."""

from __future__ import annotations

import json
from typing import Any

import pytest

import boomkit
from boomkit.widgets import Table

HIDING = [name for name in ("boom_o", "jokers_go_boom", "tic_stack_boom") if name in boomkit.games()]


@pytest.mark.parametrize("name", HIDING)
def test_a_frame_for_one_seat_depends_on_what_it_knows_alone(name: str) -> None:
    """Two worlds that look the same to seat 0 give the same frame."""
    from random import Random

    game = boomkit.load(name)
    state = game.deal(3)
    observation = state.observation(0)
    frames = []
    for seed in range(4):
        world = game.sample(observation, Random(seed))
        assert world.observation(0).fields.key() == observation.fields.key()
        table = Table(world, view=0)
        frames.append({key: value for key, value in table.frame.items() if key != "v"})
    assert all(json.dumps(one) == json.dumps(frames[0]) for one in frames)


@pytest.mark.parametrize("name", HIDING)
def test_the_other_seats_moves_are_not_offered(name: str) -> None:
    game = boomkit.load(name)
    state = game.deal(3)
    due = state.current_player
    assert Table(state, view=due).frame["legal"] == list(state.legal_actions())
    assert Table(state, view=(due + 1) % game.players).frame["legal"] == []
    assert Table(state, view="due").frame["legal"] == list(state.legal_actions())


def test_one_person_among_agents_sees_what_that_seat_sees() -> None:
    def first(observation: Any, actions: Any, rng: Any) -> Any:
        return actions[0]

    assert Table("nim", agents={1: first}).frame["view"] == 0
    assert Table("nim", agents={1: first}, view="all").frame["view"] == "all"
    assert Table("nim").frame["view"] == "all"
