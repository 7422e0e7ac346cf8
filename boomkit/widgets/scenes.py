"""The rulebook's examples as scenes: where each starts, what is done, what follows, and what is forbidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from boomkit.core.discovery import load
from boomkit.core.game import Game
from boomkit.core.rulebook import Clause, Example
from boomkit.core.seams import CHANCE, TERMINAL
from boomkit.core.state import State
from boomkit.errors import BoomkitError
from boomkit.picture import document, seat_name, svg
from boomkit.widgets import view


def loaded(game: Game | str) -> Game:
    """Return the game, loaded if it was named."""
    return game if isinstance(game, Game) else load(game)


def chosen(game: Game, clauses: Iterable[str] | str | None) -> list[Clause]:
    """Return the clauses asked for: ids, or beginnings of ids such as `BB-K`; all without.

    >>> import boomkit
    >>> [clause.id for clause in chosen(boomkit.load("nim"), "NI-T")]
    ['NI-T1', 'NI-T2']
    """
    if clauses is None:
        return list(game.rulebook)
    wanted = [clauses] if isinstance(clauses, str) else list(clauses)
    ids = [clause.id for clause in game.rulebook]
    found: list[str] = []
    for one in wanted:
        fitting = [one] if one in ids else [known for known in ids if known.startswith(one)]
        if not fitting:
            raise BoomkitError(f"{game.title} has no clause {one!r}; it has {', '.join(ids)}.")
        found += fitting
    return [game.rulebook.clause(id) for id in dict.fromkeys(found)]


def scenes(game: Game | str, clauses: Iterable[str] | str | None = None) -> list[dict[str, Any]]:
    """Return the frames of a Stepper: one a step of an example, with the pictures before and after."""
    known = loaded(game)
    frames: list[dict[str, Any]] = []
    for clause in chosen(known, clauses):
        if clause.physical:
            frames.append(_frame(clause, "What lies in the box", [_words(clause.physical)], [[clause.physical, ""]]))
        for example in clause.examples:
            frames += _example(known, clause, example)
    return frames


def _frame(clause: Clause, title: str, pictures: list[str], events: list[view.Said], **more: Any) -> dict[str, Any]:
    return {"clause": clause.id, "title": title, "pictures": pictures, "events": events, "text": "", **more}


def _words(words: str) -> str:
    lines = svg.wrap(words, 420, 14)
    text = "".join(svg.text(20, 36 + 22 * row, line, size=14) for row, line in enumerate(lines))
    return view.bare(document(460, 54 + 22 * len(lines), text, "In words", words))


def _example(game: Game, clause: Clause, example: Example) -> Iterator[dict[str, Any]]:
    """Walk through one example; an example that the game refuses shows the sentence of the refusal."""
    try:
        states = example.states(game.name)
    except BoomkitError as error:
        yield _refusal(game, clause, example, str(error))
        return
    for number, action in enumerate(example.actions):
        before, after = states[number], states[number + 1]
        who = seat_name(before.current_player) if before.current_player >= 0 else "chance"
        last = number == len(example.actions) - 1
        told = view.events(after, before) + (_follows(example, after) if last else [])
        pictures = [view.picture(before), view.picture(after)]
        yield _frame(clause, example.title, pictures, told, text=str(after), action=f"{who}: {action}", marks=[])
    if not example.actions:
        state = states[0]
        refused = [state.why_not(action) for action in example.expected.get("why_not", ())]
        marks = [mark for reason in refused if reason is not None for mark in reason.marks]
        told = _follows(example, state)
        yield _frame(clause, example.title, [view.picture(state)], told, text=str(state), action="", marks=marks)


def _refusal(game: Game, clause: Clause, example: Example, sentence: str) -> dict[str, Any]:
    """Show the last position before the refusal, or the sentence alone if there is none."""
    tried = example.actions[-1] if example.actions else ""
    told: list[view.Said] = [[view.with_signs(sentence), ""]]
    try:
        shorter = Example(example.clause, example.title, example.options, example.position, example.actions[:-1])
        state = shorter.states(game.name)[-1]
    except BoomkitError:
        return _frame(clause, example.title, [_words(sentence)], told, action="refused", marks=[])
    reason = state.why_not(tried) if tried else None
    marks = list(reason.marks) if reason is not None else []
    action = f"{tried}: refused" if tried else "refused"
    return _frame(clause, example.title, [view.picture(state)], told, text=str(state), action=action, marks=marks)


def _follows(example: Example, state: State) -> list[view.Said]:
    """Say what the example claims about the state that is reached."""
    told: list[view.Said] = []
    expected = example.expected
    for action in expected.get("why_not", ()):
        reason = state.why_not(action)
        if reason is not None:
            told.append([f"{action} is not legal: {view.with_signs(reason)}", reason.clause])
    if "legal" in expected:
        told.append([f"Legal now: {', '.join(state.legal_actions()) or 'nothing'}.", ""])
    told += [[f"{action} is legal.", ""] for action in expected.get("includes", ())]
    told += [[f"{action} is not legal.", ""] for action in expected.get("excludes", ())]
    if "chance" in expected:
        shares = ", ".join(f"{outcome} {share}" for outcome, share in state.chance_outcomes())
        told.append([f"Chance decides: {shares}.", ""])
    if state.current_player == TERMINAL and ("due" in expected or "returns" in expected):
        told.append([view.due(state), ""])
    elif "due" in expected and state.current_player != CHANCE:
        told.append([f"{view.due(state)}.", ""])
    return told
