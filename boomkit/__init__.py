"""boomkit: five games, their rules, their trees, and what a program can find out about them.

>>> import boomkit
>>> game = boomkit.load("nim", heaps="1 2")
>>> state = game.initial_state()
>>> state.apply("take 2 from 1").legal_actions()
('take 1 from 0',)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boomkit import games as games
    from boomkit.core.discovery import load as load
    from boomkit.core.playthrough import read_playthrough as read_playthrough
    from boomkit.core.seams import CHANCE as CHANCE
    from boomkit.core.seams import TERMINAL as TERMINAL

__version__ = "0.1.0"

# Names are looked up when they are first used, so that importing the kit costs almost nothing.
_NAMES = {
    "load": "boomkit.core.discovery",
    "read_playthrough": "boomkit.core.playthrough",
    "CHANCE": "boomkit.core.seams",
    "TERMINAL": "boomkit.core.seams",
    "BoomkitError": "boomkit.errors",
    "ready": "boomkit.doctor",
}
_MODULES = ("agents", "bridges", "games", "grading", "picture", "search", "simulate", "tournament", "widgets")
_WIDGETS = ("Table", "Stepper", "Predict", "TreeView", "RuleLab")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"boomkit.{name}")
    if name in _WIDGETS:
        return getattr(importlib.import_module("boomkit.widgets"), name)
    if name in _NAMES:
        return getattr(importlib.import_module(_NAMES[name]), name)
    raise AttributeError(f"boomkit has no {name!r}; it has {', '.join(__dir__())}")


def __dir__() -> list[str]:
    return sorted([*_NAMES, *_MODULES, *_WIDGETS, "__version__"])
