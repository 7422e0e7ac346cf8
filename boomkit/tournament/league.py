"""Is it really better? Round robins of agents with seats rotated and deals shared, and how sure one can be.

An agent is a callable, the name of one (`boomkit.agents`), or a student's file or notebook, which is run in a process
of its own with a budget a move. Whoever answers with an illegal action, raises or is too slow loses that game, and the
tournament goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import combinations
from math import log10
from pathlib import Path
from random import Random
from typing import Any

from boomkit import agents as named_agents
from boomkit.core import Game, Playthrough
from boomkit.core.chance import Seeded, mix, stream
from boomkit.core.playthrough import Step
from boomkit.errors import BoomkitError
from boomkit.simulate.progress import Shown
from boomkit.simulate.stats import Interval, bradley_terry, share_interval, sign_test
from boomkit.tournament.students import AgentFaultError, StudentAgent, find_agents

Agent = Callable[..., str]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Table:
    """One played game: who sat where, the returns (None after a fault), and whose fault ended it, with the reason."""

    names: tuple[str, ...]
    seed: int
    returns: tuple[Any, ...] | None
    fault: int | None
    reason: str
    playthrough: Playthrough

    def score(self, seat: int, other: int) -> float | None:
        """Return 1, ½ or 0 for `seat` against `other`; None where a third seat's fault ended the game."""
        if self.fault is not None:
            return 1.0 if self.fault == other else 0.0 if self.fault == seat else None
        assert self.returns is not None
        mine, theirs = self.returns[seat], self.returns[other]
        return 0.5 if mine == theirs else float(mine > theirs)


@dataclass(frozen=True)
class Standing:
    """One line of the league table; `share` is of all comparisons with others, ties counting half."""

    name: str
    share: Interval
    elo: float | None
    faults: int


@dataclass(frozen=True)
class Duel:
    """Two agents against each other: wins, losses, ties, and the exact two-sided probability if they were equal."""

    first: str
    second: str
    wins: int
    losses: int
    ties: int
    p: float


@dataclass
class League:
    """The result of a round robin: `standings` best first, `duels` of each pair, every table that was played."""

    game: Game
    names: tuple[str, ...]
    seed: int
    tables: list[Table] = field(default_factory=list)
    complete: bool = True

    def wins(self) -> list[list[float]]:
        """Return how often each agent finished above each other, ties counting half."""
        index = {name: place for place, name in enumerate(self.names)}
        found = [[0.0] * len(self.names) for _ in self.names]
        for table in self.tables:
            for seat, other in ((a, b) for a in range(len(table.names)) for b in range(len(table.names)) if a != b):
                score = table.score(seat, other)
                if score is not None and table.names[seat] != table.names[other]:
                    found[index[table.names[seat]]][index[table.names[other]]] += score
        return found

    @property
    def standings(self) -> list[Standing]:
        """The league table, best first; equal shares keep the order in which agents were named."""
        wins = self.wins()
        ratings = self.elo()
        lines = []
        for place, name in enumerate(self.names):
            won = sum(wins[place])
            met = round(won + sum(row[place] for row in wins))
            if met == 0:
                raise BoomkitError(f"{name} has not finished a game yet; play at least one round.")
            faults = sum(table.fault is not None and table.names[table.fault] == name for table in self.tables)
            lines.append(Standing(name, share_interval(won, met), ratings[place] if ratings else None, faults))
        return sorted(lines, key=lambda line: -line.share.value)

    def elo(self) -> list[float] | None:
        """Return ratings of mean 0 from Bradley-Terry strengths (400 points a factor of ten), or None if none exist."""
        try:
            strengths = bradley_terry(self.wins())
        except BoomkitError:
            return None
        points = [400 * log10(strength) for strength in strengths]
        mean = sum(points) / len(points)
        return [point - mean for point in points]

    @property
    def duels(self) -> list[Duel]:
        """Each pair with its wins, losses and ties, and the exact sign test over the games that were not tied."""
        found = []
        for first, second in combinations(self.names, 2):
            scores = [
                score
                for table in self.tables
                if first in table.names and second in table.names
                for score in [table.score(table.names.index(first), table.names.index(second))]
                if score is not None
            ]
            wins, losses = scores.count(1.0), scores.count(0.0)
            p = float(sign_test(wins, wins + losses))
            found.append(Duel(first, second, wins, losses, scores.count(0.5), p))
        return found

    def best_games(self, count: int = 3) -> list[Playthrough]:
        """Return the games with the narrowest results, longest first: the ones worth watching."""

        def margin(table: Table) -> float:
            ordered = sorted(table.returns or (), reverse=True)
            return float(ordered[0] - ordered[1]) if len(ordered) > 1 else 0.0

        played = [table for table in self.tables if table.returns is not None]
        return [table.playthrough for table in sorted(played, key=lambda t: (margin(t), -len(t.playthrough)))[:count]]

    def __str__(self) -> str:
        width = max(len(name) for name in self.names)
        lines = [f"{self.game.title}: {len(self.tables)} games, seed {self.seed}"]
        for line in self.standings:
            elo = "" if line.elo is None else f"  Elo {line.elo:+6.0f}"
            faults = f"  {line.faults} lost by a fault" if line.faults else ""
            share = f"{line.share.value:6.1%} ({line.share.low:.1%} to {line.share.high:.1%})"
            lines.append(f"{line.name:<{width}}  {share}{elo}{faults}")
        return "\n".join(lines)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Offer a plot of the shares with their intervals, with a table as its twin."""
        from boomkit.picture import html_table
        from boomkit.picture.plots import intervals

        rows = [(line.name, line.share.value, line.share.low, line.share.high) for line in self.standings]
        drawn = intervals(rows, title=f"{self.game.title}: share of games won", reference=0.5)
        cells = [[name, f"{value:.3f}", f"{low:.3f}", f"{high:.3f}"] for name, value, low, high in rows]
        table = html_table("Share of games won, with 95 % intervals", cells, columns=["agent", "share", "from", "to"])
        return {"image/svg+xml": drawn, "text/html": drawn + table, "text/plain": str(self)}


def round_robin(
    game: Game,
    agents: Mapping[str, Any] | Sequence[str] | str | Path,
    rounds: int = 20,
    seed: int = 0,
    *,
    seconds: float = 2.0,
    trust: bool = False,
    progress: Progress | bool | None = None,
) -> League:
    """Let agents play one another, each deal once with every rotation of the seats, and return the league.

    `agents` maps names to callables, names of the kit's agents or paths of students' files; a list names agents of the
    kit; a path is a folder of students' files (`.py` or `.ipynb` that define `agent(observation, actions, rng)`).
    With at least as many agents as seats every table seats different agents; with fewer, two agents share the seats.
    `seconds` is a student's budget a move; `trust` allows their code where nothing isolates it. `progress(done, total)`
    is called after each game; `progress=True` shows a bar. Ctrl-C keeps the games that are done.

    >>> import boomkit
    >>> league = round_robin(boomkit.load("nim"), ["random", "perfect"], rounds=5, seed=1)
    >>> league.standings[0].name, len(league.tables)
    ('perfect', 10)
    """
    if rounds < 1:
        raise BoomkitError(f"rounds is {rounds!r}; a tournament has at least one.")
    if isinstance(progress, bool):
        progress = Shown() if progress else None
    with ExitStack() as stack:
        players = _players(game, agents, seconds, trust, stack)
        if len(players) < 2:
            raise BoomkitError(f"A tournament needs at least two agents; there is {len(players)}.")
        league = League(game, tuple(players), seed)
        seatings = [seating for table in _tables(tuple(players), game.players) for seating in table]
        total = rounds * len(seatings)
        try:
            for number in range(rounds):
                for seating in seatings:
                    league.tables.append(_play(game, seating, players, stream(seed, number) >> 1))
                    if progress is not None:
                        progress(len(league.tables), total)
        except KeyboardInterrupt:
            league.complete = False
        return league


def _players(game: Game, agents: Any, seconds: float, trust: bool, stack: ExitStack) -> dict[str, Agent]:
    if isinstance(agents, str | Path):
        agents = find_agents(Path(agents))
    if not isinstance(agents, Mapping):
        agents = {str(name): name for name in agents}
    found: dict[str, Agent] = {}
    for name, agent in agents.items():
        if isinstance(agent, Path):
            agent = stack.enter_context(StudentAgent(game, agent, seconds=seconds, trust=trust))
        elif isinstance(agent, str):
            agent = named_agents.get(game, agent)
        if not callable(agent):
            raise BoomkitError(f"The agent {name!r} is {agent!r}; it must be callable, a name, or a path of a file.")
        found[name] = agent
    return found


def _tables(names: tuple[str, ...], seats: int) -> list[list[tuple[str, ...]]]:
    """Return who sits together, each with all rotations of the seats."""
    if len(names) >= seats:
        groups = list(combinations(names, seats))
    else:
        # Two agents share the seats: one of the first against the rest, and the other way round.
        groups = [
            group
            for first, second in combinations(names, 2)
            for group in ((first, *(second,) * (seats - 1)), (second, *(first,) * (seats - 1)))
        ]
    return [[group[turn:] + group[:turn] for turn in range(seats)] for group in groups]


def _play(game: Game, seating: tuple[str, ...], players: Mapping[str, Agent], seed: int) -> Table:
    """Play one game; a fault of an agent ends it."""
    source = Seeded(seed)
    first = game.initial_state()
    state, drawn = first.draw(source)
    steps: list[Step] = [("deal", drawn)] if first.is_chance else []
    rngs = [Random(mix(seed + seat + 1)) for seat in range(game.players)]
    while (seat := state.current_player) >= 0:
        actions = state.legal_actions()
        try:
            action = players[seating[seat]](state.observation(seat), actions, rngs[seat])
            if action not in actions:
                raise AgentFaultError(
                    f"answered {action!r}, which is not legal. {state.why_not(str(action)) or ''}".strip()
                )
        except AgentFaultError as fault:
            return Table(seating, seed, None, seat, str(fault), Playthrough(game, first, steps, seed))
        except Exception as error:  # an agent may raise anything; its game is lost, not the run
            reason = f"raised {type(error).__name__}: {error}"
            return Table(seating, seed, None, seat, reason, Playthrough(game, first, steps, seed))
        state, drawn = state.play(action, source)
        steps.append((str(action), drawn))
    return Table(seating, seed, state.returns(), None, "", Playthrough(game, first, steps, seed))
