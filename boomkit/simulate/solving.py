"""Alpha-beta with a table of positions on compiled rules: the exact value of games of two seats without chance.

The reference is `search.alphabeta`; this one looks at millions of positions a minute and keeps no tree. There is
no recursion in compiled rules, so each ply has a record of its own, with its bounds beside it. The table knows a
position by 128 bits of hash.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from boomkit.core import State
from boomkit.errors import BoomkitError
from boomkit.simulate import compiled

PLIES = 400
"""How many decisions deep a game may go."""
TABLE_BITS = 20
CHANCE, TOO_DEEP, STUCK = 1, 2, 3

DRIVER = '''"""Made by boomkit.simulate for {name}: alpha-beta over records, one a ply."""

import importlib

import numpy as np
from numba import njit

from boomkit.simulate import compiled

rules = importlib.import_module("{rules}")
compiled.register(rules)
due, play, payoff = rules.due, rules.play, rules.payoff
legal = compiled.legal_of(rules)
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
ENDLESS = np.int64(1) << 60
A, B = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
C, D = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
U29, U32 = np.uint64(29), np.uint64(32)


@njit(cache=True, nogil=True)
def run(work, words, head, keys, values, bounds, moves, counts):
    """Return why the search stopped (0: it is done); write value, action, nodes, leaves, cuts and table answers."""
    plies = len(work)
    low, high = np.empty(plies, np.int64), np.empty(plies, np.int64)
    alpha, beta = np.empty(plies, np.int64), np.empty(plies, np.int64)
    best, chosen = np.empty(plies, np.int64), np.empty(plies, np.int64)
    tried, seats = np.empty(plies, np.int64), np.full(plies, -1)
    hint, index = np.empty(plies, np.int64), np.empty(plies, np.int64)
    slots, marks = np.empty(plies, np.int64), np.empty((plies, 2), np.uint64)
    size = np.uint64(len(values) - 1)
    depth = 0
    low[0], high[0] = -ENDLESS, ENDLESS
    entering = True
    value = np.int64(0)
    while True:
        state = work[depth]
        done = False
        if entering:
            entering = False
            seat = due(state)
            if state.draws > 0 or seat == -1:
                return {chance}
            if seat < 0:
                counts[2] += 1
                counts[3] += 1
                value = np.int64(payoff(state, 0)) - np.int64(payoff(state, 1))
                done = True
            else:
                one, two = A, B
                for k in range(head):
                    one = (one ^ words[depth, k]) * C
                    one ^= one >> U29
                    two = (two + words[depth, k]) * D
                    two ^= two >> U32
                slot = np.int64((one ^ (one >> U32)) & size)
                hint[depth] = -1
                if bounds[slot] != 0 and keys[slot, 0] == one and keys[slot, 1] == two:
                    known = values[slot]
                    bound = bounds[slot]
                    if (
                        bound == EXACT
                        or (bound == AT_LEAST and known >= high[depth])
                        or (bound == AT_MOST and known <= low[depth])
                    ) and depth > 0:
                        counts[5] += 1
                        value = known
                        done = True
                    elif depth > 0:
                        hint[depth] = moves[slot]
                if not done:
                    counts[2] += 1
                    state.offered = 0
                    legal(state)
                    if state.offered == 0 or state.offered > len(state.offers):
                        return {stuck}
                    slots[depth], marks[depth, 0], marks[depth, 1] = slot, one, two
                    seats[depth] = seat
                    alpha[depth], beta[depth] = low[depth], high[depth]
                    best[depth] = -ENDLESS if seat == 0 else ENDLESS
                    chosen[depth] = -1
                    index[depth] = -1 if hint[depth] >= 0 else 0
        if not done:
            # The best known action comes first, then all others in their order.
            k = index[depth]
            if k >= 0 and k < state.offered and state.offers[k] == hint[depth]:
                k += 1
            if k < state.offered and low[depth] < high[depth]:
                if depth + 1 == plies:
                    return {deep}
                tried[depth] = hint[depth] if k < 0 else np.int64(state.offers[k])
                index[depth] = k + 1
                work[depth + 1] = work[depth]
                play(work[depth + 1], tried[depth])
                low[depth + 1], high[depth + 1] = low[depth], high[depth]
                depth += 1
                entering = True
                continue
            if k < state.offered:
                counts[4] += 1
            value = best[depth]
            slot = slots[depth]
            keys[slot, 0], keys[slot, 1] = marks[depth, 0], marks[depth, 1]
            values[slot], moves[slot] = value, chosen[depth]
            bounds[slot] = AT_MOST if value <= alpha[depth] else AT_LEAST if value >= beta[depth] else EXACT
        if depth == 0:
            counts[0] = value
            counts[1] = chosen[0] if seats[0] >= 0 else -1
            return 0
        depth -= 1
        if seats[depth] == 0:
            if value > best[depth]:
                best[depth], chosen[depth] = value, tried[depth]
            low[depth] = max(low[depth], best[depth])
        else:
            if value < best[depth]:
                best[depth], chosen[depth] = value, tried[depth]
            high[depth] = min(high[depth], best[depth])
'''


@dataclass(frozen=True)
class Solved:
    """The exact value for two seats (seat 0's returns minus seat 1's), a best action (the first), and the work done.

    `action` is None where the game is over. `nodes` counts the positions looked at, `counts` leaves, cuts and answers
    of the table, with the same words as those of `search.alphabeta`.
    """

    value: int | Fraction
    action: str | None
    nodes: int
    counts: dict[str, int]


def alphabeta(state: State, table_bits: int = TABLE_BITS) -> Solved:
    """Solve a position of a game of two seats in which nothing is left to chance, by compiled rules.

    `table_bits` sets the size of the table: 2 to that power positions of 40 bytes each; more makes large boards faster.
    Raises BoomkitError where chance decides, for more seats, for endless games, and where Numba is not installed.

    >>> import boomkit
    >>> found = alphabeta(boomkit.load("nim", heaps="2 2").initial_state())
    >>> found.value, found.action
    (-1, 'take 1 from 0')
    """
    game = state.game
    if game.players != 2:
        raise BoomkitError(f"alphabeta is for two seats; this game of {game.title} has {game.players}.")
    if not compiled.available():
        raise BoomkitError("Compiled search needs Numba: pip install 'boomkit[fast]', or use search.alphabeta.")
    if not 4 <= table_bits <= 28:
        raise BoomkitError(f"table_bits is {table_bits!r}; give a whole number from 4 to 28.")
    if state.is_chance:
        raise BoomkitError("alphabeta is for games without chance, but here chance decides: use search.expectiminimax.")
    stopped, found = _search(state, table_bits)
    if stopped == CHANCE:
        raise BoomkitError(
            "alphabeta is for games without chance, but draws lie ahead here: use search.expectiminimax."
        )
    if stopped == TOO_DEEP:
        raise BoomkitError(f"A line of this game is longer than {PLIES} actions; alphabeta does not go that deep.")
    if stopped == STUCK:
        raise BoomkitError(f"{game.title} came to a position with no legal action: a fault in its rules.")
    value, code, nodes, leaves, cuts, known = found
    paid = Fraction(value, getattr(game.rules, "PAYOFF_UNIT", 1))
    return Solved(
        paid.numerator if paid.denominator == 1 else paid,
        None if code < 0 else str(game.action(state.fields, code)),
        nodes,
        {"leaves": leaves, "cuts": cuts, "table": known},
    )


def _search(state: State, table_bits: int) -> tuple[int, list[int]]:
    import numpy as np

    from boomkit.simulate.records import fill_record, record_type

    game, size = state.game, 1 << table_bits
    kind = record_type(game, tally=False)
    work = np.zeros(PLIES, kind)
    fill_record(work[0], state.fields, game.rule_options)
    assert kind.fields is not None
    head = -(-kind.fields["options"][1] // 8)
    words = work.view(np.uint64).reshape(PLIES, -1)
    shapes: list[tuple[Any, Any]] = [((size, 2), np.uint64), (size, np.int64), (size, np.int8), (size, np.int64)]
    table = [np.zeros(shape, number) for shape, number in shapes]
    counts: Any = np.zeros(6, np.int64)
    text = DRIVER.format(name=game.name, rules=game.rules.__name__, chance=CHANCE, deep=TOO_DEEP, stuck=STUCK)
    run = compiled.loop(game.name, compiled.content_key(game), "alphabeta", text)
    stopped = compiled.call(game, run, work, words, head, *table, counts)
    return int(stopped), counts.tolist()
