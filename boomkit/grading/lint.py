"""What a solution notebook must not do: check cells show values and never a verdict."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from boomkit.grading.code import parse, same_code, top_level_names
from boomkit.grading.lines import read_lines
from boomkit.grading.nodes import Node
from boomkit.grading.prelude import without_helper_import
from boomkit.grading.schema import KEY, CellReply, Check, Exercise, Sheet

HINTS = 3
"""Steps of a ladder of hints."""

_SHOWING = ("print", "show", "evidence", "display")
_MARKERS = ("NBVAL_SKIP", "NBVAL_IGNORE_OUTPUT", "NBVAL_RAISES_EXCEPTION", "PYTEST_VALIDATE_IGNORE_OUTPUT")


def lint(sheet: Sheet, nb: Node) -> list[str]:
    """Return a sentence for each fault of a solution notebook, naming file, cell and what to do."""
    faults: list[str] = []
    names = {cell.id: f"{sheet.path or sheet.name}, cell {number} ({cell.id})" for number, cell in enumerate(nb.cells)}
    for exercise in sheet.exercises:
        faults += [f"{names[exercise.cell_id]}: {fault}" for fault in _answer(exercise)]
        for check in exercise.checks:
            faults += [f"{names[check.cell_id]}: {fault}" for fault in _check(check, exercise)]
            faults += [f"{names[check.cell_id]}: {fault}" for fault in _judges(check, nb)]
    forbidden = {module for exercise in sheet.exercises for module in exercise.forbidden}
    for cell in sheet.cells:
        if cell.role == "setup":
            faults += [f"{names[cell.id]}: {fault}" for fault in _imports(cell.source, forbidden)]
    return faults


def _answer(exercise: Exercise) -> Iterator[str]:
    defined = top_level_names(exercise.source)
    for name in exercise.requires:
        if name not in defined:
            yield f"field 'requires' names {name!r}, which the solution does not define at its top level."
    if parse(exercise.stub) is None:
        yield "the skeleton is no Python that can be parsed; look at the marked regions and the stub."
    if same_code(exercise.source, exercise.stub):
        yield "the skeleton is the same code as the solution."
    if len(exercise.hints) not in (0, HINTS):
        yield f"field 'hints' has {len(exercise.hints)} steps; {HINTS} were expected, from nudge to near answer."


def _check(check: Check, exercise: Exercise) -> Iterator[str]:
    tree = parse(check.source)
    if tree is None:
        yield "the check cell is no plain Python; magics have no place in a check."
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            yield f"line {node.lineno} asserts; a check shows values and judges nothing: show the value instead."
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _SHOWING:
            for argument in node.args:
                if _is_verdict(argument):
                    yield f"line {argument.lineno} shows the verdict of a comparison; show the two values instead."
    for statement in tree.body:
        if isinstance(statement, ast.Expr) and _is_verdict(statement.value):
            yield f"line {statement.lineno} ends in a comparison at the top level; show the values instead."
    for name in sorted(top_level_names(check.source) & set(exercise.requires)):
        yield f"the check cell defines {name!r}, which the answer must define."
    yield from _imports(check.source, set(exercise.forbidden))
    yield from _outputs(check)
    for marker in _MARKERS:
        if marker in check.source:
            yield f"the marker {marker} would keep nbval from comparing this check."


def _is_verdict(node: ast.expr) -> bool:
    return isinstance(node, (ast.Compare, ast.BoolOp)) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


def _outputs(check: Check) -> Iterator[str]:
    """Look at what the solution's run left in the cell."""
    if not check.expected:
        yield "the check cell has no stored output: run `boomkit release --run`, and let the cell show something."
        return
    if any(output.get("output_type") == "error" for output in check.expected):
        yield "the check cell's stored output is an error."
    lines = read_lines(CellReply("ok", check.expected).text)
    if any(line.text.strip() in ("True", "False") for line in lines):
        yield "the check shows a lone True or False, which anybody can guess; show the values it was made from."
    elif len(lines) == 1 and isinstance(lines[0].out, bool):
        yield "the check shows a lone truth value, which anybody can guess; show a list over many inputs."
    if " at 0x" in str(check.expected):
        yield "the output holds an address in memory, which changes from run to run."


def _judges(check: Check, nb: Node) -> Iterator[str]:
    """Look for judges that a visible check needs in the released sheet."""
    needed = [name for name in (check.compare.name, check.dialog.referee if check.dialog else "") if name]
    for name in needed:
        cells = [cell for cell in nb.cells if (cell.metadata.get(KEY) or {}).get("role") == "judge"]
        homes = [cell for cell in cells if name in top_level_names(cell.source)]
        if not homes:
            yield f"no cell with the role judge defines {name!r}."
        elif not check.hidden and not homes[-1].metadata[KEY].get("released"):
            yield (
                f"this check is visible and uses {name!r}, so that cell {homes[-1].id} must have 'released': true "
                "(then students can read it), or the check must be hidden."
            )


def _imports(source: str, forbidden: set[str]) -> Iterator[str]:
    """Look for imports of what is absent in the student's process."""
    tree = parse(without_helper_import(source))
    for node in ast.walk(tree) if tree is not None else ():
        modules: list[str] = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module]
        for module in modules:
            for gone in forbidden:
                if module == gone or module.startswith(f"{gone}."):
                    yield f"imports {module}, which is forbidden and absent when students' code runs."
