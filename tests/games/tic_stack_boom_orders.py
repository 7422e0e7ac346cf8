"""All orders of a few hidden cards of Tic Stack Boom, played out one by one, for the tests of sampled worlds.

Seat 0 looks. A script of actions is played over every order of the cards that it does not see; an order fits as long
as the script can be played and seat 0 sees the same. With one magnet in the deck, a refusal that seat 0 does not learn
of is played wherever somebody else is asked.
"""

from collections import Counter
from itertools import permutations

import boomkit
from boomkit.core.state import State
from boomkit.games.tic_stack_boom import notation, rules
from boomkit.games.tic_stack_boom.rules import CARD_TEXTS, KINDS


def drawn(state, hidden):
    """Let chance draw the last of the hidden cards."""
    while state.is_chance:
        state = state.apply(CARD_TEXTS[hidden.pop()])
    return state


def dealt(start, hidden):
    """Deal hidden cards to the seats after seat 0, last card first; the rest is the draw pile."""
    fields = start.fields.copy()
    for seat in range(1, start.game.players):
        mine = Counter(hidden.pop() for _ in range(fields.sizes[seat]))
        fields.hands[seat] = [mine[kind] for kind in range(KINDS)]
        fields.held[seat] = notation.kinds_in(fields.hands[seat])
    left = Counter(hidden)
    fields.pile = [left[kind] for kind in range(KINDS)]
    return State(start.game, fields)


def another_is_asked(state):
    return state.fields.phase == rules.REACTING and state.current_player > 0


def follow(state, action, hidden):
    """Play one action of the script; None if it cannot be played here."""
    if action == "decline" and action not in state.legal_actions():
        action = "pass" if "pass" in state.legal_actions() and not state.fields.pile_size else ""
        if not action:
            return state
    elif action == "pass" and "decline" in state.legal_actions():
        action = "decline"
    try:
        return drawn(state.apply(action), hidden)
    except boomkit.BoomkitError:
        return None


def orders_that_fit(start, played):
    """Count after each step the worlds that fit what seat 0 sees, over all orders of the hidden cards.

    `played` are pairs of an action and the state after it; the states are those of the order that was really dealt.
    """
    fields = start.fields
    hands = [fields.hands[seat] for seat in range(1, start.game.players)]
    hidden = [kind for counts in (fields.pile, *hands) for kind, count in enumerate(counts) for _ in range(count)]
    views = [state.observation(0) for _, state in played]
    worlds = [Counter() for _ in played]
    for cards in set(permutations(hidden)):  # copies are alike: each order of kinds once
        left = list(cards)
        state = dealt(start, left)
        for step, (action, real) in enumerate(played):
            state = follow(state, action, left)
            while state is not None and another_is_asked(state) and not another_is_asked(real):
                state = follow(state, "decline", left)
            if state is None:
                break
            if state.observation(0) == views[step]:
                worlds[step][str(state)] += 1
            elif not another_is_asked(
                real
            ):  # that a capture waited is forgotten when it is settled: a refusal is hidden
                break
    return worlds
