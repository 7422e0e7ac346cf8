"""Run every benchmark and write `RESULTS.md` beside this file: `make bench`."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from measure import RUNS, machine  # noqa: E402

ALL = ("playouts", "stepping", "trees", "grading", "starting")


def main(names: list[str]) -> None:
    """Run the named benchmarks, or all, and write or print their tables."""
    parts = []
    for name in names or ALL:
        part = importlib.import_module(name).main()
        print(part, flush=True)
        parts.append(part)
    if not names:
        how = f"Medians of at least {RUNS} runs, one before not counted, by `make bench`."
        head = f"# Figures\n\n{how}\n\n{machine()}.\n\n"
        (HERE / "RESULTS.md").write_text(head + "\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
