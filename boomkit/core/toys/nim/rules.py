"""The rules of Nim: two seats take stones from heaps; who takes the last stone wins."""

from typing import Any

from boomkit.core import ALLOWED, EVERYBODY, TERMINAL, EventType, Record, integer, integers, log, offer

MOST_HEAPS = 6
MOST_STONES = 9

CLAUSES = ("", "NI-T1", "NI-T2", "NI-W1")
NI_T1, NI_T2, NI_W1 = range(1, 4)

EVENTS = (
    EventType("took", "{a:seat} took {b} from heap {c}"),
    EventType("won", "{a:seat} took the last stone and wins"),
)
TOOK, WON = range(2)


class Options(Record):
    """What the rules read of the options."""

    heaps: int = integer(low=1, high=MOST_HEAPS)


class Fields(Record):
    """A position: stones on each heap, and the seat that is due."""

    stones: list[int] = integers(MOST_HEAPS, high=MOST_STONES)
    turn: int = integer(high=1)


def stones_left(state: Any) -> int:
    """Count the stones on all heaps."""
    left = 0
    for heap in range(state.options.heaps):
        left += state.stones[heap]
    return left


def due(state: Any) -> int:
    """Return the seat that is due, or TERMINAL when no stone is left (NI-W1)."""
    if stones_left(state) == 0:
        return TERMINAL
    return int(state.turn)


def candidates(state: Any) -> None:
    """Offer each number from each heap: number * MOST_HEAPS + heap, heaps in order."""
    for heap in range(state.options.heaps):
        for number in range(1, MOST_STONES + 1):
            offer(state, number * MOST_HEAPS + heap)


def forbids(state: Any, action: int) -> int:
    """Return the clause that forbids an action, or ALLOWED."""
    if action // MOST_HEAPS > state.stones[action % MOST_HEAPS]:
        return NI_T2
    return ALLOWED


def play(state: Any, action: int) -> None:
    """Take the stones (NI-T1); the last one wins (NI-W1)."""
    number = action // MOST_HEAPS
    heap = action % MOST_HEAPS
    state.stones[heap] -= number
    log(state, EVERYBODY, TOOK, NI_T1, state.turn, number, heap)
    if stones_left(state) == 0:
        log(state, EVERYBODY, WON, NI_W1, state.turn, 0, 0)
    state.turn = 1 - state.turn


def payoff(state: Any, seat: int) -> int:
    """Pay 1 to the seat that took the last stone, which is the one not due next."""
    return 1 if seat != state.turn else 0
