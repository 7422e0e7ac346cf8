"""Search on compiled rules: the answers of the reference, and random games that do not depend on being compiled."""

from importlib import import_module
from random import Random

import pytest

import boomkit
from boomkit import agents, search, simulate

numba = pytest.importorskip("numba", reason="compiled search needs the extra [fast]")


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    """Keep compiled rules of the tests out of the user's cache, but share them between tests."""
    monkeypatch.setenv("BOOMKIT_CACHE", str(tmp_path_factory.getbasetemp() / "compiled"))


def walk(state, rng, steps):
    for _ in range(steps):
        yield state
        if state.is_terminal:
            return
        state = state.apply(rng.choice(state.legal_actions()))


def agrees(state, **size):
    ours, theirs = simulate.alphabeta(state, **size), search.alphabeta(state, table=True)
    assert (ours.value, ours.action) == (theirs.value, theirs.action), str(state)
    return ours, theirs


@pytest.mark.parametrize("heaps", ["1", "2 2", "1 2 3", "2 3 4", "1 1 1 1"])
def test_nim_is_solved_as_by_the_reference(heaps):
    state = boomkit.load("nim", heaps=heaps).initial_state()
    for here in walk(state, Random(3), 20):
        agrees(here)
    ours, theirs = agrees(state)
    assert (ours.nodes, ours.counts) == (theirs.nodes, theirs.counts)


@pytest.mark.parametrize("bits", [4, 6, 20])
def test_a_small_table_changes_nothing_but_the_work(bits):
    agrees(boomkit.load("nim", heaps="2 3 4").initial_state(), table_bits=bits)


BOARDS = [
    {"layout": "0.0/.../1.1", "fuse": 2},
    {"layout": "0.0/.../1.1", "fuse": 3},
    {"layout": "00./.../.11", "fuse": 2},
    {"layout": "00../..../..../..11", "fuse": 2},
    {"layout": "0../.../..1", "fuse": 3, "chain_reaction": True},
]


@pytest.mark.slow
@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_baby_boom_is_solved_as_by_the_reference(options):
    state = boomkit.load("baby_boom", n_rounds=1, first_player=0, **options).initial_state()
    for seed in range(6):
        for number, here in enumerate(walk(state, Random(seed), 30)):
            if seed == 0 or number > 1:
                agrees(here)


@pytest.mark.slow
@pytest.mark.parametrize(("fuse", "value", "at_least"), [(2, 1, 1_000), (3, 0, 10_000), (4, 0, 500_000)])
def test_a_larger_board_is_solved(fuse, value, at_least):
    """Four by four squares, three bombs each; the reference takes half a minute and more for a fuse of 4."""
    game = boomkit.load("baby_boom", layout="000./..../..../.111", fuse=fuse, n_rounds=1, first_player=0)
    found = simulate.alphabeta(game.initial_state(), table_bits=22)
    assert found.value == value
    assert found.nodes > at_least
    if fuse < 4:
        assert search.alphabeta(game.initial_state(), table=True).value == value


def test_what_cannot_be_solved_is_said():
    with pytest.raises(boomkit.BoomkitError, match="two seats"):
        simulate.alphabeta(boomkit.load("jokers_go_boom").initial_state())
    with pytest.raises(boomkit.BoomkitError, match="chance decides"):
        simulate.alphabeta(boomkit.load("baby_boom").initial_state())
    with pytest.raises(boomkit.BoomkitError, match="table_bits"):
        simulate.alphabeta(boomkit.load("nim").initial_state(), table_bits=40)


def test_a_finished_game_has_its_value_and_no_action():
    state = boomkit.load("nim", heaps="1").initial_state().apply("take 1 from 0")
    found = simulate.alphabeta(state)
    assert (found.value, found.action, found.nodes) == (1, None, 1)


def test_rollouts_are_the_same_compiled_and_plain():
    game = boomkit.load("nim", heaps="3 4 5")
    state = game.initial_state()
    plain, fast = simulate.rollouts(game, use_numba=False), simulate.rollouts(game, use_numba=True)
    one, two = Random(5), Random(5)
    answers = [plain(state, one) for _ in range(200)]
    assert answers == [fast(state, two) for _ in range(200)]
    assert fast.fast
    assert not plain.fast
    assert {tuple(answer) for answer in answers} == {(0.0, 1.0), (1.0, 0.0)}


@pytest.mark.slow
def test_rollouts_of_every_game_are_the_same_compiled_and_plain():
    for name in boomkit.games():
        game = boomkit.load(name)
        plain, fast = simulate.rollouts(game, use_numba=False), simulate.rollouts(game, use_numba=True)
        states = game.play(4)[::7]
        for number, state in enumerate(states[:12]):
            assert plain(state, Random(number)) == fast(state, Random(number)), (name, number)


def test_rules_are_compiled_once_many_games_are_played(monkeypatch):
    module = import_module("boomkit.simulate.rollouts")  # the package's name for it is the function
    monkeypatch.setattr(module, "PATIENCE", 30)
    monkeypatch.setattr(module.compiled, "is_cached", lambda game, kind: False)
    game = boomkit.load("nim", heaps="3 4 5")
    patient, plain = simulate.rollouts(game), simulate.rollouts(game, use_numba=False)
    one, two = Random(2), Random(2)
    for number in range(60):
        assert patient(game.initial_state(), one) == plain(game.initial_state(), two)
        assert patient.fast == (number >= 30)


@pytest.mark.parametrize("name", ["mcts", "ismcts"])
def test_agents_answer_the_same_whether_rules_are_compiled(name, monkeypatch):
    game = boomkit.load("nim", heaps="2 3 4")
    state = game.initial_state()

    def answers(use_numba):
        made = simulate.rollouts(game, use_numba)
        monkeypatch.setattr(agents, "_rollouts", lambda game: made)
        agent = agents.get(game, name, iterations=60)
        found = [agent(state.observation(0), state.legal_actions(), Random(seed)) for seed in range(5)]
        assert made.runs > 0
        return found

    assert answers(False) == answers(True)


def test_a_state_that_is_over_or_at_a_draw_can_be_rolled_out():
    game = boomkit.load("nim", heaps="1")
    over = game.initial_state().apply("take 1 from 0")
    assert simulate.rollouts(game, use_numba=False)(over, Random(1)) == [1.0, 0.0]
    war = boomkit.load("baby_boom")
    assert war.initial_state().is_chance
    returns = simulate.rollouts(war, use_numba=False)(war.initial_state(), Random(1))
    assert len(returns) == 2
