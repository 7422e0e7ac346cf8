"""Inputs as source text: the grader draws them in its own process and writes them into the check cell.

Plain data is written as Python literals. What must be made inside the student's process (a game, a position, a given
function) is written as the expression that makes it.
"""

from __future__ import annotations

import json
import math
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boomkit.grading.schema import SheetError


@dataclass(frozen=True)
class Expression:
    """An input that is made by evaluating `text` in the student's process, after the import lines `needs`.

    >>> Writer().text(Expression("random.Random(7)", needs=("import random",)))
    'random.Random(7)'
    """

    text: str
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, init=False)
class Game:
    """A game as an input: name and options, loaded in the student's process.

    >>> Writer().text(Game("baby_boom", n_rounds=1))
    "boomkit.load('baby_boom', n_rounds=1)"
    """

    name: str
    options: tuple[tuple[str, Any], ...]

    def __init__(self, name: str, **options: Any) -> None:
        """Take the name and the options of `boomkit.load`."""
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "options", tuple(sorted(options.items())))


@dataclass(frozen=True, init=False)
class Position:
    """A state as an input: position text, read in the student's process.

    >>> Writer().text(Position("wild_twist_war", "some text", ranks=3))
    "boomkit.load('wild_twist_war', ranks=3).read('some text')"
    """

    game: Game
    text: str

    def __init__(self, game: str | Game, text: str, **options: Any) -> None:
        """Take a game (or its name and options) and a position text of it."""
        object.__setattr__(self, "game", game if isinstance(game, Game) else Game(game, **options))
        object.__setattr__(self, "text", text)

    def to_text(self) -> str:
        """Return the position as JSON with `game`, `options` and `text`, for whoever draws it."""
        data = {"game": self.game.name, "options": dict(self.game.options), "text": self.text}
        return json.dumps(data, ensure_ascii=False)


@dataclass(frozen=True)
class Function:
    """A function as an input: `source` defines `name`; the student gets it under an opaque name.

    The source must hold no answer: whoever gets a function can read it.
    """

    source: str
    name: str


class Writer:
    """Write values as source text, and gather the import lines and definitions that must stand before them.

    >>> writer = Writer()
    >>> writer.text(((0, 0), frozenset({2, 1}), Fraction(1, 2)))
    '((0, 0), frozenset({1, 2}), Fraction(1, 2))'
    >>> writer.before()
    ('from fractions import Fraction',)
    """

    def __init__(self, where: str = "an input") -> None:
        """Start with nothing needed; `where` is said in the message about a value that cannot be written."""
        self.where = where
        self.needs: set[str] = set()
        self.definitions: list[str] = []
        self.functions: dict[Function, str] = {}

    def before(self) -> tuple[str, ...]:
        """Return the lines that must stand before the expressions."""
        return (*sorted(self.needs), *self.definitions)

    def text(self, value: Any) -> str:
        """Return the expression of one value; SheetError if it is nothing that can be written."""
        kind = type(value)
        if kind in (bool, int, str, bytes, range) or value is None:
            return repr(value)
        if kind is float:
            return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
        if kind is tuple:
            return f"({self._parts(value)}{',' if len(value) == 1 else ''})"
        if kind is list:
            return f"[{self._parts(value)}]"
        if kind in (set, frozenset):
            return self._set(value)
        if kind is dict:
            return "{" + self._pairs(value.items()) + "}"
        return self._special(value)

    def _special(self, value: Any) -> str:
        if isinstance(value, Expression):
            self.needs.update(value.needs)
            return value.text
        if isinstance(value, Game):
            self.needs.add("import boomkit")
            options = "".join(f", {name}={self.text(option)}" for name, option in value.options)
            return f"boomkit.load({value.name!r}{options})"
        if isinstance(value, Position):
            return f"{self.text(value.game)}.read({value.text!r})"
        if isinstance(value, Function):
            return self._function(value)
        if isinstance(value, Fraction):
            self.needs.add("from fractions import Fraction")
            return f"Fraction({value.numerator}, {value.denominator})"
        if isinstance(value, Counter):
            self.needs.add("from collections import Counter")
            return "Counter({" + self._pairs(value.items()) + "})"
        if isinstance(value, deque):
            self.needs.add("from collections import deque")
            return f"deque([{self._parts(value)}])"
        raise SheetError(
            f"{self.where} is a {type(value).__name__} ({str(value)[:60]!r}): inputs are plain data (numbers, texts, "
            "tuples, lists, sets, dicts, Fraction, Counter) or Game, Position, Function and Expression."
        )

    def _parts(self, values: Iterable[Any]) -> str:
        return ", ".join(self.text(value) for value in values)

    def _pairs(self, items: Iterable[tuple[Any, Any]]) -> str:
        return ", ".join(f"{self.text(key)}: {self.text(value)}" for key, value in items)

    def _set(self, value: set[Any] | frozenset[Any]) -> str:
        # An order that does not hang on hashes, so that the same inputs are always the same text.
        by_size = all(type(part) in (int, float) for part in value)
        parts = sorted(value) if by_size else sorted(value, key=self.text)
        inner = "{" + self._parts(parts) + "}" if value else ""
        if isinstance(value, frozenset):
            return f"frozenset({inner})"
        return inner or "set()"

    def _function(self, value: Function) -> str:
        if value not in self.functions:
            opaque = f"given_{len(self.functions) + 1}"
            self.functions[value] = opaque
            self.definitions += [
                f"_space = {{}}; exec({value.source!r}, _space)",
                f"{opaque} = _space.pop({value.name!r}); {opaque}.__name__ = {opaque}.__qualname__ = {opaque!r}",
                "del _space",
            ]
        return self.functions[value]
