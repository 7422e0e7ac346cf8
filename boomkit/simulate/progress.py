"""Show in a notebook, or in a terminal, how far a long run is: `simulate.batch(game, 10**6, progress=True)`.

In a notebook it is the browser's own progress bar with its text beside it, so that screen readers can tell it; no
widget is needed. Elsewhere it is one line on standard error.
"""

from __future__ import annotations

import sys
from time import monotonic
from typing import Any

EVERY = 0.2
"""Seconds between two updates."""


def words(done: int, total: int, seconds: float, noun: str = "games") -> str:
    """Say how far a run is and how long it will take, if `done` of `total` took so many seconds.

    >>> words(250, 1000, 30.0)
    '250 of 1,000 games, about 1:30 left'
    >>> words(0, 1000, 0.0), words(1000, 1000, 121.4)
    ('0 of 1,000 games', '1,000 of 1,000 games, 2:01')
    """
    text = f"{done:,} of {total:,} {noun}"
    if done == 0:
        return text
    left = seconds * (total - done) / done if done < total else seconds
    minutes, rest = divmod(round(left), 60)
    return f"{text}, about {minutes}:{rest:02d} left" if done < total else f"{text}, {minutes}:{rest:02d}"


def bar(done: int, total: int, text: str) -> str:
    """Return the bar as HTML; the text is its label.

    >>> bar(1, 4, "1 of 4 games")
    '<label><progress value="1" max="4">25 %</progress> 1 of 4 games</label>'
    """
    share = round(100 * done / total) if total else 100
    return f'<label><progress value="{done}" max="{total or 1}">{share} %</progress> {text}</label>'


class Shown:
    """Shows progress where the code runs; call it with how much is done and how much there is to do.

    >>> shown = Shown()
    >>> shown.text
    ''
    """

    def __init__(self, noun: str = "games") -> None:
        self.noun = noun
        self.text = ""
        self._begun = monotonic()
        self._updated = 0.0
        self._display: Any = None
        self._in_notebook = _in_notebook()

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` are done."""
        now = monotonic()
        if done < total and self.text and now - self._updated < EVERY:
            return
        self._updated = now
        self.text = words(done, total, now - self._begun, self.noun)
        if self._in_notebook:
            self._show_in_notebook({"text/html": bar(done, total, self.text), "text/plain": self.text})
        else:
            print(f"\r{self.text:<60}", end="\n" if done >= total else "", file=sys.stderr, flush=True)

    def _show_in_notebook(self, bundle: dict[str, str]) -> None:
        from IPython.display import display

        if self._display is None:
            self._display = display(bundle, raw=True, display_id=True)  # type: ignore[no-untyped-call, unused-ignore]
        else:
            self._display.update(bundle, raw=True)


def _in_notebook() -> bool:
    """Tell whether a notebook's kernel runs this, without loading IPython where it is not."""
    loaded = sys.modules.get("IPython")
    shell = loaded.get_ipython() if loaded is not None else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"
