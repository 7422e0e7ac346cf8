"""Write solution notebooks as plain text: a percent script with TOML in comments, both ways.

The notebook is the source that is kept; the script is a comfortable way to write and to edit it:

    python -m boomkit.grading.script solutions/04_baby_boom.ipynb        # prints the script
    python -m boomkit.grading.script draft.py solutions/04_baby_boom.ipynb

A script begins with the sheet's metadata and goes on with cells. `# %%` is followed by the role and the exercise (or
`[markdown]`), lines with `#|` hold the metadata:

    #| sheet = "04_baby_boom"
    #| title = "Baby Boom"
    # %% [markdown]
    # # Legal moves
    # %% answer E4.1
    #| requires = ["neighbours"]
    def neighbours(cell, size):
        ### BEGIN SOLUTION
        ...
        ### END SOLUTION
    # %% check E4.1
    #| points = 1
    #| parameters.cases = {draw = "draw_cells", shown = 6, graded = 40}
    for cell, size in cases:
        show(neighbours, cell, size)
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from boomkit.grading.golden import write_inputs
from boomkit.grading.nodes import Node, to_node
from boomkit.grading.notebook import canonical, write_notebook
from boomkit.grading.parameters import without_region
from boomkit.grading.schema import KEY, ROLES, SCHEMA, SheetError
from boomkit.grading.sheet import load_master, sheet_from_notebook

_CELL = "# %%"
_DATA = "#|"


def notebook_from_script(text: str, name: str = "sheet") -> Node:
    r"""Return the notebook that a script describes, in canonical form and with its visible inputs drawn.

    >>> nb = notebook_from_script('#| sheet = "90_tiny"\n# %% [markdown]\n# # Hello\n# %%\nx = 1')
    >>> [(cell.cell_type, cell.source) for cell in nb.cells], nb.metadata.boomkit.sheet
    ([('markdown', '# Hello'), ('code', 'x = 1')], '90_tiny')
    """
    head, *parts = _split(text)
    top, rest = _metadata(head, f"{name}, head")
    if any(line.strip() and not line.startswith("#") for line in rest.split("\n")):
        raise SheetError(
            f"{name}: before the first {_CELL!r} only comments and lines with {_DATA!r} may stand; there is {rest!r}."
        )
    cells = [_cell(part, f"{name}, cell {number}") for number, part in enumerate(parts)]
    metadata = {KEY: {"schema": SCHEMA, "kind": "solution", "sheet": name, **top}}
    made = to_node({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells})
    nb = canonical(made)
    if any(KEY in cell.metadata for cell in nb.cells):
        write_inputs(nb, sheet_from_notebook(nb, name, name))
    return nb


def script_from_notebook(nb: Node) -> str:
    """Return the script of a notebook; drawn inputs are left out, since they are drawn again."""
    parts = [_data(dict(nb.metadata.get(KEY, {})))]
    for cell in nb.cells:
        ours = dict(cell.metadata.get(KEY) or {})
        if cell.cell_type != "code":
            body = "\n".join(f"# {line}".rstrip() for line in cell.source.split("\n"))
            parts.append(f"{_CELL} [{cell.cell_type}]\n{_data(_extra(cell, ours))}{body}")
            continue
        words = " ".join(word for word in (ours.pop("role", ""), ours.pop("exercise", "")) if word)
        source = without_region(cell.source)
        parts.append(f"{_CELL} {words}".rstrip() + f"\n{_data(_extra(cell, ours))}{source}")
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _extra(cell: Node, ours: dict[str, Any]) -> dict[str, Any]:
    tags = list(cell.metadata.get("tags", []))
    return {"id": cell.id, **({"tags": tags} if tags else {}), **ours}


def _split(text: str) -> list[str]:
    parts: list[list[str]] = [[]]
    for line in text.replace("\r\n", "\n").split("\n"):
        if line.startswith(_CELL):
            parts.append([])
        parts[-1].append(line)
    return ["\n".join(part) for part in parts]


def _metadata(text: str, where: str) -> tuple[dict[str, Any], str]:
    lines = text.split("\n")
    data = "\n".join(line[len(_DATA) :].strip() for line in lines if line.startswith(_DATA))
    try:
        found = tomllib.loads(data)
    except tomllib.TOMLDecodeError as error:
        raise SheetError(f"{where}: the lines with {_DATA!r} are no TOML: {error}") from error
    return found, "\n".join(line for line in lines if not line.startswith(_DATA))


def _cell(part: str, where: str) -> dict[str, Any]:
    first, _, body = part.partition("\n")
    data, source = _metadata(body, where)
    words = first[len(_CELL) :].split()
    cell: dict[str, Any] = {"id": data.pop("id", ""), "metadata": {"tags": data.pop("tags", [])}}
    if words in (["[markdown]"], ["[raw]"]):
        lines = (
            line.removeprefix("# ") if line.startswith("# ") else line.removeprefix("#") for line in source.split("\n")
        )
        cell |= {"cell_type": words[0].strip("[]"), "source": "\n".join(lines).strip("\n")}
    else:
        if words and words[0] not in ROLES:
            raise SheetError(f"{where}: {words[0]!r} is no role; the roles are {', '.join(ROLES)}.")
        cell |= {"cell_type": "code", "source": source.strip("\n"), "outputs": [], "execution_count": None}
        if words:
            data = {"role": words[0], **({"exercise": words[1]} if len(words) > 1 else {}), **data}
    if data:
        cell["metadata"][KEY] = data
    return cell


def _data(data: dict[str, Any]) -> str:
    return "".join(f"{_DATA} {key} = {_toml(value)}\n" for key, value in sorted(data.items()))


def _toml(value: Any) -> str:
    """Write a value of metadata as TOML on one line.

    >>> _toml({"draw": "draw_cells", "shown": 6, "list": [True]})
    '{draw = "draw_cells", shown = 6, list = [true]}'
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(part) for part in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def main(arguments: list[str]) -> int:
    """Turn a notebook into a script (printed) or a script into a notebook (written)."""
    if len(arguments) == 1 and arguments[0].endswith(".ipynb"):
        sys.stdout.write(script_from_notebook(load_master(Path(arguments[0]))))
    elif len(arguments) == 2 and arguments[0].endswith(".py"):
        source, target = map(Path, arguments)
        nb = notebook_from_script(source.read_text(encoding="utf-8"), target.stem)
        write_notebook(nb, target)
    else:
        sys.stderr.write("Give a notebook, or a script and the notebook to write.\n")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
