"""What all widgets share: files, one lock, intents that are acknowledged, errors that are shown, static forms.

JavaScript sends an intent `{"id": …, "kind": …}`. Python says at once that it was received, does the work under the
widget's lock, pushes what is to be shown in one message a step, and then answers with what there is to say. JavaScript
sets no trait.
"""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import anywidget
import traitlets

from boomkit.errors import BoomkitError
from boomkit.picture import theme

STATIC = Path(__file__).parent / "static"
REPORT = "This is a fault in the program, not yours: please report it with the position text."


@cache
def script(name: str) -> str:
    """Return the bundled JavaScript of one widget."""
    return (STATIC / f"{name}.js").read_text(encoding="utf-8")


@cache
def sheet() -> str:
    """Return the stylesheet of all widgets: the tokens of the pictures and the rules of the widgets."""
    return theme.css() + (STATIC / "widgets.css").read_text(encoding="utf-8")


class KitWidget(anywidget.AnyWidget):  # type: ignore[misc]
    """The base of every widget of the kit: a subclass names its script and answers intents in `on_<kind>` methods."""

    script_name: ClassVar[str] = ""
    kernel = traitlets.Bool(True, help="False in an exported page, where nobody answers").tag(sync=True)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Read the widget's script and stylesheet once a class."""
        if "script_name" in cls.__dict__:
            cls._esm = script(cls.script_name)
            cls._css = sheet()
        super().__init_subclass__(**kwargs)

    def __init__(self, **traits: Any) -> None:
        self.lock = threading.RLock()
        super().__init__(**traits)
        self.on_msg(lambda _, content, __: self.receive(content))

    def receive(self, intent: Any) -> dict[str, Any]:
        """Do what an intent asks and return the answer, which is sent to the page as well."""
        if not isinstance(intent, dict) or not isinstance(intent.get("kind"), str):
            return {}
        if "id" in intent:
            self.send({"got": intent["id"]})
        with self.lock:
            answer = self._answer(intent)
            if "id" in intent:
                self.send({"ack": intent["id"], **answer})
        return answer

    def _answer(self, intent: dict[str, Any]) -> dict[str, Any]:
        """Run the handler of an intent; whatever goes wrong becomes a sentence beside the widget."""
        handler: Callable[[dict[str, Any]], dict[str, Any] | None] | None = getattr(self, f"on_{intent['kind']}", None)
        if handler is None:
            return {"error": f"This widget does not know what {intent['kind']!r} is. Run the cell again."}
        try:
            return handler(intent) or {}
        except AgentError as error:
            return {"error": str(error)}
        except BoomkitError as error:
            return {"say": str(error)}
        except KeyboardInterrupt:
            return {"error": "Interrupted. What is on the table stands."}
        except Exception as error:
            return {"error": fault(error)}

    def static(self) -> tuple[str, str]:
        """Return what a page without widgets shows: HTML that survives a sanitiser, and plain text."""
        return "", repr(self)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Offer the live widget, and a table and a text for pages that may not run it."""
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        html, text = self.static()
        return {**data, "text/plain": text, **({"text/html": html} if html else {})}, metadata

    def __repr__(self) -> str:
        return f"<boomkit {type(self).__name__}>"


class AgentError(BoomkitError):
    """An agent that somebody wrote raised an error, or answered what is not legal."""


def place(error: BaseException) -> str:
    """Say where an error was raised, with the function's name and the line."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    return f" (in {last[0].name}, line {last[0].lineno})" if last else ""


def fault(error: BaseException) -> str:
    """Say what went wrong inside the program: the error's last line and where it was raised.

    >>> try:
    ...     [][1]
    ... except IndexError as error:
    ...     print(fault(error).split(".")[0])
    IndexError: list index out of range (in <module>, line 2)
    """
    return f"{type(error).__name__}: {error}{place(error)}. {REPORT}"
