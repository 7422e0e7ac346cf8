"""Draw Nim: each heap a column of stones; a stone, clicked, is taken with all that lie on it."""

from __future__ import annotations

from typing import Any

from boomkit import picture
from boomkit.core import State
from boomkit.picture import svg, theme
from boomkit.picture.text import sentences

STONE = 30
STEP = 34
COLUMN = 64
TOP = 70


def _start(state: State) -> list[int]:
    return [int(word) for word in state.game.options["heaps"].split()]


def heaps(state: State) -> list[int]:
    """Return the stones on each heap.

    >>> import boomkit
    >>> heaps(boomkit.load("nim").initial_state())
    [3, 4, 5]
    """
    fields: Any = state.fields
    return list(fields.stones[: len(_start(state))])


def said(state: State) -> str:
    """Say who is due, or who has won."""
    if state.is_terminal:
        return f"{theme.seat_name(state.returns().index(1))} took the last stone and wins"
    return f"{theme.seat_name(state.current_player)} to move"


def _stone(heap: int, place: int, left: int, floor: float, legal: bool) -> str:
    take = left - place
    mark = svg.circle(0, 0, 4, fill=theme.var("focus"), class_="bk-legal") if legal else ""
    return svg.group(
        svg.circle(0, 0, STONE / 2, fill=theme.var("tint6"), stroke=theme.var("seat6"), stroke_width=1.75),
        mark,
        x=24 + COLUMN * heap + COLUMN / 2,
        y=floor - 2 - STEP * place - STEP / 2,
        key=f"stone {heap} {place}",
        action=f"take {take} from {heap}",
        label=f"heap {heap}, stone {place + 1} of {left}: take {take} from {heap}",
    )


def draw(state: State, seat: int | None = None, *, legal: bool = True) -> str:
    """Draw the heaps; nothing is hidden, so `seat` changes nothing.

    >>> import boomkit
    >>> draw(boomkit.load("nim").initial_state()).count('data-action="take')
    12
    """
    stones = heaps(state)
    width = 48 + COLUMN * max(4, len(stones))
    floor = TOP + STEP * max(*_start(state), *stones, 3) + 2
    body = [picture.heading(20, 30, "Nim", said(state))]
    for heap, left in enumerate(stones):
        x = 24 + COLUMN * heap
        rod = svg.rect(x + 6, floor, COLUMN - 12, 5, 2.5, fill=theme.var("line"))
        words = picture.label(x + COLUMN / 2, floor + 24, f"heap {heap}: {left}", anchor="middle")
        body.append(svg.group(rod, words, key=f"heap{heap}", label=f"heap {heap}, {left} stones"))
        body += [_stone(heap, place, left, floor, legal and not state.is_terminal) for place in range(left)]
    desc = sentences(said(state), *(f"heap {heap} holds {left}" for heap, left in enumerate(stones)))
    return svg.document(width, floor + 40, "".join(body), "Nim", desc)


def table(state: State, seat: int | None = None) -> str:
    """Write the heaps as an HTML table."""
    names = [f"heap {heap}" for heap in range(len(_start(state)))]
    return picture.html_table(f"Nim: {said(state)}", [[str(left) for left in heaps(state)]], columns=names)


def board(state: State, seat: int | None = None) -> str:
    """Write the heaps as text.

    >>> import boomkit
    >>> print(board(boomkit.load("nim", heaps="1 3").initial_state()))
    Nim: seat 0 ● to move
    heap 0  ●
    heap 1  ●●●
    """
    lines = [f"heap {heap}  {'●' * left}".rstrip() for heap, left in enumerate(heaps(state))]
    return "\n".join([f"Nim: {said(state)}", *lines])


def thumbnail(state: State) -> str:
    """Draw the heaps small, 44 by 44 px, for the node of a tree."""
    stones = heaps(state)
    step = 44 / max(1, len(stones))
    return "".join(
        svg.circle(step * heap + step / 2, 39 - 4.4 * place, 1.9, fill=theme.var("ink"))
        for heap, left in enumerate(stones)
        for place in range(left)
    )
