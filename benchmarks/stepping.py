"""Stepping in plain CPython: moves a second of random play in place, and new immutable states a second."""

from __future__ import annotations

import random

from measure import table, typical

import boomkit

GAMES = ("wild_twist_war", "jokers_go_boom", "baby_boom", "tic_stack_boom", "boom_o")


def ours(name: str) -> float:
    """Return moves a second of `game.play`."""
    game, seeds = boomkit.load(name), range(12)
    moves = sum(len(codes) + (action != "deal") for seed in seeds for action, codes in game.play(seed).steps)
    return moves / typical(lambda: [game.play(seed) for seed in seeds])


def rlcard_uno() -> float | None:
    """Return moves a second of RLCard's UNO with its random agents' choice."""
    try:
        import rlcard
    except ImportError:
        return None
    env, count = rlcard.make("uno", config={"seed": 1}), 0

    def play() -> int:
        moves = 0
        for _ in range(10):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                moves += 1
        return moves

    random.seed(1)
    count = play()
    return count / typical(play)


def openspiel(name: str) -> float | None:
    """Return moves a second of an OpenSpiel game that is driven from Python."""
    try:
        import pyspiel
        from open_spiel.python.games import tic_tac_toe  # noqa: F401 - registers the game written in Python
    except ImportError:
        return None
    game, rng = pyspiel.load_game(name), random.Random(1)

    def play() -> int:
        moves = 0
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    action = rng.choices([one for one, _ in outcomes], [share for _, share in outcomes])[0]
                else:
                    action = rng.choice(state.legal_actions())
                state.apply_action(action)
                moves += 1
        return moves

    return play() / typical(play)


def apply_ours(name: str) -> float:
    """Return new states a second by `state.apply`."""
    states = [state for state in boomkit.load(name).play(3)[:60] if state.current_player >= 0]
    pairs = [(state, action) for state in states for action in state.legal_actions()[:4]]
    return len(pairs) / typical(lambda: [state.apply(action) for state, action in pairs])


def apply_openspiel() -> float | None:
    """Return new states a second by clone and apply_action of an OpenSpiel game written in Python."""
    try:
        import pyspiel
        from open_spiel.python.games import tic_tac_toe  # noqa: F401
    except ImportError:
        return None
    state = pyspiel.load_game("python_tic_tac_toe").new_initial_state()
    actions = state.legal_actions() * 60

    def copies() -> None:
        for action in actions:
            state.clone().apply_action(action)

    return len(actions) / typical(copies)


def times(ours: float, theirs: float | None) -> str:
    """Write a ratio."""
    return f"{ours / theirs:.1f}" if theirs else "not measured"


def main() -> str:
    """Measure and return the tables."""
    uno, python, native = rlcard_uno(), openspiel("python_tic_tac_toe"), openspiel("crazy_eights")
    header = (
        "game",
        "moves a second",
        "times RLCard UNO",
        "times a Python game of OpenSpiel",
        "times its crazy_eights",
    )
    rows = []
    for name in GAMES:
        speed = ours(name)
        rows.append((name, f"{speed:,.0f}", times(speed, uno), times(speed, python), times(speed, native)))
    for name, speed in (
        ("RLCard UNO", uno),
        ("OpenSpiel python_tic_tac_toe", python),
        ("OpenSpiel crazy_eights", native),
    ):
        if speed:
            rows.append((name, f"{speed:,.0f}", "", "", ""))
    clone = apply_openspiel()
    states = [(name, f"{apply_ours(name):,.0f}", times(apply_ours(name), clone)) for name in GAMES]
    if clone:
        states.append(("OpenSpiel python_tic_tac_toe: clone and apply_action", f"{clone:,.0f}", ""))
    second = table("state.apply", ("game", "new states a second", "times OpenSpiel's Python game"), states)
    return table("Stepping in CPython", header, rows) + "\n" + second


if __name__ == "__main__":
    print(main())
