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

from boomkit.core import Action, Game, Option, Position, Record, choice, flag, lowbit, seat_choice, whole
from boomkit.core.chance import bits
from boomkit.errors import OptionError
from boomkit.games.baby_boom import rules

SWITCHES = ("tiles", "traps", "random_explosions", "watch_out")
"""What may be switched on for a round (BB-V3)."""
WAIT_FOR_IT = ((), ("tiles",), ("tiles", "traps", "random_explosions"))
"""Scalable Rounds (BB-V2)."""
KINDS = ("wall", "conveyor", "paddle", "detonator", "pit")
TRAPS = ("detonator", "pit")
ARROWS = ("up", "down", "left", "right")
COMPASS = {"north": "up", "south": "down", "west": "left", "east": "right"}
LETTERS = "ABCD"
FACES = "*12345"

LAYOUTS = {
    2: "11111/...../...../...../00000",
    3: ".012./2...0/1...1/0...2/.210.",
    4: ".222./1...3/1...3/1...3/.000.",
}
"""Starting squares by number of players (BB-S4)."""

TILES_FOR_TWO = {
    "e4": "pit", "a3": "wall", "e3": "wall", "b4": "conveyor down", "d4": "paddle left", "b3": "detonator",
    "d3": "detonator", "a2": "pit", "b2": "paddle right", "d2": "conveyor up",
}  # fmt: skip
TILES_FOR_MORE = {
    "a5": "pit", "b4": "wall", "c4": "paddle down", "d4": "conveyor left", "b3": "detonator", "d3": "detonator",
    "b2": "conveyor right", "c2": "paddle up", "d2": "wall", "e1": "pit",
}  # fmt: skip
"""Tile squares on the usual board (BB-P14)."""


def _layout(value: Any) -> str | None:
    """Check rows of equal length of seat digits and dots, as many rows as squares a row."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise ValueError
    rows = value.split("/")
    if not 2 <= len(rows) <= 6:
        raise ValueError(f"it has {len(rows)} rows, a board has 2 to 6")
    for row in rows:
        if len(row) != len(rows):
            raise ValueError(f"row {row!r} has {len(row)} squares where the {len(rows)} rows ask for {len(rows)}")
        for square in row:
            if square not in ".0123":
                raise ValueError(f"{square!r} is no seat digit from 0 to 3 and no '.'")
    if sum(str(seat) in value for seat in range(4)) < 2:
        raise ValueError("two seats at least need a bomb")
    return value


def _rounds(value: Any) -> str | list[list[str]] | None:
    """Check a list of sets of switches, and write each set in the order of `SWITCHES`."""
    if value is None or value == "wait_for_it":
        return value  # type: ignore[no-any-return]
    if not isinstance(value, list | tuple) or not value:
        raise ValueError
    for one in value:
        if isinstance(one, str) or not isinstance(one, list | tuple | set | frozenset | Mapping):
            raise ValueError(f"{one!r} is no set of switches")
        for switch in one:
            if switch not in SWITCHES:
                raise ValueError(f"{switch!r} is no switch")
    return [[switch for switch in SWITCHES if switch in one] for one in value]


def _tiles(value: Any) -> bool | dict[Any, str]:
    """Check a mapping from squares to tiles; squares are `b4` or (row, column), tiles `wall` or `paddle left`."""
    if isinstance(value, bool):
        return value
    if not isinstance(value, Mapping):
        raise ValueError
    found = {}
    for square, tile in value.items():
        words = tile.split() if isinstance(tile, str) else [word for word in tile if word is not None]
        words = [COMPASS.get(word, word) for word in words]
        if not words or words[0] not in KINDS:
            raise ValueError(f"{tile!r} is none of {', '.join(KINDS)}")
        if words[0] in ("conveyor", "paddle") and not (len(words) == 2 and words[1] in ARROWS):
            raise ValueError(f"{tile!r} needs exactly one arrow: {', '.join(ARROWS)}")
        if words[0] not in ("conveyor", "paddle") and len(words) > 1:
            raise ValueError(f"{tile!r}: only conveyors and paddles have an arrow")
        found[square if isinstance(square, str) else tuple(square)] = " ".join(words)
    return found


class BabyBoom(Game):
    """Baby Boom for two to four seats, on boards from 2×2 to 6×6."""

    name: ClassVar[str] = "baby_boom"
    title: ClassVar[str] = "Baby Boom"
    package: ClassVar[str] = __name__
    rules: ClassVar[Any] = rules
    declared: ClassVar[tuple[Option, ...]] = (
        whole("players", None, "seats; 2, or as many as the layout has", "BB-S2", low=2, high=4),
        whole("size", None, "squares a side; 5, or as the layout has", "BB-T10", low=2, high=6),
        whole("fuse", 5, "the number every bomb shows at the start", "BB-S3", high=5),
        Option(
            "layout",
            None,
            "rows joined by '/', north first, a seat digit or '.' a square, such as '0../.../..1'",
            "starting squares",
            _layout,
            "BB-S4",
        ),
        seat_choice("first_player", ("roll",), "who starts the first round", "BB-S5"),
        Option(
            "rounds",
            None,
            f"'wait_for_it' or a list of sets of {', '.join(SWITCHES)}, one a round",
            "what is switched on in which round",
            _rounds,
            "BB-V3",
        ),
        Option(
            "tiles",
            False,
            "True, False, or squares with tiles, such as {'b4': 'wall', 'd4': 'paddle left'}",
            "walls, conveyors and paddles in every round; or which tiles lie where",
            _tiles,
            "BB-P14",
        ),
        flag("traps", False, "detonators and pits in every round", "BB-V3"),
        flag("kick_exploded", False, "exploded bombs can be pushed, as value 0", "BB-K8"),
        flag("chain_reaction", False, "live bombs that are hit explode too", "BB-E4"),
        choice("forced_countdown", ("only_if_stuck", "per_bomb"), "when a bomb may count down on the spot", "BB-T7"),
        choice("round_end", ("live", "mobile"), "who counts as able to move", "BB-R2"),
        flag("wall_solid", True, "no bomb enters a wall", "BB-P1"),
        flag("blocker_shields_occupant", True, "a bomb on a wall or paddle is safe from blasts", "BB-P10"),
        flag("watch_out", False, "paddles send blasts on, in every round", "BB-P3a"),
        flag("random_explosions", False, "a die limits each explosion, in every round", "BB-V1"),
        choice("random_range", ("within", "exact"), "what a roll of 1, 2 or 3 reaches", "BB-V1a"),
        choice("tie_break", ("shared", "last_round"), "what decides between equal totals", "BB-R6"),
        whole("n_rounds", 3, "rounds in a game", "BB-R6", high=rules.MOST_ROUNDS),
    )
    keys: ClassVar[tuple[str, ...]] = ("board", "turn", "starter", "round", "scores", "spent", "roll")
    lead: ClassVar[str | None] = "board"

    # -- options ---------------------------------------------------------------------------------------------------

    def settle(self, options: dict[str, Any]) -> dict[str, Any]:
        """Take size and players from the layout, or the layout from the players; check what depends on both."""
        self._settle_board(options)
        first, seats = options["first_player"], options["players"]
        if isinstance(first, int) and first >= seats:
            raise OptionError(f"Baby Boom: first_player is {first}, but the seats are 0 to {seats - 1}.")
        self.switches = self._settle_rounds(options)
        self._settle_tiles(options)
        return options

    def _settle_board(self, options: dict[str, Any]) -> None:
        layout, size, players = options["layout"], options["size"], options["players"]
        if layout is None:
            if size not in (None, 5):
                raise OptionError(
                    f"Baby Boom: there is no usual layout on a board of size {size}; give a layout of {size} rows."
                )
            options["size"] = 5
            options["players"] = players or 2
            options["layout"] = LAYOUTS[options["players"]]
            return
        rows = layout.count("/") + 1
        seats = max(2, max(int(digit) for digit in layout if digit.isdigit()) + 1)
        if size not in (None, rows):
            raise OptionError(f"Baby Boom: size is {size}, but the layout {layout!r} has {rows} rows; leave size out.")
        if players not in (None, seats):
            raise OptionError(
                f"Baby Boom: players is {players}, but the layout {layout!r} has the seats 0 to {seats - 1}; "
                "leave players out."
            )
        options["size"], options["players"] = rows, seats

    def _settle_rounds(self, options: dict[str, Any]) -> tuple[frozenset[str], ...]:
        """Return what is switched on in each round (BB-V2, BB-V3)."""
        given, count = options["rounds"], options["n_rounds"]
        sets = [list(one) for one in (WAIT_FOR_IT if given == "wait_for_it" else given or [[]])]
        if len(sets) > count:
            raise OptionError(
                f"Baby Boom: rounds names {len(sets)} rounds, but n_rounds is {count}; give at most {count} sets."
            )
        sets += [sets[-1]] * (count - len(sets))
        always = {switch for switch in SWITCHES if options[switch]}
        if isinstance(options["tiles"], dict):
            # A mapping says where tiles lie. Without `rounds` it says as well that they lie there in every round.
            kinds = {tile.split()[0] for tile in options["tiles"].values()} if given is None else set()
            always.discard("tiles")
            always |= {"traps" if kind in TRAPS else "tiles" for kind in kinds}
        return tuple(frozenset(always.union(one)) for one in sets)

    def _settle_tiles(self, options: dict[str, Any]) -> None:
        """Name the tiles' squares in reading order, and keep bombs off walls and pits at the start."""
        size, tiles = options["size"], options["tiles"]
        laid = {switch for one in self.switches for switch in one}
        if not isinstance(tiles, dict):
            if size != 5 and laid & {"tiles", "traps"}:
                raise OptionError(
                    f"Baby Boom: there are no usual tiles on a board of size {size}; give tiles by their squares."
                )
            return
        named = {}
        for square, tile in tiles.items():
            row, column = self._row_and_column(square, size)
            if not (0 <= row < size and 0 <= column < size):
                raise OptionError(
                    f"Baby Boom: option tiles names {square!r}, no square of this board; squares are a1 to "
                    f"{_name(0, size - 1, size)}."
                )
            named[row, column] = tile
            start = options["layout"].split("/")[row][column]
            blocked = (tile == "wall" and options["wall_solid"] and "tiles" in laid) or (
                tile == "pit" and "traps" in laid
            )
            if start != "." and blocked:
                raise OptionError(
                    f"Baby Boom: option tiles puts a {tile} on {_name(row, column, size)}, where a bomb of seat "
                    f"{start} starts."
                )
        options["tiles"] = {_name(row, column, size): named[row, column] for row, column in sorted(named)}

    @staticmethod
    def _row_and_column(square: Any, size: int) -> tuple[int, int]:
        if isinstance(square, str):
            if len(square) != 2 or not square[1].isdecimal():
                return -1, -1
            return size - int(square[1]), ord(square[0]) - ord("a")
        row, column = square if len(square) == 2 else (-1, -1)
        return row, column

    def defaults(self) -> dict[str, Any]:
        """Return each option's value when nothing is given; size and players follow from a layout that is given."""
        values = super().defaults()
        usual = self.options["layout"] == LAYOUTS[self.options["players"]] and self.options["size"] == 5
        values["size"] = self.options["size"]
        values["players"] = 2 if usual else self.options["players"]
        values["layout"] = LAYOUTS[self.options["players"]] if usual else None
        return values

    @property
    def tiles(self) -> dict[str, str]:
        """The tiles by square, such as `{"a3": "wall", "b4": "conveyor down"}`, whatever round they lie in."""
        tiles = self.options["tiles"]
        if isinstance(tiles, dict):
            return dict(tiles)
        if self.options["size"] != 5:
            return {}
        return dict(TILES_FOR_TWO if self.players == 2 else TILES_FOR_MORE)

    def tiles_of_round(self, number: int) -> dict[str, str]:
        """Return the tiles that lie on the board in a round, from 1."""
        on = self.switches[number - 1]
        return {
            square: tile
            for square, tile in self.tiles.items()
            if ("traps" if tile.split()[0] in TRAPS else "tiles") in on
        }

    def encode_options(self) -> Record:
        """Return the options as sets of squares and of rounds."""
        options = self.options

        def squares(*wanted: str) -> int:
            return sum(1 << self.square(name) for name, tile in self.tiles.items() if set(wanted) & set(tile.split()))

        def numbers(switch: str) -> int:
            return sum(1 << number for number, on in enumerate(self.switches, 1) if switch in on)

        home = [0] * rules.MOST_SEATS
        for row, squares_of_row in enumerate(options["layout"].split("/")):
            for column, seat in enumerate(squares_of_row):
                if seat != ".":
                    home[int(seat)] |= 1 << _index(row, column)
        encoded = rules.Options(
            players=options["players"],
            n_rounds=options["n_rounds"],
            fuse=options["fuse"],
            board=sum(1 << square for square in self.squares),
            home=home,
            walls=squares("wall"),
            conveyors=squares("conveyor"),
            paddles=squares("paddle"),
            arrows=[squares(arrow) for arrow in ARROWS],
            detonators=squares("detonator"),
            pits=squares("pit"),
            tile_rounds=numbers("tiles"),
            trap_rounds=numbers("traps"),
            watch_rounds=numbers("watch_out"),
            random_rounds=numbers("random_explosions"),
            kick_exploded=int(options["kick_exploded"]),
            chain_reaction=int(options["chain_reaction"]),
            tick_any_stuck=int(options["forced_countdown"] == "per_bomb"),
            end_when_stuck=int(options["round_end"] == "mobile"),
            wall_solid=int(options["wall_solid"]),
            shields=int(options["blocker_shields_occupant"]),
            exact_range=int(options["random_range"] == "exact"),
            last_round_decides=int(options["tie_break"] == "last_round"),
        )
        self._check_start(encoded)
        return encoded

    def _check_start(self, encoded: Record) -> None:
        """Refuse a start at which the round would be over before it begins (possible with `mobile` only)."""
        fields: Any = rules.Fields()
        fields.options = encoded
        for number in range(1, self.options["n_rounds"] + 1):
            fields.round = number
            rules.set_up(fields)
            if rules.round_over(fields):
                raise OptionError(
                    f"Baby Boom: in round {number} fewer than two seats could move at the start, so that with "
                    "round_end='mobile' it would be over at once; give another layout, or other tiles."
                )

    # -- squares ---------------------------------------------------------------------------------------------------

    @property
    def squares(self) -> list[int]:
        """The squares as the rules number them, in reading order from the north-west."""
        size = self.options["size"]
        return [_index(row, column) for row in range(size) for column in range(size)]

    def square(self, name: str) -> int:
        """Return the number that the rules use for a square, such as `b4`."""
        return _index(*self._row_and_column(name, self.options["size"]))

    def square_name(self, square: int) -> str:
        """Return the name of a square from the rules' number: the file from a, the rank from 1 in the south."""
        return _name(square // rules.WIDTH - 1, square % rules.WIDTH, self.options["size"])

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
        square, way = divmod(code, rules.ACTIONS)
        here = self.square_name(square)
        if way == rules.TICK:
            return f"{here}*"
        return f"{here}{'x' if way & rules.KICK else '-'}{self.square_name(square + rules.STEP[way // 2])}"

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
        size = self.options["size"]
        rows = ["".join(self._bomb(fields, _index(row, column)) for column in range(size)) for row in range(size)]
        parts = ["/".join(rows), f"turn {fields.turn}"]
        if fields.starter != self._usual_starter(fields.round):
            parts.append(f"starter {fields.starter}")
        if fields.round != 1:
            parts.append(f"round {fields.round}")
        if any(fields.scores) or fields.over:
            parts.append("scores " + " ".join(map(str, fields.scores[: self.players])))
        if fields.spent:
            parts.append("spent " + " ".join(map(self.square_name, bits(fields.spent))))
        if fields.rolling:
            parts.append("roll " + " ".join(map(str, bits(fields.rolling))))
        return "; ".join(parts)

    def _bomb(self, fields: Any, square: int) -> str:
        if not rules.on(rules.occupied(fields), square):
            return "."
        return FACES[rules.shown(fields, square)] + LETTERS[rules.owner(fields, square)]

    def _usual_starter(self, number: int) -> int:
        """Return who starts a round if nothing is said: counted from the first player, or from seat 0."""
        first = self.options["first_player"]
        return int(((0 if first == "roll" else first) + number - 1) % self.players)

    def parse(self, position: Position) -> Record:
        """Read a position; whether the game is over follows from the board."""
        fields: Any = self.blank(round=position.whole("round", 1, 1, self.options["n_rounds"]))
        rules.set_up(fields)
        if "board" in position:
            self._read_board(position, fields)
        seats = self.players - 1
        fields.starter = position.whole("starter", self._usual_starter(fields.round), 0, seats)
        fields.turn = position.whole("turn", fields.starter, 0, seats)
        for word in position.take("spent", "").split():
            square = self.square(word)
            if not rules.has_traps(fields) or not rules.on(fields.options.detonators, square):
                raise position.error("spent", f"there is no detonator on {word!r} in round {fields.round}")
            fields.spent |= rules.bit(square)
        for word in position.take("roll", "").split():
            fields.rolling |= rules.bit(position.number("roll", word, 0, seats))
        worths = [rules.worth(fields, seat) for seat in range(self.players)]
        ended = rules.round_over(fields)
        scores = position.numbers("scores", worths if ended else [0] * self.players, self.players, 0, 10_800)
        fields.scores = scores + [0] * (rules.MOST_SEATS - self.players)
        self._check_progress(position, fields, ended)
        return fields  # type: ignore[no-any-return]

    def _read_board(self, position: Position, fields: Any) -> None:
        size = self.options["size"]
        rows = position.groups("board", size)
        fields.bombs = [0] * rules.MOST_SEATS
        fields.shows = [0] * rules.FACES
        for row, text in enumerate(rows):
            column, rest = 0, text
            while rest:
                square = _index(row, column)
                word = rest[: 1 if rest[0] == "." else 2]
                rest = rest[len(word) :]
                column += 1
                if word == ".":
                    continue
                letters = LETTERS[: self.players]
                if len(word) < 2 or word[0] not in FACES or word[1] not in letters:
                    raise position.error(
                        "board",
                        f"{word!r} in row {text!r} is no square; a square is '.' or a bomb, a face of {FACES} with "
                        f"a seat's letter of {letters}, such as 5A",
                    )
                if column <= size:
                    fields.bombs[letters.index(word[1])] |= rules.bit(square)
                    fields.shows[FACES.index(word[0])] |= rules.bit(square)
            if column != size:
                raise position.error("board", f"row {text!r} has {column} squares where {size} are due")

    def _check_progress(self, position: Position, fields: Any, ended: bool) -> None:
        """Refuse what no game can come to; a finished last round is the end of the game."""
        options = fields.options
        bombs = rules.occupied(fields)
        barred = options.walls if rules.has_tiles(fields) and options.wall_solid else 0
        barred |= options.pits if rules.has_traps(fields) else 0
        if bombs & barred:
            raise position.error(
                "board", f"a bomb stands on {self.square_name(lowbit(bombs & barred))}, where none can"
            )
        if fields.rolling:
            if ended or fields.round > 1 or not fields.rolling & (fields.rolling - 1):
                raise position.error("roll", "at least two seats roll, before the first turn of round 1")
        elif ended and fields.round < options.n_rounds:
            raise position.error(
                "board",
                f"round {fields.round} of {options.n_rounds} is over there, so the next one has begun; write its start",
            )
        elif ended:
            fields.over = 1
        elif not rules.live(fields, fields.turn):
            raise position.error("turn", f"seat {fields.turn} has no live bomb, so it cannot be due")

    # -- why not ---------------------------------------------------------------------------------------------------

    def reason(self, fields: Any, action: Action, clause: str) -> tuple[str, tuple[str, ...]]:
        """Say with the squares and faces concerned why an action is forbidden; the marks are the keys of squares."""
        square, way = divmod(action.code, rules.ACTIONS)
        step = rules.STEP[way // 2] if way != rules.TICK else 0
        here, there, behind = (self.square_name(square + step * far) for far in range(3))
        mine, theirs = self._describe(fields, square), self._describe(fields, square + step)
        seat = fields.turn
        on_board = rules.on(fields.options.board, square + step)
        marks: tuple[str, ...] = (here, there) if on_board and step else (here,)
        if clause == "BB-T2" and on_board:
            text = f"Seat {seat} moves its own bombs, and on {here} stands {mine}."
            marks = (here,)
        elif clause == "BB-T2":
            text = f"{here} is on the edge: the step leads off the board."
        elif clause == "BB-T7":
            text = self._still_moves(fields, square)
        elif clause == "BB-P1":
            blocked = behind if rules.on(rules.occupied(fields), square + step) else there
            text = f"A wall stands on {blocked}, and no bomb enters it."
            marks = (here, blocked)
        elif clause == "BB-K2":
            outside = not rules.on(fields.options.board, square + 2 * step)
            what = "there is no square behind it" if outside else f"on {behind}, behind it, stands a bomb"
            text = f"{theirs.capitalize()} on {there} cannot be pushed: {what}."
            marks = (here, there) if outside else (there, behind)
        else:
            text = {
                "BB-T9": f"The bomb on {here} has exploded; it neither moves nor counts down.",
                "BB-T3": f"On {there} stands {theirs}; a move needs an empty square.",
                "BB-K1": f"{there} is empty, so there is nothing to kick; the move is {here}-{there}.",
                "BB-K7": f"On {there} stands {theirs}; own bombs are never pushed.",
                "BB-K8": f"The bomb on {there} has exploded, and exploded bombs are not pushed.",
                "BB-K3": f"A kick needs the greater number: on {here} stands {mine}, on {there} {theirs}.",
            }[clause]
        return text, tuple(f"square {name}" for name in marks)

    def _describe(self, fields: Any, square: int) -> str:
        if not rules.on(rules.occupied(fields), square):
            return "no bomb"
        face = rules.shown(fields, square)
        shown = "an exploded bomb" if face == rules.BOOM else f"a {face}"
        return f"{shown} of seat {rules.owner(fields, square)}"

    def _still_moves(self, fields: Any, square: int) -> str:
        legal = [self.action_text(code) for code in self.legal_codes(fields)]
        moves = [text for text in legal if not text.endswith("*")]
        if fields.options.tick_any_stuck:
            own = [text for text in moves if text.startswith(self.square_name(square))]
            return f"A bomb counts down on the spot only if it cannot move; this one can: {', '.join(own)}."
        return f"A bomb counts down on the spot only if no bomb can move; there is {moves[0]}."

    def explain_unknown(self, fields: Record, text: str) -> str:
        """Say how actions are written."""
        legal = [self.action_text(code) for code in self.legal_codes(fields)]
        return (
            f"{text!r} is not an action of Baby Boom: a move is written b2-b3, a kick b2xb3, a countdown on the spot "
            f"b2*, between neighbours on this {self.options['size']}×{self.options['size']} board. "
            f"Legal are {', '.join(legal[:8])}{', …' if len(legal) > 8 else ''}."
        )

    def winners(self, fields: Any) -> tuple[int, ...]:
        """Return the seats that win a finished game, more than one if the win is shared (BB-R6)."""
        return bits(rules.winners(fields)) if fields.over else ()

    # -- symmetries ------------------------------------------------------------------------------------------------

    def symmetries(self) -> Sequence[Callable[[Record], Record]]:
        """Return the turns and mirrors of the board that change nothing about the game, the identity left out.

        Tiles must be mapped onto tiles, arrows turned with them; while other rounds follow, each seat's starting
        squares onto its starting squares as well.
        """
        return [self._mapped(squares) for squares in map(self._square_map, range(1, 8)) if self._is_symmetry(squares)]

    def _square_map(self, number: int) -> dict[int, int]:
        """Return one of the eight maps of a square board: bit 0 mirrors ranks, bit 1 files, bit 2 swaps both."""
        last = self.options["size"] - 1
        found = {}
        for row in range(last + 1):
            for column in range(last + 1):
                to_row = last - row if number & 1 else row
                to_column = last - column if number & 2 else column
                found[_index(row, column)] = _index(to_column, to_row) if number & 4 else _index(to_row, to_column)
        return found

    def _is_symmetry(self, squares: dict[int, int]) -> bool:
        options: Any = self.rule_options
        laid = options.tile_rounds | options.trap_rounds
        if laid:
            solid = [options.walls, options.conveyors, options.paddles] if options.tile_rounds else []
            traps = [options.detonators, options.pits] if options.trap_rounds else []
            if any(_moved(mask, squares) != mask for mask in solid + traps):
                return False
            if options.tile_rounds and any(
                _moved(options.arrows[way], squares) != options.arrows[self._turned(way, squares)] for way in range(4)
            ):
                return False
        if options.n_rounds == 1:
            return True
        return all(_moved(home, squares) == home for home in options.home)

    def _turned(self, way: int, squares: dict[int, int]) -> int:
        """Return the direction that a direction is mapped to."""
        start = next(square for square in squares if square + rules.STEP[way] in squares)
        return rules.STEP.index(squares[start + rules.STEP[way]] - squares[start])

    def _mapped(self, squares: dict[int, int]) -> Callable[[Record], Record]:
        def mapped(fields: Any) -> Record:
            image: Any = fields.copy()
            image.bombs = [_moved(mask, squares) for mask in fields.bombs]
            image.shows = [_moved(mask, squares) for mask in fields.shows]
            image.spent = _moved(fields.spent, squares)
            return image  # type: ignore[no-any-return]

        return mapped


def _index(row: int, column: int) -> int:
    """Return the rules' number of a square; row 0 is the north."""
    return (row + 1) * rules.WIDTH + column


def _name(row: int, column: int, size: int) -> str:
    """Return the name of a square; one step west of file a it is written `@`."""
    return f"{'@abcdefgh'[column + 1]}{size - row}"


def _moved(mask: int, squares: dict[int, int]) -> int:
    """Return the image of a set of squares."""
    return sum(1 << squares[square] for square in bits(mask))


GAME = BabyBoom
