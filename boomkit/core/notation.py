"""Position texts: `key value; key value`, what FEN is to chess; errors quote the part that cannot be read."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from boomkit.errors import PositionError


class Position:
    """The parts of a position text, by key.

    >>> position = Position("3a./.. ; turn 1", keys=("board", "turn"), lead="board")
    >>> position.take("board"), position.whole("turn", 0, 0, 3)
    ('3a./..', 1)
    """

    def __init__(self, text: str, keys: Iterable[str], lead: str | None = None) -> None:
        self.text = text
        self.keys = tuple(keys)
        self.parts: dict[str, str] = {}
        for number, part in enumerate(text.split(";")):
            part = part.strip()
            if not part:
                continue
            key, _, value = part.partition(" ")
            if key not in self.keys:
                if number == 0 and lead is not None:
                    key, value = lead, part
                else:
                    near = get_close_matches(key, self.keys, 1)
                    hint = f" Did you mean {near[0]!r}?" if near else ""
                    raise PositionError(
                        f"In the position {text!r} the part {part!r} begins with no known word.{hint} "
                        f"Known are {', '.join(self.keys)}."
                    )
            if key in self.parts:
                raise PositionError(f"In the position {text!r} the part {key!r} stands twice; write it once.")
            self.parts[key] = value.strip()

    def __contains__(self, key: str) -> bool:
        return key in self.parts

    def take(self, key: str, default: str | None = None) -> str:
        """Return the text of a part, or `default`; with no default the part must be there."""
        if key in self.parts:
            return self.parts[key]
        if default is None:
            raise PositionError(f"The position {self.text!r} does not say {key!r}; add a part '{key} …'.")
        return default

    def whole(self, key: str, default: int | None, low: int, high: int) -> int:
        """Return the whole number of a part, from `low` to `high`."""
        text = self.take(key, None if default is None else str(default))
        return self.number(key, text, low, high)

    def number(self, key: str, text: str, low: int, high: int) -> int:
        """Read one whole number that stands in part `key`."""
        try:
            value = int(text)
        except ValueError:
            raise self.error(key, f"{text!r} is not a whole number from {low} to {high}") from None
        if not low <= value <= high:
            raise self.error(key, f"{value} is not from {low} to {high}")
        return value

    def numbers(self, key: str, default: list[int] | None, count: int, low: int, high: int) -> list[int]:
        """Return the `count` whole numbers of a part."""
        if key not in self.parts and default is not None:
            return list(default)
        words = self.take(key).split()
        if len(words) != count:
            raise self.error(key, f"{self.parts[key]!r} has {len(words)} numbers where {count} are due")
        return [self.number(key, word, low, high) for word in words]

    def groups(self, key: str, count: int) -> list[str]:
        """Return the `count` texts of a part that is divided by `/`, such as one hand a seat."""
        found = [group.strip() for group in self.take(key).split("/")]
        if len(found) != count:
            raise self.error(key, f"{self.parts[key]!r} has {len(found)} groups divided by '/' where {count} are due")
        return found

    def error(self, key: str, what: str) -> PositionError:
        """Make the error for part `key` that quotes the position."""
        return PositionError(f"In the position {self.text!r}, part {key!r}: {what}.")
