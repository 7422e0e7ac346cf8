"""Widgets for notebooks: play, step, predict and explore. The only room with ipywidgets and anywidget.

Python owns the rules and the one game log; JavaScript owns focus, playback, pan and zoom, open and closed.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boomkit.widgets.predict import Predict as Predict
    from boomkit.widgets.progress import Progress as Progress
    from boomkit.widgets.rulelab import RuleLab as RuleLab
    from boomkit.widgets.stepper import Stepper as Stepper
    from boomkit.widgets.table import Table as Table
    from boomkit.widgets.treeview import TreeView as TreeView

_NAMES = {
    "Predict": "predict",
    "Progress": "progress",
    "RuleLab": "rulelab",
    "Stepper": "stepper",
    "Table": "table",
    "TreeView": "treeview",
}


def __getattr__(name: str) -> Any:
    if name in _NAMES:
        return getattr(importlib.import_module(f"boomkit.widgets.{_NAMES[name]}"), name)
    raise AttributeError(f"boomkit.widgets has no {name!r}; it has {', '.join(_NAMES)}")


def __dir__() -> list[str]:
    return sorted(_NAMES)
