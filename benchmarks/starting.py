"""`import boomkit` against `import networkx`, each in a fresh process; and what two threads bring."""

from __future__ import annotations

import subprocess
import sys

from measure import table, typical

import boomkit
from boomkit import simulate


def importing(module: str) -> float:
    """Return the seconds that a fresh Python takes to import a module, less those to start."""

    def run(code: str) -> float:
        return typical(lambda: subprocess.run([sys.executable, "-c", code], check=True), runs=9, wall=True)

    return run(f"import {module}") - run("pass")


def main() -> str:
    """Measure and return the tables."""
    ours, theirs = importing("boomkit"), importing("networkx")
    rows = [("boomkit", f"{ours * 1000:.0f}"), ("networkx", f"{theirs * 1000:.0f}"), ("share", f"{ours / theirs:.2f}")]
    first = table("Importing, ms", ("module", "ms"), rows)
    game = boomkit.load("jokers_go_boom")
    one, two = (
        typical(lambda threads=threads: simulate.batch(game, 60_000, seed=1, threads=threads), wall=True)
        for threads in (1, 2)
    )
    rows = [("one thread", f"{one:.2f}", ""), ("two threads", f"{two:.2f}", f"{one / two:.2f} times")]
    return first + "\n" + table("60,000 games of Jokers Go Boom, wall seconds", ("threads", "s", "gain"), rows)


if __name__ == "__main__":
    print(main())
