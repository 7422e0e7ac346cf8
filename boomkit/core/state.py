"""States are immutable values: `apply` runs the rules on a copy and returns a new state.

A chance state is a run of the rules that stopped where an outcome of chance was needed. It keeps the fields before the
action, the action and the outcomes so far; applying an outcome runs the rules again with a longer script. So no rule
is written twice, none is cut into pieces, and chance nodes are exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from boomkit.core.chance import ChanceNeeded, Recorder, Scripted, Seeded
from boomkit.core.events import Event
from boomkit.core.seams import CHANCE, TERMINAL
from boomkit.errors import IllegalActionError, NotOverError

if TYPE_CHECKING:
    from random import Random

    from boomkit.core.fields import Record
    from boomkit.core.game import Game
    from boomkit.core.observation import Observation

GO_ON = -1
"""The action of a run in which chance itself goes on: a deal at the start, or a draw that is repeated."""

Entry = tuple[int, int, int, int, int, int]
Past = tuple["Past | None", tuple[Entry, ...]]


class _Coded(str):
    """A text with the number that rules use for it; it is equal to its text."""

    __slots__ = ("code",)
    code: int

    def __new__(cls, text: str, code: int) -> Self:
        """Make a text that knows its number."""
        made = super().__new__(cls, text)
        made.code = code
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (str(self), self.code)


class Action(_Coded):
    """A legal or conceivable action: its text, as people write it, and its number."""

    __slots__ = ()


class Outcome(_Coded):
    """An outcome of chance: its text and its number."""

    __slots__ = ()


class Draw(NamedTuple):
    """A run of the rules that stopped at a draw: fields before it, action, outcomes so far, and what is asked."""

    base: Record
    action: int
    codes: tuple[int, ...]
    carried: tuple[Entry, ...]
    asked: ChanceNeeded


class WhyNot(str):
    """The sentence that says why an action is not legal; `clause` forbids it, `marks` are the pieces concerned."""

    __slots__ = ("clause", "marks")
    clause: str
    marks: tuple[str, ...]

    def __new__(cls, text: str, clause: str, marks: tuple[str, ...] = ()) -> Self:
        """Make a sentence that knows its clause."""
        made = super().__new__(cls, text)
        made.clause = clause
        made.marks = marks
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (str(self), self.clause, self.marks)


class State:
    """One state of a game: a decision of one seat, a draw of chance, or the end.

    States are made by a `Game` and by `apply`; nothing changes one. `==`, `hash` and `str` mean the position.
    """

    __slots__ = ("_actions", "_draw", "_events", "_fields", "_key", "_outcomes", "_past", "game")

    def __init__(
        self,
        game: Game,
        fields: Record,
        *,
        past: Past | None = None,
        events: tuple[Entry, ...] = (),
        draw: Draw | None = None,
    ) -> None:
        self.game = game
        self._fields = fields
        self._past = past
        self._events = events
        self._draw = draw
        self._actions: tuple[Action, ...] | None = None
        self._outcomes: tuple[tuple[Outcome, Fraction], ...] | None = None
        self._key: Any = None

    # -- who is due, and what may be done ---------------------------------------------------------------------------

    @property
    def current_player(self) -> int:
        """The seat that is due, `boomkit.CHANCE` or `boomkit.TERMINAL`."""
        if self._draw is not None:
            return CHANCE
        due: int = self.game.rules.due(self._fields)
        return due

    @property
    def is_chance(self) -> bool:
        """Whether chance decides here."""
        return self._draw is not None

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._draw is None and self.game.rules.due(self._fields) == TERMINAL

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the actions of the seat that is due, in the game's fixed order; none at a draw or the end.

        >>> import boomkit
        >>> boomkit.load("nim", heaps="1 2").initial_state().legal_actions()
        ('take 1 from 0', 'take 1 from 1', 'take 2 from 1')
        """
        if self._actions is None:
            game = self.game
            if self.current_player < 0:
                self._actions = ()
            else:
                self._actions = tuple(game.action(self._fields, code) for code in game.legal_codes(self._fields))
        return self._actions

    def chance_outcomes(self) -> tuple[tuple[Outcome, Fraction], ...]:
        """Return the outcomes of this draw with their exact probabilities, which sum to 1; none elsewhere."""
        if self._outcomes is None:
            self._outcomes = () if self._draw is None else tuple(self._merged(self._draw.asked))
        return self._outcomes

    def _merged(self, asked: ChanceNeeded) -> Iterator[tuple[Outcome, Fraction]]:
        """Join outcomes of the same text (two copies of one card) into one and leave out those of weight zero."""
        found: dict[str, list[int]] = {}
        count = len(asked.codes)
        for code, weight in zip(asked.codes, asked.weights, strict=True):
            if weight:
                entry = found.setdefault(self.game.outcome_text(self._fields, code, count), [code, 0])
                entry[1] += weight
        for text, (code, weight) in found.items():
            yield Outcome(text, code), Fraction(weight, asked.total)

    def sample_chance(self, rng: Random) -> Outcome:
        """Draw one outcome of this chance state with its probability, by `rng`, a `random.Random`."""
        outcomes = self.chance_outcomes()
        if self._draw is None:
            raise IllegalActionError(f"Nothing is drawn here: {self._where()}.")
        total = self._draw.asked.total
        left = rng.randrange(total)
        for outcome, probability in outcomes:
            left -= int(probability * total)
            if left < 0:
                return outcome
        return outcomes[-1][0]

    # -- what follows ----------------------------------------------------------------------------------------------

    def apply(self, action: str) -> State:
        """Return the state after an action or an outcome, given as itself or as its text.

        Raises IllegalActionError with a sentence that names the clause; this state stays as it is.

        >>> import boomkit
        >>> str(boomkit.load("nim").read("heaps 3 4; turn 1").apply("take 2 from 0"))
        'heaps 1 4 0; turn 0'
        """
        if self._draw is not None:
            return self._apply_outcome(action)
        actions = self.legal_actions()
        try:
            code = actions[actions.index(action)].code
        except ValueError:
            raise IllegalActionError(self._refusal(action)) from None
        return run(self.game, self._fields, code, (), self._remember())

    def _apply_outcome(self, outcome: str) -> State:
        draw = self._draw
        for known, _ in self.chance_outcomes():
            if draw is not None and known == outcome:
                return run(self.game, draw.base, draw.action, (*draw.codes, known.code), self._past, draw.carried)
        names = ", ".join(text for text, _ in self.chance_outcomes())
        raise IllegalActionError(f"{outcome!r} cannot be drawn here: {self._where()}. Possible outcomes: {names}.")

    def resolve(self, rng: Random) -> State:
        """Return the state after all draws that are due, drawn by `rng`: a decision or the end."""
        state = self
        while state._draw is not None:
            state = state.apply(state.sample_chance(rng))
        return state

    def draw(self, source: Seeded) -> tuple[State, tuple[int, ...]]:
        """Return the state after all draws that are due, drawn by the kit's generator, and the numbers drawn."""
        state = self
        drawn: tuple[int, ...] = ()
        while (draw := state._draw) is not None:
            recorder = Recorder(source, draw.codes)
            state = _finish(state.game, draw.base, draw.action, recorder, state._past, draw.carried)
            drawn += tuple(recorder.codes[len(draw.codes) :])
        return state, drawn

    def play(self, action: str, source: Seeded) -> tuple[State, tuple[int, ...]]:
        """Apply an action and all draws that follow it at once, drawn by the kit's generator; return the numbers drawn.

        It is `apply` and `draw` in one run of the rules, for fast seeded play.
        """
        actions = self.legal_actions()
        if action not in actions:
            raise IllegalActionError(self._refusal(action))
        recorder = Recorder(source)
        code = actions[actions.index(action)].code
        state = _finish(self.game, self._fields, code, recorder, self._remember(), ())
        after, more = state.draw(source)
        return after, (*recorder.codes, *more)

    def replay(self, codes: Sequence[int]) -> State:
        """Return the state after recorded draws, all in as few runs of the rules as possible."""
        state, rest = self, tuple(codes)
        while rest:
            draw = state._draw
            if draw is None:
                raise IllegalActionError(f"{len(rest)} recorded draws are left over: {state._where()}.")
            script = Scripted((*draw.codes, *rest))
            state = _finish(state.game, draw.base, draw.action, script, state._past, draw.carried)
            rest = rest[script.position - len(draw.codes) :]
        return state

    def returns(self) -> tuple[Any, ...]:
        """Return one number a seat, higher is better: whole, or a Fraction where a win is shared.

        Raises NotOverError while the game is not over.
        """
        if not self.is_terminal:
            raise NotOverError(f"The game is not over, so nobody has won yet: {self._where()}.")
        return self.game.returns(self._fields)

    # -- what is known ---------------------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last action did, the draws after it included: sentences that know their clauses."""
        return self.game.read_events(self._fields, self._events)

    @property
    def history(self) -> tuple[Event, ...]:
        """All events from the start, or from the position text that was read."""
        return self.game.read_events(self._fields, self.log)

    @property
    def log(self) -> tuple[Entry, ...]:
        """The history as plain integers: (audience, event, clause, a, b, c)."""
        parts = [self._events]
        past = self._past
        while past is not None:
            past, events = past
            parts.append(events)
        return tuple(entry for part in reversed(parts) for entry in part)

    def _remember(self) -> Past | None:
        return (self._past, self._events) if self._events else self._past

    def observation(self, seat: int) -> Observation:
        """Return what `seat` may know: the fields it sees and its history, and only that."""
        return self.game.observation(self, seat)

    def why_not(self, action: str) -> WhyNot | None:
        """Return the sentence, with its clause, that says why an action is not legal here, or None if it is legal."""
        return self.game.why_not(self, action)

    @property
    def fields(self) -> Record:
        """The declared fields, for the game's own modules; never change them. Everybody else uses the public face."""
        return self._fields

    # -- the position ----------------------------------------------------------------------------------------------

    @property
    def key(self) -> Any:
        """A hashable value that is equal for equal positions of one game."""
        if self._key is None:
            draw = self._draw
            if draw is None:
                self._key = self.game.position_key(self._fields)
            else:
                self._key = (self.game.position_key(draw.base), draw.action, draw.codes)
        return self._key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.key == other.key and (self.game is other.game or self.game == other.game)

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        if self._draw is None:
            return self.game.write_position(self._fields)
        return self.game.write_chance(self._draw)

    def __repr__(self) -> str:
        return f"<{self.game.title}: {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (self.game.name, self.game.given, str(self)))

    def _where(self) -> str:
        who = self.current_player
        if who == CHANCE:
            return f"chance decides in the position {str(self)!r}"
        if who == TERMINAL:
            return f"the game is over in the position {str(self)!r}"
        return f"seat {who} is due in the position {str(self)!r}"

    def _refusal(self, action: str) -> str:
        if self.is_terminal:
            return f"{action!r} cannot be played: {self._where()}."
        reason = self.why_not(action)
        shown = ", ".join(self.legal_actions()[:12]) + (", …" if len(self.legal_actions()) > 12 else "")
        clause = f" ({reason.clause})" if reason is not None and reason.clause else ""
        return f"{action!r} is not legal: {reason}{clause} Legal here: {shown}."

    # -- pictures --------------------------------------------------------------------------------------------------

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Offer a picture, a table and a text board; a notebook shows the best that it can."""
        return self.game.pictures(self)

    def _repr_svg_(self) -> str | None:
        """Offer the picture alone."""
        return self.game.pictures(self).get("image/svg+xml")


def run(
    game: Game,
    base: Record,
    action: int,
    codes: tuple[int, ...],
    past: Past | None,
    carried: tuple[Entry, ...] = (),
) -> State:
    """Run the rules from `base` with scripted outcomes and return the state where they end or stop."""
    return _finish(game, base, action, Scripted(codes), past, carried)


def _finish(
    game: Game, base: Record, action: int, source: Scripted | Recorder, past: Past | None, carried: tuple[Entry, ...]
) -> State:
    fields = base.copy()
    fields.source = source
    events: list[Entry] = []
    fields.events = events
    rules = game.rules
    try:
        if action == GO_ON:
            rules.go_on(fields)
        else:
            rules.play(fields, action)
    except ChanceNeeded as asked:
        draw = Draw(base, action, tuple(source.codes), carried, asked)
        return State(game, fields, past=past, events=carried + tuple(events), draw=draw)
    done = carried + tuple(events)
    if rules.due(fields) == CHANCE:
        return run(game, fields, GO_ON, (), past, done)
    return State(game, fields, past=past, events=done)


def _restore(name: str, options: dict[str, Any], text: str) -> State:
    from boomkit.core.discovery import load

    return load(name, **options).read(text)
