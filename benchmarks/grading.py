"""Grading one submission, isolated and with its report, against running the same notebook by other tools."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from measure import RUNS, table, typical

from boomkit.grading.report import report
from boomkit.grading.run import grade
from boomkit.sheets import draw_svg

ROOT = Path(__file__).parents[1]
SHEET = "01_war"
CLASS = 10


def ours(folder: Path, students: int) -> float:
    """Return the seconds to grade a class of so many from nothing, isolated, and to write all its pages."""
    submissions = folder / f"submissions_{students}"
    submissions.mkdir()
    for number in range(students):
        # The solutions themselves, which run every check of the sheet; no two alike, or one would be graded for all.
        notebook = json.loads((ROOT / "solutions" / f"{SHEET}.ipynb").read_text(encoding="utf-8"))
        own = {"cell_type": "code", "id": "own", "metadata": {}, "execution_count": None, "outputs": []}
        notebook["cells"].append({**own, "source": [f"my_number = {number}"]})
        text = json.dumps(notebook, ensure_ascii=False)
        (submissions / f"student{number:02d}.ipynb").write_text(text, encoding="utf-8")

    def run() -> None:
        out = folder / "out"
        shutil.rmtree(out, ignore_errors=True)
        summary = grade(submissions, ROOT / "solutions" / f"{SHEET}.ipynb", out, seed="benchmark")
        if summary.graded != students or not summary.isolated:
            raise SystemExit(f"The benchmark wants {students} isolated grades, but: {summary}")
        report(out, draw=draw_svg)

    return typical(run, wall=True)


def command(words: list[str], folder: Path) -> float:
    """Return the wall seconds of a command, which has to succeed."""

    def run() -> None:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{words} failed:\n{(done.stdout + done.stderr)[-2000:]}")

    return typical(run, wall=True)


def nbval(folder: Path) -> float:
    """Run the answered sheet cell by cell and compare what comes out."""
    copy = folder / "nbval.ipynb"
    shutil.copy(ROOT / "solutions" / f"{SHEET}.ipynb", copy)
    options = ["--nbval", "--nbval-current-env", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder)]
    return command([sys.executable, "-m", "pytest", *options, str(copy)], folder)


def nbconvert(folder: Path) -> float:
    """Only run the answered sheet in a kernel, which is the least that every tool with a kernel does."""
    source = ROOT / "solutions" / f"{SHEET}.ipynb"
    words = ["-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", str(folder), str(source)]
    return command([sys.executable, *words], folder)


PEERS: tuple[tuple[str, str, Callable[[Path], float], str], ...] = (
    ("pytest --nbval", "nbval", nbval, "at least 10 times"),
    ("nbconvert --execute, no grading", "nbconvert", nbconvert, ""),
)


def main() -> str:
    """Measure and return the table."""
    if shutil.which("bwrap") is None:
        return "## Grading\n\nNot measured: nothing isolates submissions here (bubblewrap is not installed).\n"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        one, many = ours(folder, 1), ours(folder, 1 + CLASS)
        each = (many - one) / CLASS
        rows = [
            ("boomkit: one submission alone, everything started", f"{one:.2f}", "", "1"),
            (f"boomkit: one of a class, each of {CLASS} more", f"{each:.3f}", "", f"{one / each:.1f} times"),
        ]
        for title, module, measure, goal in PEERS:
            if importlib.util.find_spec(module) is None:
                rows.append((title, "not installed", goal, ""))
                continue
            theirs = measure(folder)
            rows.append((title, f"{theirs:.2f}", goal, f"takes {theirs / each:.1f} times one of a class"))
    title = f"Grading {SHEET}, isolated and with its pages, wall seconds ({RUNS} runs)"
    return table(title, ("what", "s", "to reach", "ratio"), rows)


if __name__ == "__main__":
    print(main())
