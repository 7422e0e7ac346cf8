"""Notebooks as files: read whatever people hand in, write one canonical form."""

from __future__ import annotations

import ast
import contextlib
import json
import re
from pathlib import Path
from typing import Any

from boomkit.grading.nodes import Node, to_node
from boomkit.grading.schema import KEY, UnreadableError

MAX_BYTES = 32 * 1024 * 1024
"""Larger files are refused unread."""

MAX_CELLS = 2_000
"""More cells are not read: nobody writes them by hand."""

_KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
_KEPT_CELL_METADATA = (KEY, "deletable", "editable", "jupyter", "nbgrader", "tags")


def read_notebook(data: bytes) -> tuple[Node, tuple[str, ...]]:
    """Read a notebook as version 4 however it was saved; return it with a sentence for each repair.

    A byte order mark, other encodings, old formats, missing ids, Windows line ends and a plain Python file are all
    read. UnreadableError says what came when it is no notebook.

    >>> nb, notes = read_notebook(b"print(1)")
    >>> nb.cells[0].source, notes
    ('print(1)', ('The file is a Python program, not a notebook: it was read as one cell.',))
    """
    if len(data) > MAX_BYTES:
        raise UnreadableError(f"The file has {len(data) // 2**20} MiB; at most {MAX_BYTES // 2**20} are read.")
    notes: list[str] = []
    text = _decoded(data, notes)
    try:
        found = json.loads(text)
    except RecursionError:
        raise UnreadableError("The file is nested too deeply to be a notebook.") from None
    except ValueError as error:
        return _program(text, error), (
            *notes,
            "The file is a Python program, not a notebook: it was read as one cell.",
        )
    return _normal(_upgraded(found, notes), notes), tuple(notes)


def _decoded(data: bytes, notes: list[str]) -> str:
    """Decode a file by its byte order mark, else as UTF-8, else as Windows' western encoding."""
    if not data.strip(b"\0 \t\r\n"):
        raise UnreadableError("The file is empty.")
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            notes.append(f"The file began with a byte order mark and was read as {encoding}.")
            return data.decode(encoding, errors="replace")
    if data[1:2] == b"\0" or data[:1] == b"\0":
        encoding = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
        notes.append(f"The file was not UTF-8 and was read as {encoding}.")
        return data.decode(encoding, errors="replace")
    with contextlib.suppress(UnicodeDecodeError):
        return data.decode("utf-8")
    notes.append("The file was not UTF-8 and was read as Windows-1252.")
    return data.decode("cp1252", errors="replace")


def _program(text: str, error: ValueError) -> Node:
    """Take a Python file for a notebook of one cell, or say that it is neither."""
    if not text.lstrip().startswith(("{", "[", "<")):
        try:
            ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            pass
        else:
            return _notebook([_cell("code", _text(text), "", {})], {})
    at = f"line {error.lineno}: {error.msg}" if isinstance(error, json.JSONDecodeError) else "a number is too long"
    raise UnreadableError(f"The file is no notebook: it cannot be read as JSON ({at}).") from None


def _upgraded(found: Any, notes: list[str]) -> dict[str, Any]:
    """Bring old notebook formats to version 4."""
    if not isinstance(found, dict):
        raise UnreadableError(f"The file is JSON but no notebook: it holds a {type(found).__name__}.")
    if isinstance(found.get("cells"), list):
        return found
    if isinstance(found.get("worksheets"), list):
        notes.append("The notebook was in an old format (version 3) and was converted.")
        cells: list[Any] = []
        for sheet in found["worksheets"]:
            if isinstance(sheet, dict) and isinstance(sheet.get("cells"), list):
                cells += sheet["cells"]
        return {**found, "cells": [_from_version_3(cell) for cell in cells]}
    raise UnreadableError("The file is JSON but no notebook: it has no list of cells.")


def _from_version_3(cell: Any) -> Any:
    if not isinstance(cell, dict):
        return cell
    if cell.get("cell_type") == "code":
        return {**cell, "source": cell.get("input", cell.get("source", ""))}
    if cell.get("cell_type") in ("heading", "html"):
        return {**cell, "cell_type": "markdown"}
    return cell


def _normal(found: dict[str, Any], notes: list[str]) -> Node:
    """Keep of a notebook what grading needs: the cells' types, sources, ids and metadata, all of the right type."""
    cells: list[Node] = []
    seen: set[str] = set()
    strange = equal = 0
    if (count := len(found["cells"])) > MAX_CELLS:
        notes.append(f"The notebook has {count} cells; the first {MAX_CELLS} were read.")
    for cell in found["cells"][:MAX_CELLS]:
        if not isinstance(cell, dict):
            strange += 1
            continue
        kind = cell.get("cell_type")
        name = cell.get("id")
        name = name if isinstance(name, str) else ""
        equal += bool(name) and name in seen
        seen.add(name)
        cells.append(
            _cell(
                kind if kind in ("code", "markdown", "raw") else "raw",
                _text(cell.get("source", "")),
                name,
                _ours(cell.get("metadata")),
            )
        )
    if strange:
        notes.append(f"{strange} cells were not cells at all and were left out.")
    if equal:
        notes.append(f"{equal} cells had the id of another cell.")
    if cells and not any(cell.id for cell in cells):
        notes.append("The cells had no ids.")
    metadata = found.get("metadata")
    ours = metadata.get(KEY) if isinstance(metadata, dict) else None
    name = ours.get("sheet") if isinstance(ours, dict) else None
    return _notebook(cells, {KEY: {"sheet": name}} if isinstance(name, str) else {})


def _ours(metadata: Any) -> dict[str, Any]:
    """Keep of a submitted cell's metadata the names by which it may be found again, and nothing else."""
    ours = metadata.get(KEY) if isinstance(metadata, dict) else None
    if not isinstance(ours, dict):
        return {}
    return {KEY: {name: ours[name] for name in ("role", "exercise", "check") if isinstance(ours.get(name), str)}}


def _notebook(cells: list[Node], metadata: dict[str, Any]) -> Node:
    return to_node({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells})


def _cell(kind: str, source: str, name: str, metadata: dict[str, Any]) -> Node:
    cell: dict[str, Any] = {"cell_type": kind, "id": name, "metadata": metadata, "source": source}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return to_node(cell)


def _text(source: Any) -> str:
    """Join a source given in lines; make line ends and characters what Python can compile."""
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str):
        return ""
    source = source.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "")
    return str(source.encode("utf-8", errors="replace").decode("utf-8"))


# ------------------------------------------------------------------------------------------------ writing


def canonical(nb: Node, *, keep_outputs: bool = False) -> Node:
    """Return a notebook in its one form: known metadata only, ids for all cells, numbered runs or none.

    With `keep_outputs` code cells are numbered from 1 and keep their outputs, as nbval's goldens need; without it both
    are dropped.
    """
    metadata: dict[str, Any] = {"kernelspec": dict(_KERNEL), "language_info": {"name": "python"}}
    if KEY in nb.metadata:
        metadata[KEY] = nb.metadata[KEY]
    from nbval.plugin import coalesce_streams  # imports pytest, which only authors need

    used: set[str] = set()
    cells: list[Node] = []
    for cell in nb.cells:
        kept = {key: cell.metadata[key] for key in _KEPT_CELL_METADATA if cell.metadata.get(key) not in (None, [], {})}
        source = "\n".join(line.rstrip() for line in _text(cell.source).split("\n")).strip("\n")
        made = _cell(cell.cell_type, source, _fresh_id(cell, used), kept)
        if keep_outputs and cell.cell_type == "code":
            made.execution_count = sum(c.cell_type == "code" for c in cells) + 1
            outputs = coalesce_streams(cell.get("outputs", []))
            made.outputs = [canonical_output(output, made.execution_count) for output in outputs]
        cells.append(made)
    return _notebook(cells, metadata)


def canonical_output(output: dict[str, Any], count: int | None) -> Node:
    """Return one output without what changes from run to run."""
    made = dict(output)
    if made.get("output_type") in ("execute_result", "display_data"):
        made["metadata"] = {}
        made["data"] = {
            mime: data
            for mime, data in sorted(made["data"].items())
            if mime != "application/vnd.jupyter.widget-view+json"
        }
    if made.get("output_type") == "execute_result":
        made["execution_count"] = count
    return to_node(made)


def _fresh_id(cell: Node, used: set[str]) -> str:
    """Keep a good id; make one from the exercise and role, else from the words of the cell, so that it is stable."""
    ours = cell.metadata.get(KEY) or {}
    name = cell.get("id") or ""
    if not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", name) or name in used:
        words = f"{ours.get('check') or ours.get('exercise') or ''} {ours.get('role', '')}".strip()
        words = words or " ".join(re.findall(r"\w+", cell.source, re.ASCII)[:5])
        name = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:50] or cell.cell_type
    stem, number = name, 1
    while name in used:
        number += 1
        name = f"{stem}-{number}"
    used.add(name)
    return name


def dumps(nb: Node) -> str:
    """Return the text of a notebook: sorted keys, one space of indent, a newline at the end; the format is checked."""
    import nbformat

    made = nbformat.from_dict(nb)
    nbformat.validate(made)
    return str(nbformat.writes(made, version=4)).rstrip("\n") + "\n"


def write_notebook(nb: Node, path: Path) -> bool:
    """Write a notebook if its text differs from what is there; return whether it did."""
    text = dumps(nb)
    if path.exists() and path.read_bytes() == text.encode("utf-8"):
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return True
