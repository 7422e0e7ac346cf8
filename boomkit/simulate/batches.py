"""Play many games and keep their numbers."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from os import cpu_count
from typing import Any

from boomkit.core import Game, State
from boomkit.core.chance import mix, stream
from boomkit.errors import BoomkitError
from boomkit.simulate import compiled
from boomkit.simulate.plain import counters, play_one
from boomkit.simulate.progress import Shown

CHUNK = 2048
"""Games a chunk: work is cut in the same places whatever the number of threads or workers."""

Progress = Callable[[int, int], None]


@dataclass
class Batch:
    """Many played games: one entry a game in `lengths`, `returns` (games by seats), `draws` and each counter.

    `lengths` counts a game's actions, `moves` all actions and draws of all games together. `complete` is False when the
    run was interrupted; what was played until then is kept. Arrays are NumPy's where it is installed, else lists.
    """

    game: str
    options: dict[str, Any]
    seed: int
    policy: str
    lengths: Any
    draws: Any
    returns: Any
    counters: dict[str, Any] = field(default_factory=dict)
    compiled: bool = False
    complete: bool = True

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def moves(self) -> int:
        """All actions and all draws of all games."""
        return int(sum(self.lengths)) + int(sum(self.draws))

    def to_dataframe(self) -> Any:
        """Return the games as a pandas table, one row a game; raises BoomkitError if pandas is not installed."""
        try:
            import pandas as pd
        except ImportError:
            raise BoomkitError("A table of games needs pandas: pip install pandas.") from None
        columns = {"length": self.lengths, "draws": self.draws, **self.counters}
        seats = len(self.returns[0]) if len(self) else 0
        columns.update({f"return {seat}": [row[seat] for row in self.returns] for seat in range(seats)})
        return pd.DataFrame(columns)

    def __repr__(self) -> str:
        kept = "" if self.complete else ", interrupted"
        return f"<{len(self)} games of {self.game}, seed {self.seed}, policy {self.policy}{kept}>"


def batch(
    game: Game | State,
    n: int,
    seed: int = 0,
    policy: Any = "random",
    threads: int | None = None,
    cluster: Any = None,
    limit: int = 0,
    progress: Progress | bool | None = None,
    use_numba: bool | None = None,
) -> Batch:
    """Play `n` games and return their lengths, returns and counters.

    `game` is a game, played from its deal, or a state, played on from there. Game `i` depends on the game, the seed and
    `i` alone: not on threads, workers, or whether Numba is installed. `policy="random"` is uniform over the legal
    actions; an agent, called as `agent(observation, actions, rng)`, or a list of one a seat is played in plain Python.
    `threads` defaults to the number of processors. `cluster`, an address such as `"tcp://…"` or a Dask client, sends
    chunks to `dask.distributed`. `limit` ends a game after so many actions (0: never). `progress(done, n)` is called as
    chunks end; `progress=True` shows a bar. `use_numba=False` plays in plain Python; True insists on Numba.

    >>> import boomkit
    >>> played = batch(boomkit.load("nim"), 100, seed=1)
    >>> len(played), float(sum(row[0] + row[1] for row in played.returns))
    (100, 100.0)
    """
    start, loaded = _start(game)
    _check(n, threads, limit)
    play: _Compiled | _Plain | _Agents
    if policy == "random":
        fast = _use_numba(use_numba)
        play = _Compiled(loaded, start, limit) if fast else _Plain(loaded, start, limit)
    else:
        fast = False
        play = _Agents(loaded, start, limit, policy)
    if isinstance(progress, bool):
        progress = Shown() if progress else None
    chunks = [range(first, min(first + CHUNK, n)) for first in range(0, n, CHUNK)]
    if cluster is not None:
        from boomkit.simulate.cluster import run_chunks

        parts, complete = run_chunks(cluster, play, seed, chunks, progress)
    else:
        parts, complete = _run_chunks(play, seed, chunks, threads or (cpu_count() or 1), n, progress)
    return _gather(loaded, seed, policy, parts, fast, complete)


def _start(game: Game | State) -> tuple[Any, Game]:
    if isinstance(game, State):
        if game.is_chance:
            if game != game.game.initial_state():
                raise BoomkitError("A batch starts at a decision or at the deal, not in the middle of a draw.")
            return game.game.start(), game.game
        return game.fields, game.game
    if isinstance(game, Game):
        return game.start(), game
    raise BoomkitError(f"A batch plays a game, as boomkit.load returns it, or goes on from a state; it got {game!r}.")


def _check(n: int, threads: int | None, limit: int) -> None:
    if isinstance(n, bool) or not isinstance(n, int) or n < 0:
        raise BoomkitError(f"The number of games is a whole number from 0, not {n!r}.")
    if threads is not None and (not isinstance(threads, int) or threads < 1):
        raise BoomkitError(f"threads is {threads!r}; give a whole number from 1, or None for all processors.")
    if limit < 0:
        raise BoomkitError(f"limit is {limit!r}; give a whole number from 1, or 0 for none.")


@cache
def _say_once(text: str) -> None:
    warnings.warn(text, stacklevel=4)


def _use_numba(wanted: bool | None) -> bool:
    if wanted is False:
        return False
    if compiled.available():
        return True
    text = (
        "Numba is not installed, so games are played in plain Python: pip install 'boomkit[fast]' is 100 times faster."
    )
    if wanted:
        raise BoomkitError(text)
    _say_once(text)
    return False


Part = tuple[Any, Any, Any, Any]
"""Lengths, draws, payoffs and tallies of one chunk."""


@dataclass
class _Plain:
    """Plays chunks in plain Python."""

    game: Game
    start: Any
    limit: int

    def __call__(self, seed: int, chunk: range) -> Part:
        played = [play_one(self.game, self.start, stream(seed, number), self.limit) for number in chunk]
        return (
            [one[0] for one in played],
            [one[1] for one in played],
            [one[2] for one in played],
            [one[3] for one in played],
        )


@dataclass
class _Compiled:
    """Plays chunks by compiled rules."""

    game: Game
    start: Any
    limit: int

    def __call__(self, seed: int, chunk: range) -> Part:
        import numpy as np

        from boomkit.simulate.records import fill_record, record_type

        run = compiled.loop_of(self.game, tally=True)
        record = np.zeros(1, record_type(self.game, tally=True))
        fill_record(record[0], self.start, self.game.rule_options)
        states = np.array([stream(seed, number) for number in chunk], np.uint64)
        count, events = len(chunk), len(self.game.rules.EVENTS)
        shapes: list[Any] = [count, count, (count, self.game.players), (count, events)]
        lengths, draws, returns, tallies = (np.zeros(shape, np.int64) for shape in shapes)
        stuck = int(compiled.call(self.game, run, record, states, lengths, draws, returns, tallies, self.limit))
        if stuck >= 0:
            raise BoomkitError(
                f"Game {chunk[stuck]} of {self.game.title} came to a position with no legal action, or with more than "
                "MOST_OFFERS; that is a fault in the rules."
            )
        return lengths, draws, returns, tallies


@dataclass
class _Agents:
    """Plays chunks with agents, through states."""

    game: Game
    start: Any
    limit: int
    agents: Any

    def __call__(self, seed: int, chunk: range) -> Part:
        lengths, draws, payoffs, tallies = [], [], [], []
        unit = getattr(self.game.rules, "PAYOFF_UNIT", 1)
        for number in chunk:
            played = self.game.play(mix(stream(seed, number)) >> 1, agents=self.agents)
            last = played[-1]
            lengths.append(sum(action != "deal" for action in played.actions))
            draws.append(sum(len(codes) for _, codes in played.steps))
            payoffs.append([int(Fraction(pay) * unit) for pay in last.returns()])
            tally = [0] * len(self.game.rules.EVENTS)
            for entry in last.log:
                tally[entry[1]] += 1
            tallies.append(tally)
        return lengths, draws, payoffs, tallies


def _run_chunks(
    play: Any, seed: int, chunks: Sequence[range], threads: int, n: int, progress: Progress | None
) -> tuple[list[Part], bool]:
    """Run chunks on threads, in order; Ctrl-C keeps those that are done."""
    parts: list[Part] = []
    done = 0
    workers = max(1, min(threads, len(chunks)))
    pool = ThreadPoolExecutor(workers) if workers > 1 and isinstance(play, _Compiled) else None
    try:
        results: Iterator[Part] = (
            pool.map(lambda chunk: play(seed, chunk), chunks) if pool else (play(seed, chunk) for chunk in chunks)
        )
        for chunk, part in zip(chunks, results, strict=False):
            parts.append(part)
            done += len(chunk)
            if progress is not None:
                progress(done, n)
    except KeyboardInterrupt:
        return parts, False
    finally:
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)
    return parts, True


def _gather(game: Game, seed: int, policy: Any, parts: list[Part], fast: bool, complete: bool) -> Batch:
    name = policy if isinstance(policy, str) else "agents"
    unit = getattr(game.rules, "PAYOFF_UNIT", 1)
    wanted = counters(game)
    columns = _arrays(parts, game, wanted, unit) if compiled.has_numpy() else _lists(parts, wanted, unit)
    return Batch(game.name, dict(game.given), seed, name, *columns, fast, complete)


Columns = tuple[Any, Any, Any, dict[str, Any]]


def _arrays(parts: list[Part], game: Game, wanted: dict[str, tuple[int, ...]], unit: int) -> Columns:
    import numpy as np

    def joined(k: int, width: int | None = None) -> Any:
        empty: Any = np.zeros((0,) if width is None else (0, width), np.int64)
        return np.concatenate([empty, *(np.asarray(part[k], np.int64).reshape(-1, *empty.shape[1:]) for part in parts)])

    tallies = joined(3, len(game.rules.EVENTS))
    sums = {counter: tallies[:, list(events)].sum(axis=1) for counter, events in wanted.items()}
    return joined(0), joined(1), joined(2, game.players) / unit, sums


def _lists(parts: list[Part], wanted: dict[str, tuple[int, ...]], unit: int) -> Columns:
    lengths, draws, payoffs, tallies = ([row for part in parts for row in part[k]] for k in range(4))
    sums = {counter: [sum(row[event] for event in events) for row in tallies] for counter, events in wanted.items()}
    return lengths, draws, [[pay / unit for pay in row] for row in payoffs], sums
