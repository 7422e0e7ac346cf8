"""Take over a sheet that was written for nbgrader: solution cells, test cells, hidden tests.

Tests there assert; checks here show. An assertion about a call of the student's function becomes the call's evidence,
and the value that stood beside it is dropped, since the solution gives it. What cannot be turned stays as it is, and
the lint names it.

    python -m boomkit.grading.nbgrader source/ps1/problem1.ipynb solutions/01_problem.ipynb
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from boomkit.grading.code import parse, top_level_names
from boomkit.grading.nodes import Node, to_node
from boomkit.grading.notebook import canonical, write_notebook
from boomkit.grading.regions import without_markers
from boomkit.grading.schema import KEY, SCHEMA

_BEGIN, _END = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"


def from_nbgrader(nb: Node, name: str) -> Node:
    """Return our solution notebook of an nbgrader source notebook, in canonical form."""
    helper = _cell("from boomkit.grading import evidence, show", {"role": "setup"})
    cells = [helper]
    exercise, requires = "", frozenset[str]()
    for cell in nb.cells:
        theirs = cell.metadata.get("nbgrader") or {}
        if cell.cell_type != "code":
            cells.append(to_node({**cell, "metadata": {}}))
        elif theirs.get("solution") and not theirs.get("grade"):
            exercise = str(theirs.get("grade_id", f"E{len(cells)}"))
            requires = _functions(cell.source)
            cells.append(_cell(cell.source, {"role": "answer", "exercise": exercise, "requires": sorted(requires)}))
        elif theirs.get("grade") and not theirs.get("solution") and exercise:
            cells += _checks(cell.source, exercise, requires, theirs)
        elif not theirs.get("grade"):
            cells.append(_cell(cell.source, {"role": "setup"}))
        else:  # graded by hand: no business of this grader
            cells.append(_cell(cell.source, {}))
    metadata = {KEY: {"schema": SCHEMA, "kind": "solution", "sheet": name}}
    return canonical(to_node({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells}))


def _cell(source: str, ours: dict[str, Any]) -> Node:
    metadata = {KEY: ours} if ours else {}
    cell = {"cell_type": "code", "id": "", "metadata": metadata, "source": source.strip("\n")}
    return to_node(cell | {"outputs": [], "execution_count": None})


def _functions(source: str) -> frozenset[str]:
    """Return what an answer must define: its functions and classes, else all its names."""
    solved = without_markers(source)
    tree = parse(solved)
    kinds = (ast.FunctionDef, ast.ClassDef)
    made = frozenset(node.name for node in tree.body if isinstance(node, kinds)) if tree else frozenset[str]()
    return made or top_level_names(solved)


def _checks(source: str, exercise: str, requires: frozenset[str], theirs: dict[str, Any]) -> list[Node]:
    """Return the visible and the hidden check of one test cell; they share its points by their assertions."""
    shown, hidden = split_hidden(source)
    points = float(theirs.get("points", 1) or 0)
    weights = [part.count("assert ") for part in (shown, hidden)]
    share = round(points * weights[0] / (sum(weights) or 1), 2) if hidden.strip() else points
    made = []
    for text, worth, is_hidden in ((shown, share, False), (hidden, points - share, True)):
        if text.strip() and (parse(text) is None or parse(text).body):  # type: ignore[union-attr]
            evidence, tolerance = as_evidence(text, requires)
            ours: dict[str, Any] = {"role": "check", "exercise": exercise, "points": worth, "hidden": is_hidden}
            if tolerance:
                ours["compare"] = {"kind": "float", "tolerance": tolerance}
            made.append(_cell(evidence, ours))
    return made


def split_hidden(source: str) -> tuple[str, str]:
    r"""Return the visible and the hidden part of a test cell.

    >>> split_hidden("a\n### BEGIN HIDDEN TESTS\nb\n### END HIDDEN TESTS\nc")
    ('a\nc', 'b')
    """
    hidden = re.findall(rf"^{_BEGIN}[^\n]*\n(.*?)^{_END}[^\n]*$\n?", source, re.DOTALL | re.MULTILINE)
    shown = re.sub(rf"^{_BEGIN}[^\n]*\n.*?^{_END}[^\n]*$\n?", "", source, flags=re.DOTALL | re.MULTILINE)
    return shown, "\n".join(part.rstrip("\n") for part in hidden)


def as_evidence(source: str, requires: Iterable[str]) -> tuple[str, float]:
    r"""Turn the assertions of a test cell into evidence; return the cell and a tolerance for its numbers (0: exact).

    >>> as_evidence("assert half(3) == 1", ["half"])
    ('show(half, 3)', 0.0)
    >>> as_evidence("assert abs(mean([1, 2]) - 1.5) < 1e-6", ["mean"])
    ('show(mean, [1, 2])', 1e-06)
    """
    tree = parse(source)
    if tree is None:
        return source, 0.0
    names = frozenset(requires)
    tolerances: list[float] = []
    lines = source.split("\n")
    for node in reversed(tree.body):
        if isinstance(node, ast.Assert) and node.end_lineno is not None:
            tolerances += _tolerance(node.test)
            lines[node.lineno - 1 : node.end_lineno] = _shown(node.test, names)
    return "\n".join(lines), max(tolerances, default=0.0)


def _shown(test: ast.expr, names: frozenset[str]) -> list[str]:
    """Return the lines that show what an assertion is about."""
    calls = [node for node in ast.walk(test) if isinstance(node, ast.Call) and _is_call_of(node, names)]
    if not calls:
        about = test.left if isinstance(test, ast.Compare) else test
        return [f"evidence({ast.unparse(about)!r}, {ast.unparse(about)})"]
    return [_show(call) for call in calls]


def _is_call_of(node: ast.Call, names: frozenset[str]) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id in names


def _show(call: ast.Call) -> str:
    text = ast.unparse(call)
    if call.keywords:
        return f"evidence({text!r}, {text})"
    return f"show({', '.join(ast.unparse(part) for part in (call.func, *call.args))})"


def _tolerance(test: ast.expr) -> list[float]:
    """Return the bound of an assertion such as `abs(a - b) < 1e-6`."""
    if (
        isinstance(test, ast.Compare)
        and isinstance(test.left, ast.Call)
        and isinstance(test.left.func, ast.Name)
        and test.left.func.id == "abs"
        and isinstance(test.ops[0], (ast.Lt, ast.LtE))
        and isinstance(test.comparators[0], ast.Constant)
        and isinstance(test.comparators[0].value, (int, float))
    ):
        return [float(test.comparators[0].value)]
    return []


def main(arguments: list[str]) -> int:
    """Turn an nbgrader source notebook into a solution notebook."""
    import nbformat

    if len(arguments) != 2:
        sys.stderr.write("Give an nbgrader source notebook and the solution notebook to write.\n")
        return 2
    source, target = map(Path, arguments)
    nb = to_node(nbformat.read(source, as_version=4))
    write_notebook(from_nbgrader(nb, target.stem), target)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
