"""Goldens: run a solution notebook in a real kernel and store what came out, in canonical form."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from boomkit.grading.nodes import Node, to_node
from boomkit.grading.notebook import canonical, write_notebook
from boomkit.grading.parameters import grader_space, render_shown
from boomkit.grading.schema import KEY, Sheet, SheetError
from boomkit.grading.sheet import load_master, sheet_from_notebook

ENVIRONMENT = {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8"}


def run_solution(path: Path, *, seconds: float = 120) -> bool:
    """Draw the visible inputs of a solution notebook, run it, store its outputs; return whether the file changed.

    Raises SheetError when a cell raises or takes longer than `seconds`.
    """
    nb = load_master(path)
    made = canonical(nb)
    write_inputs(made, sheet_from_notebook(made, str(path), path.stem))
    ran = execute(made, path.parent, seconds)
    return write_notebook(canonical(ran, keep_outputs=True), path)


def write_inputs(nb: Node, sheet: Sheet) -> None:
    """Write the visible inputs into the check cells of a solution notebook."""
    space = grader_space(sheet)
    checks = {check.cell_id: check for check in sheet.checks}
    for cell in nb.cells:
        if cell.id in checks:
            cell.source = render_shown(sheet, checks[cell.id], space).source
            cell.metadata[KEY]["check"] = checks[cell.id].id  # ids stay when a check is put in before others


def execute(nb: Node, folder: Path, seconds: float = 120) -> Node:
    """Run a notebook in a kernel and return it with its outputs."""
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    running = nbformat.from_dict(nb)
    client = NotebookClient(
        running,
        timeout=int(seconds),
        kernel_name="python3",
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(folder)}},
    )
    try:
        client.execute(env={**os.environ, **ENVIRONMENT})
    except CellExecutionError as error:
        raise SheetError(f"{error.ename} was raised ({error.evalue}) in the cell that {_begins(running)}.") from error
    except (CellTimeoutError, DeadKernelError) as error:
        raise SheetError(f"The notebook could not be run to its end: {error}") from error
    return to_node(running)


def _begins(nb: Any) -> str:
    """Say how the cell begins that raised: the last one that has run."""
    ran = [cell for cell in nb.cells if cell.cell_type == "code" and cell.execution_count is not None]
    return f"begins with {ran[-1].source.splitlines()[0]!r} ({ran[-1].id})" if ran else "comes first"
