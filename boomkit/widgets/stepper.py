"""The Stepper: a game, a rulebook or an algorithm's states, step by step, played back without the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import traitlets

from boomkit.core.game import Game
from boomkit.core.playthrough import Playthrough
from boomkit.core.state import State
from boomkit.errors import BoomkitError
from boomkit.picture import seat_name
from boomkit.widgets import scenes, view
from boomkit.widgets.base import KitWidget
from boomkit.widgets.packing import pack, unpack

SPEEDS = (1, 2, 5, 10, 20)
"""Steps a second that the page offers."""
MOST = 1000
"""States that one Stepper shows."""


class Stepper(KitWidget):
    """Step through `source`: a playthrough, or a list of states with `captions`, one text a state.

    `seat` is who looks (None sees everything), `start` the first step shown, `speed` one of 1, 2, 5, 10, 20 steps a
    second. `index` is where the learner stopped.

    >>> import boomkit
    >>> stepper = Stepper(boomkit.load("nim", heaps="1 2").play(seed=1))
    >>> stepper.frames[-1]["title"][:9]
    'Game over'
    """

    script_name = "stepper"
    packed = traitlets.Dict(help="pictures in numbered parts").tag(sync=True)
    frames = traitlets.List(help="one a step: pictures, title, action, events, text").tag(sync=True)
    book = traitlets.Dict(help="the clauses that are named: id -> [tag, text, option]").tag(sync=True)
    start = traitlets.Int(0).tag(sync=True)
    speed = traitlets.Int(2).tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    note = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        source: Playthrough | Sequence[State],
        *,
        seat: int | None = None,
        captions: Sequence[str] | None = None,
        start: int = 0,
        speed: int = 2,
        title: str | None = None,
    ) -> None:
        states = _states(source)
        if captions is not None and len(captions) != len(source):
            raise BoomkitError(f"There are {len(captions)} captions for {len(source)} states; give one a state.")
        actions = source.actions if isinstance(source, Playthrough) else ()
        frames = [_frame(states, number, seat, captions, actions) for number in range(len(states))]
        note = f"Shown are the first {MOST} of {len(source)} states." if len(source) > MOST else ""
        self._set_up(states[0].game, frames, start, speed, title or states[0].game.title, note)
        self._states = states
        self._seat = seat

    def _set_up(
        self, game: Game, frames: list[dict[str, Any]], start: int, speed: int, title: str, note: str = ""
    ) -> None:
        if speed not in SPEEDS:
            raise BoomkitError(f"speed is {speed!r}; it is one of {', '.join(map(str, SPEEDS))} steps a second.")
        if not frames:
            raise BoomkitError(f"There is nothing to step through: the rulebook of {game.title} has no clause yet.")
        self.index = range(len(frames))[start] if -len(frames) <= start < len(frames) else 0
        drawn: dict[str, int] = {}
        for frame in frames:
            frame["pictures"] = [drawn.setdefault(one, len(drawn)) for one in frame["pictures"]]
        named = {clause for frame in frames for _, clause in frame["events"]} | {
            frame["clause"] for frame in frames if "clause" in frame
        }
        self.game = game
        super().__init__(
            packed=pack(list(drawn)),
            frames=frames,
            book=view.book(game, list(named)),
            start=self.index,
            speed=speed,
            title=title,
            note=note,
        )

    @classmethod
    def scenes(cls, game: Game | str, clauses: Iterable[str] | str | None = None, *, speed: int = 1) -> Stepper:
        """Step through the rulebook's examples: all, those of the ids given, or of ids that begin so.

        >>> Stepper.scenes("nim", "NI-T2").frames[0]["title"]
        'Three from a heap of two'
        """
        frames = scenes.scenes(game, clauses)
        known = scenes.loaded(game)
        stepper = cls.__new__(cls)
        stepper._states = []
        stepper._seat = None
        stepper._set_up(known, frames, 0, speed, f"{known.title}: the rules")
        return stepper

    def on_stopped(self, intent: dict[str, Any]) -> None:
        """Keep where the learner stopped."""
        at = intent.get("at")
        if isinstance(at, int) and 0 <= at < len(self.frames):
            self.index = at

    def picture(self, number: int) -> str:
        """Return the last picture of a step as SVG."""
        return unpack(self.packed, self.frames[number]["pictures"][-1])

    def static(self) -> tuple[str, str]:
        """Return the steps as a list with the last board as a table, and as text."""
        told = [f"{number}. {frame['title']}" for number, frame in enumerate(self.frames)]
        text = "\n".join([self.title, *told[:40], *(["…"] if len(told) > 40 else [])])
        if not self._states:
            return "", text
        return view.table(self._states[-1], self._seat), text

    def __repr__(self) -> str:
        return f"<Stepper of {self.title}: {len(self.frames)} steps>"


def _states(source: Any) -> list[State]:
    if not isinstance(source, Sequence) or isinstance(source, str) or not source:
        raise BoomkitError(
            f"A Stepper shows a playthrough or a list of states, not {source!r}. game.play(seed=1) makes a "
            "playthrough; Stepper.scenes(game) shows the rulebook."
        )
    states = list(source[:MOST])
    for state in states:
        if not isinstance(state, State):
            raise BoomkitError(f"A Stepper shows states, and {state!r} is none.")
    return states


def _frame(
    states: list[State], number: int, seat: int | None, captions: Sequence[str] | None, actions: Sequence[str]
) -> dict[str, Any]:
    """Make one step: its picture and, if it follows from the step before, what happened in between."""
    state = states[number]
    before = states[number - 1] if number else None
    grown = before is not None and len(state.log) > len(before.log) and state.log[: len(before.log)] == before.log
    told = view.events(state, before if grown else None, seat) if grown or number == 0 else []
    action = ""
    if before is not None and actions:
        who = seat_name(before.current_player) if before.current_player >= 0 else "chance"
        action = f"{who}: {actions[number - 1]}"
    return {
        "pictures": [view.picture(state, seat, legal=False)],
        "title": captions[number] if captions else view.due(state),
        "action": action,
        "events": told,
        "text": view.position(state, seat),
        "marks": [],
    }
