"""What one seat may know: the fields it sees and its own history, cut loose from the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from boomkit.core.seams import CHANCE

if TYPE_CHECKING:
    from boomkit.core.events import Event
    from boomkit.core.fields import Record
    from boomkit.core.game import Game


class Observation:
    """What `seat` knows in a state: `str` is the position text with what is hidden as `?`, `history` its events.

    It holds copies and no way back to the state. Two observations are equal when everything the seat can know is.
    `game.sample(observation, rng)` makes a full state that fits.
    """

    __slots__ = ("_fields", "game", "history", "is_chance", "log", "seat")

    def __init__(
        self,
        game: Game,
        seat: int,
        fields: Record,
        history: tuple[Event, ...],
        log: tuple[tuple[int | None, ...], ...],
        is_chance: bool = False,
    ) -> None:
        self.game = game
        self.seat = seat
        self._fields = fields
        self.history = history
        self.log = log
        self.is_chance = is_chance

    @property
    def fields(self) -> Record:
        """The fields as the seat sees them, for the game's own modules; hidden entries hold the game's blank."""
        return self._fields

    @property
    def current_player(self) -> int:
        """The seat that is due as far as this seat knows, `boomkit.CHANCE` or `boomkit.TERMINAL`."""
        due: int = CHANCE if self.is_chance else self.game.rules.due(self._fields)
        return due

    def to_dict(self) -> dict[str, Any]:
        """Return the observation as plain data, which `game.read_observation` reads: to send it to another process."""
        return {
            "seat": self.seat,
            "fields": {field.name: getattr(self._fields, field.name) for field in self._fields.FIELDS},
            "is_chance": self.is_chance,
            "history": [[str(one), one.name, one.clause, one.audience, list(one.numbers)] for one in self.history],
        }

    def _identity(self) -> tuple[Any, ...]:
        return (self.seat, self._fields.key(), self.history)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation):
            return NotImplemented
        return self._identity() == other._identity() and self.game == other.game

    def __hash__(self) -> int:
        return hash(self._identity())

    def __str__(self) -> str:
        return self.game.write_observation(self)

    def __repr__(self) -> str:
        return f"<{self.game.title}, seat {self.seat} sees: {self}>"
