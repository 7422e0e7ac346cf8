"""The house: dependencies run downward only, and importing the kit costs nothing."""

from __future__ import annotations

import ast
import statistics
import subprocess
import sys

import pytest
from source_tree import ROOT, dotted, imports, modules, room, tree

FLOORS = {
    "core": 0,
    "picture": 0,
    "grading": 0,
    "games": 1,
    "simulate": 1,
    "search": 2,
    "bridges": 2,
    "agents": 3,
    "tournament": 4,
    "widgets": 4,
    "cli": 5,
    "course": 5,
    "doctor": 5,
    "lab": 5,
    "bar": 5,
    "sheets": 5,
    "summary": 5,
    "terminal": 5,
    "__main__": 5,
}
ONLY = {"games": {"core", "picture"}, "grading": set(), "bridges": {"core"}}
LEAF = "errors"  # every room may raise the kit's errors
TOP = max(FLOORS.values())

# Third-party packages that only some rooms may import, anywhere in their code.
HOMES = {
    "ipywidgets": {"widgets"},
    "anywidget": {"widgets"},
    "traitlets": {"widgets", "grading"},
    "networkx": {"search", "widgets"},
    "numba": {"simulate"},
    "numpy": {"simulate", "core", "bridges"},  # in core where a function makes a record; see the test on plain rooms
    "nbformat": {"grading", *(room for room, floor in FLOORS.items() if floor >= 4)},
    "dask": {"simulate", "grading", "tournament"},
    "distributed": {"simulate", "grading", "tournament"},
    "pyspiel": {"bridges"},
    "pettingzoo": {"bridges"},
    "typer": {"cli"},
    "pandas": {"simulate"},  # a table of results, if it is there
    "matplotlib": set[str](),
}

# Rooms that must run in a browser's Python: no subprocesses, no NumPy at import.
PLAIN_ROOMS = ("core", "games", "picture", "search", "widgets")


def forbidden_arrow(importer: str, imported: str) -> str:
    """Return why a module of the kit may not import another, or nothing."""
    # The toys of tests and lessons are games that stand in the core's cupboard.
    importer, imported = (name.replace("boomkit.core.toys", "boomkit.games") for name in (importer, imported))
    here, there = room(importer), room(imported)
    if there == LEAF or (here == there and here != "games"):
        return ""
    if here == "":
        return ""  # the front door looks names up lazily
    if here == LEAF:
        return "errors is a leaf and imports nothing of the kit"
    if there == "":
        return "" if FLOORS[here] == TOP else "only the command line may use the front door"
    if here == there == "games":
        mine, other = (name.split(".")[2:3] for name in (importer, imported))
        return "" if not mine or mine == other or not other else "no game imports another"
    if here in ONLY and there not in ONLY[here]:
        return f"{here} may import only {', '.join(sorted(ONLY[here])) or 'nothing'}"
    if FLOORS[there] >= FLOORS[here] and FLOORS[here] != TOP:
        return f"{there} is on floor {FLOORS[there]}, {here} on floor {FLOORS[here]}"
    return ""


def test_every_room_has_a_floor() -> None:
    rooms = {room(dotted(path)) for path in modules()} - {"", LEAF}
    assert rooms <= set(FLOORS), f"give these a floor in FLOORS, after design: {sorted(rooms - set(FLOORS))}"


def test_dependencies_run_downward() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}: {why}"
        for path in modules()
        for line, name in imports(path)
        if name.split(".")[0] == "boomkit" and (why := forbidden_arrow(dotted(path), name))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("importer", "imported", "allowed"),
    [
        ("boomkit.games.war.rules", "boomkit.core.seams", True),
        ("boomkit.games.war.picture", "boomkit.picture.svg", True),
        ("boomkit.games.war.rules", "boomkit.games.war", True),
        ("boomkit.games.war.rules", "boomkit.games.jokers", False),
        ("boomkit.games.war.agents", "boomkit.search", False),
        ("boomkit.core.toys.nim.picture", "boomkit.picture", True),
        ("boomkit.core.toys.nim", "boomkit.games.war", False),
        ("boomkit.core.discovery", "boomkit.core.toys.nim", False),
        ("boomkit.grading.worker", "boomkit.core", False),
        ("boomkit.grading.worker", "boomkit.errors", True),
        ("boomkit.grading.worker", "boomkit.grading.schema", True),
        ("boomkit.picture.svg", "boomkit.core", False),
        ("boomkit.search.tree", "boomkit.simulate", True),
        ("boomkit.simulate.batch", "boomkit.search", False),
        ("boomkit.bridges.openspiel", "boomkit.core.game", True),
        ("boomkit.bridges.openspiel", "boomkit.games", False),
        ("boomkit.widgets.table", "boomkit.agents", True),
        ("boomkit.widgets.table", "boomkit.tournament", False),
        ("boomkit.widgets.table", "boomkit", False),
        ("boomkit.cli", "boomkit.course", True),
        ("boomkit.cli", "boomkit", True),
        ("boomkit.errors", "boomkit.core", False),
    ],
)
def test_the_arrows_are_told_apart(importer: str, imported: str, allowed: bool) -> None:
    assert (forbidden_arrow(importer, imported) == "") is allowed


def test_third_party_packages_stay_in_their_rooms() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}; only {sorted(HOMES[top]) or 'nobody'} may"
        for path in modules()
        for line, name in imports(path)
        if (top := name.split(".")[0]) in HOMES and room(dotted(path)) not in HOMES[top]
    ]
    assert not wrong, "\n".join(wrong)


def test_plain_rooms_start_no_process_and_want_no_numpy() -> None:
    """These run in JupyterLite, where there is no NumPy, no subprocess and no second thread."""
    at_import = {"numpy", "subprocess", "multiprocessing", "concurrent.futures"}
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in modules()
        if room(dotted(path)) in PLAIN_ROOMS
        for node in tree(path).body
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module]
            if isinstance(node, ast.ImportFrom)
            else []
        )
        if name in at_import
    ]
    assert not wrong, "\n".join(wrong)


def run_python(code: str) -> str:
    """Run code in a fresh interpreter and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, encoding="utf-8", timeout=120, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_the_kit_is_light() -> None:
    # Processor time: what a busy machine does in between is not the kit's.
    measure = "import time; start = time.process_time(); import boomkit; print(time.process_time() - start)"
    seconds = statistics.median(float(run_python(measure)) for _ in range(7))
    assert seconds < 0.1

    loaded = run_python("import sys, boomkit; print(*{name.split('.')[0] for name in sys.modules})").split()
    heavy = {"IPython", "ipywidgets", "anywidget", "networkx", "numpy", "numba", "nbformat", "typer", "rich"}
    assert not heavy & set(loaded)


def test_games_play_without_numpy_ipython_and_widgets() -> None:
    """What a browser's Python lacks is not missed: every game is loaded, dealt, played out and drawn without it."""
    code = """
import sys
for name in ("numpy", "numba", "IPython", "ipywidgets", "anywidget", "matplotlib", "pandas", "subprocess"):
    sys.modules[name] = None
import boomkit
for name in boomkit.games():
    game = boomkit.load(name)
    state = game.deal(seed=1)
    assert state._repr_mimebundle_()["image/svg+xml"].startswith("<svg")
    assert game.play(seed=1)[-1].is_terminal
    print(name)
"""
    assert run_python(code).split() == run_python("import boomkit; print(*boomkit.games())").split()
