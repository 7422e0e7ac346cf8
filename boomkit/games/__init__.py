"""The installed games, one folder each. The module can be called: `boomkit.games()` lists them."""

import sys
from types import ModuleType


class _Games(ModuleType):
    """Let the package `boomkit.games` and the function `boomkit.games()` share their name."""

    def __call__(self) -> tuple[str, ...]:
        """Return the names of the installed games, sorted."""
        from boomkit.core.discovery import names

        return names()


sys.modules[__name__].__class__ = _Games
