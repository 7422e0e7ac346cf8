"""Events: what happened, for whom, and under which clause, as a sentence and as plain integers.

A game lists its event types once. The text of a type names its numbers: `{a:seat} played {b:card}`; after the colon
stands the name of one of the game's word functions. A type that only one seat may see in full has a second,
public text for the others, which may name fewer of the numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

EVERYBODY = -1
"""The audience of an event that every seat sees."""

_SLOT = re.compile(r"\{([abc])(?::(\w+))?\}")

Words = Mapping[str, Callable[[int], str]]


@dataclass(frozen=True)
class EventType:
    """One kind of event: its name, its sentence, and the sentence for seats that are not its audience.

    An empty public sentence means that the others do not learn of the event at all.
    """

    name: str
    text: str
    public: str | None = None

    @cached_property
    def public_numbers(self) -> frozenset[str]:
        """Name the numbers that the public sentence gives away."""
        return frozenset(slot for slot, _ in _SLOT.findall(self.text if self.public is None else self.public))

    def sentence(self, words: Words, numbers: Sequence[int], public: bool = False) -> str:
        """Write the sentence for these numbers with the game's words."""

        def word(match: re.Match[str]) -> str:
            number = numbers["abc".index(match[1])]
            return words[match[2]](number) if match[2] else str(number)

        return _SLOT.sub(word, self.public if public and self.public is not None else self.text)


class Event(str):
    """One event: a sentence that also knows its name, clause, audience and numbers.

    Two events are equal when their sentences, clauses and audiences are.
    """

    __slots__ = ("audience", "clause", "name", "numbers")
    name: str
    clause: str
    audience: int
    numbers: tuple[int | None, ...]

    # Equality looks at clause and audience too, so that histories differ when what was told to whom does.
    def __new__(cls, text: str, name: str, clause: str, audience: int, numbers: tuple[int | None, ...]) -> Self:
        """Make a sentence that knows where it comes from."""
        event = super().__new__(cls, text)
        event.name = name
        event.clause = clause
        event.audience = audience
        event.numbers = numbers
        return event

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (str(self), self.name, self.clause, self.audience, self.numbers)

    def _identity(self) -> tuple[Any, ...]:
        return (str(self), self.name, self.clause, self.audience)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Event):
            return self._identity() == other._identity()
        return str.__eq__(self, other) if isinstance(other, str) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return str.__hash__(self)


def event(types: Sequence[EventType], clauses: Sequence[str], words: Words, entry: Sequence[int]) -> Event:
    """Make the event of one log entry `(audience, event, clause, a, b, c)` as one who sees everything reads it."""
    audience, kind, clause, *numbers = entry
    made = types[kind]
    return Event(made.sentence(words, numbers), made.name, clauses[clause], audience, tuple(numbers))


def redacted(
    types: Sequence[EventType], clauses: Sequence[str], words: Words, entry: Sequence[int], seat: int
) -> Event | None:
    """Make the same event as `seat` saw it: in full if it was the audience, else in its public form, or None."""
    audience, kind, clause, *numbers = entry
    made = types[kind]
    if audience in (EVERYBODY, seat) or made.public is None:
        return Event(made.sentence(words, numbers), made.name, clauses[clause], audience, tuple(numbers))
    if not made.public:
        return None
    seen = tuple(number if slot in made.public_numbers else None for slot, number in zip("abc", numbers, strict=True))
    return Event(made.sentence(words, numbers, public=True), made.name, clauses[clause], audience, seen)
