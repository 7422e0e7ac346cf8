"""Options: what may be varied about a game, each named, documented and checked before anything is dealt."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from boomkit.errors import OptionError, PositionError

Check = Callable[[Any], Any]


@dataclass(frozen=True)
class Option:
    """One option: its name, default, what may be given (a sentence), what it does, and the clause that rules it.

    `check` turns what was given into the value that is kept and raises ValueError for anything else. An option
    without `clause` is the kit's own. `public` values appear in position texts when they are not the default.
    """

    name: str
    default: Any
    expected: str
    about: str
    check: Check
    clause: str = ""


def flag(name: str, default: bool, about: str, clause: str = "") -> Option:
    """Declare an option that is True or False."""

    def check(value: Any) -> bool:
        if isinstance(value, bool):
            return value
        raise ValueError

    return Option(name, default, "True or False", about, check, clause)


def choice(name: str, values: tuple[Any, ...], about: str, clause: str = "") -> Option:
    """Declare an option that is one of `values`; the first is the default."""

    def check(value: Any) -> Any:
        for known in values:
            if type(known) is type(value) and known == value:
                return known
        raise ValueError

    return Option(name, values[0], "one of " + ", ".join(map(repr, values)), about, check, clause)


def whole(
    name: str, default: int | None, about: str, clause: str = "", *, low: int = 1, high: int | None = None
) -> Option:
    """Declare an option that is a whole number from `low` to `high`; with default None, None is accepted too."""
    expected = f"a whole number from {low}" + (f" to {high}" if high is not None else " up")
    if default is None:
        expected += ", or None"

    def check(value: Any) -> int | None:
        if value is None and default is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and value >= low and (high is None or value <= high):
            return value
        raise ValueError

    return Option(name, default, expected, about, check, clause)


def seat_choice(
    name: str, words: tuple[str, ...], about: str, clause: str = "", *, default: str | int | None = None
) -> Option:
    """Declare an option that is one of `words` or a seat number; the first word is the default.

    Whether the seat exists is checked when the number of players is known.
    """

    def check(value: Any) -> str | int:
        if isinstance(value, str) and value in words:
            return value
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        raise ValueError

    expected = ", ".join([*(repr(word) for word in words), "or a seat number from 0"])
    return Option(name, words[0] if default is None else default, expected, about, check, clause)


def deck(name: str, cards: Mapping[str, int], about: str, clause: str = "", *, most: int = 60) -> Option:
    """Declare an option that is None (the whole deck, `cards`) or counts by card text, each from 0 to `most`.

    A list or a text of cards with spaces between them is accepted as well and counted.
    """

    def check(value: Any) -> dict[str, int] | None:
        if value is None:
            return None
        if isinstance(value, str):
            value = value.split()
        if isinstance(value, list | tuple):
            value = {card: value.count(card) for card in value}
        if not isinstance(value, Mapping):
            raise ValueError
        for card, count in value.items():
            if card not in cards:
                raise ValueError(f"{card!r} is not a card of this game; its cards are {', '.join(cards)}")
            if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= most:
                raise ValueError(
                    f"{count!r} copies of {card} cannot be used, a count is a whole number from 0 to {most}"
                )
        counts = {card: value[card] for card in cards if value.get(card, 0)}
        return None if counts == {card: count for card, count in cards.items() if count} else counts

    return Option(name, None, "counts by card text, such as {" + repr(next(iter(cards))) + ": 2}", about, check, clause)


def settle(game: str, declared: tuple[Option, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """Check what was given against what is declared and fill in the defaults, in the declared order.

    Raises OptionError with a sentence for an unknown name or a value out of range.
    """
    known = {option.name: option for option in declared}
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise OptionError(f"{game} has no option {name!r}.{hint} Its options are {', '.join(known)}.")
    return {
        name: checked(game, option, given[name]) if name in given else option.default for name, option in known.items()
    }


def checked(game: str, option: Option, value: Any) -> Any:
    """Return the value that is kept for one option, or raise OptionError with a sentence."""
    try:
        return option.check(value)
    except ValueError as error:
        reason = f" ({error})" if str(error) else ""
        raise OptionError(
            f"{game}: option {option.name} was given as {value!r}{reason}, but it takes {option.expected}."
        ) from None


def write_value(value: Any) -> str:
    """Write an option's value as a word of a position text: plain words as they are, all else as compact JSON.

    >>> write_value("0../.../..1"), write_value(3), write_value({"A": 2}), write_value(None)
    ('0../.../..1', '3', '{"A":2}', 'null')
    """
    if isinstance(value, str) and value and not set(value) & set(' ;"{}[]=|') and not _is_json(value):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=False)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def write_options(options: Mapping[str, Any]) -> str:
    """Write options as `name=value` words with spaces between them."""
    return " ".join(f"{name}={write_value(value)}" for name, value in options.items())


def read_options(text: str) -> dict[str, Any]:
    """Read what `write_options` wrote; values are not checked yet.

    >>> read_options('fuse=3 deck={"DOUBLE PLAY":2} layout=0../.../..1')
    {'fuse': 3, 'deck': {'DOUBLE PLAY': 2}, 'layout': '0../.../..1'}
    """
    found: dict[str, Any] = {}
    decoder = json.JSONDecoder()
    rest = text.strip()
    while rest:
        name, equals, rest = rest.partition("=")
        if not equals or not name.isidentifier():
            raise PositionError(f"In the options of the position text, {name!r} should read name=value.")
        end = len(rest.split(" ", 1)[0])
        if rest[:1] in '{["':
            try:
                value, end = decoder.raw_decode(rest)
            except ValueError:
                raise PositionError(f"The value of option {name} is not complete: {rest!r}.") from None
        else:
            value = json.loads(rest[:end]) if _is_json(rest[:end]) else rest[:end]
        found[name] = value
        rest = rest[end:].strip()
    return found
