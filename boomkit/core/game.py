"""The public face of a game, and what an author fills in: options, texts, and where the rules are."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from boomkit.core.chance import Seeded, mix
from boomkit.core.events import Event, event, redacted
from boomkit.core.notation import Position
from boomkit.core.observation import Observation
from boomkit.core.options import Option, checked, read_options, settle, write_options
from boomkit.core.playthrough import Playthrough, Step
from boomkit.core.rulebook import Rulebook
from boomkit.core.seams import ALLOWED, CHANCE
from boomkit.core.state import GO_ON, Action, Draw, Entry, State, WhyNot, run
from boomkit.errors import BoomkitError, IllegalActionError, OptionError, PositionError

if TYPE_CHECKING:
    from random import Random

    from boomkit.core.fields import Record

Agent = Callable[[Observation, tuple[Action, ...], "Random"], str]

GO_ON_WORD = "deal"
"""What stands for the action in the text of a chance state in which chance goes on by itself."""


class Game:
    """A game with its options settled. Load one with `boomkit.load`; do not make it by hand.

    An author's class names its rules and fills in the texts; see `docs/add_a_game.md`. The rules module holds

    - `Fields`, a `Record`, and `Options`, a `Record` of integers that rules read as `state.options`;
    - `EVENTS`, a tuple of `EventType`; `CLAUSES`, clause ids by number, where 0 is no clause;
    - `due(state)`: the seat that is due, `CHANCE` or `TERMINAL`;
    - `candidates(state)`: offer each conceivable action of that seat, in the documented order;
    - `forbids(state, action)`: the number of the clause that forbids it, or `ALLOWED`;
    - `legal(state)`, if there is a faster way than to ask `forbids` for every candidate;
    - `play(state, action)` and `go_on(state)`: what an action, and chance by itself (the deal), does;
    - `payoff(state, seat)`: the result in units of 1/`PAYOFF_UNIT` (1 if the module does not say).
    """

    name: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int] = 1
    """The version of the rules: it changes when an old playthrough may no longer replay."""
    package: ClassVar[str]
    """The import name of the game's folder."""
    rules: ClassVar[Any]
    """The rules module."""
    declared: ClassVar[tuple[Option, ...]]
    keys: ClassVar[tuple[str, ...]]
    """The words that begin the parts of a position text."""
    lead: ClassVar[str | None] = None
    """The part of a position text that may stand first without its word."""

    def __init__(self, **given: Any) -> None:
        self.options: dict[str, Any] = self.settle(settle(self.title, self.declared, given))
        self.rule_options: Record = self.encode_options()
        self._actions: dict[int, Action] = {}
        self.legal = getattr(self.rules, "legal", None) or self._legal_by_clause

    # -- what an author fills in -----------------------------------------------------------------------------------

    def settle(self, options: dict[str, Any]) -> dict[str, Any]:
        """Check options against one another and fill in what follows from others; raise OptionError with a sentence."""
        return options

    def encode_options(self) -> Record:
        """Return the options as the integers that rules read (`rules.Options`)."""
        raise NotImplementedError

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.options["players"])

    def start(self) -> Record:
        """Return the fields before the first deal or move (use `self.blank`)."""
        raise NotImplementedError

    def action_text(self, code: int) -> str:
        """Write an action; the text depends on its number and the options alone."""
        raise NotImplementedError

    def outcome_text(self, fields: Record, code: int, count: int) -> str:
        """Write an outcome of the draw at which the rules stopped with these fields; `count` outcomes were possible."""
        raise NotImplementedError

    def write(self, fields: Record) -> str:
        """Write the position as `key value; key value`, without the options."""
        raise NotImplementedError

    def parse(self, position: Position) -> Record:
        """Read a position; raise `position.error(key, what)` where it is impossible."""
        raise NotImplementedError

    def reason(self, fields: Record, action: Action, clause: str) -> tuple[str, tuple[str, ...]]:
        """Say with this position's numbers why `clause` forbids `action`; name the pieces (`data-key`) concerned."""
        return self.rulebook.clause(clause).text, ()

    def explain_unknown(self, fields: Record, text: str) -> str:
        """Say why `text` is no action at all in this position."""
        known = ", ".join(self.candidates(fields)[:8])
        return f"{text!r} is not an action of {self.title} here; actions are written like {known}."

    @property
    def words(self) -> Mapping[str, Callable[[int], str]]:
        """Name the functions that write an event's numbers, by the words used in the event texts."""
        return {"seat": lambda seat: f"seat {seat}"}

    def observe(self, fields: Record, seat: int) -> Record:
        """Return a copy of the fields in which everything that `seat` cannot know is blanked."""
        return fields.copy()

    def write_view(self, fields: Record, seat: int) -> str:
        """Write the position as `seat` sees it, from blanked fields."""
        return self.write(fields)

    def fill(self, observation: Observation, rng: Random) -> Record:
        """Return full fields that fit an observation, drawn uniformly over dealing orders."""
        return observation.fields.copy()

    def symmetries(self) -> Sequence[Callable[[Record], Record]]:
        """Return the maps of fields onto fields that change nothing about the game, the identity left out."""
        return ()

    def position_key(self, fields: Record) -> Any:
        """Return a hashable value, equal for equal positions; only needed where fields can differ and mean the same."""
        return fields.key()

    # -- the face --------------------------------------------------------------------------------------------------

    def blank(self, **values: Any) -> Record:
        """Make the rules' fields with the options beside them; fields not named are 0."""
        fields: Record = self.rules.Fields(**values)
        fields.options = self.rule_options
        return fields

    @cached_property
    def given(self) -> dict[str, Any]:
        """The options that differ from their defaults: what `boomkit.load` needs to make this game again."""
        defaults = self.defaults()
        return {name: value for name, value in self.options.items() if value != defaults[name]}

    def defaults(self) -> dict[str, Any]:
        """Return each option's value when nothing is given."""
        return {option.name: option.default for option in self.declared}

    @cached_property
    def rulebook(self) -> Rulebook:
        """The game's clauses and their examples."""
        return Rulebook.load(self.package)

    def module(self, name: str) -> ModuleType | None:
        """Import one of the game's own files (`picture`, `agents`), or return None if it has none."""
        full = f"{self.package}.{name}"
        try:
            return importlib.import_module(full)
        except ModuleNotFoundError as error:
            if error.name != full:
                raise
            return None

    def initial_state(self) -> State:
        """Return the first state: where chance deals or rolls, or the first decision if nothing is left to chance."""
        fields = self.start()
        if self.rules.due(fields) == CHANCE:
            return run(self, fields, GO_ON, (), None)
        return State(self, fields)

    def deal(self, seed: int) -> State:
        """Return the first decision after a deal that follows from `seed`, a whole number."""
        return self.initial_state().draw(Seeded(_seed(seed)))[0]

    def read(self, text: str) -> State:
        """Read a position text, as `str(state)` writes it; the state has no history.

        Options that the text does not name are those of this game. Raises PositionError, quoting the bad part.
        """
        if not text.strip():
            raise PositionError(f"The position text is empty; the start is {str(self.initial_state())!r}.")
        base, bar, rest = text.partition("|")
        game, fields = self._read_fields(base.strip())
        if not bar:
            if self.rules.due(fields) == CHANCE:
                return run(game, fields, GO_ON, (), None)
            return State(game, fields)
        action, _, outcomes = (part.strip() for part in rest.partition("|"))
        state = State(game, fields)
        if action == GO_ON_WORD and self.rules.due(fields) == CHANCE:
            state = run(game, fields, GO_ON, (), None)
        else:
            state = self._applied(state, action, text)
        while outcomes:
            fitting = [known for known, _ in state.chance_outcomes() if f"{outcomes} ".startswith(f"{known} ")]
            if not fitting:
                known = ", ".join(outcome for outcome, _ in state.chance_outcomes()) or "none: nothing is drawn there"
                raise PositionError(f"In {text!r}, {outcomes!r} does not begin with a possible outcome ({known}).")
            best = max(fitting, key=len)
            state = state.apply(best)
            outcomes = outcomes[len(best) :].strip()
        return State(game, state.fields, draw=state._draw)

    def _applied(self, state: State, action: str, text: str) -> State:
        try:
            return state.apply(action)
        except IllegalActionError as error:
            raise PositionError(f"In {text!r}, the action cannot be played. {error}") from None

    def _read_fields(self, text: str) -> tuple[Game, Record]:
        position = Position(text, (*self.keys, "options"), self.lead)
        game: Game = self
        if "options" in position:
            named = read_options(position.parts.pop("options"))
            known = {option.name: option for option in self.declared}
            same = all(
                name in known and checked(self.title, known[name], value) == self.options[name]
                for name, value in named.items()
            )
            if not same:
                game = type(self)(**{**self.given, **named})
        fields = game.parse(position)
        fields.options = game.rule_options
        wrong = fields.check()
        if wrong:
            raise PositionError(f"The position {text!r} is impossible: {wrong}.")
        return game, fields

    def write_position(self, fields: Record) -> str:
        """Write the position with the options that differ from their defaults: complete, so that it can be shared."""
        return self.write(fields) + self._options_text

    @cached_property
    def _options_text(self) -> str:
        return f"; options {write_options(self.given)}" if self.given else ""

    def write_chance(self, draw: Draw) -> str:
        """Write a chance state: the position before, the action, and the outcomes so far."""
        action = GO_ON_WORD if draw.action == GO_ON else self.action_text(draw.action)
        state = run(self, draw.base, draw.action, (), None)
        outcomes = []
        for code in draw.codes:
            for outcome, _ in state.chance_outcomes():
                if outcome.code == code or outcome == self.outcome_text(state.fields, code, _count(state)):
                    outcomes.append(str(outcome))
                    state = state.apply(outcome)
                    break
        return f"{self.write_position(draw.base)} | {action} | {' '.join(outcomes)}".rstrip()

    def write_observation(self, observation: Observation) -> str:
        """Write what a seat sees as a position text, with what is hidden as `?`."""
        return self.write_view(observation.fields, observation.seat)

    def action(self, fields: Record, code: int) -> Action:
        """Return the action of this number with its text."""
        found = self._actions.get(code)
        if found is None:
            found = self._actions[code] = Action(self.action_text(code), code)
        return found

    def _legal_by_clause(self, fields: Any) -> None:
        """Offer the candidates that no clause forbids: the slow way that every rules module agrees with."""
        rules = self.rules
        rules.candidates(fields)
        fields.offers = [code for code in fields.offers if rules.forbids(fields, code) == ALLOWED]

    def legal_codes(self, fields: Record) -> list[int]:
        """Return the numbers of the legal actions of the seat that is due, in order."""
        fields.offers = []
        self.legal(fields)
        return fields.offers

    def candidates(self, fields: Record) -> tuple[Action, ...]:
        """Return every conceivable action of the seat that is due, legal or not."""
        if self.rules.due(fields) < 0:
            return ()
        fields.offers = []
        self.rules.candidates(fields)
        return tuple(self.action(fields, code) for code in fields.offers)

    def why_not(self, state: State, action: str) -> WhyNot | None:
        """Say why an action is not legal in a state, with its clause, or return None if it is legal."""
        if action in state.legal_actions():
            return None
        if state.is_chance:
            return WhyNot("Chance decides here; no seat is due.", "")
        if state.is_terminal:
            return WhyNot("The game is over.", "")
        fields = state.fields
        for known in self.candidates(fields):
            if known == action:
                clause = self.rules.CLAUSES[self.rules.forbids(fields, known.code)]
                text, marks = self.reason(fields, known, clause)
                return WhyNot(text, clause, marks)
        return WhyNot(self.explain_unknown(fields, str(action)), "")

    def observation(self, state: State, seat: int) -> Observation:
        """Return what `seat` may know in `state`."""
        if not 0 <= seat < self.players:
            raise BoomkitError(f"There is no seat {seat}; the seats of this game are 0 to {self.players - 1}.")
        fields = self.observe(state.fields, seat)
        words, types, clauses = self.words, self.rules.EVENTS, self.rules.CLAUSES
        history = [redacted(types, clauses, words, entry, seat) for entry in state.log]
        seen = tuple(one for one in history if one is not None)
        log = tuple((one.audience, *one.numbers) for one in seen)
        return Observation(self, seat, fields, seen, log, state.is_chance)

    def read_observation(self, data: Mapping[str, Any]) -> Observation:
        """Make the observation again that `Observation.to_dict` wrote."""
        fields = self.blank(**data["fields"])
        history = tuple(
            Event(text, name, clause, audience, tuple(numbers))
            for text, name, clause, audience, numbers in data["history"]
        )
        log = tuple((one.audience, *one.numbers) for one in history)
        return Observation(self, data["seat"], fields, history, log, data["is_chance"])

    def sample(self, observation: Observation, rng: Random) -> State:
        """Return a full state that fits an observation, drawn uniformly over the dealing orders that do."""
        fields = self.fill(observation, rng)
        fields.options = self.rule_options
        return State(self, fields)

    def images(self, state: State) -> tuple[State, ...]:
        """Return the states that are the same but for the game's symmetries, `state` itself first.

        A chance state has no image but itself.
        """
        if state.is_chance:
            return (state,)
        found = {state.key: state}
        maps = self.symmetries()
        waiting = [state]
        while waiting:
            fields = waiting.pop().fields
            for change in maps:
                image = State(self, change(fields))
                if image.key not in found:
                    found[image.key] = image
                    waiting.append(image)
        return tuple(found.values())

    def read_events(self, fields: Record, entries: Sequence[Entry]) -> tuple[Event, ...]:
        """Turn log entries into sentences."""
        words, types, clauses = self.words, self.rules.EVENTS, self.rules.CLAUSES
        return tuple(event(types, clauses, words, entry) for entry in entries)

    def returns(self, fields: Record) -> tuple[Any, ...]:
        """Return the result of a finished position, one number a seat."""
        from fractions import Fraction

        unit = getattr(self.rules, "PAYOFF_UNIT", 1)
        paid = (Fraction(self.rules.payoff(fields, seat), unit) for seat in range(self.players))
        return tuple(int(pay) if pay.denominator == 1 else pay for pay in paid)

    def pictures(self, state: State) -> dict[str, str]:
        """Return the state as an SVG picture, an HTML table and a text board, as far as the game draws them."""
        picture = self.module("picture")
        if picture is None:
            return {"text/plain": repr(state)}
        drawn, table = picture.draw(state), picture.table(state)
        return {
            "image/svg+xml": drawn,
            # JupyterLab prefers HTML to SVG, so the picture stands in it too; where it is stripped the table remains.
            "text/html": f"{drawn}<details><summary>The position as a table</summary>{table}</details>",
            "text/plain": picture.board(state),
        }

    def play(self, seed: int = 0, agents: Any = None) -> Playthrough:
        """Play one game to its end and return it.

        `agents` is one callable `agent(observation, actions, rng)` for all seats, a list of one a seat, or a mapping
        from seats to callables; a seat without an agent, or with `"random"`, plays uniformly at random.
        """
        source = Seeded(_seed(seed))
        first = self.initial_state()
        state, drawn = first.draw(source)
        steps: list[Step] = [(GO_ON_WORD, drawn)] if first.is_chance else []
        seats = self._seat_agents(agents)
        if not any(seats):
            self._play_fast(state.fields.copy(), source, steps)
            return Playthrough(self, first, steps, seed)
        rngs = _agent_rngs(seed, self.players)
        while (seat := state.current_player) >= 0:
            actions, agent = state.legal_actions(), seats[seat]
            if agent is None:
                action: str = actions[source.below(len(actions))]
            else:
                action = agent(state.observation(seat), actions, rngs[seat])
                if action not in actions:
                    raise IllegalActionError(f"The agent of seat {seat} answered {action!r}. {state._refusal(action)}")
            state, drawn = state.play(action, source)
            steps.append((action, drawn))
        return Playthrough(self, first, steps, seed)

    def _play_fast(self, fields: Any, source: Seeded, steps: list[Step]) -> None:
        """Play at random in place, without a State a move."""
        from collections import deque

        from boomkit.core.chance import Recorder

        rules: Any = self.rules
        legal, texts = self.legal, self._actions
        due, play, below = rules.due, rules.play, source.below
        recorder = fields.source = Recorder(source)
        fields.events = deque(maxlen=0)
        fields.offers = []
        while (seat := due(fields)) >= 0 or seat == CHANCE:
            if seat == CHANCE:
                rules.go_on(fields)
                action, drawn = steps.pop()
                steps.append((action, (*drawn, *recorder.codes)))
                recorder.codes = []
                continue
            fields.offers = []
            legal(fields)
            offers = fields.offers
            code = offers[below(len(offers))]
            play(fields, code)
            steps.append((texts.get(code) or self.action(fields, code), tuple(recorder.codes)))
            recorder.codes = []

    def _seat_agents(self, agents: Any) -> list[Agent | None]:
        if agents is None or agents == "random" or callable(agents):
            agents = [agents] * self.players
        if isinstance(agents, Mapping):
            agents = [agents.get(seat) for seat in range(self.players)]
        if not isinstance(agents, Sequence) or len(agents) != self.players:
            raise OptionError(f"agents is {agents!r}; give one callable, or one for each of the {self.players} seats.")
        found: list[Agent | None] = []
        for seat, agent in enumerate(agents):
            if agent is not None and agent != "random" and not callable(agent):
                raise OptionError(
                    f"The agent of seat {seat} is {agent!r}; it must be callable as agent(observation, actions, rng). "
                    "Named agents come from boomkit.agents."
                )
            found.append(None if agent == "random" else agent)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return (_load, (self.name, self.given))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return type(self) is type(other) and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.name, repr(self.options)))

    def __repr__(self) -> str:
        shown = "".join(f", {name}={value!r}" for name, value in self.given.items())
        return f"boomkit.load({self.name!r}{shown})"


def _load(name: str, given: dict[str, Any]) -> Game:
    from boomkit.core.discovery import load

    return load(name, **given)


def _seed(seed: int) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise OptionError(f"A seed is a whole number, not {seed!r}.")
    return seed


def _agent_rngs(seed: int, players: int) -> list[Random]:
    from random import Random

    return [Random(mix(mix(seed & (2**64 - 1)) + seat + 1)) for seat in range(players)]


def _count(state: State) -> int:
    draw = state._draw
    return len(draw.asked.codes) if draw is not None else 0
