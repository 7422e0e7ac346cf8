"""Who sits at a table: people, callables, and agents by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from boomkit import agents as kit
from boomkit.core.game import Agent, Game
from boomkit.core.state import State
from boomkit.errors import OptionError
from boomkit.picture import seat_name
from boomkit.widgets.base import AgentError, place

PERSON = "person"
ADVISERS = ("lookahead", "greedy")
"""Who gives hints if nobody is named: quick, and able in every game."""


def named(agent: Any) -> str:
    """Name an agent for people.

    >>> named(max), named("greedy"), named(None)
    ('max', 'greedy', 'person')
    """
    if agent is None:
        return PERSON
    return agent if isinstance(agent, str) else getattr(agent, "__name__", type(agent).__name__).replace("_", " ")


def find(game: Game, agent: Any) -> Agent | None:
    """Return an agent given as None (a person), a name or a callable; raise BoomkitError with a sentence otherwise."""
    if agent is None or agent == PERSON:
        return None
    if callable(agent):
        return agent  # type: ignore[no-any-return]
    if not isinstance(agent, str):
        raise OptionError(f"{agent!r} is no agent: give a name, or a function agent(observation, actions, rng).")
    return kit.get(game, agent)


def seats(game: Game, agents: Any) -> list[tuple[str, Agent | None]]:
    """Return name and agent of every seat from one agent for all, a list of one a seat, or a mapping from seats."""
    if agents is None or isinstance(agents, str) or callable(agents):
        agents = [agents] * game.players
    elif isinstance(agents, Mapping):
        for seat in agents:
            if seat not in range(game.players):
                raise OptionError(f"agents names seat {seat!r}; the seats are 0 to {game.players - 1}.")
        agents = [agents.get(seat) for seat in range(game.players)]
    if not isinstance(agents, Sequence) or len(agents) != game.players:
        raise OptionError(f"agents is {agents!r}; give one agent, or one for each of the {game.players} seats.")
    return [(named(agent), find(game, agent)) for agent in agents]


def answer(name: str, agent: Agent, state: State, rng: Random) -> str:
    """Ask an agent for its action; raise AgentError with a sentence if it fails or answers what is not legal."""
    seat, actions = state.current_player, state.legal_actions()
    who = f"The agent {name!r} of {seat_name(seat)}"
    try:
        action = agent(state.observation(seat), actions, rng)
    except Exception as error:
        raise AgentError(f"{who} failed: {type(error).__name__}: {error}{place(error)}. Nothing was played.") from error
    if action not in actions:
        reason = state.why_not(str(action))
        raise AgentError(f"{who} answered {action!r}, which is not legal: {reason} Nothing was played.")
    return str(action)


def adviser(game: Game, hint: Any) -> tuple[str, Agent] | None:
    """Return the agent that gives hints, with its name: the one asked for, else a quick one."""
    names = [hint] if hint is not None else [name for name in ADVISERS if name in kit.names(game)]
    agent = find(game, names[0]) if names else None
    return (named(names[0]), agent) if agent is not None else None
