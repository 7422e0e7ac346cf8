"""The turns and mirrors of the board that change nothing about a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boomkit.core import Record
from boomkit.games.baby_boom import rules
from boomkit.games.baby_boom.squares import index, moved

Image = dict[int, int]
"""Where each square goes."""


def images(size: int) -> list[Image]:
    """Return the seven maps of a square board onto itself that move something.

    >>> len(images(3))
    7
    """
    return [_image(number, size) for number in range(1, 8)]


def _image(number: int, size: int) -> Image:
    """Return one of the eight maps of a square board: bit 0 mirrors ranks, bit 1 files, bit 2 swaps both."""
    found = {}
    for row in range(size):
        for column in range(size):
            to_row = size - 1 - row if number & 1 else row
            to_column = size - 1 - column if number & 2 else column
            found[index(row, column)] = index(to_column, to_row) if number & 4 else index(to_row, to_column)
    return found


def keeps(image: Image, options: Any) -> bool:
    """Tell whether a map carries tiles onto tiles, arrows turned with them, and the start onto itself if it matters.

    It does not matter in a game of one round: no other start follows from any position.
    """
    same = []
    if options.tile_rounds:
        same += [options.walls, options.conveyors, options.paddles]
        if any(moved(options.arrows[way], image) != options.arrows[_turned(way, image)] for way in range(4)):
            return False
    if options.trap_rounds:
        same += [options.detonators, options.pits]
    if options.n_rounds > 1:
        same += options.home
    return all(moved(mask, image) == mask for mask in same)


def _turned(way: int, image: Image) -> int:
    """Return the direction that a direction is mapped to."""
    start = next(square for square in image if square + rules.STEP[way] in image)
    return rules.STEP.index(image[start + rules.STEP[way]] - image[start])


def mapped(image: Image) -> Callable[[Record], Record]:
    """Return the map of positions that belongs to a map of squares."""

    def onto(fields: Any) -> Record:
        new: Any = fields.copy()
        new.bombs = [moved(mask, image) for mask in fields.bombs]
        new.shows = [moved(mask, image) for mask in fields.shows]
        new.spent = moved(fields.spent, image)
        return new  # type: ignore[no-any-return]

    return onto
