"""The seams: the only places where stepping in Python and compiled batch play differ.

Rules call these functions and nothing else from outside. Here they ask the state's chance source and append to the
state's lists; `boomkit.simulate` gives Numba other bodies for the same names (an integer generator held in the record,
a write to a buffer, nothing at all).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

CHANCE = -1
"""`current_player` of a state in which chance decides."""
TERMINAL = -4
"""`current_player` of a state in which the game is over."""
ALLOWED = 0
"""What `forbids` answers for an action that no clause forbids: the number of no clause."""


def pick(state: Any, weights: Sequence[int], total: int) -> int:
    """Draw an index with probability weight / total: the only source of chance.

    `weights` are whole numbers from 0; `total` is their sum, at least 1 and below 2**31.
    """
    index: int = state.source.pick(weights, total)
    return index


def pick_bit(state: Any, mask: int, count: int) -> int:
    """Draw one of the `count` set bits of `mask`, each equally likely, and return its number (0 is the lowest)."""
    bit: int = state.source.pick_bit(mask, count)
    return bit


def offer(state: Any, action: int) -> None:
    """Add an action to those that the seat that is due may take."""
    state.offers.append(action)


def offer_all(state: Any, mask: int, base: int) -> None:
    """Offer `base + bit` for each set bit of `mask`, lowest first."""
    offers = state.offers
    while mask:
        low = mask & -mask
        offers.append(base + low.bit_length() - 1)
        mask ^= low


def log(state: Any, audience: int, event: int, clause: int, a: int, b: int, c: int) -> None:
    """Record what happened, for whom (`EVERYBODY` or one seat), under which clause; `a`, `b`, `c` are its numbers."""
    state.events.append((audience, event, clause, a, b, c))


def popcount(mask: int) -> int:
    """Count the set bits of a mask from 0 to 2**62 - 1.

    >>> popcount(0b1011)
    3
    """
    return mask.bit_count()


def lowbit(mask: int) -> int:
    """Return the number of the lowest set bit of a mask that is not 0.

    >>> lowbit(0b1000)
    3
    """
    return (mask & -mask).bit_length() - 1
