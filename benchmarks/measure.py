"""Measure, and say what was measured on: shared by the benchmarks beside it."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

RUNS = 5


def seconds(function: Callable[[], object], runs: int = RUNS, *, wall: bool = False) -> list[float]:
    """Return what `runs` calls took, after one that is not counted: processor seconds, or wall seconds."""
    clock = perf_counter if wall else process_time
    function()
    found = []
    for _ in range(runs):
        start = clock()
        function()
        found.append(clock() - start)
    return found


def typical(function: Callable[[], object], runs: int = RUNS, *, wall: bool = False) -> float:
    """Return the median of `seconds`."""
    return median(seconds(function, runs, wall=wall))


def version(package: str) -> str:
    """Return the installed version of a package, or `absent`."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "absent"


def machine() -> str:
    """Return the processor, the number of processors and the versions that matter, in one line."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
                break
    import os

    packages = ("boomkit", "numba", "numpy", "networkx", "open-spiel", "rlcard", "nbval", "nbgrader", "otter-grader")
    versions = ", ".join(f"{package} {version(package)}" for package in packages)
    return f"{name}, {os.cpu_count()} processors, Python {sys.version.split()[0]}; {versions}"


def table(title: str, header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a Markdown table under a heading."""
    lines = [f"## {title}", "", "| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"
