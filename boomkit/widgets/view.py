"""Turn states into what a page shows: pictures, sentences with their clauses, and who is due, for one who looks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from boomkit.core.events import Event, redacted
from boomkit.core.game import Game
from boomkit.core.state import State
from boomkit.picture import document, html_table, seat_glyph, seat_name, svg

Said = list[str]
"""A sentence and the id of its clause, which may be empty."""

_SEAT = re.compile(r"\bseat ([0-7])\b(?! [●▲■◆⬢★✚▼])")
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


def with_signs(text: str) -> str:
    """Put the shape of each seat behind its number.

    >>> with_signs("seat 1 took 2 from heap 1")
    'seat 1 ▲ took 2 from heap 1'
    """
    return _SEAT.sub(lambda match: f"seat {match[1]} {seat_glyph(int(match[1]))}", text)


def picture(state: State, seat: int | None = None, *, legal: bool = True) -> str:
    """Draw a state as SVG without its own stylesheet, which the widget holds once; `seat` is who looks."""
    module = state.game.module("picture")
    drawn = module.draw(state, seat, legal=legal) if module else _plain(state)
    return bare(drawn)


def bare(drawn: str) -> str:
    """Take a picture's stylesheet out: the widget that shows it holds one for all."""
    return _STYLE.sub("", drawn)


def _plain(state: State) -> str:
    """Draw a game that has no pictures of its own: its position text."""
    lines = svg.wrap(str(state), 420, 13)
    words = "".join(svg.text(20, 34 + 20 * row, line) for row, line in enumerate(lines))
    return document(460, 50 + 20 * len(lines), words, state.game.title, str(state))


def board(state: State, seat: int | None = None) -> str:
    """Draw a state as text."""
    module = state.game.module("picture")
    return str(module.board(state, seat)) if module else str(state)


def table(state: State, seat: int | None = None) -> str:
    """Draw a state as an HTML table, which an untrusted page shows as well."""
    module = state.game.module("picture")
    return str(module.table(state, seat)) if module else html_table(state.game.title, [[str(state)]])


def position(state: State, seat: int | None = None) -> str:
    """Write the position, or what `seat` sees of it."""
    return str(state) if seat is None else str(state.observation(seat))


def events(state: State, before: State | None = None, seat: int | None = None) -> list[Said]:
    """Return the sentences of what happened since `before`, each with its clause, as `seat` learnt of them."""
    game, rules = state.game, state.game.rules
    entries = state.log[len(before.log) if before is not None else 0 :]
    if seat is None:
        seen: Sequence[Event] = game.read_events(state.fields, entries)
    else:
        told = (redacted(rules.EVENTS, rules.CLAUSES, game.words, entry, seat) for entry in entries)
        seen = [event for event in told if event is not None]
    return [[with_signs(event), event.clause] for event in seen]


def due(state: State) -> str:
    """Say in a few words who is due, or how the game ended.

    >>> import boomkit
    >>> due(boomkit.load("nim").read("heaps 0 0 0; turn 1"))
    'Game over: seat 0 ● wins. Result 1 to 0.'
    """
    if state.is_terminal:
        return f"Game over: {winner(state.returns())}. Result {' to '.join(map(str, state.returns()))}."
    if state.is_chance:
        return "Chance decides."
    return f"{seat_name(state.current_player)} to move"


def winner(returns: Sequence[Any]) -> str:
    """Say who has the best result.

    >>> winner((0, 1)), winner((2, 2))
    ('seat 1 ▲ wins', 'a draw between seat 0 ● and seat 1 ▲')
    """
    best = [seat_name(seat) for seat, result in enumerate(returns) if result == max(returns)]
    if len(best) == 1:
        return f"{best[0]} wins"
    return f"a draw between {', '.join(best[:-1])} and {best[-1]}"


def book(game: Game, ids: Sequence[str] | None = None) -> dict[str, list[str]]:
    """Return the rulebook's clauses, all or some, as id -> [tag, text, option]."""
    wanted = set(ids) if ids is not None else None
    return {
        clause.id: [clause.tag, clause.text, clause.option or ""]
        for clause in game.rulebook
        if wanted is None or clause.id in wanted
    }
