"""What the seams do in compiled rules: Numba is given other bodies for the same names.

`pick` and `pick_bit` draw from a PCG32 generator held in the record (the one of `boomkit.core.chance`, step for step),
`offer` writes to the record's buffer, `log` counts the events that a counter of the game names and leaves no trace of
the others in the machine code.
"""

from __future__ import annotations

import platform
from typing import Any

import numpy as np
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic, overload, register_jitable

from boomkit.core import chance, seams
from boomkit.simulate.records import counted_events

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


def has_bit_deposit() -> bool:
    """Tell whether the processor finds the n-th set bit in one fast instruction (PDEP; slow on the first two Zens)."""
    from llvmlite import binding

    if platform.machine().lower() not in ("x86_64", "amd64") or binding.get_host_cpu_name() in ("znver1", "znver2"):
        return False
    return config.CPU_NAME is None and bool(binding.get_host_cpu_features().get("bmi2"))


@intrinsic
def _deposit(context: Any, bits: Any, mask: Any) -> Any:
    def build(ctx: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        import llvmlite.ir as ir

        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), arguments)

    return types.int64(types.int64, types.int64), build


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

    def deposit(state: Any, mask: Any, count: Any) -> Any:
        state.draws += 1
        return _trailing_zeros(_deposit(np.int64(1) << below(state, count), np.int64(mask)))

    return deposit if has_bit_deposit() else draw


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


@overload(seams.log, prefer_literal=True)
def _log(state: Any, audience: Any, event: Any, clause: Any, a: Any, b: Any, c: Any) -> Any:
    counted = counted_events(state.fields) if isinstance(state, types.Record) else ()
    if not counted or (isinstance(event, types.IntegerLiteral) and event.literal_value not in counted):

        def nothing(state: Any, audience: Any, event: Any, clause: Any, a: Any, b: Any, c: Any) -> Any:
            pass

        return nothing

    def count(state: Any, audience: Any, event: Any, clause: Any, a: Any, b: Any, c: Any) -> Any:
        state.tally[event] += 1

    return count


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
