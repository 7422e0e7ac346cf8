"""A progress bar in the terminal, on standard error, so that what a command says can be kept in a file."""

from __future__ import annotations


class Bar:
    """A bar that follows a long run; use it as a context, and call `show` as the run gets on: then it appears."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        words = TextColumn("{task.description}", markup=False)
        console = Console(stderr=True)
        self._progress = Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), words, console=console)
        self._task = self._progress.add_task("", total=None)
        self._shown = False

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._progress.stop()

    def show(self, done: int, total: int, words: str = "") -> None:
        """Show how much of the run is done, and what it is at."""
        if not self._shown:
            self._progress.start()
            self._shown = True
        self._progress.update(self._task, total=total, completed=done, description=words)
