"""The bench: a real Python widget and its real JavaScript in a blank Chromium page, joined without Jupyter.

A mount takes about a tenth of a second, so most tests of what people see belong here::

    def test_a_click_plays(bench):
        table = boomkit.widgets.Table(boomkit.load("wild_twist_war").deal(seed=1))
        view = bench.mount(table)
        view.locator("[data-action]").first.click()

The page plays the part of the notebook: it holds the widget's traits, sends what JavaScript saves or says to Python,
and applies what Python answers. An answer travels back as the return value of the call, because calling into the page
from inside a call out of it would enter Playwright's synchronous interface twice.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

from comm.base_comm import BaseComm
from playwright.sync_api import Locator, Page

BLANK_PAGE = '<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><main id="bench"></main></html>'
HOST = (Path(__file__).parent / "bench_host.js").read_text(encoding="utf-8")
LAYOUT_TRAITS = frozenset({"layout", "tabbable", "tooltip"})


class RecordingComm(BaseComm):
    """Keep what the kernel would send to the notebook."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.sent: list[dict[str, Any]] = []
        super().__init__(*args, **kwargs)

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **keys: Any
    ) -> None:
        """Record one message instead of sending it."""
        if buffers:
            raise AssertionError("the bench carries text only: this widget sends binary buffers")
        if data:
            # Through JSON at once, as the wire does: what is recorded cannot change later.
            self.sent.append(json.loads(json.dumps(data)))


class Bench:
    """Mount widgets in a page and carry their messages."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.messages: list[dict[str, Any]] = []
        """Everything the page sent to Python, oldest first."""
        self._widgets: dict[str, Any] = {}
        self._views = itertools.count()
        self._silent = False
        page.expose_function("benchToPython", self._receive)
        page.set_content(BLANK_PAGE)
        page.evaluate(HOST)

    def mount(self, widget: Any) -> Locator:
        """Show the widget and return the place that holds it; mounted again, it gets a second view."""
        key = self._key(widget)
        if key is None:
            key = f"widget{len(self._widgets)}"
            self._widgets[key] = widget
            self.page.evaluate("([key, traits]) => bench.addModel(key, traits)", [key, self._traits(widget)])
        view = f"view{next(self._views)}"
        script = {"key": key, "view": view, "esm": str(widget._esm), "css": str(getattr(widget, "_css", ""))}
        self.page.evaluate("(script) => bench.mount(script)", script)
        return self.page.locator(f"[data-bench={view}]")

    def push(self, widget: Any) -> None:
        """Deliver what Python sent since the last message, after a test changed the widget from Python."""
        self.page.evaluate(
            "([key, answers]) => bench.deliver(key, answers)", [self._key(widget), self._answers(widget)]
        )

    def remove(self, view: Locator) -> None:
        """Take one view away, as running its cell again does."""
        self.page.evaluate("(view) => bench.remove(view)", view.get_attribute("data-bench"))

    def listener_count(self, widget: Any) -> int:
        """Count the listeners that JavaScript has on the widget's model: a view that goes must take its own along."""
        return int(self.page.evaluate("(key) => bench.listenerCount(key)", self._key(widget)))

    def silence(self, silent: bool = True) -> None:
        """Let Python answer nothing any more, as after a restart of the kernel."""
        self._silent = silent

    def _key(self, widget: Any) -> str | None:
        return next((key for key, mounted in self._widgets.items() if mounted is widget), None)

    def _traits(self, widget: Any) -> Any:
        """Return the widget's own traits, through JSON as the wire carries them."""
        if not isinstance(widget.comm, RecordingComm):
            raise AssertionError(
                "this widget was made before the bench: make it inside the test, after the bench fixture"
            )
        widget.comm.sent.clear()
        state = widget.get_state()
        own = {name: value for name, value in state.items() if not name.startswith("_") and name not in LAYOUT_TRAITS}
        return json.loads(json.dumps(own))

    def _receive(self, key: str, data: str) -> list[dict[str, Any]]:
        """Hand one message of the page to the widget and return what Python answers."""
        message = json.loads(data)
        self.messages.append(message)
        if self._silent:
            return []
        widget = self._widgets[key]
        widget._handle_msg({"content": {"data": message}, "buffers": []})
        return self._answers(widget)

    def _answers(self, widget: Any) -> list[dict[str, Any]]:
        sent, widget.comm.sent = widget.comm.sent, []
        answers = []
        for data in sent:
            if data.get("method") == "update":
                state = {name: value for name, value in data["state"].items() if not name.startswith("_")}
                answers.append({"method": "update", "state": state})
            elif data.get("method") == "custom":
                answers.append({"method": "custom", "content": data["content"]})
        return answers
