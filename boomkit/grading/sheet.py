"""Read a sheet: from a notebook with metadata to the types of `schema.py`, with all faults told at once."""

from __future__ import annotations

import json
import string
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

from boomkit.grading.fields import Fields
from boomkit.grading.nodes import Node, to_node
from boomkit.grading.regions import skeleton
from boomkit.grading.schema import (
    COMPARE_KINDS,
    KEY,
    ROLES,
    SCHEMA,
    CaseNote,
    Cell,
    Check,
    CompareKind,
    CompareSpec,
    DialogSpec,
    Exercise,
    Limits,
    ParameterSpec,
    Role,
    Sheet,
    SheetError,
)


def read_sheet(path: Path) -> Sheet:
    """Read a solution notebook or a released sheet; SheetError tells every fault in it."""
    return sheet_from_notebook(load_master(path), str(path), path.stem)


def load_master(path: Path) -> Node:
    """Read a notebook that we wrote ourselves; whoever wrote it last has checked its format."""
    if not path.is_file():
        raise SheetError(f"{path}: there is no such file; a sheet is a notebook such as solutions/01_war.ipynb.")
    try:
        nb = to_node(json.loads(path.read_text(encoding="utf-8")))
        if nb["nbformat"] != 4:
            raise SheetError(f"{path}: this is a notebook of version {nb['nbformat']}; version 4 was expected.")
        for cell in nb.cells:
            cell.source = "".join(cell.source)
            cell.setdefault("id", "")
            for output in cell.get("outputs", []):
                _join(output)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise SheetError(f"{path}: this is no notebook of version 4 ({type(error).__name__}: {error}).") from error
    return nb


def _join(output: Node) -> None:
    """Join the lines of an output's texts, which files hold as lists."""
    if "text" in output:
        output.text = "".join(output.text)
    for mime, data in output.get("data", {}).items():
        if isinstance(data, list) and not mime.endswith("json"):
            output.data[mime] = "".join(data)


def is_sheet(nb: Node) -> bool:
    """Say whether a notebook claims to be a sheet."""
    return isinstance(nb.metadata.get(KEY), dict) and "sheet" in nb.metadata[KEY]


def sheet_from_notebook(nb: Node, path: str = "", name: str = "sheet") -> Sheet:
    """Turn a notebook into a sheet; SheetError tells every fault in it, one a line."""
    faults: list[str] = []
    reading = _Reading(path or name, faults)
    top = Fields(nb.metadata.get(KEY, {}), f"{path or name}, notebook metadata", faults)
    if (version := top.count("schema", 0)) != SCHEMA:
        top.fault(f"field 'schema' is {version or 'missing'}; this boomkit reads version {SCHEMA}.")
    name = top.text("sheet", name)
    kind = cast(Literal["solution", "exercise"], top.choice("kind", "solution", ("solution", "exercise")))
    title, preload, reading.forbidden = top.text("title"), top.texts("preload"), top.texts("forbidden")
    reading.solution = kind == "solution"
    limits = _limits(top.part("limits"))
    top.finish()
    for number, cell in enumerate(nb.cells):
        reading.cell(number, cell)
    exercises = reading.finish()
    if faults:
        raise SheetError("\n".join(faults))
    source = "\n\n".join(cell.source for cell in reading.cells if cell.role in ("parameters", "judge"))
    return Sheet(name, kind, tuple(reading.cells), exercises, title, path, preload, limits, source)


def _limits(fields: Fields | None) -> Limits:
    if fields is None:
        return Limits()
    base = Limits()
    limits = Limits(
        float(fields.number("seconds", base.seconds, least=0.1)),
        float(fields.number("total_seconds", base.total_seconds, least=0.1)),
        fields.count("memory_mb", base.memory_mb, least=64),
        fields.count("output_kb", base.output_kb, least=1),
        fields.count("files_mb", base.files_mb),
        fields.count("processes", base.processes, least=1),
    )
    fields.finish()
    return limits


@dataclass
class _Reading:
    """Gathers cells, exercises and checks while a notebook is read."""

    path: str
    faults: list[str]
    solution: bool = True
    forbidden: tuple[str, ...] = ()
    cells: list[Cell] = field(default_factory=list)
    exercises: dict[str, Exercise] = field(default_factory=dict)
    checks: dict[str, Check] = field(default_factory=dict)

    def cell(self, number: int, cell: Node) -> None:
        """Read one cell."""
        name = cell.get("id", "")
        where = f"{self.path}, cell {number} ({name})"
        data = cell.metadata.get(KEY)
        if data is None:
            self.cells.append(Cell(name, cell.cell_type, "text", cell.source))
            return
        fields = Fields(data, where, self.faults)
        fields.count("schema", SCHEMA)
        role = cast(Role, fields.choice("role", "text", ROLES))
        exercise = fields.text("exercise", needed=role in ("answer", "check"))
        if role != "text" and cell.cell_type != "code":
            fields.fault(f"a cell with the role {role} must be a code cell; this is a {cell.cell_type} cell.")
        check = ""
        if role == "answer":
            self._answer(fields, cell, exercise)
        elif role == "check":
            check = self._check(fields, cell, exercise)
        elif role == "judge":
            fields.flag("released")
        fields.finish()
        self.cells.append(Cell(name, cell.cell_type, role, cell.source, exercise, check))

    def _answer(self, fields: Fields, cell: Node, exercise: str) -> None:
        title, given, requires = fields.text("title"), fields.text("stub"), fields.texts("requires")
        if exercise in self.exercises:
            fields.fault(f"field 'exercise' is {exercise!r}, which another answer cell has already.")
        if not requires:
            fields.fault("field 'requires' is missing; the names that the answer must define were expected.")
        stub = cell.source
        if self.solution:
            try:
                stub = skeleton(cell.source, given, task=f"{exercise}: {title or 'write ' + ', '.join(requires)}")
            except SheetError as error:
                fields.fault(str(error))
        self.exercises[exercise] = Exercise(
            exercise,
            cell.get("id", ""),
            cell.source,
            stub,
            title,
            requires,
            fields.texts("hints"),
            tuple(sorted({*self.forbidden, *fields.texts("forbidden")})),
        )

    def _check(self, fields: Fields, cell: Node, exercise: str) -> str:
        number = sum(check.exercise == exercise for check in self.checks.values())
        name = fields.text("check", f"{exercise}-{string.ascii_lowercase[number % 26]}")
        if name in self.checks:
            fields.fault(f"field 'check' is {name!r}, which another check cell has already.")
        if exercise not in self.exercises:
            fields.fault(f"field 'exercise' is {exercise!r}; no answer cell before this one has it.")
        seconds = fields.number("seconds", 0)
        compare, dialog = _compare(fields.part("compare")), _dialog(fields.part("dialog"))
        outputs = cell.get("outputs", []) if self.solution else fields.rows("expected")
        self.checks[name] = Check(
            name,
            exercise,
            cell.get("id", ""),
            cell.source,
            fields.text("title"),
            fields.number("points", 1),
            fields.flag("hidden"),
            compare,
            tuple(_parameter(key, part) for key, part in fields.parts("parameters")),
            dialog,
            fields.text("clause"),
            fields.text("message"),
            float(seconds) or None,
            tuple(_plain(output) for output in outputs),
            tuple(_case(row, fields) for row in fields.rows("cases")),
        )
        return name

    def finish(self) -> tuple[Exercise, ...]:
        """Give the exercises their checks; note those that have none."""
        made = []
        for exercise in self.exercises.values():
            checks = tuple(check for check in self.checks.values() if check.exercise == exercise.id)
            if not checks:
                self.faults.append(f"{self.path}, exercise {exercise.id}: no check cell names this exercise.")
            made.append(Exercise(**{**exercise.__dict__, "checks": checks}))
        return tuple(made)


def _compare(fields: Fields | None) -> CompareSpec:
    if fields is None:
        return CompareSpec()
    kind = cast(CompareKind, fields.choice("kind", "text", COMPARE_KINDS))
    base = CompareSpec()
    inner = tuple(word for word in COMPARE_KINDS if word not in ("judge", "at_least", "text"))
    spec = CompareSpec(
        kind,
        float(fields.number("tolerance", base.tolerance)),
        float(fields.number("relative", base.relative)),
        fields.number("k", 0),
        cast(CompareKind, fields.choice("of", base.of, inner)),
        fields.text("name", needed=kind == "judge"),
    )
    if kind == "at_least" and spec.k <= 0:
        fields.fault("field 'k' is missing; a number of lines, or a share of them below one, was expected.")
    fields.finish()
    return spec


def _dialog(fields: Fields | None) -> DialogSpec | None:
    if fields is None:
        return None
    spec = DialogSpec(fields.text("referee", needed=True), fields.count("budget", 0))
    fields.finish()
    return spec


def _parameter(name: str, fields: Fields) -> ParameterSpec:
    base = ParameterSpec(name, "")
    spec = ParameterSpec(
        name,
        fields.text("draw", needed=True),
        fields.count("shown", base.shown, least=1),
        fields.count("graded", base.graded, least=1),
    )
    fields.finish()
    if not name.isidentifier():
        fields.fault(f"{name!r} is no name that a variable can have.")
    return spec


def _case(row: dict[str, Any], fields: Fields) -> CaseNote:
    if not set(row) <= {"text", "clause", "message", "position"} or not all(isinstance(v, str) for v in row.values()):
        fields.fault("field 'cases' must hold texts named text, clause, message, position.")
        return CaseNote("")
    return CaseNote(**{"text": "", **row})


def _plain(output: Any) -> dict[str, Any]:
    """Return an output as plain dicts, which cross processes and compare by value."""
    return {key: dict(value) if isinstance(value, dict) else value for key, value in dict(output).items()}
