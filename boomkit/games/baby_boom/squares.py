"""Squares by name and by number: `b4` for people, a bit number for the rules, and sets of them under a map."""

from __future__ import annotations

from typing import Any

from boomkit.core.chance import bits
from boomkit.games.baby_boom import rules


def index(row: int, column: int) -> int:
    """Return the rules' number of a square; row 0 is the north, column 0 the west.

    >>> index(0, 0), index(4, 2)
    (8, 42)
    """
    return (row + 1) * rules.WIDTH + column


def name(square: int, size: int) -> str:
    """Return the name of a square: its file from a, its rank from 1 in the south; west of file a it is `@`.

    >>> name(index(4, 2), 5)
    'c1'
    """
    row, column = square // rules.WIDTH - 1, square % rules.WIDTH
    # One step west of a row lies the last, empty, square of the row before it.
    if column == rules.WIDTH - 1:
        row, column = row + 1, -1
    return f"{'@abcdefg'[column + 1]}{size - row}"


def row_and_column(square: Any, size: int) -> tuple[int, int]:
    """Return where a square lies, given as `b4` or as (row, column); off the board it may be anywhere.

    >>> row_and_column("b4", 5), row_and_column((1, 1), 5)
    ((1, 1), (1, 1))
    """
    if isinstance(square, str):
        if len(square) != 2 or square[1] not in "0123456789":
            return -1, -1
        return size - int(square[1]), ord(square[0]) - ord("a")
    if len(square) != 2 or not all(type(number) is int for number in square):
        return -1, -1
    return square[0], square[1]


def on_board(row: int, column: int, size: int) -> bool:
    """Tell whether a row and a column are on the board."""
    return 0 <= row < size and 0 <= column < size


def squares(size: int) -> list[int]:
    """Return all squares of a board as the rules number them, in reading order from the north-west."""
    return [index(row, column) for row in range(size) for column in range(size)]


def moved(mask: int, image: dict[int, int]) -> int:
    """Return the image of a set of squares."""
    return sum(1 << image[square] for square in bits(mask))
