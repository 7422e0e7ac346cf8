"""Compile a game's rules, the same functions that CPython steps, into one loop over many games.

The loop is a small source file of its own in a cache folder that is named by everything the machine code depends on:
the rules, the seams, this file and the versions of Python, Numba and NumPy. Edit a rule and another folder is used, so
that no stale rule is ever played.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import platform
import sys
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from boomkit.core import Game
from boomkit.errors import BoomkitError

DRIVER = '''"""Made by boomkit.simulate for {name}: play games from records until they end."""

import importlib

import numpy as np
from numba import njit

from boomkit.simulate import compiled
from boomkit.simulate.compiled_seams import below

rules = importlib.import_module("{rules}")
compiled.register(rules)
due, play, payoff = rules.due, rules.play, rules.payoff
go_on = getattr(rules, "go_on", None) or compiled.nothing_goes_on
legal = compiled.legal_of(rules)


@njit(cache=True, nogil=True)
def run(start, states, lengths, draws, returns, tallies, limit):
    """Play one game for each generator state; write length, draws, payoffs and tally of each."""
    seats = returns.shape[1]
    work = start.copy()
    for game in range(len(states)):
        work[0] = start[0]
        state = work[0]
        state.rng = states[game]
        length = 0
        while True:
            seat = due(state)
            if seat == -1:
                go_on(state)
            elif seat < 0:
                break
            else:
                state.offered = 0
                legal(state)
                count = state.offered
                if count == 0 or count > len(state.offers):
                    return game
                play(state, np.int64(state.offers[below(state, count)]))
                length += 1
                if limit > 0 and length >= limit:
                    break
        lengths[game] = length
        draws[game] = state.draws
        for seat in range(seats):
            returns[game, seat] = payoff(state, seat)
{tally}
    return -1
'''

TALLY = """        for event in range(tallies.shape[1]):
            tallies[game, event] = state.tally[event]"""


def available() -> bool:
    """Tell whether Numba is installed."""
    return importlib.util.find_spec("numba") is not None


def nothing_goes_on(state: Any) -> None:
    """Stand in for `go_on` where chance never goes on by itself."""


def rule_functions(rules: ModuleType) -> list[FunctionType]:
    """Return the functions that a rules module defines, in order."""
    return [one for one in vars(rules).values() if inspect.isfunction(one) and one.__module__ == rules.__name__]


@cache
def register(rules: ModuleType) -> None:
    """Let Numba compile each function of a rules module when compiled code calls it."""
    from numba.extending import register_jitable

    for function in (*rule_functions(rules), nothing_goes_on):
        register_jitable(function)


@cache
def legal_of(rules: ModuleType) -> Any:
    """Return what offers the legal actions: the rules' own `legal`, or candidates that no clause forbids."""
    if hasattr(rules, "legal"):
        return rules.legal
    from numba.extending import register_jitable

    candidates, forbids = rules.candidates, rules.forbids

    def legal(state: Any) -> None:
        candidates(state)
        kept = 0
        for index in range(state.offered):
            action = state.offers[index]
            if forbids(state, action) == 0:
                state.offers[kept] = action
                kept += 1
        state.offered = kept

    register_jitable(legal)
    return legal


def rule_modules(rules: ModuleType) -> list[ModuleType]:
    """Return the rules module and the modules of the game's own folder that its functions come from."""
    package = rules.__name__.rpartition(".")[0]
    others = {one.__module__ for one in vars(rules).values() if inspect.isfunction(one)}
    return [
        rules,
        *(sys.modules[name] for name in sorted(others) if name.startswith(package) and name != rules.__name__),
    ]


def content_key(game: Game) -> str:
    """Return a hash of everything that the compiled loop of a game depends on."""
    import numba
    import numpy as np

    from boomkit.core import chance, fields, seams
    from boomkit.simulate import compiled_seams, plain, records

    modules = [*rule_modules(game.rules), seams, chance, fields, compiled_seams, plain, records, sys.modules[__name__]]
    digest = hashlib.sha256()
    for module in modules:
        digest.update(Path(str(module.__file__)).read_bytes())
    versions = (sys.version, numba.__version__, np.__version__, platform.machine(), os.environ.get("NUMBA_BOUNDSCHECK"))
    digest.update(repr(versions).encode())
    return digest.hexdigest()[:20]


def cache_root() -> Path:
    """Return the folder for compiled loops: `BOOMKIT_CACHE`, or the user's cache folder."""
    given = os.environ.get("BOOMKIT_CACHE")
    if given:
        return Path(given)
    base = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "boomkit"


@cache
def loop(name: str, key: str, kind: str, text: str) -> Any:
    """Write the loop of a game into its folder and import it, compiled or about to be."""
    from numba import config

    folder = cache_root() / key
    file = folder / f"{name}_{kind}.py"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BoomkitError(
            f"The folder {folder} for compiled rules cannot be written ({error}); set BOOMKIT_CACHE to one that can."
        ) from None
    config.CACHE_DIR = str(folder)
    spec = importlib.util.spec_from_file_location(f"boomkit_compiled_{key}_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module.run


def loop_of(game: Game, tally: bool) -> Any:
    """Return the compiled loop of a game; with `tally` it counts events."""
    text = DRIVER.format(name=game.name, rules=game.rules.__name__, tally=TALLY if tally else "")
    return loop(game.name, content_key(game), "tally" if tally else "plain", text)


def is_cached(game: Game, kind: str) -> bool:
    """Tell whether machine code of this loop is on disk already, so that it will be there at once."""
    return next((cache_root() / content_key(game)).rglob(f"{game.name}_{kind}*.nbi"), None) is not None


def call(game: Game, run: Any, *arguments: Any) -> Any:
    """Run a compiled loop; raise BoomkitError with a sentence where a rule cannot be compiled."""
    from numba.core.errors import NumbaError

    try:
        return run(*arguments)
    except NumbaError as error:
        raise BoomkitError(explain(game, error)) from None


def has_numpy() -> bool:
    """Tell whether NumPy is installed."""
    return importlib.util.find_spec("numpy") is not None


def explain(game: Game, error: Exception) -> str:
    """Say in one sentence which rule cannot be compiled, and why, as far as a lint or Numba can tell."""
    from boomkit.simulate.lint import faults

    found = faults(game.rules)
    if found:
        return f"The rules of {game.title} cannot be compiled. {found[0]}"
    line = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
    return f"The rules of {game.title} cannot be compiled: {line} Play with use_numba=False meanwhile."
