"""Nim: two seats take stones from heaps, and who takes the last stone wins.

Actions are written `take 2 from 0`. A position is `heaps 3 4 5; turn 0`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from boomkit.core import Action, Game, Option, Position, Record
from boomkit.core.toys.nim import rules


def _heaps(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError
    stones = [int(word) for word in value.split()]
    if not 1 <= len(stones) <= rules.MOST_HEAPS or not all(0 <= heap <= rules.MOST_STONES for heap in stones):
        raise ValueError
    return " ".join(map(str, stones))


class Nim(Game):
    """Nim with up to six heaps of up to nine stones."""

    name: ClassVar[str] = "nim"
    title: ClassVar[str] = "Nim"
    package: ClassVar[str] = __name__
    rules: ClassVar[Any] = rules
    declared: ClassVar[tuple[Option, ...]] = (
        Option(
            "heaps", "3 4 5", "one to six numbers from 0 to 9, such as '3 4 5'", "stones at the start", _heaps, "NI-T1"
        ),
    )
    keys: ClassVar[tuple[str, ...]] = ("heaps", "turn")

    @property
    def players(self) -> int:
        """Two seats."""
        return 2

    @property
    def stones(self) -> list[int]:
        """The stones on each heap at the start."""
        return [int(word) for word in self.options["heaps"].split()]

    def encode_options(self) -> Record:
        """Return the number of heaps."""
        return rules.Options(heaps=len(self.stones))

    def start(self) -> Record:
        """Put the stones on the heaps."""
        return self.blank(stones=self._padded(self.stones))

    def _padded(self, stones: Sequence[int]) -> list[int]:
        return [*stones, *[0] * (rules.MOST_HEAPS - len(stones))]

    def action_text(self, code: int) -> str:
        """Write `take 2 from 0`."""
        return f"take {code // rules.MOST_HEAPS} from {code % rules.MOST_HEAPS}"

    def write(self, fields: Any) -> str:
        """Write the heaps and the seat that is due."""
        heaps = " ".join(str(stones) for stones in fields.stones[: fields.options.heaps])
        return f"heaps {heaps}; turn {fields.turn}"

    def parse(self, position: Position) -> Record:
        """Read heaps and turn; there are as many heaps as the game has."""
        count = len(self.stones)
        words = position.take("heaps").split()
        if len(words) < count:
            words += ["0"] * (count - len(words))
        if len(words) > count:
            raise position.error("heaps", f"{len(words)} heaps where this game has {count}")
        stones = [position.number("heaps", word, 0, rules.MOST_STONES) for word in words]
        return self.blank(stones=self._padded(stones), turn=position.whole("turn", 0, 0, 1))

    def reason(self, fields: Any, action: Action, clause: str) -> tuple[str, tuple[str, ...]]:
        """Say how many stones there are."""
        heap = action.code % rules.MOST_HEAPS
        return f"Heap {heap} holds {fields.stones[heap]}.", (f"heap{heap}",)

    def symmetries(self) -> Sequence[Callable[[Record], Record]]:
        """Return the swaps of two heaps: which heap is which does not matter."""
        return [self._swap(a, b) for a in range(len(self.stones)) for b in range(a)]

    def _swap(self, a: int, b: int) -> Callable[[Record], Record]:
        def swap(fields: Any) -> Record:
            swapped: Any = fields.copy()
            swapped.stones[a], swapped.stones[b] = swapped.stones[b], swapped.stones[a]
            return swapped  # type: ignore[no-any-return]

        return swap


GAME = Nim
