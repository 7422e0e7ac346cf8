"""Agents for BOOM-O.

`greedy` dumps the card that helps least; `careful` counts unseen cards and weighs risks; `clever` imagines worlds that
fit what it has seen and plays the round to its end in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from random import Random
from typing import Any

from boomkit.core import Action, Observation, State
from boomkit.games.boom_o import rules

# What a card is worth to keep, for `greedy`: big numbers first, then setters, escapes later, HOLD and BOMB last.
KEEP = (1, 0, 5, 4, 6, 9, 3, 4, 3, 2, 5, 3, 8)


def _kind(action: Action) -> int:
    """Return the kind of card that an action plays, or -1 for a bust or an answer."""
    if action.code >= rules.BUST:
        return -1
    return rules.TRADE if action.code >= rules.TRADE_WITH else action.code


def greedy(observation: Observation, actions: tuple[Action, ...], rng: Random) -> str:
    """Get rid of numbers first and of HOLD last; trade with whoever holds fewest cards; always give a HOLD.

    >>> import boomkit
    >>> state = boomkit.load("boom_o").read("clock 30; turn 0; hands 5 10 H B / 5")
    >>> greedy(state.observation(0), state.legal_actions(), Random(1))
    '10'
    """
    fields: Any = observation.fields

    def cost(action: Action) -> tuple[int, int]:
        card = _kind(action)
        if card < 0:
            return 99, 0
        return KEEP[card], fields.sizes[action.code - rules.TRADE_WITH] if action.code >= rules.TRADE_WITH else 0

    return min(actions, key=cost)


# -- careful -----------------------------------------------------------------------------------------------------------


class View:
    """What matters of an observation: the unseen cards, and the others who are still in, in the order of play."""

    def __init__(self, observation: Observation) -> None:
        fields: Any = observation.fields
        self.fields = fields
        self.seat = observation.seat
        self.hand: list[int] = fields.hands[observation.seat]
        deck: list[int] = observation.game.deck  # type: ignore[attr-defined]
        self.unseen = [count - self.hand[card] - fields.discards[card] for card, count in enumerate(deck)]
        self.others: list[int] = []
        seat = rules.next_alive(fields, self.seat) if fields.lives[self.seat] else self.seat
        while seat != self.seat:
            self.others.append(seat)
            seat = rules.next_alive(fields, seat)

    def lacks(self, seat: int, kinds: Sequence[int]) -> float:
        """Return the probability that a hidden hand holds none of some kinds of card.

        The hand is taken to be drawn at random from the unseen cards (a hypergeometric probability).
        """
        total = sum(self.unseen)
        some = sum(self.unseen[card] for card in kinds)
        size = min(self.fields.sizes[seat], total)
        return comb(total - some, size) / comb(total, size)

    def bust(self, seat: int, clock: int, double: bool = False) -> float:
        """Return the probability that a seat can play nothing at a clock (or no first card of two)."""
        if not self.fields.sizes[seat]:
            return 0.0
        helpful = [rules.SET_60, rules.SET_30, rules.SET_0] if double else list(range(rules.SET_60, rules.KINDS))
        helpful += [card for card in (rules.FIVE, rules.TEN) if clock + rules.ADDS[card] <= rules.LIMIT]
        return self.lacks(seat, helpful)


def escapes(hand: Sequence[int], clock: int) -> int:
    """Count the cards of a hand that could be played at a clock."""
    fitting = sum(hand[card] for card in (rules.FIVE, rules.TEN) if clock + rules.ADDS[card] <= rules.LIMIT)
    return fitting + sum(hand[rules.SET_60 :])


WEIGHTS = {
    "tempo": 0.15,  # a card more or less in a hand: every round is a race to the last card
    "bust": 1.5,  # a bust of the next player
    "bomb": 1.0,  # a time bomb turned by a BOMB
    "shield": 0.45,  # the first HOLD, while BOMBs are out
    "command": 0.38,  # each of the first two cards that can always be played
    "number": 0.2,  # a number card that stays in hand
    "ten": 0.018,  # a ten is harder to get rid of than a five
    "stuck": 0.35,  # nothing in hand could be played as the clock stands
}
"""What things are worth, in time bombs; found by play against `greedy`."""


def worth(view: View, action: Action) -> float:
    """Guess what an action is worth, in time bombs: those the others lose, less one's own risks."""
    if action.code >= rules.BUST:
        return -1.0
    card = _kind(action)
    sizes, others, tempo = view.fields.sizes, view.others, WEIGHTS["tempo"]
    rest = view.hand[:]
    rest[card] -= 1
    value = WEIGHTS["bomb"] * bomb_worth(view) if card == rules.BOMB else 0.0
    if not sum(rest):
        return value + len(others)
    clock = rules.clock_after(view.fields.clock, card)
    if clock > rules.LIMIT:
        return -1.0
    follower = others[0]
    if card == rules.SKIP:
        follower = others[1] if len(others) > 1 else view.seat
        value += tempo * (2 if len(others) == 1 else 1 / sizes[others[0]])
    elif card == rules.REVERSE and len(others) > 1:
        follower = others[-1]
    elif card in (rules.DRAW_1, rules.DRAW_2):
        value += tempo * (1 if card == rules.DRAW_1 else 2) * max(2 / (1 + sizes[other]) for other in others)
    if follower != view.seat:
        fails = view.bust(follower, clock, card == rules.DOUBLE)
        value += WEIGHTS["bust"] * fails
        if card == rules.DOUBLE:
            value -= (1 - fails) * (tempo if sizes[follower] > 2 else 3 * tempo)
    if action.code >= rules.TRADE_WITH:
        gained: int = sizes[action.code - rules.TRADE_WITH]
        return value + tempo * (sum(rest) - gained) + keeping(view, [0] * rules.KINDS, clock)
    return value + keeping(view, rest, clock)


def bomb_worth(view: View) -> float:
    """Return the expected time bombs that a BOMB costs the others, less one's own if all of them answer."""
    none: list[float] = [view.lacks(seat, [rules.HOLD]) for seat in view.others]
    backfire = 1.0
    for share in none:
        backfire *= 1 - share
    lives: int = view.fields.lives[view.seat]
    return sum(none) - backfire * (3.0 if lives == 1 else 1.0)


def keeping(view: View, rest: Sequence[int], clock: int) -> float:
    """Guess what the cards that stay are worth: a shield against each BOMB that is out, a way out at sixty."""
    bombs: int = view.unseen[rules.BOMB]
    commands = sum(rest[rules.SET_60 :])
    value = WEIGHTS["shield"] * min(rest[rules.HOLD], 1) * min(bombs, 2) / 2
    value += WEIGHTS["command"] * min(commands, 2)
    value -= WEIGHTS["number"] * (rest[rules.FIVE] + rest[rules.TEN]) + WEIGHTS["ten"] * rest[rules.TEN]
    if not escapes(rest, clock):
        value -= WEIGHTS["stuck"]
    return value


def careful(observation: Observation, actions: tuple[Action, ...], rng: Random) -> str:
    """Weigh what each card does to the others against what the hand is worth without it.

    It counts unseen cards: how likely the next player is to bust, how likely a BOMB is to backfire.

    >>> import boomkit
    >>> state = boomkit.load("boom_o").read("clock 0; turn 0; hands B 5 / 5 5; lives 1 3")
    >>> careful(state.observation(0), state.legal_actions(), Random(1))
    '5'
    """
    if len(actions) == 1:
        return actions[0]
    view = View(observation)
    if "refuse" in actions:
        return "HOLD"
    if actions[0].startswith("bust"):
        return actions[-1]
    best = max(worth(view, action) for action in actions)
    return next(action for action in actions if worth(view, action) >= best - 1e-9)


# -- clever ------------------------------------------------------------------------------------------------------------

WORLDS = 16
"""In how many imagined worlds `clever` tries each action."""


class RoundWatch:
    """Stand in for the list of events in a playout and notice only that a round has ended."""

    __slots__ = ("over",)

    def __init__(self) -> None:
        self.over = False

    def append(self, entry: tuple[int, ...]) -> None:
        """Take one event."""
        if entry[1] == rules.ROUND:
            self.over = True


def play_out(fields: Any, code: int, source: Any, most: int = 60) -> None:
    """Play an action in a copy of fields, then everybody greedily, until the round or the game is over."""
    watch = fields.events = RoundWatch()
    fields.source = source
    rules.play(fields, code)
    while not watch.over and rules.due(fields) >= 0 and most:
        fields.offers = []
        rules.legal(fields)
        rules.play(fields, min(fields.offers, key=_code_cost))
        most -= 1


def _code_cost(code: int) -> int:
    """Return what `greedy` would rather keep, by the number of an action."""
    if code >= rules.BUST:
        return 99
    return KEEP[rules.TRADE if code >= rules.TRADE_WITH else code]


def clever(observation: Observation, actions: tuple[Action, ...], rng: Random) -> str:
    """Try each action in the same imagined worlds, play the round to its end there, and take the best on average.

    >>> import boomkit
    >>> state = boomkit.load("boom_o").read("clock 60; turn 0; hands 10 H / 10 5 10; lives 1 1")
    >>> clever(state.observation(0), state.legal_actions(), Random(1))
    'HOLD'
    """
    if len(actions) == 1:
        return actions[0]
    game, seat = observation.game, observation.seat
    totals = dict.fromkeys(actions, 0.0)
    for _ in range(WORLDS):
        world = game.sample(observation, rng).fields
        luck = rng.getrandbits(60)
        for action in actions:
            fields: Any = world.copy()
            play_out(fields, action.code, _Luck(luck))
            totals[action] += shares(fields)[seat]
    return max(actions, key=lambda action: totals[action])


class _Luck:
    """A source of draws for playouts: the same number gives the same luck."""

    def __init__(self, number: int) -> None:
        self.rng = Random(number)

    def pick(self, weights: Sequence[int], total: int) -> int:
        """Draw an index with probability weight / total."""
        left = self.rng.randrange(total)
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        return len(weights) - 1


def shares(fields: Any) -> list[float]:
    """Guess each seat's share of the win from time bombs and hands."""
    power = []
    for seat in range(fields.options.players):
        if not fields.lives[seat]:
            power.append(0.0)
            continue
        hand = fields.hands[seat]
        held = 0.25 * min(hand[rules.HOLD], 2) + 0.1 * min(sum(hand[rules.SET_60 :]), 3) - 0.06 * fields.sizes[seat]
        power.append(max(0.1, fields.lives[seat] + held) ** 1.5)
    total = sum(power)
    return [one / total for one in power]


def estimate(state: State) -> tuple[float, ...]:
    """Guess the returns of all seats: shares of the win by time bombs, a little by shields and short hands.

    >>> import boomkit
    >>> ahead, behind = estimate(boomkit.load("boom_o").read("clock 0; turn 0; hands 5 / 5; lives 3 1"))
    >>> ahead > 0.5 > behind
    True
    """
    return tuple(shares(state.fields))


AGENTS = {"greedy": greedy, "careful": careful, "clever": clever}
