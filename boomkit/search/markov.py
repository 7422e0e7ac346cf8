"""Games without decisions as Markov chains: exact expected length and chances of ending, as Fractions."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from boomkit.core import State
from boomkit.errors import BoomkitError
from boomkit.search.result import Number, plain
from boomkit.search.tree import successors

ZERO, ONE = Fraction(0), Fraction(1)
Row = dict[int, Fraction]


@dataclass(frozen=True)
class Chain:
    """An absorbing chain: `value` expected actions to the end, `absorption` one chance of winning a seat.

    A shared win counts in parts, as `returns` shares it. `states` counts the positions at which an action is due,
    `ends` those at which the game is over.
    """

    value: Number
    absorption: tuple[Number, ...]
    states: int
    ends: int


def markov(state: State, limit: int = 5_000) -> Chain:
    """Return the exact expected number of actions to the end from `state`, and each seat's chance of winning.

    Where a seat has more than one action, each is as likely as the others. The chain's linear equations are solved by
    elimination over Fractions. Raises BoomkitError above `limit` positions, or if the game may never end.

    >>> import boomkit
    >>> chain = markov(boomkit.load("wild_twist_war", deck="2♣ 3♣ 4♣ 5♣ 6♣ 7♣").initial_state())
    >>> chain.value, chain.absorption
    (9, (Fraction(1, 2), Fraction(1, 2)))
    """
    numbers: dict[State, int] = {}
    rows: list[Row] = []
    goals: list[list[Fraction]] = []  # for each position: 1 action, then the chance that each seat wins at once
    ends: set[State] = set()
    seats = state.game.players
    waiting: deque[State] = deque()

    def number(here: State) -> int:
        if here not in numbers:
            if len(numbers) >= limit:
                raise BoomkitError(f"There are more than {limit} positions; use a smaller deck or raise limit.")
            numbers[here] = len(numbers)
            waiting.append(here)
        return numbers[here]

    entry, start = _row(state, number, ends, seats, first=True)
    while waiting:
        row, goal = _row(waiting.popleft(), number, ends, seats)
        rows.append(row)
        goals.append(goal)
    solved = _solve(rows, goals)
    found = [goal + sum(share * solved[at][k] for at, share in entry.items()) for k, goal in enumerate(start)]
    return Chain(plain(found[0]), tuple(plain(share) for share in found[1:]), len(rows), len(ends))


def _row(
    state: State, number: Callable[[State], int], ends: set[State], seats: int, first: bool = False
) -> tuple[Row, list[Fraction]]:
    """Return where a position leads after one action and all draws, and what it adds at once."""
    row: Row = {}
    goal = [ZERO] * (1 + seats)
    if not state.is_terminal and not state.is_chance and first:
        return {number(state): ONE}, goal
    choices = len(state.legal_actions())
    if choices:
        goal[0] = ONE
    for _, share, after in successors(state, joined=False):
        _spread(after, share / choices if choices else share, row, goal, number, ends)
    return row, goal


def _spread(
    state: State, share: Fraction, row: Row, goal: list[Fraction], number: Callable[[State], int], ends: set[State]
) -> None:
    """Follow the draws from `state` down to decisions and ends."""
    if state.is_chance:
        for _, part, after in successors(state):
            _spread(after, share * part, row, goal, number, ends)
    elif state.is_terminal:
        ends.add(state)
        returns = state.returns()
        top = max(returns)
        winners = [seat for seat, pay in enumerate(returns) if pay == top and pay]
        for seat in winners:
            goal[1 + seat] += share / len(winners)
    else:
        at = number(state)
        row[at] = row.get(at, ZERO) + share


def _solve(rows: list[Row], goals: list[list[Fraction]]) -> list[list[Fraction]]:
    """Solve x = goal + row · x by eliminating the position with the fewest connections first."""
    count = len(rows)
    rows = [dict(row) for row in rows]
    goals = [list(goal) for goal in goals]
    comes_from: list[set[int]] = [set() for _ in range(count)]
    for at, row in enumerate(rows):
        for to in row:
            comes_from[to].add(at)
    alive = set(range(count))
    order = []
    while alive:
        pivot = min(alive, key=lambda at: (len(comes_from[at]) * len(rows[at]), at))
        alive.discard(pivot)
        order.append(pivot)
        _eliminate(pivot, rows, goals, comes_from)
    for pivot in reversed(order):
        for to, share in rows[pivot].items():
            for k in range(len(goals[pivot])):
                goals[pivot][k] += share * goals[to][k]
    return goals


def _eliminate(pivot: int, rows: list[Row], goals: list[list[Fraction]], comes_from: list[set[int]]) -> None:
    """Express the pivot by the others and put that into every row that leads to it."""
    row, goal = rows[pivot], goals[pivot]
    loop = row.pop(pivot, ZERO)
    comes_from[pivot].discard(pivot)
    if loop:
        if loop == 1:
            raise BoomkitError("From some position the game never ends, so its expected length is infinite.")
        scale = 1 / (1 - loop)
        for to in row:
            row[to] *= scale
        goal[:] = [part * scale for part in goal]
    for to in row:
        comes_from[to].discard(pivot)
    for at in comes_from[pivot]:
        share = rows[at].pop(pivot)
        for to, part in row.items():
            rows[at][to] = rows[at].get(to, ZERO) + share * part
            comes_from[to].add(at)
        for k, part in enumerate(goal):
            goals[at][k] += share * part
    comes_from[pivot] = set()
