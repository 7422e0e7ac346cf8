"""The record that compiled rules run on: the declared fields of a game as one NumPy structure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from boomkit.core import Field, Game, Record
from boomkit.simulate.plain import counters

INT32 = 2**31
OFFERS = 256
"""How many actions can be offered at once, unless a rules module says otherwise with `MOST_OFFERS`."""

COUNTS = "counts_"
"""How the field begins whose name lists the events that are counted."""


def field_type(field: Field) -> tuple[Any, ...]:
    """Return a field's name, type and shape: 32 bits for counts, 64 for masks, chosen from the declared range."""
    number = np.int32 if field.low >= -INT32 and field.high < INT32 else np.int64
    return (field.name, number, field.shape) if field.shape else (field.name, number)


def record_type(game: Game, tally: bool) -> np.dtype[Any]:
    """Return the structure for a game: its fields, its options, and what the seams need.

    `tally` adds a count for each kind of event, and a byte whose name lists the events that the game's counters want:
    being part of the type, it tells the compiler which events may be left out. Without it none is counted.
    """
    options = np.dtype([field_type(field) for field in game.rules.Options.FIELDS], align=True)
    most = getattr(game.rules, "MOST_OFFERS", OFFERS)
    entries: list[Any] = [field_type(field) for field in game.rules.Fields.FIELDS]
    entries += [("options", options), ("rng", np.uint64), ("draws", np.int64), ("offered", np.int32)]
    entries.append(("offers", np.int32, (most,)))
    if tally:
        entries.append(("tally", np.int64, (len(game.rules.EVENTS),)))
        wanted = sorted({event for events in counters(game).values() for event in events})
        entries.append((COUNTS + "_".join(map(str, wanted)), np.int8))
    made: np.dtype[Any] = np.dtype(entries, align=True)
    return made


def counted_events(names: Iterable[str]) -> frozenset[int]:
    """Return the events that a record counts, read from the names of its fields.

    >>> sorted(counted_events(["turn", "counts_3_17"])), sorted(counted_events(["turn"]))
    ([3, 17], [])
    """
    found = [name.removeprefix(COUNTS) for name in names if name.startswith(COUNTS)]
    return frozenset(int(event) for name in found for event in name.split("_") if event)


def fill_record(record: Any, fields: Record, options: Record) -> None:
    """Copy a step state and the options into a record."""
    for field in fields.FIELDS:
        record[field.name] = getattr(fields, field.name)
    for field in options.FIELDS:
        record["options"][field.name] = getattr(options, field.name)


def read_record(record: Any, fields: Record) -> Record:
    """Copy a record back into a step state of the same game."""
    for field in fields.FIELDS:
        value = record[field.name]
        setattr(fields, field.name, value.tolist())
    return fields
