"""Many played games on the command line: means with 95 % intervals, players by name or file, tables as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boomkit.simulate import Batch
    from boomkit.tournament import League

Z95 = 1.959964
"""How many standard errors lie on either side of a mean in a 95 % interval, for many games."""


def interval(values: Iterable[Any]) -> tuple[float, float]:
    """Return the mean of numbers and half the width of its 95 % interval; 0 for a single number.

    >>> mean, half = interval([1, 2, 3, 4])
    >>> round(mean, 2), round(half, 2)
    (2.5, 1.27)
    """
    numbers = [float(value) for value in values]
    half = Z95 * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return fmean(numbers), half


def lines(batch: Batch) -> Iterator[str]:
    """Say what came out, one line a number.

    >>> import boomkit
    >>> from boomkit import simulate
    >>> list(lines(simulate.batch(boomkit.load("nim", heaps="1"), 10, use_numba=False)))[1:]
    ['actions a game  1.00 ± 0.00', 'returns, seat 0  1.000 ± 0.000', 'returns, seat 1  0.000 ± 0.000']
    """
    yield f"{len(batch):,} games of {batch.game}, seed {batch.seed}, policy {batch.policy}; {batch.moves:,} moves"
    mean, half = interval(batch.lengths)
    yield f"actions a game  {mean:.2f} ± {half:.2f}"
    for seat in range(len(batch.returns[0])):
        mean, half = interval(row[seat] for row in batch.returns)
        yield f"returns, seat {seat}  {mean:.3f} ± {half:.3f}"
    for name, counts in batch.counters.items():
        mean, half = interval(counts)
        yield f"{name} a game  {mean:.3f} ± {half:.3f}"


def write_csv(batch: Batch, path: Path) -> None:
    """Write one row a game: actions, draws, each seat's returns, each counter."""
    seats = range(len(batch.returns[0]))
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["game", "actions", "draws", *(f"returns {seat}" for seat in seats), *batch.counters])
        for game in range(len(batch)):
            counts = (counter[game] for counter in batch.counters.values())
            table.writerow([game, batch.lengths[game], batch.draws[game], *batch.returns[game], *counts])


def find_players(words: Iterable[str]) -> dict[str, str | Path]:
    """Return who plays by name: agents of the kit, students' files, and all files of a folder.

    >>> find_players(["greedy", "random"])
    {'greedy': 'greedy', 'random': 'random'}
    """
    from boomkit.tournament.students import find_agents

    found: dict[str, str | Path] = {}
    for word in words:
        path = Path(word)
        if path.is_dir():
            found.update(find_agents(path))
        elif path.is_file():
            found[path.stem] = path
        else:
            found[word] = word
    return found


def write_league(league: League, path: Path) -> None:
    """Write one row an agent: its share of games won with the 95 % interval, its rating, games lost by a fault."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["agent", "share", "low", "high", "elo", "faults"])
        for line in league.standings:
            share = line.share
            table.writerow([line.name, share.value, share.low, share.high, line.elo, line.faults])
