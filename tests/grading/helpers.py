"""Make students' copies: right, wrong, damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from boomkit.grading.regions import without_markers
from boomkit.grading.schema import Sheet


def load(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def solve(nb: dict[str, Any], sheet: Sheet, **answers: str) -> dict[str, Any]:
    """Fill the answer cells: with the solution, or with what is given for an exercise."""
    for exercise in sheet.exercises:
        cell = answer_cell(nb, exercise.id)
        cell["source"] = answers.get(exercise.id, without_markers(exercise.source))
    return nb


def answer_cell(nb: dict[str, Any], exercise: str) -> dict[str, Any]:
    return find(nb, role="answer", exercise=exercise)


def find(nb: dict[str, Any], **fields: str) -> dict[str, Any]:
    for cell in nb["cells"]:
        ours = cell["metadata"].get("boomkit", {})
        if all(ours.get(key) == value for key, value in fields.items()):
            found: dict[str, Any] = cell
            return found
    raise LookupError(fields)


def dump(nb: dict[str, Any]) -> bytes:
    return json.dumps(nb, ensure_ascii=False, indent=1).encode("utf-8")
