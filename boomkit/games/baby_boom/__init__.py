"""Baby Boom: bombs on a small board count down with every step, kick one another, and clear their row and column.

Actions are written as chess players would: a move `b2-b3`, a kick `b2xb3`, a countdown on the spot `b2*`. A position
begins with the board, rows joined by `/`, the first row north: `.` is an empty square, and a bomb is the face it shows,
a number or `*` for Boom, with the letter of its seat, A for seat 0, B for seat 1 and so on:

    ..5B/.../5A..; turn 0

`turn`, `starter`, `round` and `scores` say how far the game has come, `spent` names the detonators that are used up,
`roll` the seats that still roll for the start. What is not named has its default: the board of the layout, the first
round, its starter on turn, no points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from boomkit.core import Action, Game, Option, Position, Record
from boomkit.core.chance import bits
from boomkit.games.baby_boom import notation, rules, setup, squares, symmetry


class BabyBoom(Game):
    """Baby Boom for two to four seats, on boards from 2×2 to 6×6."""

    name: ClassVar[str] = "baby_boom"
    title: ClassVar[str] = "Baby Boom"
    package: ClassVar[str] = __name__
    rules: ClassVar[Any] = rules
    declared: ClassVar[tuple[Option, ...]] = setup.DECLARED
    keys: ClassVar[tuple[str, ...]] = ("board", "turn", "starter", "round", "scores", "spent", "roll")
    lead: ClassVar[str | None] = "board"

    # -- options ---------------------------------------------------------------------------------------------------

    def settle(self, options: dict[str, Any]) -> dict[str, Any]:
        """Take size and players from the layout, or the layout from the players; check what depends on both."""
        setup.settle_board(options)
        self.switches = setup.settle_rounds(options)
        setup.settle_tiles(options, self.switches)
        return options

    def defaults(self) -> dict[str, Any]:
        """Return each option's value when nothing is given; size and players follow from a layout that is given."""
        options = self.options
        usual = options["size"] == 5 and options["layout"] == setup.LAYOUTS[options["players"]]
        follow = {
            "size": options["size"],
            "players": 2 if usual else options["players"],
            "layout": options["layout"] if usual else None,
        }
        return super().defaults() | follow

    def encode_options(self) -> Record:
        """Return the options as sets of squares and of rounds."""
        return setup.encode(self.options, self.switches)

    def tiles_of_round(self, number: int) -> dict[str, str]:
        """Return the tiles that lie on the board in a round, from 1, by square: `{"b4": "conveyor down"}`."""
        on = self.switches[number - 1]
        return {square: tile for square, tile in setup.usual_tiles(self.options).items() if setup.switch_of(tile) in on}

    @property
    def squares(self) -> list[int]:
        """The squares as the rules number them, in reading order from the north-west."""
        return squares.squares(self.options["size"])

    def square_name(self, square: int) -> str:
        """Return the name of a square, such as `b4`, from the rules' number."""
        return squares.name(square, self.options["size"])

    # -- texts -----------------------------------------------------------------------------------------------------

    def start(self) -> Record:
        """Set the board up; the seats roll for the start, or the first player begins."""
        fields: Any = self.blank(round=1)
        rules.set_up(fields)
        if self.options["first_player"] == "roll":
            fields.rolling = 2**self.players - 1
        else:
            fields.events = []
            fields.starter = self.options["first_player"]
            rules.begin(fields, rules.BB_S5)
        return fields  # type: ignore[no-any-return]

    def action_text(self, code: int) -> str:
        """Write a move `b2-b3`, a kick `b2xb3` or a countdown on the spot `b2*`."""
        return notation.write_action(code, self.options["size"])

    def outcome_text(self, fields: Record, code: int, count: int) -> str:
        """Write a face of the die: `Boom`, or 1 to 5."""
        return "Boom" if code == rules.BOOM else str(code)

    @property
    def words(self) -> Mapping[str, Callable[[int], str]]:
        """Write seats, sets of seats, squares and faces."""
        return {
            "seat": lambda seat: f"seat {seat}",
            "seats": lambda seats: " and ".join(f"seat {seat}" for seat in bits(seats)),
            "square": self.square_name,
            "face": lambda face: "Boom" if face == rules.BOOM else str(face),
        }

    def write(self, fields: Any) -> str:
        """Write the board and, as far as it is not the default, how far the game has come."""
        return notation.write_position(fields, self.options["size"], self._usual_starter(fields.round))

    def parse(self, position: Position) -> Record:
        """Read a position; whether the game is over follows from the board."""
        fields: Any = self.blank(round=position.whole("round", 1, 1, self.options["n_rounds"]))
        rules.set_up(fields)
        if "board" in position:
            notation.read_board(position, fields, self.options["size"])
        notation.read_progress(position, fields, self.options["size"], self._usual_starter(fields.round))
        return fields  # type: ignore[no-any-return]

    def _usual_starter(self, number: int) -> int:
        """Return who starts a round if nothing is said: counted from the first player, or from seat 0."""
        first = self.options["first_player"]
        return int(((0 if first == "roll" else first) + number - 1) % self.players)

    def reason(self, fields: Any, action: Action, clause: str) -> tuple[str, tuple[str, ...]]:
        """Say with the squares and faces concerned why an action is forbidden; the marks are the keys of squares."""
        moves = [text for text in self._legal_texts(fields) if not text.endswith("*")]
        sentence, names = notation.explain(fields, action.code, clause, self.options["size"], moves)
        return sentence, tuple(f"square {name}" for name in names)

    def explain_unknown(self, fields: Record, text: str) -> str:
        """Say how actions are written."""
        legal = self._legal_texts(fields)
        size = self.options["size"]
        return (
            f"{text!r} is not an action of Baby Boom: a move is written b2-b3, a kick b2xb3, a countdown on the spot "
            f"b2*, between neighbours on this {size}×{size} board. "
            f"Legal are {', '.join(legal[:8])}{', …' if len(legal) > 8 else ''}."
        )

    def _legal_texts(self, fields: Record) -> list[str]:
        return [self.action_text(code) for code in self.legal_codes(fields)]

    # -- questions about a position --------------------------------------------------------------------------------

    def winners(self, fields: Any) -> tuple[int, ...]:
        """Return the seats that win a finished game, more than one if the win is shared (BB-R6).

        `returns` holds the points over all rounds whatever `tie_break` says; this, and the last event, says who won.
        """
        return bits(rules.winners(fields)) if fields.over else ()

    def symmetries(self) -> Sequence[Callable[[Record], Record]]:
        """Return the turns and mirrors of the board that change nothing about the game, the identity left out.

        Tiles must be mapped onto tiles, arrows turned with them; in a game of more than one round each seat's starting
        squares must be mapped onto themselves as well.
        """
        images = symmetry.images(self.options["size"])
        return [symmetry.mapped(image) for image in images if symmetry.keeps(image, self.rule_options)]


GAME = BabyBoom
