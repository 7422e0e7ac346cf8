"""Hand out workers: one warm worker for each set of forbidden modules, kept until the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal, Protocol

from boomkit.grading.prelude import start_source
from boomkit.grading.schema import Answerer, CellReply, Sheet
from boomkit.grading.worker import Worker

Kernel = Literal["fork", "ipykernel"]


class CellRunner(Protocol):
    """What runs cells: a forked worker or a real kernel."""

    @property
    def isolated(self) -> bool:
        """Say whether students' code is shut in."""

    @property
    def level(self) -> str:
        """Name what shuts it in."""

    def start_student(self) -> None:
        """Begin a fresh process with an empty namespace; sweep the old one away."""

    def run_cell(self, source: str, *, timeout: float, answer: Answerer | None = None) -> CellReply:
        """Run one cell and return what came out."""

    def end_student(self) -> str:
        """Sweep the student's process away."""

    def close(self) -> None:
        """End the runner."""


class Runners:
    """Open runners for sheets and keep them warm; close them all at the end.

    `hide` are paths that no worker may show: masters, other submissions, the results.
    """

    def __init__(
        self, isolation: str = "auto", trust: bool = False, kernel: Kernel = "fork", hide: Sequence[str] = ()
    ) -> None:
        self.isolation = isolation
        self.trust = trust
        self.kernel = kernel
        self.hide = tuple(hide)
        self._open: dict[Any, CellRunner] = {}

    def runner(self, forbidden: tuple[str, ...], sheet: Sheet) -> CellRunner:
        """Return the warm runner in which the modules are absent.

        Raises:
            WorkerError: when none can be started, or nothing isolates and `trust` is false.
        """
        key = (forbidden, sheet.preload, sheet.limits)
        if key not in self._open:
            self._open[key] = self._make(forbidden, sheet)
        return self._open[key]

    def _make(self, forbidden: tuple[str, ...], sheet: Sheet) -> CellRunner:
        if self.kernel == "ipykernel":
            from boomkit.grading.kernel import KernelRunner

            return KernelRunner(
                sheet.limits, forbidden, sheet.preload, isolation=self.isolation, trust=self.trust, hide=self.hide
            )
        return Worker(
            limits=sheet.limits,
            forbidden=forbidden,
            preload=sheet.preload,
            isolation=self.isolation,
            trust=self.trust,
            hide=self.hide,
            warm_up=start_source(),
        )

    @contextmanager
    def open_runner(self, forbidden: tuple[str, ...], sheet: Sheet) -> Iterator[CellRunner]:
        """Lend the runner for one submission; its process is swept away afterwards."""
        runner = self.runner(forbidden, sheet)
        try:
            yield runner
        finally:
            runner.end_student()

    @property
    def level(self) -> str:
        """Name what isolates the runners opened so far ("" before the first)."""
        return next((runner.level for runner in self._open.values()), "")

    @property
    def isolated(self) -> bool:
        """Say whether every runner opened so far is isolated."""
        return all(runner.isolated for runner in self._open.values())

    def close(self) -> None:
        """End all runners."""
        for runner in self._open.values():
            runner.close()
        self._open.clear()

    def __enter__(self) -> Runners:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def open_runner(forbidden: tuple[str, ...], sheet: Sheet) -> Iterator[CellRunner]:
    """Open one runner for a person who checks their own sheet: isolated where that is possible, trusted anyway."""
    with Runners(trust=True) as runners, runners.open_runner(forbidden, sheet) as runner:
        yield runner
