"""Who sits at a table: people, callables, and agents by name."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from random import Random
from typing import Any

from boomkit.core.game import Agent, Game
from boomkit.errors import OptionError

PERSON = "person"


def at_random(observation: Any, actions: Sequence[Any], rng: Random) -> Any:
    """Play each action with the same probability."""
    return rng.choice(actions)


def known(game: Game) -> dict[str, Agent]:
    """Return the agents that can play this game, by name: everybody's and the game's own."""
    found: dict[str, Agent] = {"random": at_random}
    found.update(_general(game))
    module = game.module("agents")
    found.update(getattr(module, "AGENTS", {}))
    return found


def _general(game: Game) -> Mapping[str, Agent]:
    """Return what `boomkit.agents` offers for a game; an installation without it still plays."""
    try:
        agents = importlib.import_module("boomkit.agents")
    except ModuleNotFoundError as error:
        if error.name != "boomkit.agents":
            raise
        return {}
    offered: Callable[[Game], Mapping[str, Agent]] | None = getattr(agents, "offered", None)
    return offered(game) if offered else {}


def named(agent: Any) -> str:
    """Name an agent for people.

    >>> named(at_random), named("greedy"), named(None)
    ('at random', 'greedy', 'person')
    """
    if agent is None:
        return PERSON
    return agent if isinstance(agent, str) else getattr(agent, "__name__", type(agent).__name__).replace("_", " ")


def find(game: Game, agent: Any) -> Agent | None:
    """Return an agent given as None (a person), a name or a callable; raise OptionError with a sentence otherwise."""
    if agent is None or agent == PERSON:
        return None
    if callable(agent):
        return agent  # type: ignore[no-any-return]
    agents = known(game)
    if isinstance(agent, str) and agent in agents:
        return agents[agent]
    near = get_close_matches(str(agent), agents, 1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise OptionError(
        f"No agent is called {agent!r}.{hint} {game.title} has {', '.join(agents)}; a function "
        "agent(observation, actions, rng) can be given as well."
    )


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


def adviser(game: Game, hint: Any) -> tuple[str, Agent] | None:
    """Return the agent that gives hints, with its name: the one asked for, else the best that is known."""
    if hint is not None:
        agent = find(game, hint)
        return (named(hint), agent) if agent else None
    agents = known(game)
    for name in ("perfect", "mcts", "ismcts", "lookahead", "greedy"):
        if name in agents:
            return name, agents[name]
    others = [name for name in agents if name != "random"]
    return (others[0], agents[others[0]]) if others else None
