"""Show in a notebook's first cell that widgets work: drawn by the browser, answered by Python."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

SCRIPT = """
function render({ model, el }) {
  el.innerHTML = model.get("page");
  const line = document.createElement("li");
  line.setAttribute("aria-live", "polite");
  el.querySelector("ul").append(line);
  const show = () => { line.textContent = model.get("said"); };
  model.on("change:said", show);
  show();
  model.send({ kind: "hello" });
  return () => model.off("change:said", show);
}
export default { render };
"""


class Alive(anywidget.AnyWidget):  # type: ignore[misc]
    """A report, an HTML page with a list at its end, to which the browser adds a line about the widgets."""

    _esm = SCRIPT
    page = traitlets.Unicode().tag(sync=True)
    said = traitlets.Unicode("· Widgets: the browser draws them and waits for Python.").tag(sync=True)

    def __init__(self, page: str) -> None:
        """Take the report, as HTML that may be trusted."""
        super().__init__(page=page)
        self.on_msg(self._answer)

    def _answer(self, *_: Any) -> None:
        self.said = "✓ Widgets: the browser draws them and Python answers."
