"""Read metadata field by field; every fault becomes a sentence that names file, cell and field."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any


class Fields:
    """The fields of one piece of metadata. Each is asked for once by its type; what nobody asked for is a fault.

    >>> faults: list[str] = []
    >>> fields = Fields({"points": "two", "tilte": "x"}, "04.ipynb, cell 3", faults)
    >>> fields.number("points", 1.0), fields.text("title")
    (1.0, '')
    >>> fields.finish()
    >>> for fault in faults: print(fault)
    04.ipynb, cell 3: field 'points' is 'two'; a number of at least 0 was expected.
    04.ipynb, cell 3: field 'tilte' is unknown; did you mean 'title'?
    """

    def __init__(self, data: Any, where: str, faults: list[str]) -> None:
        """Take the metadata, the place to name in messages, and the list that gathers them."""
        self._where = where
        self._faults = faults
        self._asked: list[str] = []
        self._data: Mapping[str, Any] = data if isinstance(data, Mapping) else {}
        if not isinstance(data, Mapping):
            self.fault(f"the metadata is {data!r}; named fields were expected.")

    def fault(self, sentence: str) -> None:
        """Note one fault."""
        self._faults.append(f"{self._where}: {sentence}")

    def text(self, name: str, default: str = "", *, needed: bool = False) -> str:
        """Read a text."""
        return str(self._get(name, default, lambda v: isinstance(v, str) and (v != "" or not needed), "a text", needed))

    def number(self, name: str, default: float, *, least: float = 0) -> float:
        """Read a number that is at least `least`."""
        expected = f"a number of at least {least:g}"
        found = self._get(name, default, lambda v: type(v) in (int, float) and v >= least, expected, False)
        return found if isinstance(found, int) else float(found)

    def count(self, name: str, default: int, *, least: int = 0) -> int:
        """Read a whole number that is at least `least`."""
        expected = f"a whole number of at least {least}"
        return int(self._get(name, default, lambda v: type(v) is int and v >= least, expected, False))

    def flag(self, name: str) -> bool:
        """Read true or false; false if it is not there."""
        return bool(self._get(name, False, lambda v: isinstance(v, bool), "true or false", False))

    def texts(self, name: str) -> tuple[str, ...]:
        """Read a list of texts."""
        expected = "a list of texts"
        good: Callable[[Any], bool] = lambda v: isinstance(v, list) and all(isinstance(part, str) for part in v)  # noqa: E731
        return tuple(self._get(name, [], good, expected, False))

    def choice(self, name: str, default: str, choices: tuple[str, ...]) -> str:
        """Read one of several words."""
        return str(self._get(name, default, lambda v: v in choices, "one of " + ", ".join(choices), False))

    def part(self, name: str) -> Fields | None:
        """Read a piece of metadata inside this one, or None if it is not there."""
        if self._data.get(name) is None:
            self._asked.append(name)
            return None
        found = self._get(name, {}, lambda v: isinstance(v, Mapping), "named fields", False)
        return Fields(found, f"{self._where}, field {name!r}", self._faults)

    def parts(self, name: str) -> list[tuple[str, Fields]]:
        """Read several named pieces of metadata inside this one."""
        found = self._get(name, {}, lambda v: isinstance(v, Mapping), "named fields", False)
        return [
            (str(key), Fields(value, f"{self._where}, field {name!r}, {key!r}", self._faults))
            for key, value in found.items()
        ]

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Read a list of pieces of metadata."""
        good: Callable[[Any], bool] = lambda v: isinstance(v, list) and all(isinstance(part, Mapping) for part in v)  # noqa: E731
        return [dict(row) for row in self._get(name, [], good, "a list of named fields", False)]

    def finish(self) -> None:
        """Note every field that nobody asked for."""
        for name in self._data:
            if name not in self._asked:
                near = difflib.get_close_matches(str(name), self._asked, 1)
                hint = f"did you mean {near[0]!r}?" if near else f"known here are {', '.join(sorted(self._asked))}."
                self.fault(f"field {name!r} is unknown; {hint}")

    def _get(self, name: str, default: Any, good: Callable[[Any], bool], expected: str, needed: bool) -> Any:
        self._asked.append(name)
        if name not in self._data:
            if needed:
                self.fault(f"field {name!r} is missing; {expected} was expected.")
            return default
        value = self._data[name]
        if good(value):
            return value
        self.fault(f"field {name!r} is {value!r}; {expected} was expected.")
        return default
