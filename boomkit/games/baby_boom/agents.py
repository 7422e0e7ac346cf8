"""Agents for Baby Boom: `greedy` looks at the points after its move, `clever` a few turns ahead, draws included."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from boomkit.core import Action, Observation, State
from boomkit.games.baby_boom import rules

Value = int | Fraction
DEPTH = 3
"""How many turns `clever` looks ahead with two seats; with more seats, one less."""
ENDLESS = 10**9


def margin(state: State, seat: int) -> int:
    """Return by how many points a seat is ahead of the best other if the round were scored as the board stands.

    >>> import boomkit
    >>> game = boomkit.load("baby_boom", layout="0../.../..1")
    >>> margin(game.read("*A../.2A./.4B.; turn 1; scores 7 2"), 0)
    4
    """
    fields: Any = state.fields
    standing = [0 if fields.over else rules.worth(fields, one) for one in range(state.game.players)]
    totals = [fields.scores[one] + points for one, points in enumerate(standing)]
    return int(totals.pop(seat) - max(totals))


def greedy(observation: Observation, actions: tuple[Action, ...], rng: Random) -> str:
    """Take the action with the best margin after it, on average over draws.

    Between equal margins the bomb that shows most acts, so that none burns down alone; then the first in order.

    >>> import boomkit
    >>> state = boomkit.load("baby_boom", layout="000/.../111").read("1A.2A/5B4B./..3B; turn 0")
    >>> greedy(state.observation(0), state.legal_actions(), Random(1))
    'a3-b3'
    """
    state = observation.game.sample(observation, rng)
    return max(actions, key=lambda action: (_look(state.apply(action), state.current_player, 0), _face(state, action)))


def clever(observation: Observation, actions: tuple[Action, ...], rng: Random) -> str:
    """Take the action with the best margin a few turns later if every other seat plays against this one.

    It is alpha-beta on the margin, with averages at draws. Good actions for the next turn are looked at first, so that
    more is cut; between equal values the better margin at once decides, then the tie-break of `greedy`.
    """
    state = observation.game.sample(observation, rng)
    seat = observation.seat
    depth = DEPTH if state.game.players == 2 else DEPTH - 1
    best: tuple[Value, Value, int] | None = None
    chosen = actions[0]
    for action, after, at_once in _ordered(state, seat, best_first=True):
        # One less than the best so far, so that an action of equal value is still seen as equal.
        bound = -ENDLESS if best is None else best[0] - 1
        found = (_look(after, seat, depth - 1, bound), at_once, _face(state, action))
        if best is None or found > best:
            best, chosen = found, action
    return chosen


def _face(state: State, action: Action) -> int:
    return rules.shown(state.fields, action.code // rules.ACTIONS)


def _ordered(state: State, seat: int, *, best_first: bool) -> list[tuple[Action, State, Value]]:
    """Return actions with the states after them and their margins, best or worst for the seat first."""
    found = [(action, state.apply(action)) for action in state.legal_actions()]
    looked = [(action, after, _look(after, seat, 0)) for action, after in found]
    return sorted(looked, key=lambda one: one[2], reverse=best_first)


def _look(state: State, seat: int, depth: int, low: Value = -ENDLESS, high: Value = ENDLESS) -> Value:
    """Return the margin of a seat `depth` turns later: it picks the best, the others the worst, draws the average."""
    if state.is_chance:
        return sum(
            (share * _look(state.apply(draw), seat, depth) for draw, share in state.chance_outcomes()), Fraction()
        )
    if depth == 0 or state.is_terminal:
        return margin(state, seat)
    mine = state.current_player == seat
    best: Value = -ENDLESS if mine else ENDLESS
    for _, after, _ in _ordered(state, seat, best_first=mine):
        value = _look(after, seat, depth - 1, low, high)
        if mine:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    return best


AGENTS = {"greedy": greedy, "clever": clever}
