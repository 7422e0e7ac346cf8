"""A game in the terminal: boards and actions as text, for people who take turns at one keyboard or play an agent."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from boomkit.errors import BoomkitError, OptionError

if TYPE_CHECKING:
    from rich.console import Console

    from boomkit.agents import Agent
    from boomkit.core.events import Event
    from boomkit.core.game import Game
    from boomkit.core.state import State

HELP = """\
  an action, or its number      plays it; Enter alone plays the only one there is
  why ACTION                    says which clause forbids an action
  undo                          takes your last action back
  position                      prints the position as text, to be read again by game.read
  help, quit"""

Ask = Callable[[str], str]


def play(
    name: str,
    seed: int | None = None,
    options: tuple[str, ...] = (),
    against: str | None = None,
    console: Console | None = None,
    ask: Ask = input,
) -> State:
    """Play a game to its end, or until the person leaves, and return the last state.

    `options` are words such as `fuse=3`. `against` names an agent for every seat but 0; without it people share the
    keyboard, and each seat sees only what it may know. Raises BoomkitError for a game, an option or an agent that
    there is not.
    """
    from boomkit.core.discovery import load

    if console is None:
        from rich.console import Console

        console = Console(highlight=False, markup=False, emoji=False)
    game = load(name, **dict(map(read_option, options)))
    if seed is None:
        seed = Random().randrange(1_000_000)
    agent: Agent | None = None
    if against:
        from boomkit import agents

        agent = agents.get(game, against)
    console.print(f"{game.title}, seed {seed}. Type help for what can be typed.", style="bold")
    return _Session(game, seed, agent, console, ask).run()


def read_option(word: str) -> tuple[str, Any]:
    """Read `name=value`; a value that is JSON is taken as such (3, true, null), any other as a text.

    >>> read_option("fuse=3"), read_option("layout=0../.../..1")
    (('fuse', 3), ('layout', '0../.../..1'))
    """
    name, equals, value = word.partition("=")
    if not equals or not name.isidentifier():
        raise OptionError(f"The option was given as {word!r}; it should read name=value, such as fuse=3.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


@dataclass
class _Session:
    """One game: where it stands, what came before, and how many events each seat has been told."""

    game: Game
    seed: int
    agent: Agent | None
    console: Console
    ask: Ask
    told: dict[int, int] = field(default_factory=dict)
    shown: int = 0

    def run(self) -> State:
        rng = Random(self.seed)
        state = self.game.deal(self.seed)
        before: list[tuple[State, object, dict[int, int]]] = []  # for undo: state, generator, what was told
        while (seat := state.current_player) >= 0:
            if self.agent is not None and seat != 0:
                state = state.apply(self.agent(state.observation(seat), state.legal_actions(), rng)).resolve(rng)
                continue
            self._show(state, seat)
            answer = self._answer(state, seat)
            if answer is None:
                self.console.print(f"\nLeft at: {state}")
                return state
            if answer == "undo":
                if before:
                    state, generator, self.told = before.pop()
                    rng.setstate(generator)  # type: ignore[arg-type]
                else:
                    self.console.print("Nothing was played yet.")
                continue
            before.append((state, rng.getstate(), dict(self.told)))
            state = state.apply(answer).resolve(rng)
        self._tell_end(state)
        return state

    def _show(self, state: State, seat: int) -> None:
        """Print what is new to the seat, its board and what it may do."""
        self.shown = len(state.history)
        self.console.rule(f"seat {seat}", style="dim")
        for line in self._news(state, seat):
            self.console.print(line)
        self.console.print(_board(state, seat))
        actions = state.legal_actions()
        width = len(str(len(actions)))
        for number, action in enumerate(actions, 1):
            self.console.print(f"  {number:>{width}}  {action}")

    def _news(self, state: State, seat: int) -> Iterator[str]:
        history = state.observation(seat).history
        for event in history[self.told.get(seat, 0) :]:
            yield _line(event)
        self.told[seat] = len(history)

    def _answer(self, state: State, seat: int) -> str | None:
        """Ask until the person names a legal action or `undo`; None when they leave."""
        actions = state.legal_actions()
        while True:
            try:
                typed = self.ask(f"seat {seat}> ").strip()
            except (EOFError, KeyboardInterrupt):
                return None
            if typed in actions or (typed == "undo" and "undo" not in actions):
                return typed
            if typed.isdecimal() and 1 <= int(typed) <= len(actions):
                return actions[int(typed) - 1]
            if not typed and len(actions) == 1:
                return actions[0]
            if typed == "quit":
                return None
            self._explain(state, typed)

    def _explain(self, state: State, typed: str) -> None:
        """Answer everything that is no action."""
        word, _, rest = typed.partition(" ")
        if typed in ("", "help", "?"):
            self.console.print(HELP)
        elif typed == "position":
            self.console.print(str(state))
        else:
            action = rest if word == "why" and rest else typed
            try:
                reason = state.why_not(action)
            except BoomkitError as error:
                self.console.print(str(error))
                return
            clause = f" ({reason.clause})" if reason is not None and reason.clause else ""
            self.console.print(f"{action!r} is legal here." if reason is None else f"{reason}{clause}")

    def _tell_end(self, state: State) -> None:
        self.console.rule("the end", style="dim")
        for event in state.history[self.shown :]:
            self.console.print(_line(event))
        self.console.print(_board(state, None))
        returns = state.returns()
        best = [f"seat {seat}" for seat, value in enumerate(returns) if value == max(returns)]
        said = f"{best[0]} wins" if len(best) == 1 else f"{' and '.join(best)} share the first place"
        self.console.print(f"{said}: {', '.join(map(str, returns))}.", style="bold")


def _line(event: Event) -> str:
    return f"· {event}" + (f"  ({event.clause})" if event.clause else "")


def _board(state: State, seat: int | None) -> str:
    """Return the position as text, as the seat sees it."""
    picture = state.game.module("picture")
    if picture is not None:
        return str(picture.board(state, seat))
    return str(state) if seat is None else str(state.observation(seat))
