"""The Table: any game, played in a notebook by people and agents, with every position kept and every rule told."""

from __future__ import annotations

from random import Random
from typing import Any

import traitlets

from boomkit import agents as kit
from boomkit.core.discovery import load
from boomkit.core.game import Agent, Game
from boomkit.core.playthrough import Playthrough
from boomkit.core.seams import TERMINAL
from boomkit.core.state import State
from boomkit.errors import IllegalActionError, OptionError
from boomkit.picture import seat_name
from boomkit.widgets import history, players
from boomkit.widgets import view as shown
from boomkit.widgets.base import KitWidget
from boomkit.widgets.record import Record

SHOWN_STEPS = 60
"""How many steps the log shows before it is asked for all."""
MOST_AGENT_STEPS = 200
"""How many moves agents make in one go, when the person has left the game."""


class Table(KitWidget):
    """A table for one game: `start` is a game, its name or a state.

    `agents` is one agent for all seats, a list of one a seat, or a mapping from seats; an agent is a name or a
    function `agent(observation, actions, rng)`, and None is a person. `view` is who looks: `"all"`, `"due"` (the
    seat that is due), a seat, or None for what fits (one person among agents sees what that seat sees). `chance` is
    `"draw"` (by the seed) or `"choose"`. `hint` is the agent that advises. `marks` shows the legal moves.

    >>> import boomkit
    >>> table = Table(boomkit.load("nim"))
    >>> table.play("take 3 from 0")
    >>> str(table.state)
    'heaps 0 4 5; turn 1'
    """

    script_name = "table"
    frame = traitlets.Dict().tag(sync=True)
    book = traitlets.Dict(help="the clauses of the game: id -> [tag, text, option]").tag(sync=True)

    def __init__(
        self,
        start: Game | State | str,
        *,
        agents: Any = None,
        view: str | int | None = None,
        seed: int = 0,
        marks: bool = True,
        chance: str = "draw",
        hint: Any = None,
        title: str | None = None,
    ) -> None:
        state = start if isinstance(start, State) else None
        game = state.game if state is not None else start if isinstance(start, Game) else load(str(start))
        self.game = game
        self._seats = players.seats(game, agents)
        self._looks = _checked_view(view, game)
        if chance not in ("draw", "choose"):
            raise OptionError(f"chance is {chance!r}; it is 'draw' (by the seed) or 'choose' (you pick the outcome).")
        self._choose = chance == "choose"
        self._marks = bool(marks)
        self._hint = hint
        self._title = title
        self._version = 0
        self.seed = _checked_seed(seed)
        self.record = Record(state, seed) if state is not None else Record.deal(game, seed, choose=self._choose)
        super().__init__()
        self.book = shown.book(game)
        self._show()
        self._let_agents_play(only_with_people=True)

    # -- from Python -----------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state on the table."""
        return self.record.here.state

    def play(self, action: str) -> None:
        """Play an action, or pick an outcome of chance; agents that are due then answer.

        Raises IllegalActionError with the clause; the table stays as it is.
        """
        with self.lock:
            self.record.play(action, choose=self._choose)
            self._show()
            self._let_agents_play()

    def undo(self) -> None:
        """Take back the last move, and those of agents after it; all of it can be redone."""
        with self.lock:
            self._back()
            self._show()

    def redo(self) -> None:
        """Play again what was taken back."""
        with self.lock:
            self._forward()
            self._show()

    def deal(self, seed: int) -> None:
        """Start a new game from a seed."""
        with self.lock:
            self.seed = _checked_seed(seed)
            self.record = Record.deal(self.game, self.seed, choose=self._choose)
            self._show()
            self._let_agents_play(only_with_people=True)

    def paste(self, text: str) -> None:
        """Put a position on the table from its text; raise PositionError with a sentence if it cannot be read."""
        with self.lock:
            state = self.game.read(text.strip())
            if state.game.players != self.game.players:
                self._seats = players.seats(state.game, None)
                self._looks = None
            self.game = state.game
            self.record = Record(state, self.seed)
            self._show()

    def playthrough(self) -> Playthrough:
        """Return the game up to here, for a Stepper or a file: `Stepper(table.playthrough())`."""
        with self.lock:
            return self.record.playthrough()

    # -- intents from the page -------------------------------------------------------------------------------------

    def on_act(self, intent: dict[str, Any]) -> dict[str, Any]:
        """Play, or say why not."""
        if intent.get("v") != self._version:
            return {"say": "The table had moved on; nothing was played."}
        action = str(intent.get("action", "")).strip()
        if self._agent_due() is not None:
            return {"say": f"{self._who(self.state.current_player)} is an agent's seat: press “Play on”."}
        try:
            self.play(action)
        except IllegalActionError as error:
            return self._why_not(action, error)
        return {}

    def _why_not(self, action: str, error: IllegalActionError) -> dict[str, Any]:
        reason = self.state.why_not(action)
        if reason is None or self.state.is_chance:
            return {"say": str(error)}
        why = {
            "action": action,
            "text": shown.with_signs(reason),
            "clause": reason.clause,
            "marks": list(reason.marks),
        }
        return {"why": why}

    def on_why(self, intent: dict[str, Any]) -> dict[str, Any]:
        """Say why an action is not legal, without trying it."""
        action = str(intent.get("action", "")).strip()
        if action in self.state.legal_actions():
            return {"say": f"{action} is legal here."}
        return self._why_not(action, IllegalActionError(f"{action!r} cannot be played here."))

    def on_undo(self, _: dict[str, Any]) -> None:
        """Take back."""
        self.undo()

    def on_redo(self, _: dict[str, Any]) -> None:
        """Play again."""
        self.redo()

    def on_go(self, intent: dict[str, Any]) -> dict[str, Any]:
        """Go to a position of the record."""
        number = intent.get("number")
        if not isinstance(number, int) or not 0 <= number < len(self.record.entries):
            return {"say": "That position is no longer in the record."}
        self.record.go(number)
        self._show()
        return {}

    def on_deal(self, intent: dict[str, Any]) -> dict[str, Any]:
        """Deal by a seed that was typed; an empty one is the next."""
        text = str(intent.get("seed", "")).strip()
        if not text.lstrip("-").isdigit():
            return {"say": f"A seed is a whole number, and {text!r} is none."}
        self.deal(int(text))
        return {"say": f"New game from seed {self.seed}."}

    def on_paste(self, intent: dict[str, Any]) -> dict[str, Any]:
        """Read a position text that was pasted."""
        self.paste(str(intent.get("text", "")))
        return {"say": "The position is on the table; its history is empty."}

    def on_view(self, intent: dict[str, Any]) -> None:
        """Look as another seat, or as everybody."""
        self._looks = _checked_view(intent.get("view"), self.game)
        self._show()

    def on_marks(self, intent: dict[str, Any]) -> None:
        """Show or hide the legal moves."""
        self._marks = bool(intent.get("on"))
        self._show()

    def on_choose(self, intent: dict[str, Any]) -> None:
        """Let chance be chosen by hand, or drawn by the seed."""
        self._choose = bool(intent.get("on"))
        if not self._choose and self.state.is_chance:
            self.record.draw()
        self._show()

    def on_draw(self, _: dict[str, Any]) -> None:
        """Draw by the seed what is offered as a choice."""
        if self.state.is_chance:
            self.record.draw()
            self._show()
            self._let_agents_play()

    def on_seat(self, intent: dict[str, Any]) -> dict[str, Any]:
        """Give a seat to a person or to an agent by name."""
        seat, name = int(intent["seat"]), str(intent["agent"])
        self._seats[seat] = (name, players.find(self.game, name))
        self._show()
        self._let_agents_play(only_with_people=True)
        return {"say": f"{seat_name(seat)} is played by {'a person' if name == players.PERSON else name}."}

    def on_play_on(self, intent: dict[str, Any]) -> None:
        """Let agents play: one move, or all they have."""
        self._let_agents_play(most=1 if intent.get("one") else MOST_AGENT_STEPS)

    def on_hint(self, _: dict[str, Any]) -> dict[str, Any]:
        """Ask the adviser."""
        state, adviser = self.state, players.adviser(self.game, self._hint)
        if adviser is None or state.current_player < 0:
            return {"say": "There is nothing to advise here."}
        name, agent = adviser
        seat = state.current_player
        action = players.answer(name, agent, state, self._rng(seat, "hint"))
        return {"hint": action, "say": f"{name} would play {action}."}

    def on_log(self, _: dict[str, Any]) -> dict[str, Any]:
        """Send the whole log."""
        return {"log": history.steps(self.record, self._looker())}

    # -- agents ----------------------------------------------------------------------------------------------------

    def _agent_due(self) -> Agent | None:
        seat = self.state.current_player
        return self._seats[seat][1] if seat >= 0 else None

    def _rng(self, seat: int, use: str = "play") -> Random:
        """Return the generator of an agent's choice; it follows from the seed and the place in the game."""
        return Random(f"{self.seed} {use} {seat} {self.record.here.depth()}")

    def _let_agents_play(self, *, most: int = MOST_AGENT_STEPS, only_with_people: bool = False) -> None:
        """Let agents play until a person is due; each move is shown. A fault of an agent stops the table, not more."""
        if only_with_people and all(agent is not None for _, agent in self._seats):
            return
        for _ in range(most):
            agent, seat = self._agent_due(), self.state.current_player
            if agent is None:
                return
            action = players.answer(self._seats[seat][0], agent, self.state, self._rng(seat))
            self.record.play(action, choose=self._choose, by_agent=True)
            self._show()

    def _back(self) -> None:
        """Go back to the last position at which a person was due; with agents alone, one step."""
        record = self.record
        record.undo()
        people = any(agent is None for _, agent in self._seats)
        while people and record.here.parent is not None and self._agent_due() is not None:
            record.undo()

    def _forward(self) -> None:
        record = self.record
        people = any(agent is None for _, agent in self._seats)
        before = record.here
        record.redo()
        while people and self._agent_due() is not None and record.here is not before:
            before = record.here
            record.redo()

    # -- what the page is told -------------------------------------------------------------------------------------

    def _who(self, seat: int) -> str:
        name = self._seats[seat][0]
        return seat_name(seat) if name == players.PERSON else f"{seat_name(seat)} ({name})"

    def _looker(self) -> int | None:
        """Return the seat that looks, or None for one who sees everything."""
        looks = self._looks
        if looks is None:
            people = [seat for seat, (_, agent) in enumerate(self._seats) if agent is None]
            looks = people[0] if len(people) == 1 and len(self._seats) > 1 else "all"
        if looks == "all" or (looks == "due" and self.state.is_terminal):
            return None
        if looks == "due":
            return max(0, self.state.current_player if not self.state.is_chance else self.record.here.seat)
        return int(looks)

    def _show(self) -> None:
        """Push one frame: everything the page needs to show the position."""
        self._version += 1
        here, state, seat = self.record.here, self.state, self._looker()
        sees_moves = self._marks and state.current_player >= 0 and seat in (None, state.current_player)
        agent_due = self._agent_due() is not None
        self.frame = {
            "v": self._version,
            "title": self._title or self.game.title,
            "svg": shown.picture(state, seat, legal=sees_moves and not agent_due),
            "status": self._status(state),
            "due": state.current_player,
            "over": state.is_terminal,
            "agent": agent_due,
            "moved": here.by_agent,
            "legal": list(state.legal_actions()) if sees_moves and not agent_due else [],
            "chance": [[str(outcome), str(share)] for outcome, share in state.chance_outcomes()],
            "last": shown.events(state, here.parent.state if here.parent else None, seat),
            "log": history.steps(self.record, seat, SHOWN_STEPS),
            "steps": here.depth(),
            "lines": history.lines(self.record),
            "redo": [entry.number for entry in self.record.ahead()][:1],
            "text": shown.position(state, seat),
            "whole": seat is None,
            "seed": self.seed,
            "marks": self._marks,
            "choose": self._choose,
            "view": "all" if seat is None and self._looks is None else seat if self._looks is None else self._looks,
            "seats": [name for name, _ in self._seats],
            "names": [players.PERSON, *kit.names(self.game)],
            "adviser": (players.adviser(self.game, self._hint) or ("",))[0],
        }

    def _status(self, state: State) -> str:
        if state.current_player >= 0:
            return f"{self._who(state.current_player)} to move"
        if state.current_player == TERMINAL:
            return shown.due(state)
        return "Chance decides: choose an outcome, or draw."

    def static(self) -> tuple[str, str]:
        """Return the position as a table and as a text board."""
        seat = self._looker()
        return shown.table(self.state, seat), shown.board(self.state, seat)

    def __repr__(self) -> str:
        return f"<Table of {self.game.title}: {shown.position(self.state, self._looker())}>"


def _checked_seed(seed: Any) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise OptionError(f"A seed is a whole number, not {seed!r}.")
    return seed


def _checked_view(looks: Any, game: Game) -> str | int | None:
    if looks in (None, "all", "due"):
        return looks  # type: ignore[no-any-return]
    if isinstance(looks, int | str) and not isinstance(looks, bool) and str(looks).isdigit():
        seat = int(looks)
        if seat < game.players:
            return seat
    raise OptionError(f"view is {looks!r}; it is 'all', 'due' or a seat from 0 to {game.players - 1}.")
