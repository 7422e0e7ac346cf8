"""Evidence lines on the grader's side: text that came from a student's process, read with care."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

MAX_LINES = 20_000
"""More lines than this are not looked at."""


@dataclass(frozen=True)
class EvidenceLine:
    """One line of evidence. `raw` is the JSON as it came, `given` and `out` are read back into Python values.

    Lists come back as tuples, sets as frozensets; `error` is the name of an exception's type, `changed` says that the
    function changed its arguments.
    """

    text: str
    raw: Any = None
    given: Any = None
    out: Any = None
    error: str = ""
    changed: bool = False

    @property
    def is_evidence(self) -> bool:
        """Say whether the line is JSON with an input."""
        return isinstance(self.raw, dict) and "in" in self.raw


def read_lines(text: str) -> tuple[EvidenceLine, ...]:
    r"""Read what a check cell printed, line by line; a line that is no evidence keeps its text only.

    >>> read_lines('{"in": [2, 1], "out": {"set": [[0, 1]]}}\n')[0].out
    frozenset({(0, 1)})
    """
    return tuple(_read(line) for line in text.split("\n")[:MAX_LINES] if line.strip())


def _read(text: str) -> EvidenceLine:
    try:
        raw = json.loads(text)
        if not isinstance(raw, dict) or "in" not in raw:
            return EvidenceLine(text, raw)
        error = raw.get("error")
        return EvidenceLine(
            text,
            raw,
            decode(raw["in"]),
            decode(raw.get("out")),
            error if isinstance(error, str) else "",
            raw.get("changed") is True,
        )
    except (ValueError, RecursionError, TypeError, ZeroDivisionError):
        return EvidenceLine(text)


def decode(value: Any) -> Any:
    """Turn the JSON form of a value back into a Python value that can be compared and hashed where it could before.

    >>> decode({"dict": [[[0, 1], {"fraction": "1/2"}]]})
    {(0, 1): Fraction(1, 2)}
    """
    if isinstance(value, list):
        return tuple(decode(part) for part in value)
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        [(tag, inner)] = value.items()
        if tag == "set" and isinstance(inner, list):
            return frozenset(decode(part) for part in inner)
        if tag == "dict" and isinstance(inner, list) and all(isinstance(p, list) and len(p) == 2 for p in inner):
            return {decode(key): decode(part) for key, part in inner}
        if tag == "fraction" and isinstance(inner, str) and len(inner) < 4000:
            return Fraction(inner)
        if tag == "float" and inner in ("inf", "-inf", "nan"):
            return float(inner)
        if tag == "text" and isinstance(inner, str):
            return inner
    return {key: decode(part) for key, part in value.items()}


def as_python(value: Any) -> str:
    """Return a value in JSON form as a Python programmer would write it, at most 200 characters long.

    >>> as_python({"set": [[0, 1], [1, 0]]}), as_python({"fraction": "1/2"}), as_python(None)
    ('{(0, 1), (1, 0)}', '1/2', 'None')
    """
    text = _python(value)
    return text if len(text) <= 200 else f"{text[:197]}…"


def _python(value: Any) -> str:
    if isinstance(value, list):
        return "(" + ", ".join(_python(part) for part in value[:100]) + ("," if len(value) == 1 else "") + ")"
    if not isinstance(value, dict):
        return repr(value)
    if len(value) == 1:
        [(tag, inner)] = value.items()
        if tag == "set" and isinstance(inner, list):
            return "{" + ", ".join(_python(part) for part in inner[:100]) + "}" if inner else "set()"
        if tag == "dict" and isinstance(inner, list) and all(isinstance(p, list) and len(p) == 2 for p in inner):
            return "{" + ", ".join(f"{_python(key)}: {_python(part)}" for key, part in inner[:100]) + "}"
        if tag in ("fraction", "float", "text") and isinstance(inner, str):
            return inner
        if tag == "object" and isinstance(inner, str):
            return f"an object of type {inner}"
    return "{" + ", ".join(f"{key!r}: {_python(part)}" for key, part in list(value.items())[:100]) + "}"


def kind_of(value: Any) -> str:
    """Name the kind of a value in JSON form, for a message.

    >>> kind_of([1]), kind_of({"set": []}), kind_of(True), kind_of(None)
    ('a tuple or list', 'a set', 'a truth value', 'None')
    """
    if value is None:
        return "None"
    if isinstance(value, dict) and len(value) == 1:
        tag = next(iter(value))
        names = {"set": "a set", "fraction": "a Fraction", "dict": "a dict", "text": "an object", "object": "an object"}
        return names.get(tag, "a dict")
    kinds = {bool: "a truth value", int: "a whole number", float: "a float", str: "a text", list: "a tuple or list"}
    return kinds.get(type(value), "a dict")


# ------------------------------------------------------------------------------------------- equality of two lines


def same_json(one: EvidenceLine, other: EvidenceLine) -> bool:
    """Say whether two lines are the same JSON (the same text, where they are none)."""
    if one.raw is None or other.raw is None:
        return one.text.strip() == other.text.strip()
    return _dump(one.raw) == _dump(other.raw)


def same_text(one: EvidenceLine, other: EvidenceLine) -> bool:
    """Say whether two lines are the same text, blank space at their ends aside."""
    return one.text.strip() == other.text.strip()


def same_set(one: EvidenceLine, other: EvidenceLine) -> bool:
    """Say whether two lines agree when what came out is read as a set: order and repeats do not count."""
    if not (one.is_evidence and other.is_evidence):
        return same_json(one, other)
    return _rest(one) == _rest(other) and _members(one.raw.get("out")) == _members(other.raw.get("out"))


def _rest(line: EvidenceLine) -> str:
    return _dump({key: part for key, part in line.raw.items() if key != "out"})


def _members(value: Any) -> frozenset[str] | str:
    if isinstance(value, dict) and set(value) == {"set"}:
        value = value["set"]
    return frozenset(_dump(part) for part in value) if isinstance(value, list) else _dump(value)


def _dump(value: Any) -> str:
    """Return one text for equal JSON: 1, 1.0 and true are three different values."""
    return json.dumps(value, sort_keys=True)


def same_numbers(one: EvidenceLine, other: EvidenceLine, tolerance: float, relative: float) -> bool:
    """Say whether two lines agree when numbers that came out may differ a little."""
    if not (one.is_evidence and other.is_evidence):
        if one.raw is None or other.raw is None:
            return same_text(one, other)
        return close(one.raw, other.raw, tolerance, relative)
    if _rest(one) != _rest(other):
        return False
    return close(one.raw.get("out"), other.raw.get("out"), tolerance, relative)


def close(one: Any, other: Any, tolerance: float, relative: float) -> bool:
    """Say whether two values in JSON form are equal up to a tolerance in their numbers.

    >>> close([1, {"a": 0.3}], [1.0, {"a": 0.1 + 0.2}], 1e-9, 0)
    True
    >>> close(True, 1, 1, 0)
    False
    """
    one, other = _number(one), _number(other)
    if isinstance(one, float) and isinstance(other, float):
        return one == other or math.isclose(one, other, rel_tol=relative, abs_tol=tolerance)
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(close(a, b, tolerance, relative) for a, b in zip(one, other, strict=True))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(close(one[key], other[key], tolerance, relative) for key in one)
    return bool(one == other)


def _number(value: Any) -> Any:
    """Return any number in JSON form as a float, anything else as it is."""
    try:
        if type(value) in (int, float):
            return float(value)
        if isinstance(value, dict) and set(value) == {"fraction"}:
            return float(Fraction(value["fraction"]))
        if isinstance(value, dict) and set(value) == {"float"}:
            return float(value["float"])
    except (OverflowError, ValueError, TypeError, ZeroDivisionError):
        return value
    return value
