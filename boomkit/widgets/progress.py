"""What a learner predicted, kept in one readable file beside the notebook, and shown as a strip.

No account, no network. A file that cannot be read is set aside under another name and a new one is begun.
"""

from __future__ import annotations

import json
import os
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from weakref import WeakSet

import traitlets

from boomkit.widgets.base import KitWidget

FILE = "boomkit-progress.json"
FORMAT = 1
_lock = threading.RLock()
_strips: WeakSet[Progress] = WeakSet()
_asked: dict[str, list[str]] = {}
"""The keys of the predictions that this kernel asked, by lesson, in order."""


class Answers:
    """The answers in a progress file; every change is written at once.

    >>> import tempfile
    >>> answers = Answers(Path(tempfile.mkdtemp()))
    >>> answers.keep("01_war", "first card", {"given": "10", "right": True})
    >>> answers.of("01_war")["first card"]["given"]
    '10'
    """

    def __init__(self, folder: str | Path | None = None) -> None:
        self.path = Path(folder or Path.cwd()) / FILE
        self.warning = ""

    def read(self) -> dict[str, Any]:
        """Return all lessons; a file that is broken or of another format is set aside."""
        with _lock:
            try:
                data = json.loads(self.path.read_text(encoding="utf-8"))
                if data["format"] != FORMAT or not all(isinstance(one, dict) for one in data["lessons"].values()):
                    raise ValueError(f"format {data['format']!r}")
                lessons: dict[str, Any] = data["lessons"]
            except FileNotFoundError:
                return {}
            except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
                self._set_aside(error)
                return {}
            return lessons

    def _set_aside(self, error: Exception) -> None:
        number = 1
        while (aside := self.path.with_name(f"boomkit-progress.broken-{number}.json")).exists():
            number += 1
        try:
            self.path.replace(aside)
        except OSError:
            self.warning = f"{FILE} cannot be read ({error}); answers are not kept."
        else:
            self.warning = f"{FILE} could not be read ({error}). It is kept as {aside.name}, and a new one is begun."

    def of(self, lesson: str) -> dict[str, Any]:
        """Return the answers of one lesson by their keys."""
        found: dict[str, Any] = self.read().get(lesson, {})
        return found

    def keep(self, lesson: str, key: str, answer: dict[str, Any]) -> None:
        """Write one answer; the first one that was given stays on record beside a later one."""
        with _lock:
            lessons = self.read()
            before = lessons.setdefault(lesson, {}).get(key)
            now = datetime.now(UTC).isoformat(timespec="seconds")
            first = {"first": before.get("first", before["given"])} if before and "given" in before else {}
            lessons[lesson][key] = {**answer, "at": now, "tries": (before or {}).get("tries", 0) + 1, **first}
            text = json.dumps({"format": FORMAT, "lessons": lessons}, ensure_ascii=False, indent=1)
            draft = self.path.with_name(f".{FILE}.{os.getpid()}")
            try:
                draft.write_text(text + "\n", encoding="utf-8")
                draft.replace(self.path)
            except OSError as error:
                self.warning = f"{FILE} cannot be written here ({error}); answers are not kept."
        for strip in list(_strips):
            strip.refresh()


def lesson_name() -> str:
    """Name the lesson after the notebook, as far as Jupyter tells; else `notebook`."""
    return Path(os.environ.get("JPY_SESSION_NAME", "notebook")).stem


def asked(lesson: str, key: str) -> None:
    """Remember that a prediction stands in this notebook, so that the strip shows it while it is open."""
    keys = _asked.setdefault(lesson, [])
    if key not in keys:
        keys.append(key)
    for strip in list(_strips):
        strip.refresh()


class Progress(KitWidget):
    """A strip of the predictions of a lesson: right, not right, skipped, open. `lesson` is this notebook if not given.

    >>> Progress("no lesson").marks
    []
    """

    script_name = "progress"
    lesson = traitlets.Unicode().tag(sync=True)
    marks = traitlets.List(help="one a prediction: [key, state, words]").tag(sync=True)
    warning = traitlets.Unicode().tag(sync=True)
    file = traitlets.Unicode(help="what is on record, as JSON").tag(sync=True)

    def __init__(self, lesson: str | None = None, folder: str | Path | None = None) -> None:
        self._answers = Answers(folder)
        super().__init__(lesson=lesson or lesson_name())
        self.refresh()
        _strips.add(self)

    def refresh(self) -> None:
        """Read the file again."""
        answers = self._answers.of(self.lesson)
        keys = dict.fromkeys([*_asked.get(self.lesson, ()), *answers])
        with self.hold_sync():
            self.marks = [[key, *_mark(answers.get(key))] for key in keys]
            self.warning = self._answers.warning
            self.file = self.to_json()

    def to_json(self) -> str:
        """Return the answers of this lesson as JSON, to be kept or handed in."""
        return json.dumps(
            {"format": FORMAT, "lessons": {self.lesson: self._answers.of(self.lesson)}}, ensure_ascii=False, indent=1
        )

    def static(self) -> tuple[str, str]:
        """Return the strip as text."""
        return "", f"{self.lesson}: " + (", ".join(f"{key} {words}" for key, _, words in self.marks) or "nothing yet")

    def __repr__(self) -> str:
        return f"<Progress of {self.lesson}: {len(self.marks)} predictions>"


def _mark(answer: dict[str, Any] | None) -> list[str]:
    if answer is None:
        return ["open", "open"]
    if answer.get("skipped"):
        return ["skipped", "skipped"]
    if answer.get("right") is None:
        return ["given", f"you said {answer['given']}"]
    return ["right", "right"] if answer["right"] else ["wrong", f"you said {answer['given']}"]
