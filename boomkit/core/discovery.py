"""Find games without a registry: a folder in `boomkit/games`, or a package that names itself as an entry point.

A game's package has one name that matters, `GAME`, its `Game` class.
"""

from __future__ import annotations

import importlib
import pkgutil
from difflib import get_close_matches
from importlib.metadata import entry_points
from typing import Any

from boomkit.core.game import Game
from boomkit.errors import UnknownGameError

GROUP = "boomkit.games"
TOYS = "boomkit.core.toys"


def _folders(package: str) -> dict[str, str]:
    module = importlib.import_module(package)
    return {found.name: f"{package}.{found.name}" for found in pkgutil.iter_modules(module.__path__) if found.ispkg}


def _packages() -> dict[str, str]:
    installed = {entry.name: entry.value.partition(":")[0] for entry in entry_points(group=GROUP)}
    return {**installed, **_folders(GROUP)}


def names() -> tuple[str, ...]:
    """Return the names of the installed games, sorted; toys are not among them."""
    return tuple(sorted(_packages()))


def find(name: str) -> type[Game]:
    """Return the class of a game by its name; raise UnknownGameError with a sentence if there is none."""
    packages = {**_folders(TOYS), **_packages()}
    if name not in packages:
        near = get_close_matches(str(name), packages, 1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UnknownGameError(f"There is no game {name!r}.{hint} Installed are {', '.join(names())}.")
    game: type[Game] = importlib.import_module(packages[name]).GAME
    return game


def load(name: str, **options: Any) -> Game:
    """Load a game by name with its options; what is not given has its default.

    Raises UnknownGameError for a name that is not installed and OptionError for an option that is not known or whose
    value is out of range.

    >>> load("nim", heaps="1 2")
    boomkit.load('nim', heaps='1 2')
    """
    return find(name)(**options)
