"""The TreeView: a state tree that folds, pans and zooms, with the board of the chosen node beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import networkx as nx
import traitlets

from boomkit.errors import BoomkitError
from boomkit.picture import html_table
from boomkit.picture.outline import outline as outline_text
from boomkit.widgets import view
from boomkit.widgets.base import KitWidget
from boomkit.widgets.outline import Outline
from boomkit.widgets.packing import pack

ALL_AT_ONCE = 5000
"""Nodes up to which the page gets the whole tree; of a larger one it asks for children when they are opened."""
FIRST = 1500
WITH_TEXT = 2000
WITH_THUMBNAILS = 400
WITH_BOARDS = 150


class TreeView(KitWidget):
    """Show a `networkx.DiGraph`, or what a search returned with its graph, as a tree that folds.

    Nodes may carry `state`, `kind`, `seat`, `text`, `value`, `visits`, `order` (of expansion) and `cut`; edges
    `action`, `probability`, `cut` and `best`. `board` shows the board of the chosen node, `depth` is how far the tree
    is open at first, `line` are the actions of a line that is drawn heavier.

    >>> import boomkit
    >>> from boomkit.search import tree
    >>> TreeView(tree(boomkit.load("nim", heaps="2 1").initial_state()))
    <TreeView: 12 nodes>
    """

    script_name = "tree"
    rows = traitlets.List(help="one a node, its columns as outline.COLUMNS names them").tag(sync=True)
    marks = traitlets.Dict(help="drawings of nodes in numbered parts").tag(sync=True)
    boards = traitlets.Dict(help="pictures of the boards in numbered parts, or empty: asked for").tag(sync=True)
    depth = traitlets.Int(2).tag(sync=True)
    title = traitlets.Unicode().tag(sync=True)
    note = traitlets.Unicode().tag(sync=True)
    total = traitlets.Int().tag(sync=True)
    with_board = traitlets.Bool().tag(sync=True)

    def __init__(
        self,
        graph: Any,
        *,
        board: bool = True,
        depth: int = 2,
        line: Sequence[str] | None = None,
        title: str | None = None,
    ) -> None:
        drawn, line = _graph_of(graph, line)
        self.outline = outline = Outline(drawn, line, thumbnails=len(drawn) <= WITH_THUMBNAILS)
        self.chosen = 0
        total = len(outline)
        sent = total if total <= ALL_AT_ONCE else outline.whole_families(FIRST)
        rows = outline.rows(range(sent), text=sent <= WITH_TEXT, sent=sent)
        has_states = outline.state(0) is not None
        note = str(drawn.graph.get("reason", "")) if drawn.graph.get("truncated") else ""
        super().__init__(
            rows=rows,
            marks=pack(list(outline.marks)),
            boards=self._boards() if board and has_states and total <= WITH_BOARDS else {},
            depth=depth,
            title=title or "State tree",
            note=note,
            total=total,
            with_board=board and has_states,
        )

    def _boards(self) -> dict[str, Any]:
        states = (self.outline.state(number) for number in range(len(self.outline)))
        return pack([view.picture(state, legal=False) if state is not None else "" for state in states])

    def on_open(self, intent: dict[str, Any]) -> dict[str, Any]:
        """Send the children of a node, and the drawings among them that the page does not have."""
        outline, known = self.outline, len(self.outline.marks)
        children = outline.children[self._number(intent)]
        rows = [outline.row(child, text=False, more=len(outline.children[child])) for child in children]
        return {"rows": rows, "known": known, "marks": list(outline.marks)[known:]}

    def on_board(self, intent: dict[str, Any]) -> dict[str, Any]:
        """Send the picture of a node's state."""
        state = self.outline.state(self._number(intent))
        if state is None:
            return {}
        return {"svg": view.picture(state, legal=False), "text": str(state)}

    def on_chosen(self, intent: dict[str, Any]) -> None:
        """Keep which node was chosen."""
        self.chosen = self._number(intent)

    def _number(self, intent: dict[str, Any]) -> int:
        number = intent.get("node")
        if not isinstance(number, int) or not 0 <= number < len(self.outline):
            raise BoomkitError(f"This tree has no node {number!r}.")
        return number

    @property
    def state(self) -> Any:
        """The state of the node that was chosen last, or None if the graph holds none."""
        return self.outline.state(self.chosen)

    def static(self) -> tuple[str, str]:
        """Return the top of the tree as a table and as an outline."""
        lines = outline_text(self.outline.graph, depth=3, max_lines=60).splitlines()
        head = f"{self.title}: {self.total} nodes"
        return html_table(head, [[line.replace("  ", "\u2003")] for line in lines]), "\n".join([head, *lines])

    def __repr__(self) -> str:
        return f"<TreeView: {self.total} nodes>"


def _graph_of(graph: Any, line: Sequence[str] | None) -> tuple[nx.DiGraph, Sequence[str] | None]:
    """Take the graph of a search result, with its line, or the graph itself."""
    if isinstance(graph, nx.DiGraph):
        return graph, line
    inside = getattr(graph, "graph", None)
    if isinstance(inside, nx.DiGraph):
        return inside, line
    raise BoomkitError(
        f"A TreeView draws a networkx.DiGraph, or the result of a search that was asked for its graph "
        f"(graph=True), not {graph!r}."
    )
