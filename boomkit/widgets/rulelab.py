"""The rule lab: switches for a game's options beside a table, a short simulation and a small tree that follow them."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from statistics import fmean
from time import perf_counter
from typing import Any

import traitlets

from boomkit.core.discovery import find
from boomkit.core.game import Game
from boomkit.core.options import Option, write_value
from boomkit.errors import BoomkitError, OptionError
from boomkit.picture import seat_name
from boomkit.picture.tree import draw_tree
from boomkit.search import tree
from boomkit.widgets import view as shown
from boomkit.widgets.table import Table

SECONDS = 0.6
"""How long a simulation may take, so that a switch answers at once."""
PORTION = 20
"""Games between two looks at the clock."""
TREE_NODES = 40
FEW_NODES = 10
_ONE_OF = "one of "
_WHOLE = re.compile(r"a whole number from (-?\d+)(?: to (\d+)| up)?(, or None)?$")


class RuleLab(Table):
    """Switch the options of a game and see what changes: the table, a simulation of random games, the first moves.

    `options` names the switches that are shown, all without; `given` are options to start with. `games` is the most
    games that are simulated, 0 for none; `tree=False` leaves the tree out.

    >>> lab = RuleLab("nim", games=20)
    >>> lab.switch("heaps", "1 2")
    >>> str(lab.state), lab.numbers["columns"]
    ('heaps 1 2; turn 0; options heaps="1 2"', ['first', 'now'])
    """

    script_name = "rulelab"
    form = traitlets.List(help="one a switch: name, kind, value, choices or bounds, what it does, clause").tag(
        sync=True
    )
    numbers = traitlets.Dict(help="columns and rows of the simulation, and the tree as SVG").tag(sync=True)

    def __init__(
        self,
        name: str,
        *,
        seed: int = 0,
        options: Sequence[str] | None = None,
        games: int = 500,
        tree: bool = True,
        agents: Any = None,
        **given: Any,
    ) -> None:
        self._kind = find(name)
        known = [option.name for option in self._kind.declared]
        unknown = [one for one in options or () if one not in known]
        if unknown:
            raise OptionError(f"{self._kind.title} has no option {unknown[0]!r}; it has {', '.join(known)}.")
        self._wanted = list(options) if options is not None else known
        self._games = games
        self._tree = tree
        self._first: list[list[str]] = []
        self._start = self._kind(**given)
        super().__init__(self._start, seed=seed, agents=agents)
        self._measure()

    def switch(self, name: str, value: Any) -> None:
        """Set one option and deal anew from the same seed; raises OptionError with a sentence."""
        with self.lock:
            given = {**self.game.given, name: value}
            default = next((option.default for option in self._kind.declared if option.name == name), None)
            if value == default:
                del given[name]
            self._change(self._kind(**given))

    def on_option(self, intent: dict[str, Any]) -> dict[str, Any]:
        """Set an option from the page; what was there stays if it is refused."""
        name, value = str(intent.get("name")), intent.get("value")
        try:
            self.switch(name, _literal(value) if isinstance(value, str) and self._as_text(name) else value)
        except BoomkitError as error:
            self.form = self._form(intent)
            return {"say": str(error)}
        return {"say": f"{name} is now {write_value(self.game.options[name])}; a new game from seed {self.seed}."}

    def on_defaults(self, _: dict[str, Any]) -> dict[str, Any]:
        """Set every option back to what it was at first."""
        with self.lock:
            self._change(self._start)
        return {"say": "All options are as they were at first."}

    def _change(self, game: Game) -> None:
        """Put another game on the table: with other seats if it has other seats."""
        if game.players != self.game.players:
            self._seats = [("person", None)] * game.players
            self._looks = None
        self.game = game
        self.deal(self.seed)
        self._measure()

    def _as_text(self, name: str) -> bool:
        return any(field["name"] == name and field["kind"] == "text" for field in self.form)

    def _form(self, refused: dict[str, Any] | None = None) -> list[dict[str, Any]]:
        """Describe the switches; `refused` makes the page draw the field again."""
        options = {option.name: option for option in self._kind.declared}
        now, first = self.game.options, self._start.options
        fields = [_field(options[name], now[name], now[name] != first[name]) for name in self._wanted]
        again = refused["name"] if refused is not None else ""
        return [{**field, "again": field["name"] == again} for field in fields]

    def _measure(self) -> None:
        """Simulate and draw for the options as they are now, and keep the first result for comparison."""
        rows = simulated(self.game, self._games) if self._games else []
        self._first = self._first or rows
        before = {row[0]: row[1] for row in self._first}
        same = rows == self._first
        with self.hold_sync():
            self.form = self._form()
            self.numbers = {
                "columns": ["now"] if same else ["first", "now"],
                "rows": rows if same else [[what, before.get(what, "–"), now] for what, now in rows],
                "tree": self._first_moves() if self._tree else "",
            }

    def _first_moves(self) -> str:
        """Draw the tree of two moves, of one if two are too many, or its first branches if one is too many."""
        state = self.game.deal(self.seed)
        graphs = [tree(state, depth=depth, limit=TREE_NODES) for depth in (2, 1)]
        whole = [graph for graph in graphs if not graph.graph["truncated"]]
        title = f"The first moves, seed {self.seed}"
        graph, most = (whole[0], TREE_NODES) if whole else (graphs[-1], FEW_NODES)
        small = getattr(self.game.module("picture"), "thumbnail", None)
        thumbnails = (lambda node: small(graph.nodes[node]["state"])) if small else None
        drawn = draw_tree(graph, max_nodes=most, title=title, thumbnails=thumbnails, thumbnail_size=44)
        return shown.bare(drawn)


def simulated(game: Game, games: int) -> list[list[str]]:
    """Play random games in portions from seeds 1, 2, … for a short while; return rows of a measure and its number.

    >>> import boomkit
    >>> dict(simulated(boomkit.load("nim", heaps="1"), 10))["mean length"]
    '1 action'
    """
    lengths, returns = _played(game, games)
    wins = [0.0] * game.players
    for results in returns:
        best = [seat for seat, result in enumerate(results) if result == max(results)]
        for seat in best:
            wins[seat] += 1 / len(best)
    count = len(lengths)
    mean = f"{fmean(lengths):.3g}"
    choices = len(game.deal(0).legal_actions())
    return [
        ["games played", str(count)],
        ["mean length", f"{mean} action{'' if mean == '1' else 's'}"],
        ["shortest to longest", f"{min(lengths)} to {max(lengths)}"],
        ["choices at the start", str(choices)],
        *([f"{seat_name(seat)} wins", f"{100 * won / count:.0f} %"] for seat, won in enumerate(wins)),
    ]


def _played(game: Game, games: int) -> tuple[list[int], list[list[float]]]:
    """Return lengths and returns of as many of the games as there is time for in plain Python.

    When time is up, compiled rules play the rest if their machine code is on disk already: to compile takes half a
    minute, and a switch does not wait for that. Game for game, both play the same.
    """
    from boomkit.simulate import batch, compiled

    fast = False
    lengths: list[int] = []
    returns: list[list[float]] = []
    end = perf_counter() + SECONDS
    for number, first in enumerate(range(0, games, PORTION), start=1):
        played = batch(game, min(PORTION, games - first), seed=number, threads=1, use_numba=fast)
        lengths += [int(length) for length in played.lengths]
        returns += [[float(result) for result in results] for results in played.returns]
        if not fast and perf_counter() > end:
            fast = compiled.available() and compiled.is_cached(game, "tally")
            if not fast:
                break
    return lengths, returns


def _field(option: Option, value: Any, changed: bool) -> dict[str, Any]:
    """Describe one switch: a flag, a choice, a whole number, or text for everything else."""
    field: dict[str, Any] = {
        "name": option.name,
        "about": option.about,
        "clause": option.clause,
        "expected": option.expected,
        "changed": changed,
    }
    whole = _WHOLE.match(option.expected)
    if isinstance(option.default, bool) and isinstance(value, bool):
        return {**field, "kind": "flag", "value": value}
    if option.expected.startswith(_ONE_OF):
        values = ast.literal_eval(f"({option.expected.removeprefix(_ONE_OF)},)")
        return {**field, "kind": "choice", "value": value, "choices": list(values)}
    if whole:
        low, high, none = whole.groups()
        return {**field, "kind": "whole", "value": value, "low": int(low), "high": int(high or 999), "none": bool(none)}
    text = "" if value is None else write_value(list(value) if isinstance(value, tuple) else value)
    return {**field, "kind": "text", "value": text}


def _literal(text: str) -> Any:
    """Read what was typed: a Python or JSON value, nothing for None, else the words themselves.

    >>> _literal("3"), _literal("[1, 2]"), _literal(""), _literal("3 4 5"), _literal("true")
    (3, [1, 2], None, '3 4 5', True)
    """
    words = text.strip()
    if not words:
        return None
    try:
        return ast.literal_eval({"true": "True", "false": "False", "null": "None"}.get(words, words))
    except (ValueError, SyntaxError):
        return words
