"""Read the numbers of many games: means, quantiles and paired differences with intervals, and how many games it takes.

Methods are the standard ones; where SciPy is installed its distributions are used, else the standard library's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, fsum, sqrt
from statistics import NormalDist
from typing import Any

from boomkit.errors import BoomkitError


@dataclass(frozen=True)
class Interval:
    """An estimate with its interval at a level of confidence, from `n` values."""

    value: float
    low: float
    high: float
    confidence: float
    n: int

    @property
    def half_width(self) -> float:
        """Half of the interval's width: what is said after ±."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        return f"{self.value:.4g} ± {self.half_width:.2g} ({self.confidence:.0%} of {self.n})"


def _checked(values: Any, least: int) -> list[float]:
    found = [float(value) for value in values]
    if len(found) < least:
        raise BoomkitError(f"There are {len(found)} values; at least {least} are needed.")
    return found


def _level(confidence: float) -> float:
    if not 0 < confidence < 1:
        raise BoomkitError(f"confidence is {confidence!r}; it lies between 0 and 1, such as 0.95.")
    return (1 + confidence) / 2


def critical(n: int, confidence: float = 0.95) -> float:
    """Return the factor of the standard error: Student's t with n - 1 degrees of freedom, or the normal one.

    The normal factor stands in where SciPy is not installed; from n = 60 on they differ by less than 2.1 %.
    """
    level = _level(confidence)
    try:
        from scipy.stats import t
    except ImportError:
        return NormalDist().inv_cdf(level)
    return float(t.ppf(level, n - 1))


def mean_interval(values: Any, confidence: float = 0.95) -> Interval:
    """Return the mean of at least two values with its interval.

    >>> print(mean_interval([1, 2, 3, 4] * 25))
    2.5 ± 0.22 (95% of 100)
    """
    found = _checked(values, 2)
    n = len(found)
    mean = fsum(found) / n
    deviation = sqrt(fsum((value - mean) ** 2 for value in found) / (n - 1))
    half = critical(n, confidence) * deviation / sqrt(n)
    return Interval(mean, mean - half, mean + half, confidence, n)


def quantile_interval(values: Any, q: float, confidence: float = 0.95) -> Interval:
    """Return the q-quantile with the distribution-free interval between two order statistics.

    The ranks are those of the binomial distribution (W. J. Conover, Practical Nonparametric Statistics), by its normal
    approximation; the interval is as wide as the sample allows where it would reach past the ends.

    >>> found = quantile_interval(range(101), 0.5)
    >>> found.value, found.low, found.high
    (50.0, 40.0, 60.0)
    """
    if not 0 < q < 1:
        raise BoomkitError(f"q is {q!r}; a quantile lies between 0 and 1, such as 0.5 for the median.")
    found = sorted(_checked(values, 2))
    n = len(found)
    half = NormalDist().inv_cdf(_level(confidence)) * sqrt(n * q * (1 - q))
    place = q * (n - 1)
    below = int(place)
    value = found[below] + (place - below) * (found[min(below + 1, n - 1)] - found[below])
    low = found[max(0, ceil(n * q - half) - 1)]
    high = found[min(n - 1, ceil(n * q + half) - 1)]
    return Interval(value, low, high, confidence, n)


def paired_difference(ours: Any, theirs: Any, confidence: float = 0.95) -> Interval:
    """Return the mean difference of two runs played with the same seeds (common random numbers), with its interval.

    >>> paired_difference([3, 5, 4, 6], [2, 4, 4, 5]).value
    0.75
    """
    first, second = _checked(ours, 2), _checked(theirs, 2)
    if len(first) != len(second):
        raise BoomkitError(f"Pairs are needed, but there are {len(first)} and {len(second)} values.")
    return mean_interval([a - b for a, b in zip(first, second, strict=True)], confidence)


def runs_needed(deviation: float, half_width: float, confidence: float = 0.95) -> int:
    """Return how many runs make an interval of ± `half_width` for values of this standard deviation, rounded up.

    >>> runs_needed(279, 5)
    11961
    """
    if deviation < 0 or half_width <= 0:
        raise BoomkitError("A deviation is not negative, and a half width is above 0.")
    return max(2, ceil((NormalDist().inv_cdf(_level(confidence)) * deviation / half_width) ** 2))


def sign_test(wins: int, games: int) -> Fraction:
    """Return the exact two-sided probability of a result as lopsided as `wins` of `games`, if both were equally good.

    >>> float(round(sign_test(60, 100), 4))
    0.0569
    """
    if not 0 <= wins <= games:
        raise BoomkitError(f"{wins} wins of {games} games is not possible.")
    tail = max(wins, games - wins)
    count = 2 * sum(comb(games, k) for k in range(tail, games + 1))
    return min(Fraction(1), Fraction(count, 2**games))


def share_interval(wins: float, games: int, confidence: float = 0.95) -> Interval:
    """Return a share of wins with Wilson's interval (E. B. Wilson, 1927).

    >>> found = share_interval(60, 100)
    >>> round(found.low, 3), round(found.high, 3)
    (0.502, 0.691)
    """
    if games < 1 or not 0 <= wins <= games:
        raise BoomkitError(f"{wins} wins of {games} games is not possible.")
    z = NormalDist().inv_cdf(_level(confidence))
    share, scale = wins / games, 1 + z * z / games
    middle = (share + z * z / (2 * games)) / scale
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / scale
    return Interval(share, middle - half, middle + half, confidence, games)


def bradley_terry(wins: Sequence[Sequence[float]], tolerance: float = 1e-12) -> list[float]:
    """Return strengths that add to 1: the chance that i beats j is s[i] / (s[i] + s[j]).

    `wins[i][j]` counts i's wins over j (half for a tie). Raises BoomkitError where no finite answer exists: each agent
    has to be linked to each other by a chain of wins. Method: D. R. Hunter, MM algorithms, 2004.

    >>> [round(strength, 5) for strength in bradley_terry([[0, 7, 9], [3, 0, 6], [1, 4, 0]])]
    [0.6625, 0.2197, 0.1178]
    """
    count = len(wins)
    if not _linked(wins):
        raise BoomkitError(
            "Strengths cannot be estimated: some agents never won, or never lost, against the rest. Play more rounds."
        )
    total = [sum(row) for row in wins]
    strengths = [1 / count] * count
    while True:
        after = []
        for i in range(count):
            weight = sum((wins[i][j] + wins[j][i]) / (strengths[i] + strengths[j]) for j in range(count) if j != i)
            after.append(total[i] / weight)
        scale = sum(after)
        after = [strength / scale for strength in after]
        if max(abs(a - b) for a, b in zip(after, strengths, strict=True)) < tolerance:
            return after
        strengths = after


def _linked(wins: Sequence[Sequence[float]]) -> bool:
    """Tell whether every agent can be reached from every other by wins."""
    flipped = [[row[i] for row in wins] for i in range(len(wins))]
    return all(len(_reached(table)) == len(wins) for table in (wins, flipped))


def _reached(table: Sequence[Sequence[float]]) -> set[int]:
    """Return whom a chain of wins leads to from the first agent."""
    seen, waiting = {0}, [0]
    while waiting:
        row = table[waiting.pop()]
        new = [there for there, won in enumerate(row) if won > 0 and there not in seen]
        seen.update(new)
        waiting += new
    return seen
