"""The rulebook is data, and it runs: every clause of a game with examples that the engine must bear out.

`rulebook.toml` in a game's folder holds `[[clause]]` tables. Each has

- `id`, such as `"BB-T2"`; `tag`: `stated`, `inferred`, `ruled` or `invented`; `text`, in the kit's own words;
- `option`, the name of the option that varies it, if there is one; `title.fi` and the like, titles in other languages;
- `physical`, a reason, for a clause about what lies in the box and nothing that a program can show; else
- one or more `[[clause.example]]`, each with a `title` and some of

  `options` (a table), `position` (a text; without it the game's start), `actions` (a list of texts of actions and
  outcomes; `action` for a single one) and, all about the state that is then reached: `legal` (all of them, in order),
  `includes` and `excludes` (some of them), `why_not` (clause by action), `chance` (probability by outcome), `events`
  (all sentences since the position), `clauses` (ids that stand among the events' clauses), `after` (a position text),
  `due` (a seat, `"chance"` or `"over"`), `returns` (a list); or `refused`, a part of the sentence with which the game
  refuses the options, the position or the last action.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import resources
from typing import Any

from boomkit.core.seams import CHANCE, TERMINAL
from boomkit.core.state import State
from boomkit.errors import BoomkitError, RulebookError

TAGS = ("stated", "inferred", "ruled", "invented")
_ABOUT_RESULT = ("legal", "includes", "excludes", "why_not", "chance", "events", "clauses", "after", "due", "returns")
_EXAMPLE_KEYS = ("title", "options", "position", "action", "actions", "refused", *_ABOUT_RESULT)
_CLAUSE_KEYS = ("id", "tag", "text", "option", "title", "physical", "example")


@dataclass(frozen=True)
class Example:
    """One example: where it starts, what is done, and what must follow."""

    clause: str
    title: str
    options: Mapping[str, Any] = field(default_factory=dict)
    position: str | None = None
    actions: tuple[str, ...] = ()
    expected: Mapping[str, Any] = field(default_factory=dict)
    refused: str | None = None

    def states(self, name: str) -> list[State]:
        """Return the states of the example in game `name`: where it starts, then one after each action or outcome."""
        from boomkit.core.discovery import load

        game = load(name, **self.options)
        states = [game.initial_state() if self.position is None else game.read(self.position)]
        for action in self.actions:
            states.append(states[-1].apply(action))
        return states

    def problems(self, name: str) -> list[str]:
        """Run the example in game `name` and return a sentence for each thing that is not as it says."""
        try:
            states = self.states(name)
        except BoomkitError as error:
            if self.refused is not None:
                return [] if self.refused in str(error) else [f"refused with {str(error)!r}, not with {self.refused!r}"]
            return [f"the engine refused: {error}"]
        if self.refused is not None:
            return [f"nothing was refused, expected was a sentence with {self.refused!r}"]
        return [problem for key, value in self.expected.items() for problem in _differ(key, value, states)]


def _differ(key: str, expected: Any, states: list[State]) -> Iterator[str]:
    state = states[-1]
    if key == "why_not":
        for action, clause in expected.items():
            reason = state.why_not(action)
            if reason is None or reason.clause != clause:
                yield f"why_not({action!r}) names {reason.clause if reason else 'no clause: it is legal'}, not {clause}"
        return
    found = _found(key, state)
    if key == "after":
        expected = state.game.read(expected)
        if expected != state:
            yield f"after: the position is {str(state)!r}, not {str(expected)!r}"
    elif key == "includes":
        yield from (f"{action!r} is not legal" for action in expected if action not in found)
    elif key == "excludes":
        yield from (f"{action!r} is legal" for action in expected if action in found)
    elif key == "clauses":
        yield from (f"no event names {clause}" for clause in expected if clause not in found)
    elif key == "chance":
        wanted = {outcome: Fraction(share) for outcome, share in expected.items()}
        if wanted != found:
            yield f"chance: {_shares(found)}, not {_shares(wanted)}"
    elif key == "returns":
        if [Fraction(pay) for pay in expected] != list(found):
            yield f"returns: {list(map(str, found))}, not {expected}"
    elif found != expected:
        yield f"{key}: {found!r}, not {expected!r}"


def _shares(outcomes: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{outcome} {share}" for outcome, share in outcomes.items())


def _found(key: str, state: State) -> Any:
    if key in ("legal", "includes", "excludes"):
        return [str(action) for action in state.legal_actions()]
    if key == "chance":
        return {str(outcome): share for outcome, share in state.chance_outcomes()}
    if key == "events":
        return [str(event) for event in state.history]
    if key == "clauses":
        return {event.clause for event in state.history}
    if key == "due":
        return {CHANCE: "chance", TERMINAL: "over"}.get(state.current_player, state.current_player)
    return state.returns() if key == "returns" else None


@dataclass(frozen=True)
class Clause:
    """One clause of the rules: its id, where it comes from, its text, and its examples."""

    id: str
    tag: str
    text: str
    option: str | None = None
    titles: Mapping[str, str] = field(default_factory=dict)
    physical: str | None = None
    examples: tuple[Example, ...] = ()


class Rulebook:
    """The clauses of one game, in the order of the file.

    >>> import boomkit
    >>> boomkit.load("nim").rulebook.clause("NI-T1").tag
    'stated'
    """

    def __init__(self, clauses: tuple[Clause, ...]) -> None:
        self.clauses = clauses
        self._by_id = {clause.id: clause for clause in clauses}

    @classmethod
    def load(cls, package: str) -> Rulebook:
        """Read `rulebook.toml` of a game's folder; raise RulebookError with file, clause and field."""
        file = resources.files(package) / "rulebook.toml"
        try:
            data = tomllib.loads(file.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise RulebookError(f"{package}/rulebook.toml is not TOML: {error}.") from None
        return cls.from_data(data, f"{package}/rulebook.toml")

    @classmethod
    def from_data(cls, data: Mapping[str, Any], where: str) -> Rulebook:
        """Make a rulebook from parsed TOML."""
        clauses = tuple(_clause(entry, where) for entry in data.get("clause", ()))
        ids = [clause.id for clause in clauses]
        for one in ids:
            if ids.count(one) > 1:
                raise RulebookError(f"{where}: clause {one} stands twice.")
        return cls(clauses)

    def clause(self, id: str) -> Clause:
        """Return the clause with this id; raise RulebookError if there is none."""
        if id not in self._by_id:
            raise RulebookError(f"The rulebook has no clause {id!r}; it has {', '.join(self._by_id)}.")
        return self._by_id[id]

    def examples(self) -> Iterator[Example]:
        """Walk over all examples in order."""
        return (example for clause in self.clauses for example in clause.examples)

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses)

    def __len__(self) -> int:
        return len(self.clauses)


def _clause(entry: Mapping[str, Any], where: str) -> Clause:
    id = entry.get("id", "?")
    for key in entry:
        if key not in _CLAUSE_KEYS:
            raise RulebookError(f"{where}, clause {id}: {key!r} is no field of a clause ({', '.join(_CLAUSE_KEYS)}).")
    for key in ("id", "tag", "text"):
        if not isinstance(entry.get(key), str):
            raise RulebookError(f"{where}, clause {id}: the field {key!r} is missing.")
    if entry["tag"] not in TAGS:
        raise RulebookError(f"{where}, clause {id}: tag {entry['tag']!r} is none of {', '.join(TAGS)}.")
    examples = tuple(_example(id, one, where) for one in entry.get("example", ()))
    if bool(examples) == ("physical" in entry):
        raise RulebookError(
            f"{where}, clause {id}: give at least one example, or `physical` with the reason, not both."
        )
    return Clause(
        id, entry["tag"], entry["text"], entry.get("option"), entry.get("title", {}), entry.get("physical"), examples
    )


def _example(id: str, entry: Mapping[str, Any], where: str) -> Example:
    for key in entry:
        if key not in _EXAMPLE_KEYS:
            raise RulebookError(
                f"{where}, clause {id}: {key!r} is no field of an example ({', '.join(_EXAMPLE_KEYS)})."
            )
    expected = {key: entry[key] for key in _ABOUT_RESULT if key in entry}
    if not expected and "refused" not in entry:
        raise RulebookError(f"{where}, clause {id}: an example says nothing about what must follow.")
    actions = tuple(entry.get("actions", [entry["action"]] if "action" in entry else []))
    return Example(
        id,
        entry.get("title", id),
        entry.get("options", {}),
        entry.get("position"),
        actions,
        expected,
        entry.get("refused"),
    )
