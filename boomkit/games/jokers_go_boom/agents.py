"""Agents for Jokers Go Boom: `greedy` gets rid of the most points, `clever` plays out worlds that fit what it saw."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any

from boomkit.core import Action, Observation, lowbit, popcount
from boomkit.core.chance import Seeded
from boomkit.games.jokers_go_boom import rules, worlds

WORLDS = 24
"""How many worlds `clever` plays out for each decision."""


def points(action: Action) -> int:
    """Return the points of the card that an action plays (JG-R2), 0 for an action that plays none.

    >>> points(Action("A♠", 51)), points(Action("Joker", 52)), points(Action("draw", rules.DRAW))
    (15, 20, 0)
    """
    if action.code == rules.PLAY_JOKER:
        return rules.JOKER_POINTS
    if action.code > rules.PLAY_JOKER:
        return 0
    card = 1 << action.code
    return next(value for kinds, value in zip(rules.POINT_CARDS, rules.POINTS, strict=True) if kinds & card)


def _held_of(fields: Any, suit: int) -> int:
    """Count the cards of a suit in the hand of the seat that is due."""
    return popcount(fields.hands[fields.turn] & rules.SUIT_CARDS[suit])


def _named(fields: Any, actions: Sequence[Action]) -> str | None:
    """Return the suit to name, the one held most; None if no suit is to be named."""
    if actions[0].code in range(rules.NAME, rules.NAME + 4):
        return max(actions, key=lambda action: _held_of(fields, action.code - rules.NAME))
    return None


def greedy(observation: Observation, actions: tuple[Action, ...], rng: Random) -> str:
    """Play the card with the most points, a joker before all others; name the suit held most.

    >>> import boomkit
    >>> state = boomkit.load("jokers_go_boom").read("top 4♥; turn 1; hands K♠ / 4♣ 9♥ K♥ A♣ / 7♦")
    >>> greedy(state.observation(1), state.legal_actions(), Random(1))
    'K♥'
    """
    return _named(observation.fields, actions) or max(actions, key=points)


def clever(observation: Observation, actions: tuple[Action, ...], rng: Random) -> str:
    """Play each action out in worlds that fit the observation, all seats greedy, and take the one that ends best.

    What opponents showed by drawing counts, because the worlds fit it (`worlds.fill`). Best is the lowest score of the
    round against the mean of the others. Every action meets the same worlds and the same luck.

    >>> import boomkit
    >>> state = boomkit.load("jokers_go_boom").read("top 4♥; turn 1; hands K♠ / 4♣ 8♣ 9♥ / 7♦; pile -")
    >>> [agent(state.observation(1), state.legal_actions(), Random(1)) for agent in (clever, greedy)]
    ['4♣', '9♥']
    """
    if len(actions) == 1:
        return actions[0]
    seat = observation.seat
    values = [0] * len(actions)
    for _ in range(WORLDS):
        world = worlds.fill(observation, rng)
        luck = rng.getrandbits(64)
        for number, action in enumerate(actions):
            values[number] += _played_out(world, seat, action.code, luck)
    return actions[values.index(max(values))]


def _played_out(world: Any, seat: int, action: int, luck: int) -> int:
    """Return what the round brings `seat` if it takes this action and then everybody plays greedily."""
    fields = world.copy()
    fields.source = Seeded(luck)
    fields.events = _UNHEARD
    rules.play(fields, action)
    while fields.phase in (rules.PLAYING, rules.NAMING):
        rules.play(fields, _greedy_code(fields))
    players = fields.options.players
    scored = [fields.scores[one] - world.scores[one] for one in range(players)]
    return int(sum(scored) - players * scored[seat])


_UNHEARD: deque[Any] = deque(maxlen=0)
"""Events of games that are only thought of are not kept."""


def _greedy_code(fields: Any) -> int:
    """Return the action that `greedy` takes, by masks."""
    if fields.phase == rules.NAMING:
        return max(range(rules.NAME, rules.NAME + 4), key=lambda code: _held_of(fields, code - rules.NAME))
    seat = fields.turn
    if fields.jokers[seat]:
        return rules.PLAY_JOKER
    playable = fields.hands[seat] & (rules.matching(fields) | fields.options.wild)
    for kinds in _DEAREST_FIRST if playable else ():
        if playable & kinds:
            return lowbit(playable & kinds)
    return rules.DRAW if fields.pile_size else rules.PASS


_DEAREST_FIRST = tuple(reversed(rules.POINT_CARDS))

AGENTS = {"greedy": greedy, "clever": clever}
