"""Grade one submission: the same work in a pool's process, on a cluster's worker and in a test."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import metadata
from pathlib import Path

from boomkit.errors import BoomkitError
from boomkit.grading.attempt import attempt
from boomkit.grading.inside import confine
from boomkit.grading.merge import merge
from boomkit.grading.parameters import render
from boomkit.grading.runners import Kernel, Runners
from boomkit.grading.schema import CellReply, MergedSheet, Sheet, UnreadableError
from boomkit.grading.similar import prints
from boomkit.grading.store import Result

GRADER_MEMORY_MB = 4096
"""What the grader's own process may use to read one submission."""


@dataclass(frozen=True)
class Assignment:
    """All that grading depends on beside the submission: sheets, what their solutions show, the seed, the worker."""

    sheets: Mapping[str, Sheet]
    expected: Mapping[str, Mapping[str, CellReply]]
    seed: str
    kernel: Kernel = "fork"
    isolation: str = "auto"
    trust: bool = False
    hide: tuple[str, ...] = ()

    def runners(self) -> Runners:
        """Return fresh runners as the assignment wants them."""
        return Runners(self.isolation, self.trust, self.kernel, self.hide)


class Grader:
    """Grades one submission after another with warm workers."""

    def __init__(self, assignment: Assignment) -> None:
        self.assignment = assignment
        self.rendered = {name: render(sheet, assignment.seed) for name, sheet in assignment.sheets.items()}
        self.runners = assignment.runners()

    def grade(self, sheet_name: str, data: bytes) -> Result:
        """Grade the bytes of one submission; whatever they are, there is a result with a reason.

        `failed` is for faults of the grader or its machine, which the next run may not have.
        """
        began = time.perf_counter()
        sheet = self.assignment.sheets[sheet_name]
        try:
            merged = merge(sheet, data)
        except UnreadableError as error:
            return Result("unreadable", _sentence(error))
        except (RecursionError, MemoryError) as error:
            return Result("unreadable", f"The file asks for too much of the reader ({type(error).__name__}).")
        except Exception as error:  # a fault in the reader: this submission must not stop the others
            return Result("unreadable", f"It cannot be read as a notebook ({type(error).__name__}: {error})."[:300])
        try:
            result = attempt(
                sheet, merged, self.rendered[sheet_name], self.assignment.expected[sheet_name], self.runners.open_runner
            )
        except BoomkitError as error:
            return Result("failed", f"It could not be graded: {_sentence(error)}")
        except Exception as error:
            return Result("failed", f"It could not be graded ({type(error).__name__}: {error}).")
        return Result("graded", "", result.to_json(), _prints(merged), time.perf_counter() - began)

    def close(self) -> None:
        """End the workers."""
        self.runners.close()


def _prints(merged: MergedSheet) -> dict[str, tuple[int, ...]]:
    found: dict[str, list[str]] = {}
    for cell in merged.cells:
        if cell.kind == "answer" and cell.exercise in merged.attempted:
            found.setdefault(cell.exercise, []).append(cell.source)
    return {exercise: prints("\n".join(sources)) for exercise, sources in found.items()}


def _sentence(error: Exception) -> str:
    return " ".join(str(error).split())[:500]


def limit_grader() -> None:
    """Bound the memory of a process that reads submissions, and let it end with the one that started it."""
    if confine.LINUX:
        import resource

        limit = GRADER_MEMORY_MB << 20
        resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))


@lru_cache(maxsize=1)
def versions() -> dict[str, str]:
    """Return the versions that a grade depends on, with a hash of the kit's own source."""
    import platform

    package = Path(__file__).parent.parent
    source = hashlib.sha256()
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.toml")]):
        source.update(path.relative_to(package).as_posix().encode("utf-8") + b"\0" + path.read_bytes() + b"\0")
    found = {"boomkit": source.hexdigest(), "python": platform.python_version()}
    for name in ("ipython", "nbval", "networkx"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = ""
    return found
