"""Options of Baby Boom: what may be varied, what follows from what, and the integers that the rules read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boomkit.core import Option, choice, flag, seat_choice, whole
from boomkit.errors import OptionError
from boomkit.games.baby_boom import rules
from boomkit.games.baby_boom.squares import index, name, on_board, row_and_column, squares

Switches = Sequence[frozenset[str]]
"""What is switched on in each round."""

SWITCHES = ("tiles", "traps", "random_explosions", "watch_out")
"""What may be switched on for a round (BB-V3)."""
WAIT_FOR_IT = ((), ("tiles",), ("tiles", "traps", "random_explosions"))
"""Scalable Rounds (BB-V2)."""
KINDS = ("wall", "conveyor", "paddle", "detonator", "pit")
TRAPS = ("detonator", "pit")
ARROWS = ("up", "down", "left", "right")
COMPASS = {"north": "up", "south": "down", "west": "left", "east": "right"}
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


def read_layout(value: Any) -> str | None:
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


def read_rounds(value: Any) -> str | list[list[str]] | None:
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


def read_tiles(value: Any) -> bool | dict[Any, str]:
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


DECLARED: tuple[Option, ...] = (
    whole("players", None, "seats; 2, or as many as the layout has", "BB-S2", low=2, high=4),
    whole("size", None, "squares a side; 5, or as the layout has", "BB-T10", low=2, high=6),
    whole("fuse", 5, "the number every bomb shows at the start", "BB-S3", high=5),
    Option(
        "layout",
        None,
        "rows joined by '/', north first, a seat digit or '.' a square, such as '0../.../..1'",
        "starting squares",
        read_layout,
        "BB-S4",
    ),
    seat_choice("first_player", ("roll",), "who starts the first round", "BB-S5"),
    Option(
        "rounds",
        None,
        f"'wait_for_it' or a list of sets of {', '.join(SWITCHES)}, one a round",
        "what is switched on in which round",
        read_rounds,
        "BB-V3",
    ),
    Option(
        "tiles",
        False,
        "True, False, or squares with tiles, such as {'b4': 'wall', 'd4': 'paddle left'}",
        "walls, conveyors and paddles in every round; or which tiles lie where",
        read_tiles,
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


def settle_board(options: dict[str, Any]) -> None:
    """Take size and players from the layout, or the layout from the players; check who plays first."""
    layout, size, players = options["layout"], options["size"], options["players"]
    if layout is None:
        if size not in (None, 5):
            raise OptionError(
                f"Baby Boom: there is no usual layout on a board of size {size}; give a layout of {size} rows."
            )
        options["size"] = 5
        options["players"] = players or 2
        options["layout"] = LAYOUTS[options["players"]]
    else:
        _settle_layout(options)
    first, seats = options["first_player"], options["players"]
    if isinstance(first, int) and first >= seats:
        raise OptionError(f"Baby Boom: first_player is {first}, but the seats are 0 to {seats - 1}.")


def _settle_layout(options: dict[str, Any]) -> None:
    layout, size, players = options["layout"], options["size"], options["players"]
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


def settle_rounds(options: dict[str, Any]) -> Switches:
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


def settle_tiles(options: dict[str, Any], switches: Switches) -> None:
    """Name the tiles' squares in reading order, and keep bombs off walls and pits at the start."""
    size, tiles = options["size"], options["tiles"]
    laid = {switch for one in switches for switch in one}
    if not isinstance(tiles, dict):
        if size != 5 and laid & {"tiles", "traps"}:
            raise OptionError(
                f"Baby Boom: there are no usual tiles on a board of size {size}; give tiles by their squares."
            )
        return
    named = {}
    for square, tile in tiles.items():
        row, column = row_and_column(square, size)
        if not on_board(row, column, size):
            raise OptionError(
                f"Baby Boom: option tiles names {square!r}, no square of this board; squares are a1 to "
                f"{name(index(0, size - 1), size)}."
            )
        named[row, column] = tile
        start = options["layout"].split("/")[row][column]
        blocked = (tile == "wall" and options["wall_solid"] and "tiles" in laid) or (tile == "pit" and "traps" in laid)
        if start != "." and blocked:
            raise OptionError(
                f"Baby Boom: option tiles puts a {tile} on {name(index(row, column), size)}, where a bomb of seat "
                f"{start} starts."
            )
    options["tiles"] = {name(index(*place), size): named[place] for place in sorted(named)}


def usual_tiles(options: Mapping[str, Any]) -> dict[str, str]:
    """Return the tiles by square, whatever round they lie in: those given, or the usual ones (BB-P14)."""
    tiles = options["tiles"]
    if isinstance(tiles, dict):
        return dict(tiles)
    if options["size"] != 5:
        return {}
    return dict(TILES_FOR_TWO if options["players"] == 2 else TILES_FOR_MORE)


def switch_of(tile: str) -> str:
    """Return the switch that lays a tile: `traps` for detonators and pits, `tiles` for the others (BB-V3)."""
    return "traps" if tile.split()[0] in TRAPS else "tiles"


def encode(options: Mapping[str, Any], switches: Switches) -> rules.Options:
    """Return settled options as sets of squares and of rounds."""
    size, tiles = options["size"], usual_tiles(options)

    def lying(word: str) -> int:
        """Return the squares with a tile of this kind, or with this arrow."""
        return sum(1 << index(*row_and_column(square, size)) for square, tile in tiles.items() if word in tile.split())

    def rounds(switch: str) -> int:
        return sum(1 << number for number, on in enumerate(switches, 1) if switch in on)

    home = [0] * rules.MOST_SEATS
    for row, digits in enumerate(options["layout"].split("/")):
        for column, seat in enumerate(digits):
            if seat != ".":
                home[int(seat)] |= 1 << index(row, column)
    encoded = rules.Options(
        players=options["players"],
        n_rounds=options["n_rounds"],
        fuse=options["fuse"],
        board=sum(1 << square for square in squares(size)),
        home=home,
        walls=lying("wall"),
        conveyors=lying("conveyor"),
        paddles=lying("paddle"),
        arrows=[lying(arrow) for arrow in ARROWS],
        detonators=lying("detonator"),
        pits=lying("pit"),
        tile_rounds=rounds("tiles"),
        trap_rounds=rounds("traps"),
        watch_rounds=rounds("watch_out"),
        random_rounds=rounds("random_explosions"),
        kick_exploded=int(options["kick_exploded"]),
        chain_reaction=int(options["chain_reaction"]),
        tick_any_stuck=int(options["forced_countdown"] == "per_bomb"),
        end_when_stuck=int(options["round_end"] == "mobile"),
        wall_solid=int(options["wall_solid"]),
        shields=int(options["blocker_shields_occupant"]),
        exact_range=int(options["random_range"] == "exact"),
        last_round_decides=int(options["tie_break"] == "last_round"),
    )
    _check_start(encoded)
    return encoded


def _check_start(encoded: rules.Options) -> None:
    """Refuse a start at which the round would be over before it begins (possible with `mobile` only)."""
    fields: Any = rules.Fields()
    fields.options = encoded
    for number in range(1, encoded.n_rounds + 1):
        fields.round = number
        rules.set_up(fields)
        if rules.round_over(fields):
            raise OptionError(
                f"Baby Boom: in round {number} fewer than two seats could move at the start, so that with "
                "round_end='mobile' it would be over at once; give another layout, or other tiles."
            )
