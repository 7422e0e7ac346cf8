"""Dialog checks: what must not be in the student's process lives here, and answers one message at a time.

A referee is a class in a `judge` cell. It is made with the check's inputs, `answer(message)` gets plain data and
returns plain data, and `evidence()` gives the lines that are judged: counts, transcripts and budgets are kept here,
where no student's code can reach them.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from boomkit.grading.kernel_side import plain
from boomkit.grading.parameters import Rendered
from boomkit.grading.schema import Outputs, SheetError


class Moderator:
    """Stand between the worker's channel and a referee: count the messages, end the talk when it must end.

    >>> class Echo:
    ...     def answer(self, message): return (message, 1)
    ...     def evidence(self): return [{"in": "echo", "out": 1}]
    >>> talk = Moderator(Echo(), budget=1)
    >>> talk("hello")
    ['hello', 1]
    >>> talk("again")
    Traceback (most recent call last):
    StopIteration: the budget of 1 messages is used up
    """

    def __init__(self, referee: Any, budget: int = 0) -> None:
        """Keep the referee; a budget of 0 has no bound."""
        self._referee = referee
        self._budget = budget
        self.messages = 0
        self.ended = ""

    def __call__(self, message: Any) -> Any:
        """Answer one message; StopIteration when the dialog is over."""
        if not self.ended and self._budget and self.messages >= self._budget:
            self.ended = f"the budget of {self._budget} messages is used up"
        if self.ended:
            raise StopIteration(self.ended)
        self.messages += 1
        try:
            return plain(self._referee.answer(message))
        except Exception as error:
            # A message that the referee cannot take (an illegal action, rubbish) ends the talk, never the grader.
            self.ended = f"{type(error).__name__}: {error}"
            raise StopIteration(self.ended) from error

    def outputs(self) -> Outputs:
        """Return the referee's evidence as a cell's outputs."""
        lines = [{key: plain(value) for key, value in line.items()} for line in self._referee.evidence()]
        text = "".join(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n" for line in lines)
        return ({"output_type": "stream", "name": "stdout", "text": text},) if text else ()


def moderator(rendered: Rendered) -> Moderator | None:
    """Return the moderator of a dialog check with a fresh referee, or None for a plain check."""
    spec = rendered.check.dialog
    if spec is None:
        return None
    referee: Callable[..., Any] | None = rendered.space.get(spec.referee)
    if not callable(referee):
        raise SheetError(f"Check {rendered.check.id}: no cell with the role judge defines the referee {spec.referee}.")
    return Moderator(referee(**copy.deepcopy(rendered.values)), spec.budget)
