"""The one log of a table: undo, redo, branches, and chance that follows from the seed."""

from __future__ import annotations

from random import Random

import pytest

import boomkit
from boomkit import read_playthrough
from boomkit.errors import IllegalActionError
from boomkit.widgets.record import Record


def test_a_deal_is_the_games_own_deal() -> None:
    game = boomkit.load("wild_twist_war")
    assert Record.deal(game, 7).here.state == game.deal(7)


def test_play_by_seed_is_the_games_own_play() -> None:
    game = boomkit.load("wild_twist_war", ranks=4, suits=2)
    record, played = Record.deal(game, 3), game.play(3, agents=lambda observation, actions, rng: actions[0])
    while not record.here.state.is_terminal:
        record.play("battle")
    assert record.here.state == played[-1]


def test_undo_and_redo_walk_the_line_that_was_walked_last() -> None:
    record = Record.deal(boomkit.load("nim"), 0)
    for action in ("take 1 from 0", "take 1 from 1", "take 1 from 2"):
        record.play(action)
    end = record.here
    record.undo()
    record.undo()
    record.undo()
    assert record.undo() is record.first
    assert [record.redo().number for _ in range(4)] == [1, 2, 3, 3]
    assert record.here is end


def test_another_move_from_an_earlier_position_is_a_branch() -> None:
    record = Record.deal(boomkit.load("nim"), 0)
    record.play("take 1 from 0")
    record.play("take 1 from 1")
    record.undo()
    record.play("take 2 from 1")
    assert [leaf.action for leaf in record.leaves()] == ["take 1 from 1", "take 2 from 1"]
    record.go(2)
    assert str(record.here.state) == "heaps 2 3 5; turn 0"
    record.undo()
    assert record.redo().action == "take 1 from 1", "redo follows the line that was looked at last"


def test_the_same_move_again_is_no_branch_and_draws_the_same_cards() -> None:
    record = Record.deal(boomkit.load("wild_twist_war"), 5)
    first = record.play("battle")
    record.undo()
    assert record.play("battle") is first
    assert len(list(record.leaves())) == 1


def test_chance_can_be_chosen_by_hand() -> None:
    record = Record.deal(boomkit.load("wild_twist_war"), 5, choose=True)
    record.play("battle", choose=True)
    assert record.here.state.is_chance
    record.play("5♠", choose=True)
    record.play("4♠", choose=True)
    assert [str(event) for event in record.here.state.events][:2] == ["seat 0 turned up 5♠", "seat 1 turned up 4♠"]


def test_an_illegal_action_changes_nothing() -> None:
    record = Record.deal(boomkit.load("nim"), 0)
    with pytest.raises(IllegalActionError, match="Heap 0 holds 3"):
        record.play("take 4 from 0")
    assert record.here is record.first
    assert len(record.entries) == 1


@pytest.mark.parametrize("name", ["nim", *boomkit.games()])
def test_the_line_up_to_here_is_a_playthrough(name: str) -> None:
    """Whatever was undone and branched before, the line that is on the table replays from its text."""
    rng = Random(7)
    record = Record.deal(boomkit.load(name), 2)
    for step in range(30):
        if record.here.state.is_terminal:
            break
        record.play(rng.choice(record.here.state.legal_actions()))
        if step % 5 == 4:
            record.undo()
    played = read_playthrough(record.playthrough().to_json())
    assert played[-1] == record.here.state
    assert played[-1].history == record.here.state.history


def test_a_playthrough_holds_outcomes_that_were_chosen() -> None:
    record = Record.deal(boomkit.load("wild_twist_war"), 5, choose=True)
    for action in ("battle", "5♠"):
        record.play(action, choose=True)
    record.draw()
    record.play("battle")
    played = record.playthrough()
    assert played.actions == ("battle", "battle")
    assert played[-1] == record.here.state
    assert "seat 0 turned up 5♠" in played[1].events
