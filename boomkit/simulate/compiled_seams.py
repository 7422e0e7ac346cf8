"""What the seams do in compiled rules: Numba is given other bodies for the same names.

`pick` and `pick_bit` draw from a PCG32 generator held in the record (the one of `boomkit.core.chance`, step for step),
`offer` writes to the record's buffer, `log` adds to a tally if there is one and else does nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.core import types as core_types
from numba.extending import intrinsic, overload, register_jitable

from boomkit.core import chance, seams

MULTIPLIER = np.uint64(chance.MULTIPLIER)
INCREMENT = np.uint64(chance.INCREMENT)
LOW32 = np.uint64(0xFFFFFFFF)
TWO32 = np.uint64(1 << 32)
U22, U32, U61 = np.uint64(22), np.uint64(32), np.uint64(61)


@intrinsic
def _count_bits(context: Any, mask: Any) -> Any:
    def build(ctx: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic
def _trailing_zeros(context: Any, mask: Any) -> Any:
    def build(ctx: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        import llvmlite.ir as ir

        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), build


@register_jitable
def below(state: Any, total: Any) -> Any:
    """Draw a whole number from 0 to `total` - 1 (`Seeded.below`)."""
    bound = np.uint64(total)
    while True:
        old = state.rng
        state.rng = old * MULTIPLIER + INCREMENT
        product = (((old ^ (old >> U22)) >> (U22 + (old >> U61))) & LOW32) * bound
        low = product & LOW32
        if low >= bound or low >= (TWO32 - bound) % bound:
            return np.int64(product >> U32)


def _is_record(state: Any) -> bool:
    return isinstance(state, core_types.Record)


@overload(seams.pick)
def _pick(state: Any, weights: Any, total: Any) -> Any:
    def draw(state: Any, weights: Any, total: Any) -> Any:
        left = below(state, total)
        state.draws += 1
        for index in range(len(weights)):
            left -= weights[index]
            if left < 0:
                return index
        return len(weights)

    return draw


@overload(seams.pick_bit)
def _pick_bit(state: Any, mask: Any, count: Any) -> Any:
    def draw(state: Any, mask: Any, count: Any) -> Any:
        state.draws += 1
        rest = np.int64(mask)
        for _ in range(below(state, count)):
            rest &= rest - 1
        return _trailing_zeros(rest)

    return draw


@overload(seams.offer)
def _offer(state: Any, action: Any) -> Any:
    def write(state: Any, action: Any) -> Any:
        if state.offered < len(state.offers):
            state.offers[state.offered] = action
        state.offered += 1

    return write


@overload(seams.offer_all)
def _offer_all(state: Any, mask: Any, base: Any) -> Any:
    def write(state: Any, mask: Any, base: Any) -> Any:
        rest = np.int64(mask)
        while rest != 0:
            if state.offered < len(state.offers):
                state.offers[state.offered] = base + _trailing_zeros(rest)
            state.offered += 1
            rest &= rest - 1

    return write


@overload(seams.log)
def _log(state: Any, audience: Any, event: Any, clause: Any, a: Any, b: Any, c: Any) -> Any:
    if _is_record(state) and "tally" in state.fields:

        def count(state: Any, audience: Any, event: Any, clause: Any, a: Any, b: Any, c: Any) -> Any:
            state.tally[event] += 1

        return count

    def nothing(state: Any, audience: Any, event: Any, clause: Any, a: Any, b: Any, c: Any) -> Any:
        pass

    return nothing


@overload(seams.popcount)
def _popcount(mask: Any) -> Any:
    def count(mask: Any) -> Any:
        return _count_bits(np.int64(mask))

    return count


@overload(seams.lowbit)
def _lowbit(mask: Any) -> Any:
    def lowest(mask: Any) -> Any:
        return _trailing_zeros(np.int64(mask))

    return lowest
