"""Round robins: seats rotate, deals are shared, faults lose the game and nothing else."""

import json
from collections import Counter

import pytest

import boomkit
from boomkit.simulate import stats
from boomkit.tournament import find_agents, round_robin


def first(observation, actions, rng):
    return actions[0]


def last(observation, actions, rng):
    return actions[-1]


def test_every_pair_meets_in_every_seat_with_the_same_deals():
    league = round_robin(boomkit.load("nim"), {"first": first, "last": last, "random": "random"}, rounds=4, seed=1)
    seats = Counter(table.names for table in league.tables)
    assert len(seats) == 6
    assert set(seats.values()) == {4}
    for number in range(4):
        assert len({table.seed for table in league.tables[number * 6 : number * 6 + 6]}) == 1


def test_more_seats_than_two():
    game = boomkit.load("jokers_go_boom", n_rounds=1)
    league = round_robin(game, {"a": first, "b": last, "c": "random"}, rounds=2, seed=3)
    assert len(league.tables) == 6
    assert all(len(set(table.names)) == 3 for table in league.tables)
    two = round_robin(game, {"a": first, "b": last}, rounds=1, seed=3)
    assert len(two.tables) == 6
    assert {Counter(table.names)["a"] for table in two.tables} == {1, 2}


def test_the_league_is_the_same_for_the_same_seed():
    game = boomkit.load("baby_boom", layout="0.0/.../1.1", fuse=2, n_rounds=1)
    one = round_robin(game, ["random", "greedy"], rounds=3, seed=5)
    two = round_robin(game, ["random", "greedy"], rounds=3, seed=5)
    assert str(one) == str(two)
    assert [table.playthrough.to_json() for table in one.tables] == [
        table.playthrough.to_json() for table in two.tables
    ]


def test_a_perfect_player_wins_a_game_that_the_first_seat_wins():
    league = round_robin(boomkit.load("nim", heaps="1 2 4"), ["perfect", "random"], rounds=10, seed=2)
    assert league.standings[0].name == "perfect"
    duel = league.duels[0]
    assert duel.wins + duel.losses == 20
    assert duel.p == float(stats.sign_test(duel.wins, 20))


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (lambda observation, actions, rng: "nonsense", "answered 'nonsense'"),
        (lambda observation, actions, rng: 1 / 0, "raised ZeroDivisionError"),
        (lambda observation, actions, rng: None, "answered None"),
    ],
)
def test_a_fault_loses_the_game_and_not_the_run(fault, reason):
    league = round_robin(boomkit.load("nim"), {"good": first, "bad": fault}, rounds=3, seed=1)
    assert len(league.tables) == 6
    assert all(reason in table.reason for table in league.tables)
    assert league.standings[0].name == "good"
    assert league.standings[0].share.value == 1
    assert league.standings[1].faults == 6
    assert league.elo() is None


def test_ctrl_c_keeps_the_games_that_are_done():
    def stop(done, total):
        if done == 5:
            raise KeyboardInterrupt

    league = round_robin(boomkit.load("nim"), ["random", "greedy"], rounds=20, seed=1, progress=stop)
    assert not league.complete
    assert len(league.tables) == 5


@pytest.mark.parametrize(
    "bad", [{"agents": ["random"]}, {"agents": ["random", "greedy"], "rounds": 0}, {"agents": ["random", "who"]}]
)
def test_what_cannot_be_played_is_said(bad):
    with pytest.raises(boomkit.BoomkitError):
        round_robin(boomkit.load("nim"), **bad)


def test_the_table_is_drawn_with_a_text_twin():
    league = round_robin(boomkit.load("nim"), ["random", "greedy"], rounds=5, seed=1)
    made = league._repr_mimebundle_()
    assert "<desc>" in made["image/svg+xml"]
    assert "<table" in made["text/html"]
    assert "Elo" in made["text/plain"]


STUDENTS = {
    "good.py": "def agent(obs, actions, rng):\n    return rng.choice(actions)\n",
    "raises.py": "def agent(obs, actions, rng):\n    raise ValueError('not today')\n",
    "illegal.py": "def agent(obs, actions, rng):\n    return 'take 99 from 0'\n",
    "slow.py": "def agent(obs, actions, rng):\n    while True:\n        pass\n",
    "exits.py": "import os\ndef agent(obs, actions, rng):\n    os._exit(3)\n",
    "broken.py": "def agent(obs, actions, rng)\n",
    "copies.py": "import boomkit.agents\ndef agent(obs, actions, rng):\n    return actions[0]\n",
}


@pytest.mark.slow
def test_students_agents_run_isolated_with_a_budget(tmp_path):
    for name, text in STUDENTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    cells = [{"cell_type": "code", "source": ["def agent(obs, actions, rng):\n", "    return actions[-1]\n"]}]
    (tmp_path / "Übung eins.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    files = find_agents(tmp_path)
    assert "Übung eins" in files
    league = round_robin(boomkit.load("nim"), files, rounds=1, seed=1, seconds=0.5, trust=True)
    reasons = {table.names[table.fault]: table.reason for table in league.tables if table.fault is not None}
    assert "raised ValueError: not today" in reasons["raises"]
    assert "not legal" in reasons["illegal"]
    assert "took too long" in reasons["slow"]
    assert "ended its process" in reasons["exits"]
    assert "SyntaxError" in reasons["broken"]
    assert "ModuleNotFoundError" in reasons["copies"]
    assert "good" not in reasons
    assert "Übung eins" not in reasons


def test_statistics_agree_with_their_definitions():
    import random

    rng = random.Random(1)
    hits = sum(stats.mean_interval([rng.gauss(5, 2) for _ in range(200)]).low <= 5 for _ in range(400)) / 400
    inside = 0
    for _ in range(400):
        found = stats.mean_interval([rng.expovariate(1) for _ in range(200)])
        inside += found.low <= 1 <= found.high
    assert 0.91 < inside / 400 < 0.98
    assert hits > 0.95
    strengths = stats.bradley_terry([[0, 7, 9], [3, 0, 6], [1, 4, 0]])
    for i in range(3):
        expected = sum(
            ([0, 7, 9], [3, 0, 6], [1, 4, 0])[i][j]
            - (([0, 7, 9], [3, 0, 6], [1, 4, 0])[i][j] + ([0, 7, 9], [3, 0, 6], [1, 4, 0])[j][i])
            * strengths[i]
            / (strengths[i] + strengths[j])
            for j in range(3)
            if i != j
        )
        assert abs(expected) < 1e-8
    with pytest.raises(boomkit.BoomkitError, match="never won"):
        stats.bradley_terry([[0, 2], [0, 0]])
    assert stats.sign_test(60, 100) == stats.sign_test(40, 100)
    assert stats.sign_test(5, 10) == 1
