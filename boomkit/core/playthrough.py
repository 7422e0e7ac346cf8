"""A played game: where it started, what was done, what chance gave; states that can be written and replayed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from boomkit.core.seams import CHANCE
from boomkit.errors import PositionError

if TYPE_CHECKING:
    from boomkit.core.game import Game
    from boomkit.core.state import State

FORMAT = 1
Step = tuple[str, tuple[int, ...]]


class Playthrough(Sequence["State"]):
    """The states of one game from the first to the last; between two of them lie one action and the draws after it.

    A game that begins with a deal has the chance state before it as its first state. States are made when they are
    first asked for, by replay.
    """

    def __init__(self, game: Game, start: State, steps: Sequence[Step], seed: int | None = None) -> None:
        self.game = game
        self.start = start
        self.seed = seed
        self._steps = tuple((str(action), tuple(codes)) for action, codes in steps)
        self._states: list[State] = [start]

    @property
    def actions(self) -> tuple[str, ...]:
        """The texts of what was done, one a step; the deal before the first decision is `deal`."""
        return tuple(action for action, _ in self._steps)

    @property
    def steps(self) -> tuple[Step, ...]:
        """Pairs of an action's text and the numbers that chance gave in it."""
        return self._steps

    def _until(self, index: int) -> None:
        while len(self._states) <= index:
            action, codes = self._steps[len(self._states) - 1]
            state = self._states[-1]
            if state.current_player != CHANCE:
                state = state.apply(action)
            self._states.append(state.replay(codes))

    def __len__(self) -> int:
        return len(self._steps) + 1

    @overload
    def __getitem__(self, index: int) -> State: ...
    @overload
    def __getitem__(self, index: slice) -> list[State]: ...
    def __getitem__(self, index: int | slice) -> State | list[State]:
        if isinstance(index, slice):
            self._until(len(self._steps))
            return self._states[index]
        place = range(len(self))[index]
        self._until(place)
        return self._states[place]

    def __iter__(self) -> Iterator[State]:
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Playthrough):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.game, self.start, self._steps))

    def __repr__(self) -> str:
        seed = f", seed {self.seed}" if self.seed is not None else ""
        return f"<{self.game.title}: a game of {len(self._steps)} steps{seed}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the playthrough as plain data: enough to replay it, nothing more."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.version,
            "options": dict(self.game.given),
            "seed": self.seed,
            "start": str(self.start),
            "steps": [[action, *codes] for action, codes in self._steps],
        }

    def to_json(self) -> str:
        """Return the playthrough as JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False)


def read_playthrough(text: str) -> Playthrough:
    """Read what `Playthrough.to_json` wrote and check it by replaying it.

    Raises PositionError with a sentence if the text is not a playthrough or no longer fits the rules.
    """
    from boomkit.core.discovery import load

    try:
        data = json.loads(text)
        number, name, options, steps = data["format"], data["game"], data["options"], data["steps"]
        start = data["start"]
    except (ValueError, KeyError, TypeError) as error:
        raise PositionError(f"This is not a playthrough file of boomkit: {type(error).__name__} {error}.") from None
    if number != FORMAT:
        raise PositionError(f"This playthrough has format {number!r}; this version of boomkit reads format {FORMAT}.")
    game = load(name, **options)
    if data.get("rules") != game.version:
        raise PositionError(
            f"This game was played under version {data.get('rules')} of the rules of {game.title}; installed is "
            f"version {game.version}. Replay it with the boomkit that wrote it."
        )
    played = Playthrough(game, game.read(start), [(step[0], tuple(step[1:])) for step in steps], data.get("seed"))
    try:
        played[-1]
    except (ValueError, AssertionError, IndexError) as error:
        raise PositionError(f"This playthrough cannot be replayed: {error}") from None
    return played
