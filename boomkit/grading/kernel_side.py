"""Evidence: what a check cell shows. Runs inside the notebook's kernel and inside the student's process.

A check cell never judges. It calls the student's function and shows what came out, one line of JSON an input:

    {"in": [[0, 0], 3], "out": {"set": [[0, 1], [1, 0]]}}

The module is complete in itself and uses the standard library alone, because its very source is run in processes where
`boomkit` is absent. Nothing a student does to it helps: whoever changes these lines without knowing what belongs there
gets lines that do not agree with the solution's.
"""

from __future__ import annotations

import contextlib
import json
import math
import sys
import traceback
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from numbers import Integral, Real
from types import FunctionType
from typing import Any

_WRAPPERS = {"set", "dict", "fraction", "float", "text", "object"}
"""Keys of the small wrappers around values that JSON has no form for."""


def _in_order(values: list[Any]) -> list[Any]:
    """Sort plain values: numbers by size, everything else by its text."""
    numeric = all(isinstance(value, (int, float)) for value in values)
    rows = all(isinstance(value, list) and all(isinstance(part, (int, float)) for part in value) for value in values)
    if numeric or rows:
        return sorted(values)
    return sorted(values, key=lambda value: json.dumps(value, ensure_ascii=False))


def plain(value: Any) -> Any:
    """Turn a Python value into data that JSON can hold, in one stable form.

    Tuples and lists become lists; sets, fractions and dicts with keys that are no texts get a small wrapper; any other
    object becomes its text (or the name of its type, when its text would hold an address).

    >>> plain({(1, 0), (0, 1)})
    {'set': [[0, 1], [1, 0]]}
    >>> from fractions import Fraction
    >>> plain([Fraction(31, 551), 0.5, None, {"a": 1}, {2: "b"}])
    [{'fraction': '31/551'}, 0.5, None, {'a': 1}, {'dict': [[2, 'b']]}]
    """
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, Real):
        number = float(value) + 0.0  # minus zero is zero
        return number if math.isfinite(number) else {"float": str(number)}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if isinstance(value, AbstractSet):
        return {"set": _in_order([plain(part) for part in value])}
    if isinstance(value, Mapping):
        if all(isinstance(key, str) for key in value) and not (len(value) == 1 and set(value) <= _WRAPPERS):
            return {key: plain(value[key]) for key in sorted(value)}
        return {"dict": _in_order([[plain(key), plain(part)] for key, part in value.items()])}
    return _object(value)


def _object(value: Any) -> Any:
    """Say what an object is that is no plain data."""
    kind = type(value)
    if kind.__module__ == "numpy" and hasattr(value, "tolist"):
        return plain(value.tolist())
    bare: Any = object
    if isinstance(value, FunctionType) or (kind.__str__ is bare.__str__ and kind.__repr__ is bare.__repr__):
        return {"object": kind.__name__}
    text = str(value)
    return {"object": kind.__name__} if " at 0x" in text else {"text": text}


def _print(line: dict[str, Any]) -> None:
    """Write one line of evidence."""
    print(json.dumps(line, ensure_ascii=False, allow_nan=False))


def evidence(given: Any, out: Any) -> None:
    """Show one input and what came out, where the check cell works it out itself.

    >>> evidence("a pile of three", {1, 2})
    {"in": "a pile of three", "out": {"set": [1, 2]}}
    """
    _print({"in": plain(given), "out": plain(out)})


def show(function: Callable[..., Any], *arguments: Any) -> None:
    """Call a function and show the arguments and what it returned, or the kind of exception it raised.

    What the function prints goes to standard error: it is there to be read and is not judged. A function that changes
    its arguments is shown to do so. `NotImplementedError` passes through: the function is still to be written.

    >>> show(divmod, 7, 2)
    {"in": [7, 2], "out": [3, 1]}
    """
    line: dict[str, Any] = {"in": plain(arguments)}
    try:
        with contextlib.redirect_stdout(sys.stderr):
            line["out"] = plain(function(*arguments))
            if plain(arguments) != line["in"]:
                line["changed"] = True
    except NotImplementedError:
        raise
    except Exception as error:
        line.pop("out", None)
        line["error"] = type(error).__name__
        _tell(error, function)
    _print(line)


def _tell(error: Exception, function: Callable[..., Any]) -> None:
    """Say on standard error what was raised and where: for whoever writes the function, and not judged."""
    code = getattr(function, "__code__", None)
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if code and frame.filename == code.co_filename
    ]
    where = f" (line {frames[-1].lineno} of the cell, in {frames[-1].name})" if frames else ""
    print(f"{type(error).__name__}: {error}{where}", file=sys.stderr)


class Dialog:
    """A talk with a referee: call it with a message, get the answer.

    In a notebook the referee lives beside it. In the student's process at grading it lives elsewhere, and messages go
    through the worker's channel.
    """

    def __init__(self, ask: Callable[[Any], Any], referee: Any = None) -> None:
        """Keep the channel, and the referee where it is here."""
        self._ask = ask
        self._referee = referee

    def __call__(self, message: Any) -> Any:
        """Send one message (plain data) and return the answer."""
        return self._ask(plain(message))

    def show(self) -> None:
        """Show the referee's evidence, if the referee is here; elsewhere the grader asks the referee itself."""
        if self._referee is not None:
            for line in self._referee.evidence():
                _print({key: plain(value) for key, value in line.items()})


def dialog(referee: Any, **inputs: Any) -> Dialog:
    """Open a talk with a referee, given by its name: a class of this notebook, or whatever the grader has in its place.

    >>> class Echo:
    ...     def __init__(self, cases): self.heard = 0
    ...     def answer(self, message): self.heard += 1; return message
    ...     def evidence(self): return [{"in": "messages", "out": self.heard}]
    >>> talk = dialog(Echo, cases=[])
    >>> talk((1, 2))
    [1, 2]
    >>> talk.show()
    {"in": "messages", "out": 1}
    """
    import builtins

    channel = getattr(builtins, "__boomkit_ask__", None) or sys.modules["__main__"].__dict__.get("__boomkit_ask__")
    if channel is not None:
        return Dialog(channel)
    if isinstance(referee, str):
        referee = sys.modules["__main__"].__dict__[referee]
    judge = referee(**inputs)
    return Dialog(lambda message: plain(judge.answer(message)), judge)
