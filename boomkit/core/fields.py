"""Declare what a state is made of: integers and nested arrays of integers, each with its range.

From one declaration come the plain class that CPython steps (with generated `copy`, `key` and `__init__`, two to three
times faster than a loop over attributes) and, in `boomkit.simulate`, the record that compiled rules run on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar, Self


@dataclass(frozen=True)
class Field:
    """One declared field: an integer (`shape` is empty) or a nested array of them, each from `low` to `high`."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int

    @property
    def size(self) -> int:
        """Count the integers in the field."""
        return prod(self.shape)

    def blank(self) -> Any:
        """Make the field's zero: 0, or nested lists of 0."""
        return _nested(self.shape)

    def entries(self, value: Any) -> Iterator[int]:
        """Walk over the integers of a value of this field, in order."""
        if not self.shape:
            yield value
            return
        rows = value
        for _ in self.shape[1:]:
            rows = [entry for row in rows for entry in row]
        yield from rows


def _nested(shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    return [_nested(shape[1:]) for _ in range(shape[0])]


def integer(*, low: int = 0, high: int) -> Any:
    """Declare a field that is one integer from `low` to `high`."""
    return Field("", (), low, high)


def integers(*shape: int, low: int = 0, high: int) -> Any:
    """Declare a field that is a nested array of integers of this shape, each from `low` to `high`."""
    return Field("", shape, low, high)


class _RecordType(type):
    """Turn annotated declarations into slots and generate the methods that touch every field."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> _RecordType:
        declared = [
            Field(key, value.shape, value.low, value.high)
            for key, value in list(namespace.items())
            if isinstance(value, Field)
        ]
        for field in declared:
            del namespace[field.name]
        inherited = [field for base in bases for field in getattr(base, "FIELDS", ())]
        fields = tuple(inherited + declared)
        namespace["FIELDS"] = fields
        namespace["__slots__"] = (*(field.name for field in declared), *namespace.pop("RUNNING", ()))
        cls = super().__new__(mcs, name, bases, namespace)
        for method in _generate(cls, fields):
            setattr(cls, method.__name__, method)
        return cls


def _generate(cls: type, fields: tuple[Field, ...]) -> list[Callable[..., Any]]:
    """Write `copy` and `key` as straight-line code for this list of fields."""
    copies, keys = [], []
    for field in fields:
        here = f"self.{field.name}"
        if not field.shape:
            copies.append(f"    new.{field.name} = {here}")
            keys.append(here)
            continue
        inner, outer = f"{here}", f"{here}"
        if len(field.shape) == 1:
            inner, outer = f"{here}[:]", f"tuple({here})"
        elif len(field.shape) == 2:
            inner, outer = f"[row[:] for row in {here}]", f"tuple(map(tuple, {here}))"
        else:
            inner = f"deep_copy({here})"
            outer = f"deep_tuple({here})"
        copies.append(f"    new.{field.name} = {inner}")
        keys.append(outer)
    lines = [
        "def copy(self):",
        "    new = make(cls)",
        *copies,
        "    new.options = self.options",
        "    return new",
        "def key(self):",
        f"    return ({', '.join(keys)}{',' if len(keys) == 1 else ''})",
    ]
    space: dict[str, Any] = {"make": cls.__new__, "cls": cls, "deep_copy": _deep_copy, "deep_tuple": _deep_tuple}
    exec("\n".join(lines), space)
    return [space["copy"], space["key"]]


def _deep_copy(rows: Any) -> Any:
    return [_deep_copy(row) for row in rows] if isinstance(rows, list) else rows


def _deep_tuple(rows: Any) -> Any:
    return tuple(_deep_tuple(row) for row in rows) if isinstance(rows, list) else rows


class Record(metaclass=_RecordType):
    """The step state: declared integer fields, the options beside them, and the source and lists of one run.

    >>> class Pile(Record):
    ...     stones: int = integer(high=20)
    ...     taken: list[int] = integers(2, high=20)
    >>> pile = Pile(stones=7)
    >>> pile
    Pile(stones=7, taken=[0, 0])
    >>> other = pile.copy()
    >>> other.taken[1] = 3
    >>> pile.key(), other.key()
    ((7, (0, 0)), (7, (0, 3)))
    """

    FIELDS: ClassVar[tuple[Field, ...]]
    RUNNING: ClassVar[tuple[str, ...]] = ("options", "source", "offers", "events")

    # What one run of the rules needs beside the fields; no part of the position.
    options: Any
    source: Any
    offers: list[int]
    events: Any

    def __init__(self, **values: Any) -> None:
        for field in self.FIELDS:
            setattr(self, field.name, field.blank())
        self.options = None
        for name, value in values.items():
            setattr(self, name, value)

    def copy(self) -> Self:
        """Return a new record with the same fields and options; the run's source and lists are not copied."""
        raise NotImplementedError  # pragma: no cover - generated for each class

    def key(self) -> tuple[Any, ...]:
        """Return the fields as nested tuples: equal keys are equal positions."""
        raise NotImplementedError  # pragma: no cover - generated for each class

    def check(self) -> str | None:
        """Return a sentence about the first field out of its declared range or shape, or None."""
        for field in self.FIELDS:
            value = getattr(self, field.name)
            entries = list(field.entries(value))
            if len(entries) != field.size:
                return f"field {field.name} has {len(entries)} entries, declared are {field.size}"
            for entry in entries:
                if not field.low <= entry <= field.high:
                    return f"field {field.name} holds {entry}, declared are {field.low} to {field.high}"
        return None

    def __repr__(self) -> str:
        shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in self.FIELDS)
        return f"{type(self).__name__}({shown})"
