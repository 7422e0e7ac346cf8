"""The one log of a table: every position that was reached, in a tree of lines, with the generator behind each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from boomkit.core.chance import Seeded
from boomkit.core.game import Game
from boomkit.core.playthrough import Playthrough, Step
from boomkit.core.state import State

DEAL = "deal"


@dataclass(eq=False)
class Entry:
    """One position of the record, and how it was reached.

    `chance` is the state of the generator after it, so that the same action from here draws the same cards however
    often it is taken back, and another action draws its own; `drawn` are the numbers that chance gave on the way here.
    `seat` is who acted: a seat, or a negative number.
    """

    number: int
    state: State
    action: str
    seat: int
    chance: int
    parent: Entry | None = None
    children: list[Entry] = field(default_factory=list)
    by_agent: bool = False
    drawn: tuple[int, ...] = ()

    def path(self) -> list[Entry]:
        """Return the entries from the first to this one."""
        found: list[Entry] = []
        entry: Entry | None = self
        while entry is not None:
            found.append(entry)
            entry = entry.parent
        return found[::-1]

    def depth(self) -> int:
        """Count the steps from the first entry."""
        return len(self.path()) - 1


class Record:
    """Positions played on one table: actions, undo, redo, branches. Chance follows from the seed.

    >>> import boomkit
    >>> record = Record.deal(boomkit.load("nim"), seed=1)
    >>> record.play("take 3 from 0").state.current_player
    1
    >>> record.undo().number, record.redo().number
    (0, 1)
    """

    def __init__(self, state: State, seed: int) -> None:
        self.seed = seed
        self.start = state
        self.first = Entry(0, state, DEAL, -1, Seeded(seed).state)
        self.here = self.first
        self.entries = [self.first]
        self._last_child: dict[int, Entry] = {}

    @classmethod
    def deal(cls, game: Game, seed: int, *, choose: bool = False) -> Record:
        """Start a record with a deal by seed, the same as `game.deal(seed)`; with `choose`, before the first draw."""
        record, source = cls(game.initial_state(), seed), Seeded(seed)
        if not choose:
            first = record.first
            first.state, first.drawn = record.start.draw(source)
            first.chance = source.state
        return record

    def play(self, action: str, *, choose: bool = False, by_agent: bool = False) -> Entry:
        """Go on by an action, or at a draw by an outcome; draws that follow are made unless `choose` leaves them.

        An action that was played from here before leads to the same position; another one makes a branch. Raises
        IllegalActionError and changes nothing if the action is not legal.
        """
        here, source = self.here, self._source()
        drawn: tuple[int, ...] = ()
        if choose or here.state.is_chance:
            state = here.state.apply(action)
            drawn = tuple(outcome.code for outcome, _ in here.state.chance_outcomes() if outcome == action)
            if not choose:
                state, more = state.draw(source)
                drawn += more
        else:
            state, drawn = here.state.play(action, source)
        return self._enter(state, str(action), source, drawn, by_agent)

    def draw(self) -> Entry:
        """Make all draws that are due by the seed."""
        source = self._source()
        state, drawn = self.here.state.draw(source)
        return self._enter(state, DEAL, source, drawn, by_agent=False)

    def _source(self) -> Seeded:
        source = Seeded(0)
        source.state = self.here.chance
        return source

    def _enter(self, state: State, action: str, source: Seeded, drawn: tuple[int, ...], by_agent: bool) -> Entry:
        here = self.here
        for known in here.children:
            if known.action == action and known.state == state:
                return self.go(known.number)
        seat, number = here.state.current_player, len(self.entries)
        entry = Entry(number, state, action, seat, source.state, here, by_agent=by_agent, drawn=drawn)
        here.children.append(entry)
        self.entries.append(entry)
        return self.go(entry.number)

    def playthrough(self) -> Playthrough:
        """Return the line up to here as a playthrough, which can be written, stepped through and replayed."""
        steps: list[Step] = [(DEAL, self.first.drawn)] if self.start.is_chance else []
        for entry in self.here.path()[1:]:
            if entry.seat < 0 and steps:
                action, drawn = steps.pop()
                steps.append((action, (*drawn, *entry.drawn)))
            else:
                steps.append((entry.action, entry.drawn))
        return Playthrough(self.start.game, self.start, steps, self.seed)

    def go(self, number: int) -> Entry:
        """Go to a position by its number."""
        self.here = self.entries[number]
        for child in self.here.path()[1:]:
            if child.parent is not None:
                self._last_child[child.parent.number] = child
        return self.here

    def undo(self) -> Entry:
        """Take back one step; at the start nothing happens."""
        if self.here.parent is not None:
            self.here = self.here.parent
        return self.here

    def redo(self) -> Entry:
        """Go forward one step along the line that was walked last; at its end nothing happens."""
        self.here = self._last_child.get(self.here.number, self.here)
        return self.here

    def ahead(self) -> list[Entry]:
        """Return the entries that `redo` would walk, nearest first."""
        found: list[Entry] = []
        number = self.here.number
        while (child := self._last_child.get(number)) is not None:
            found.append(child)
            number = child.number
        return found

    def leaves(self) -> Iterator[Entry]:
        """Walk over the last positions of all lines, in the order in which they were made."""
        return (entry for entry in self.entries if not entry.children)
