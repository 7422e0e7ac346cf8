"""Write every notebook of the course in its canonical form, so that diffs show what changed: part of `make fix`."""

from __future__ import annotations

from pathlib import Path

import nbformat

from boomkit.grading.notebook import canonical, write_notebook

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Rewrite what is not canonical, and say which files those were."""
    for part in ("notebooks", "exercises", "solutions"):
        for path in sorted((ROOT / part).glob("*.ipynb")):
            notebook = nbformat.read(path, as_version=4)
            has_outputs = any(cell.get("outputs") for cell in notebook.cells)
            if write_notebook(canonical(notebook, keep_outputs=has_outputs), path):
                print(f"{path.relative_to(ROOT)}: rewritten")


if __name__ == "__main__":
    main()
