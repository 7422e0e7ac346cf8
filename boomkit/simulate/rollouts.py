"""Random games to the end from a position, for Monte-Carlo search: compiled where that pays, the same anyway."""

from __future__ import annotations

from random import Random
from threading import Lock
from typing import Any

from boomkit.core import Game, State
from boomkit.errors import BoomkitError
from boomkit.simulate import compiled
from boomkit.simulate.plain import play_one

PATIENCE = 2_000
"""Rollouts in plain Python before rules are compiled that are not in the cache: a few moves need no machine code."""


class Rollouts:
    """Plays one random game from each state that it is called with; make one with `rollouts`.

    `runs` counts the games, `fast` tells whether they are played by compiled rules from now on.
    """

    def __init__(self, game: Game, use_numba: bool | None = None) -> None:
        self.game = game
        self.runs = 0
        self.fast = False
        self._unit = getattr(game.rules, "PAYOFF_UNIT", 1)
        self._at_once = bool(use_numba)
        self._never = use_numba is False or not compiled.available()
        self._arrays: tuple[Any, ...] = ()
        self._lock = Lock()
        if use_numba and self._never:
            raise BoomkitError("Numba is not installed: pip install 'boomkit[fast]'.")

    def __call__(self, state: State, rng: Random) -> list[float]:
        """Return each seat's returns of one game, played at random to its end; `rng` gives its seed.

        A state that is over, or at a draw that is due, counts from there.
        """
        state = state.resolve(rng)
        seed = rng.getrandbits(64)
        if state.is_terminal:
            return [float(pay) for pay in state.returns()]
        if not self._never and not self.fast:
            self.fast = self._is_time()
        self.runs += 1
        if self.fast:
            with self._lock:  # one record serves all games
                payoffs = self._compiled(state, seed)
        else:
            payoffs = play_one(self.game, state.fields, seed, 0)[2]
        return [float(pay) / self._unit for pay in payoffs]

    def _is_time(self) -> bool:
        if self._at_once or self.runs >= PATIENCE:
            return True
        return self.runs == 0 and compiled.is_cached(self.game, "plain")

    def _compiled(self, state: State, seed: int) -> list[int]:
        import numpy as np

        from boomkit.simulate.records import fill_record, record_type

        if not self._arrays:
            one: Any = np.zeros(1, np.int64)
            record = np.zeros(1, record_type(self.game, tally=False))
            payoffs: Any = np.zeros((1, self.game.players), np.int64)
            tallies: Any = np.zeros((1, 0), np.int64)
            run = compiled.loop_of(self.game, tally=False)
            self._arrays = run, record, np.zeros(1, np.uint64), one, one.copy(), payoffs, tallies
        run, record, seeds, lengths, draws, payoffs, tallies = self._arrays
        fill_record(record[0], state.fields, self.game.rule_options)
        seeds[0] = seed
        if compiled.call(self.game, run, record, seeds, lengths, draws, payoffs, tallies, 0) >= 0:
            raise BoomkitError(
                f"A game of {self.game.title} came to a position with no legal action: a fault in its rules."
            )
        found: list[int] = payoffs[0].tolist()
        return found


def rollouts(game: Game, use_numba: bool | None = None) -> Rollouts:
    """Return what plays random games from states of `game`, for `search.mcts(…, rollout=…)` and `search.ismcts`.

    The games depend on the state and the generator alone, not on whether rules are compiled. They are compiled if
    Numba is installed and their machine code is in the cache, or after many games; `use_numba=True` does it at once,
    False never.

    >>> import boomkit
    >>> from random import Random
    >>> state = boomkit.load("nim", heaps="1").initial_state()
    >>> rollouts(state.game, use_numba=False)(state, Random(1))
    [1.0, 0.0]
    """
    return Rollouts(game, use_numba)
