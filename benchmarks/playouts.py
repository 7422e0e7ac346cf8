"""Batch playouts, nanoseconds a move, against OpenSpiel's C++ crazy_eights inside its MCTS bot, and a war in C."""

from __future__ import annotations

import random
import shutil
import subprocess
import tempfile
from pathlib import Path

from measure import table, typical

import boomkit
from boomkit import simulate

GAMES = (
    ("wild_twist_war", {}, 4_000, 5),
    ("jokers_go_boom", {}, 20_000, 16),
    ("baby_boom", {}, 20_000, 45),
    ("baby_boom", {"players": 4}, 20_000, 50),
    ("tic_stack_boom", {}, 20_000, 55),
    ("boom_o", {}, 40_000, 50),
)
SIMULATIONS = 2_000


def crazy_eights() -> float | None:
    """Return nanoseconds a move of random rollouts in C++, the fastest loop that OpenSpiel's wheel offers."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, rng = pyspiel.load_game("crazy_eights"), random.Random(1)

    def on(state):
        outcomes = state.chance_outcomes()
        return rng.choices([one for one, _ in outcomes], [share for _, share in outcomes])[0]

    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(on(state))
    moves = 0
    for _ in range(300):
        here = state.clone()
        while not here.is_terminal():
            here.apply_action(on(here) if here.is_chance_node() else rng.choice(here.legal_actions()))
            moves += 1
    mean = moves / 300

    def search() -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 42)
        pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 500, False, 42, False).step(state)

    return typical(search) / SIMULATIONS / mean * 1e9


def war_in_c() -> float | None:
    """Return nanoseconds a move of the same war written by hand in C."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "war"
        source = Path(__file__).with_name("war.c")
        subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(source)], check=True)
        found = [float(subprocess.run([program], capture_output=True, text=True, check=True).stdout) for _ in range(5)]
    return sorted(found)[2]


def main() -> str:
    """Measure and return the tables."""
    peer, by_hand = crazy_eights(), war_in_c()
    rows = []
    for name, options, games, goal in GAMES:
        game = boomkit.load(name, **options)
        moves = simulate.batch(game, games, seed=1, threads=1).moves
        taken = typical(lambda game=game, games=games: simulate.batch(game, games, seed=1, threads=1)) / moves * 1e9
        ratio = f"{peer / taken:.1f} times" if peer else "not measured"
        rows.append((f"{name} {options or ''}".strip(), f"{taken:.1f}", goal, ratio))
        if name == "wild_twist_war" and by_hand:
            rows.append(("the same war by hand in C", f"{by_hand:.1f}", "", f"ours takes {taken / by_hand:.2f} times"))
    if peer:
        rows.append(("OpenSpiel crazy_eights, C++ rollouts in MCTSBot", f"{peer:.0f}", "", "1"))
    return table("Batch playouts on one core, ns a move", ("game", "ns a move", "to reach", "against OpenSpiel"), rows)


if __name__ == "__main__":
    print(main())
