"""Predict: a question that is answered before the answer is shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import traitlets

from boomkit.core.state import State
from boomkit.errors import BoomkitError
from boomkit.widgets import view
from boomkit.widgets.base import KitWidget
from boomkit.widgets.packing import pack
from boomkit.widgets.progress import Answers, asked, lesson_name

Shown = str | State | Sequence[State]


class Predict(KitWidget):
    """Ask `question` and show `reveal` only when a prediction was made, or skipped, which is recorded.

    Give `choices`, or `number=True` for a number (fractions such as 3/8 are read; `tolerance` is how far off is still
    right, `unit` stands behind the field). `answer` is the right choice or number, None if none is right. `reveal` is a
    text, a state, a list of states (shown as a short film), or a function without arguments that returns one of these.
    The answer is kept in `boomkit-progress.json` under `key`; it is never graded.

    >>> import tempfile
    >>> ask = Predict("Who wins?", ["seat 0", "seat 1"], answer="seat 0", reveal="Seat 0.", folder=tempfile.mkdtemp())
    >>> ask.predict("seat 1")["verdict"]
    'Not quite: you said seat 1; it is seat 0.'
    """

    script_name = "predict"
    question = traitlets.Unicode().tag(sync=True)
    choices = traitlets.List().tag(sync=True)
    unit = traitlets.Unicode().tag(sync=True)
    shown = traitlets.Dict(help="empty until an answer is in: verdict, right, words, packed pictures").tag(sync=True)
    before = traitlets.Unicode(help="what was answered in an earlier session").tag(sync=True)

    def __init__(
        self,
        question: str,
        choices: Sequence[str] | None = None,
        *,
        number: bool = False,
        answer: Any = None,
        reveal: Shown | Callable[[], Shown] | None = None,
        tolerance: float = 0,
        unit: str = "",
        key: str | None = None,
        lesson: str | None = None,
        folder: str | Path | None = None,
    ) -> None:
        self._choices = [str(choice) for choice in choices or ()]
        if bool(self._choices) == number:
            raise BoomkitError("A Predict takes either choices, a list of at least two texts, or number=True.")
        if answer is not None and self._choices and str(answer) not in self._choices:
            raise BoomkitError(f"The answer {answer!r} is none of the choices {', '.join(self._choices)}.")
        self._solution = _number(answer) if number and answer is not None else answer
        self._reveal = reveal
        self._tolerance = tolerance
        self.key = key or _slug(question)
        self.lesson = lesson or lesson_name()
        self._answers = Answers(folder)
        self.given: str | None = None
        self.right: bool | None = None
        earlier = self._answers.of(self.lesson).get(self.key, {})
        super().__init__(
            question=question,
            choices=self._choices,
            unit=unit,
            before="skipped" if earlier.get("skipped") else str(earlier.get("given", "")),
        )
        asked(self.lesson, self.key)

    def predict(self, given: Any) -> dict[str, Any]:
        """Answer, and return what is revealed."""
        text = str(given).strip()
        if self._choices and text not in self._choices:
            raise BoomkitError(f"{text!r} is none of the choices {', '.join(self._choices)}.")
        value = text if self._choices else _number(text)
        self.given, self.right = text, self._is_right(value)
        return self._show({"given": text, "right": self.right})

    def skip(self) -> dict[str, Any]:
        """Skip the question, which is recorded, and return what is revealed."""
        return self._show({"skipped": True})

    def on_predict(self, intent: dict[str, Any]) -> None:
        """Take the answer from the page."""
        self.predict(intent.get("given", ""))

    def on_skip(self, _: dict[str, Any]) -> None:
        """Take the skip from the page."""
        self.skip()

    def _is_right(self, value: Any) -> bool | None:
        if self._solution is None:
            return None
        if self._choices:
            return bool(value == str(self._solution))
        return bool(abs(value - self._solution) <= Fraction(str(self._tolerance)))

    def _show(self, answer: dict[str, Any]) -> dict[str, Any]:
        reveal = self._reveal() if callable(self._reveal) else self._reveal
        self._answers.keep(self.lesson, self.key, {"question": self.question, **answer})
        words, states = _parts(reveal)
        with self.hold_sync():
            self.shown = {
                "verdict": self._verdict(answer),
                "right": answer.get("right"),
                "words": words,
                "packed": pack([view.picture(state, legal=False) for state in states]) if states else {},
                "captions": [view.due(state) for state in states],
                "warning": self._answers.warning,
            }
        return dict(self.shown)

    def _verdict(self, answer: dict[str, Any]) -> str:
        right = "" if self._solution is None else f"It is {self._solution}{f' {self.unit}' if self.unit else ''}."
        if answer.get("skipped"):
            return f"Skipped. {right}".strip()
        if answer["right"] is None:
            return f"You said {answer['given']}."
        if answer["right"]:
            return f"Yes: {answer['given']}." if self._choices else f"Yes, {answer['given']}. {right}"
        return f"Not quite: you said {answer['given']}; {right[0].lower()}{right[1:]}"

    def static(self) -> tuple[str, str]:
        """Return the question and its choices as text."""
        return "", "\n".join([f"Predict: {self.question}", *(f"  - {choice}" for choice in self._choices)])

    def __repr__(self) -> str:
        return f"<Predict: {self.question}>"


def _parts(reveal: Any) -> tuple[str, list[State]]:
    """Split what is revealed into words and states."""
    if reveal is None or isinstance(reveal, str):
        return reveal or "", []
    if isinstance(reveal, State):
        return "", [reveal]
    states = list(reveal)
    if not states or not all(isinstance(state, State) for state in states):
        raise BoomkitError(f"A Predict reveals a text, a state or a list of states, not {reveal!r}.")
    return "", states


def _number(text: Any) -> Fraction:
    """Read a number as people write it.

    >>> _number("3/8"), _number("0,5"), _number("25 %")
    (Fraction(3, 8), Fraction(1, 2), Fraction(1, 4))
    """
    words = str(text).strip().replace(",", ".").replace("\u2212", "-")
    share = words.endswith("%")
    try:
        value = Fraction(words.rstrip("% ").replace(" ", ""))
    except (ValueError, ZeroDivisionError):
        raise BoomkitError(f"{str(text)!r} is not a number; write one such as 12, 0.25 or 3/8.") from None
    return value / 100 if share else value


def _slug(question: str) -> str:
    """Make a short key of a question.

    >>> _slug("Who wins, seat 0 or seat 1?")
    'who-wins-seat-0-or-seat-1'
    """
    return "-".join(re.findall(r"\w+", question.lower()))[:60]
