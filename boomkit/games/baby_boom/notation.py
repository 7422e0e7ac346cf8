"""Texts of Baby Boom: position texts, action texts, and the sentences that say why an action is forbidden."""

from __future__ import annotations

from functools import cache
from typing import Any

from boomkit.core import Position, lowbit
from boomkit.core.chance import bits
from boomkit.games.baby_boom import rules
from boomkit.games.baby_boom.squares import index, name, on_board, row_and_column

LETTERS = "ABCD"
"""Seats on a board text."""
FACES = "*12345"
"""Faces on a board text, by number; the first is Boom."""


def write_action(code: int, size: int) -> str:
    """Write a move `b2-b3`, a kick `b2xb3` or a countdown on the spot `b2*`.

    >>> write_action(index(3, 1) * rules.ACTIONS + 2 * rules.UP + rules.KICK, 5)
    'b2xb3'
    """
    square, way = divmod(code, rules.ACTIONS)
    if way == rules.TICK:
        return f"{name(square, size)}*"
    sign = "x" if way & rules.KICK else "-"
    return f"{name(square, size)}{sign}{name(square + rules.STEP[way // 2], size)}"


def write_position(fields: Any, size: int, usual_starter: int) -> str:
    """Write the board and, as far as it is not the default, how far the game has come."""
    parts = [write_board(fields, size), f"turn {fields.turn}"]
    if fields.starter != usual_starter:
        parts.append(f"starter {fields.starter}")
    if fields.round != 1:
        parts.append(f"round {fields.round}")
    if any(fields.scores) or fields.over:
        parts.append("scores " + " ".join(map(str, fields.scores[: fields.options.players])))
    if fields.spent:
        parts.append("spent " + " ".join(name(square, size) for square in bits(fields.spent)))
    if fields.rolling:
        parts.append("roll " + " ".join(map(str, bits(fields.rolling))))
    return "; ".join(parts)


def write_board(fields: Any, size: int) -> str:
    """Write the rows, north first, with `/` between them."""
    words = {
        square: face + letter
        for letter, bombs in zip(LETTERS, fields.bombs, strict=True)
        if bombs
        for face, shows in zip(FACES, fields.shows, strict=True)
        for square in bits(bombs & shows)
    }
    return "/".join("".join([words.get(square, ".") for square in row]) for row in _rows(size))


@cache
def _rows(size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(index(row, column) for column in range(size)) for row in range(size))


def read_board(position: Position, fields: Any, size: int) -> None:
    """Read the rows of a position text into the fields."""
    letters = LETTERS[: fields.options.players]
    fields.bombs = [0] * rules.MOST_SEATS
    fields.shows = [0] * rules.FACES
    for row, text in enumerate(position.groups("board", size)):
        words = _words(text)
        if len(words) != size:
            raise position.error("board", f"row {text!r} has {len(words)} squares where {size} are due")
        for column, word in enumerate(words):
            if word == ".":
                continue
            if len(word) < 2 or word[0] not in FACES or word[1] not in letters:
                raise position.error(
                    "board",
                    f"{word!r} in row {text!r} is no square; a square is '.' or a bomb, a face of {FACES} with a "
                    f"seat's letter of {letters}, such as 5A",
                )
            rules.put(fields, letters.index(word[1]), index(row, column), FACES.index(word[0]))


def _words(row: str) -> list[str]:
    """Cut a row into squares: a dot is one by itself, anything else takes two characters."""
    words = []
    while row:
        length = 1 if row[0] == "." else 2
        words.append(row[:length])
        row = row[length:]
    return words


def read_progress(position: Position, fields: Any, size: int, usual_starter: int) -> None:
    """Read turn, starter, points, used-up detonators and the seats that roll; refuse what no game can come to."""
    players = fields.options.players
    fields.starter = position.whole("starter", usual_starter, 0, players - 1)
    fields.turn = position.whole("turn", fields.starter, 0, players - 1)
    for word in position.take("spent", "").split():
        row, column = row_and_column(word, size)
        here = on_board(row, column, size) and rules.on(fields.options.detonators, index(row, column))
        if not here or not rules.has_traps(fields):
            raise position.error("spent", f"there is no detonator on {word!r} in round {fields.round}")
        fields.spent |= rules.bit(index(row, column))
    for word in position.take("roll", "").split():
        fields.rolling |= rules.bit(position.number("roll", word, 0, players - 1))
    ended = rules.round_over(fields)
    # At the end of the game points that are not named are those on the board.
    usual = [rules.worth(fields, seat) if ended else 0 for seat in range(players)]
    fields.scores = position.numbers("scores", usual, players, 0, rules.MOST_POINTS) + [0] * (
        rules.MOST_SEATS - players
    )
    _check(position, fields, size, ended)


def _check(position: Position, fields: Any, size: int, ended: bool) -> None:
    """Refuse what no game can come to; a finished last round is the end of the game."""
    options = fields.options
    barred = options.walls if rules.has_tiles(fields) and options.wall_solid else 0
    barred |= options.pits if rules.has_traps(fields) else 0
    wrong = rules.occupied(fields) & barred
    if wrong:
        raise position.error("board", f"a bomb stands on {name(lowbit(wrong), size)}, where none can")
    if fields.rolling:
        if ended or fields.round > 1 or fields.rolling & (fields.rolling - 1) == 0:
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


def explain(fields: Any, code: int, clause: str, size: int, moves: list[str]) -> tuple[str, tuple[str, ...]]:
    """Say with the squares and faces concerned why a clause forbids an action; name the squares to look at.

    `moves` are the moves and kicks that are legal.
    """
    square, way = divmod(code, rules.ACTIONS)
    step = rules.STEP[way // 2] if way != rules.TICK else 0
    here, there, behind = (name(square + step * far, size) for far in range(3))
    mine, theirs = _describe(fields, square), _describe(fields, square + step)
    board, bombs = fields.options.board, rules.occupied(fields)
    if clause == "BB-T2" and rules.on(board, square + step):
        return f"Seat {fields.turn} moves its own bombs, and on {here} stands {mine}.", (here,)
    if clause == "BB-T2":
        return f"{here} is on the edge: the step leads off the board.", (here,)
    if clause == "BB-T7":
        return _still_moves(here, fields.options.tick_any_stuck, moves), (here,)
    if clause == "BB-P1":
        wall = behind if rules.on(bombs, square + step) else there
        return f"A wall stands on {wall}, and no bomb enters it.", (here, wall)
    if clause == "BB-K2" and rules.on(board, square + 2 * step):
        return f"The bomb on {there} cannot be pushed: on {behind}, behind it, stands a bomb.", (there, behind)
    sentence = {
        "BB-T9": f"The bomb on {here} has exploded; it neither moves nor counts down.",
        "BB-T3": f"On {there} stands {theirs}; a move needs an empty square.",
        "BB-K1": f"{there} is empty, so there is nothing to kick; the move is {here}-{there}.",
        "BB-K2": f"The bomb on {there} cannot be pushed: there is no square behind it.",
        "BB-K7": f"On {there} stands {theirs}; own bombs are never pushed.",
        "BB-K8": f"The bomb on {there} has exploded, and exploded bombs are not pushed.",
        "BB-K3": f"A kick needs the greater number: on {here} stands {mine}, on {there} {theirs}.",
    }[clause]
    return sentence, (here, there) if rules.on(board, square + step) and step else (here,)


def _describe(fields: Any, square: int) -> str:
    if not rules.on(rules.occupied(fields), square):
        return "no bomb"
    face = rules.shown(fields, square)
    bomb = "an exploded bomb" if face == rules.BOOM else f"a {face}"
    return f"{bomb} of seat {rules.owner(fields, square)}"


def _still_moves(here: str, any_stuck: int, moves: list[str]) -> str:
    if any_stuck:
        own = [text for text in moves if text.startswith(here)]
        return f"A bomb counts down on the spot only if it cannot move; this one can: {', '.join(own)}."
    return f"A bomb counts down on the spot only if none can move; {moves[0]} can be played."
