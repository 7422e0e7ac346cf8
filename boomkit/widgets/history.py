"""What a page is told of a table's record: the steps of the line on the table, and the lines there are."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from boomkit.picture import seat_name
from boomkit.widgets import view
from boomkit.widgets.record import DEAL, Entry, Record


def steps(record: Record, seat: int | None = None, most: int | None = None) -> list[dict[str, Any]]:
    """Return the last steps up to the position on the table, as `seat` learnt of them; all of them without `most`.

    >>> import boomkit
    >>> record = Record.deal(boomkit.load("nim"), 1)
    >>> entry = record.play("take 3 from 0")
    >>> steps(record)[0]["events"]
    [['seat 0 ● took 3 from heap 0', 'NI-T1']]
    """
    pairs = list(pairwise(record.here.path()))
    return [_step(entry, before, seat) for before, entry in (pairs if most is None else pairs[-most:])]


def _step(entry: Entry, before: Entry, seat: int | None) -> dict[str, Any]:
    chance = entry.seat < 0
    return {
        "n": entry.number,
        "who": "chance" if chance else seat_name(entry.seat),
        # An outcome that was chosen by hand may be a card that this seat does not see.
        "action": DEAL if chance and seat is not None else entry.action,
        "events": view.events(entry.state, before.state, seat),
    }


def lines(record: Record) -> list[list[Any]]:
    """List the lines if there are branches: [number of the last position, words, whether it is on the table]."""
    leaves = list(record.leaves())
    if len(leaves) < 2:
        return []
    main = leaves[0].path()
    current = (record.ahead() or [record.here])[-1]
    found: list[list[Any]] = []
    for count, leaf in enumerate(leaves, 1):
        path = leaf.path()
        fork = next((place for place, (a, b) in enumerate(zip(path, main, strict=False)) if a is not b), 0)
        moves = f"{len(path) - 1} move{'s' if len(path) != 2 else ''}"
        words = f"line {count}: {moves}" + (f", from move {fork} {path[fork].action}" if fork else "")
        found.append([leaf.number, words, leaf is current])
    return found
