"""Where chance comes from: a seeded generator, a script of outcomes, or a recorder over either.

The generator is PCG32 (XSH-RS over a 64-bit linear congruential state; M. E. O'Neill, 2014), small enough to run the
same in CPython and in compiled code, so that a seed gives the same game in both.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

MASK64 = (1 << 64) - 1
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407


def mix(number: int) -> int:
    """Scatter a whole number over 64 bits (the finaliser of SplitMix64), so that neighbouring seeds are unrelated.

    >>> mix(1) != mix(2) and mix(1) < 2**64
    True
    """
    number = (number + 0x9E3779B97F4A7C15) & MASK64
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK64
    return number ^ (number >> 31)


def stream(seed: int, number: int = 0) -> int:
    """Return the generator state at which game `number` of a run with this seed begins."""
    return mix(mix(seed & MASK64) ^ mix(number + 0x5DEECE66D))


class ChanceNeeded(Exception):  # noqa: N818 - a signal between rules and states, no error
    """Rules asked for an outcome past the end of the script: the run stops here and a chance state is made."""

    def __init__(self, weights: tuple[int, ...], total: int, codes: tuple[int, ...]) -> None:
        super().__init__("an outcome of chance is needed")
        self.weights = weights
        self.total = total
        self.codes = codes


def bits(mask: int) -> tuple[int, ...]:
    """Return the numbers of the set bits of a mask, lowest first.

    >>> bits(0b1101)
    (0, 2, 3)
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


class Seeded:
    """A source that draws from the kit's generator.

    >>> source = Seeded(7)
    >>> [source.below(6) for _ in range(8)]
    [3, 3, 1, 5, 4, 5, 0, 3]
    """

    __slots__ = ("state",)

    def __init__(self, seed: int, number: int = 0) -> None:
        self.state = stream(seed, number)

    def below(self, total: int) -> int:
        """Draw a whole number from 0 to `total` - 1, each exactly equally likely (Lemire's multiplication)."""
        while True:
            state = self.state
            self.state = (state * MULTIPLIER + INCREMENT) & MASK64
            product = (((state ^ (state >> 22)) >> (22 + (state >> 61))) & 0xFFFFFFFF) * total
            low = product & 0xFFFFFFFF
            if low >= total or low >= (0x100000000 - total) % total:
                return product >> 32

    def pick(self, weights: Sequence[int], total: int) -> int:
        """Draw an index with probability weight / total."""
        return bisect_right(list(accumulate(weights)), self.below(total))

    def pick_bit(self, mask: int, count: int) -> int:
        """Draw one of the `count` set bits of `mask`."""
        for _ in range(self.below(count)):
            mask &= mask - 1
        return (mask & -mask).bit_length() - 1


class Scripted:
    """A source that replays given outcomes and raises `ChanceNeeded` when it is asked for one more."""

    __slots__ = ("codes", "position")

    def __init__(self, codes: Sequence[int]) -> None:
        self.codes = codes
        self.position = 0

    def pick(self, weights: Sequence[int], total: int) -> int:
        """Return the next index of the script."""
        position = self.position
        if position == len(self.codes):
            raise ChanceNeeded(tuple(weights), total, tuple(range(len(weights))))
        self.position = position + 1
        return self.codes[position]

    def pick_bit(self, mask: int, count: int) -> int:
        """Return the next bit number of the script."""
        position = self.position
        if position == len(self.codes):
            codes = bits(mask)
            raise ChanceNeeded((1,) * len(codes), count, codes)
        self.position = position + 1
        return self.codes[position]


class Recorder:
    """A source that passes questions on and keeps every answer, so that a run can be replayed.

    With a script given, the script's outcomes are answered first.
    """

    __slots__ = ("codes", "inner", "script")

    def __init__(self, inner: Seeded, script: Sequence[int] = ()) -> None:
        self.inner = inner
        self.script = script
        self.codes: list[int] = []

    def pick(self, weights: Sequence[int], total: int) -> int:
        """Answer an index and keep it."""
        done = len(self.codes)
        code = self.script[done] if done < len(self.script) else self.inner.pick(weights, total)
        self.codes.append(code)
        return code

    def pick_bit(self, mask: int, count: int) -> int:
        """Answer a bit number and keep it."""
        done = len(self.codes)
        code = self.script[done] if done < len(self.script) else self.inner.pick_bit(mask, count)
        self.codes.append(code)
        return code
