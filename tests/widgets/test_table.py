"""The Table without a page: intents in, frames out."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import boomkit
from boomkit.errors import BoomkitError, IllegalActionError, OptionError, PositionError
from boomkit.widgets import Table


def act(table: Table, action: str) -> dict[str, Any]:
    return table.receive({"kind": "act", "action": action, "v": table.frame["v"]})


def first_action(observation: Any, actions: Any, rng: Any) -> Any:
    return actions[0]


def test_a_move_is_played_and_told_with_its_clause() -> None:
    table = Table("nim")
    assert act(table, "take 2 from 1") == {}
    assert table.frame["status"] == "seat 1 ▲ to move"
    assert table.frame["last"] == [["seat 0 ● took 2 from heap 1", "NI-T1"]]
    assert table.frame["text"] == "heaps 3 2 5; turn 1"
    assert 'data-key="stone 1 1"' in table.frame["svg"]
    assert 'data-key="stone 1 2"' not in table.frame["svg"]


def test_why_not_names_clause_numbers_and_pieces_and_changes_nothing() -> None:
    table = Table("nim")
    before = table.state
    why = act(table, "take 9 from 0")["why"]
    assert (why["clause"], why["text"], why["marks"]) == ("NI-T2", "Heap 0 holds 3.", ["heap0"])
    assert act(table, "eat a stone")["why"]["clause"] == ""
    assert table.state is before
    assert table.book["NI-T2"][1] == boomkit.load("nim").rulebook.clause("NI-T2").text


def test_a_click_on_a_frame_that_is_past_plays_nothing() -> None:
    """Two quick clicks on one card: the second came from the frame before the first was played."""
    table = Table("nim")
    stale = table.frame["v"]
    act(table, "take 1 from 0")
    said = table.receive({"kind": "act", "action": "take 1 from 0", "v": stale})
    assert "moved on" in said["say"]
    assert str(table.state) == "heaps 2 4 5; turn 1"


def test_undo_goes_back_to_the_person_and_redo_forward() -> None:
    table = Table("nim", agents={1: first_action})
    act(table, "take 1 from 0")
    assert str(table.state) == "heaps 1 4 5; turn 0"
    table.receive({"kind": "undo"})
    assert str(table.state) == "heaps 3 4 5; turn 0"
    table.receive({"kind": "redo"})
    assert str(table.state) == "heaps 1 4 5; turn 0"


def test_branches_become_lines_to_choose_from() -> None:
    table = Table("nim")
    act(table, "take 1 from 0")
    table.undo()
    assert table.frame["lines"] == []
    act(table, "take 2 from 0")
    assert [(words, here) for _, words, here in table.frame["lines"]] == [
        ("line 1: 1 move", False),
        ("line 2: 1 move, from move 1 take 2 from 0", True),
    ]
    table.receive({"kind": "go", "number": 1})
    assert str(table.state) == "heaps 2 4 5; turn 1"
    assert table.receive({"kind": "go", "number": 99})["say"].startswith("That position")


def test_a_deal_by_seed_can_be_told_to_somebody_else() -> None:
    game = boomkit.load("wild_twist_war")
    table = Table(game)
    table.receive({"kind": "deal", "seed": "17"})
    act(table, "battle")
    assert table.seed == table.frame["seed"] == 17
    assert table.state == game.play(17, agents=first_action)[1]
    assert "whole number" in table.receive({"kind": "deal", "seed": "lucky"})["say"]


def test_a_position_can_be_pasted_and_a_bad_one_is_told() -> None:
    table = Table("nim")
    table.receive({"kind": "paste", "text": " heaps 0 0 2; turn 1 "})
    assert str(table.state) == "heaps 0 0 2; turn 1"
    assert table.frame["log"] == []
    said = table.receive({"kind": "paste", "text": "heaps 0 0 77; turn 1"})
    assert "77" in said["say"]
    assert str(table.state) == "heaps 0 0 2; turn 1"
    with pytest.raises(PositionError):
        table.paste("nonsense")


def test_a_pasted_position_brings_its_options() -> None:
    table = Table("nim")
    table.paste('heaps 1 2; turn 0; options heaps="1 2"')
    assert table.game.options["heaps"] == "1 2"
    act(table, "take 2 from 1")
    assert str(table.state) == 'heaps 1 0; turn 1; options heaps="1 2"'


def test_the_end_says_who_won_and_why() -> None:
    table = Table(boomkit.load("nim").read("heaps 0 0 2; turn 1"))
    act(table, "take 2 from 2")
    assert table.frame["over"]
    assert table.frame["status"] == "Game over: seat 1 ▲ wins. Result 0 to 1."
    assert table.frame["last"][-1] == ["seat 1 ▲ took the last stone and wins", "NI-W1"]
    assert act(table, "take 1 from 0")["why"]["text"] == "The game is over."


def test_legal_moves_can_be_switched_off() -> None:
    table = Table("nim", marks=False)
    assert table.frame["legal"] == []
    assert "bk-legal" not in table.frame["svg"]
    table.receive({"kind": "marks", "on": True})
    assert len(table.frame["legal"]) == 12
    assert "bk-legal" in table.frame["svg"]


def test_chance_is_offered_as_a_choice_on_request() -> None:
    table = Table(boomkit.load("wild_twist_war"), chance="choose")
    act(table, "battle")
    assert table.state.is_chance
    assert ["5♠", "1/58"] in table.frame["chance"]
    act(table, "5♠")
    act(table, "4♠")
    assert table.state.current_player == 0
    told = [event[0] for step in table.frame["log"] for event in step["events"]]
    assert told[:2] == ["seat 0 ● turned up 5♠", "seat 1 ▲ turned up 4♠"]
    act(table, "battle")
    table.receive({"kind": "choose", "on": False})
    assert not table.state.is_chance, "switched off in the middle of a battle, the seed draws the rest"


def test_a_hint_is_a_legal_action_and_plays_nothing() -> None:
    table = Table(boomkit.load("nim").read("heaps 0 0 2; turn 0"), hint="perfect")
    assert table.receive({"kind": "hint"})["hint"] == "take 2 from 2"
    assert str(table.state) == "heaps 0 0 2; turn 0"


def test_agents_play_until_the_person_is_due() -> None:
    table = Table("nim", agents=[None, first_action])
    act(table, "take 3 from 0")
    assert [step["who"] for step in table.frame["log"]] == ["seat 0 ●", "seat 1 ▲"]
    assert table.frame["seats"] == ["person", "first action"]
    assert table.frame["moved"]


def test_a_table_of_agents_waits_until_it_is_told_to_play() -> None:
    table = Table("nim", agents="random", seed=4)
    assert table.frame["steps"] == 0
    table.receive({"kind": "play_on", "one": True})
    assert table.frame["steps"] == 1
    table.receive({"kind": "play_on"})
    assert table.frame["over"]
    again = Table("nim", agents="random", seed=4)
    again.receive({"kind": "play_on"})
    assert again.state.history == table.state.history, "agents' chance follows from the seed"


def test_a_seat_can_be_given_to_an_agent_in_the_middle() -> None:
    table = Table("nim")
    act(table, "take 1 from 0")
    said = table.receive({"kind": "seat", "seat": 1, "agent": "greedy"})
    assert said["say"] == "seat 1 ▲ is played by greedy."
    assert table.state.current_player == 0


def cheating(observation: Any, actions: Any, rng: Any) -> Any:
    return "take 99 from 0"


def failing(observation: Any, actions: Any, rng: Any) -> Any:
    return actions[99]


@pytest.mark.parametrize(
    ("agent", "sentence"),
    [
        (cheating, "The agent 'cheating' of seat 1 ▲ answered 'take 99 from 0', which is not legal"),
        (failing, "The agent 'failing' of seat 1 ▲ failed: IndexError: tuple index out of range (in failing, line "),
    ],
)
def test_a_wrong_agent_is_told_and_the_table_works_on(agent: Any, sentence: str) -> None:
    """The error is the student's own, in the student's own function: the sentence says where."""
    table = Table("nim", agents={1: agent})
    answer = act(table, "take 1 from 0")
    assert sentence in answer["error"]
    assert "report" not in answer["error"]
    assert str(table.state) == "heaps 2 4 5; turn 1", "the person's own move stands"
    table.receive({"kind": "seat", "seat": 1, "agent": "person"})
    assert act(table, "take 1 from 0") == {}


def test_an_interrupted_agent_leaves_a_table_that_works_on() -> None:
    """Somebody presses stop while an agent thinks: the page still gets its answer."""

    def endless(observation: Any, actions: Any, rng: Any) -> Any:
        raise KeyboardInterrupt

    table = Table("nim", agents={1: endless})
    assert "Interrupted" in act(table, "take 1 from 0")["error"]
    table.receive({"kind": "undo"})
    assert str(table.state) == "heaps 3 4 5; turn 0"


def test_a_fault_in_a_rule_is_shown_and_the_table_works_on(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("nim")
    rules = table.game.rules

    def broken(state: Any, action: int) -> None:
        raise ZeroDivisionError("a heap of nothing")

    monkeypatch.setattr(rules, "play", broken)
    answer = act(table, "take 1 from 0")
    assert "ZeroDivisionError: a heap of nothing" in answer["error"]
    assert "report" in answer["error"]
    monkeypatch.undo()
    assert act(table, "take 1 from 0") == {}
    assert str(table.state) == "heaps 2 4 5; turn 1"


def test_an_intent_that_is_not_known_is_told() -> None:
    table = Table("nim")
    assert "does not know" in table.receive({"kind": "explode"})["error"]
    assert table.receive("nonsense") == {}


def test_two_threads_on_one_table_lose_nothing() -> None:
    """Callbacks may run on a thread beside the cell: every accepted move is in the record, and none twice."""
    table = Table(boomkit.load("wild_twist_war"))
    wrong: list[Any] = []

    def hammer() -> None:
        for _ in range(40):
            answer = act(table, "battle")
            if answer and "moved on" not in answer.get("say", ""):
                wrong.append(answer)
            table.receive({"kind": "undo"})
            table.receive({"kind": "redo"})

    threads = [threading.Thread(target=hammer) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    path = table.record.here.path()
    assert [entry.depth() for entry in path] == list(range(len(path)))
    assert table.frame["text"] == str(table.state)


def test_a_long_log_is_cut_and_sent_whole_on_request() -> None:
    game = boomkit.load("wild_twist_war")
    seed = next(seed for seed in range(50) if len(game.play(seed, agents=first_action)) > 110)
    table = Table(game, seed=seed)
    for _ in range(100):
        act(table, "battle")
    assert (len(table.frame["log"]), table.frame["steps"]) == (60, 100)
    assert len(table.receive({"kind": "log"})["log"]) == 100


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"seed": "7"}, "seed is a whole number"),
        ({"view": 5}, "seat from 0 to 1"),
        ({"view": "nobody"}, "seat from 0 to 1"),
        ({"chance": "maybe"}, "'draw'"),
        ({"agents": {4: "random"}}, "seats are 0 to 1"),
        ({"agents": [None]}, "each of the 2 seats"),
        ({"agents": "grandmaster"}, "no agent 'grandmaster'"),
        ({"agents": {0: 5}}, "5 is no agent"),
    ],
)
def test_what_cannot_be_meant_gets_a_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BoomkitError, match=sentence):
        Table("nim", **given)


def test_python_gets_the_sentence_of_an_illegal_action() -> None:
    with pytest.raises(IllegalActionError, match="NI-T2"):
        Table("nim").play("take 9 from 0")
    with pytest.raises(OptionError):
        Table("nim").deal("x")  # type: ignore[arg-type]


def test_a_page_without_widgets_shows_a_table_and_a_text() -> None:
    data, _ = Table("nim")._repr_mimebundle_()
    assert "<table" in data["text/html"]
    assert data["text/plain"].startswith("Nim: seat 0 ● to move\nheap 0")
    assert "application/vnd.jupyter.widget-view+json" in data
    assert " at 0x" not in repr(Table("nim"))
