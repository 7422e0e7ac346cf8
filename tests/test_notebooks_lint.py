"""A lint over every notebook of the course: lessons, exercise sheets and solutions.

Each rule is a function that yields one sentence a fault. The second half of the file shows each rule a notebook that
breaks it, so that no rule can go blind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import nbformat
import pytest
from nbformat import NotebookNode

import boomkit
from boomkit.grading.notebook import canonical, dumps

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted(path for part in ("notebooks", "exercises", "solutions") for path in (ROOT / part).glob("*.ipynb"))
MAX_BYTES = 100_000
FRONT_MATTER = ("lesson", "game", "minutes", "prerequisites", "questions", "objectives", "keypoints", "standards")
CLAUSE_ID = re.compile(r"\b(?:BO|BB|WT|JG|TS)-[A-Z]+\d*[a-z]?\b")
GAP_ID = re.compile(r"\b[A-Z]{2}-A\d+[a-z]?\b")
MACHINE_PATH = re.compile(r"(?<![\w./:])/(?:home|Users|root|tmp|work|mnt|opt|private)/\w|\b[A-Z]:\\+\w")
ADDRESS = re.compile(r"\b(?:https?|ftp|wss?)://(?!www\.w3\.org/)[^\s'\")]+")
INSTALL = re.compile(r"^\s*[%!]\s*(?:pip|conda|curl|wget)\b", re.MULTILINE)
LINK = re.compile(r"(!?)\[([^\]]*)\]\(<?([^)\s>]+)>?[^)]*\)")

Rule = Callable[[NotebookNode, Path], Iterator[str]]


def sources(notebook: NotebookNode, kind: str) -> Iterator[str]:
    """Yield the sources of the cells of one kind; of text without the code set in it."""
    for cell in notebook.cells:
        if cell.cell_type == kind:
            yield (
                re.sub(r"```.*?```|`[^`\n]*`", "", cell.source, flags=re.DOTALL) if kind == "markdown" else cell.source
            )


def is_lesson(path: Path) -> bool:
    """Tell whether a notebook is a numbered lesson; the guides beside them have no front matter."""
    return path.parent.name == "notebooks" and path.name[:2].isdigit()


@cache
def clause_ids() -> frozenset[str]:
    """Return the id of every clause of every game."""
    return frozenset(clause.id for name in boomkit.games() for clause in boomkit.load(name).rulebook)


def front_matter(notebook: NotebookNode, path: Path) -> Iterator[str]:
    """A lesson says what it is for, for whom and how long it takes."""
    if not is_lesson(path):
        return
    data: dict[str, Any] = notebook.metadata.get("boomkit", {})
    missing = [name for name in FRONT_MATTER if name not in data]
    if missing:
        yield f"metadata.boomkit has no {', '.join(missing)}"
        return
    number = path.name[:2]
    if data["lesson"] != number:
        yield f"metadata.boomkit.lesson is {data['lesson']!r}, and the file's number is {number}"
    if data["game"] not in ("all", *boomkit.games()):
        yield f"metadata.boomkit.game is {data['game']!r}, which is no game; for all of them say 'all'"
    minutes = data["minutes"]
    for kind in ("teach", "exercise"):
        least = 0 if (number, kind) == ("00", "exercise") else 1
        if not isinstance(minutes.get(kind), int) or minutes[kind] < least:
            yield f"metadata.boomkit.minutes.{kind} is {minutes.get(kind)!r}, and at least {least} is wanted"
    for name in ("questions", "objectives", "keypoints"):
        if not data[name] or not all(isinstance(text, str) and text.strip() for text in data[name]):
            yield f"metadata.boomkit.{name} is a list of sentences, with at least one"
    for earlier in data["prerequisites"]:
        if not any(path.parent.glob(f"{earlier}_*.ipynb")):
            yield f"metadata.boomkit.prerequisites names {earlier!r}, and there is no such lesson"


def no_widget_state(notebook: NotebookNode, path: Path) -> Iterator[str]:
    """A widget's state is stored once an instance and goes stale: it stays out of committed notebooks."""
    if "widgets" in notebook.metadata:
        yield "widget state is stored in the notebook"
    for number, cell in enumerate(notebook.cells):
        if any("widget-view" in mime for output in cell.get("outputs", ()) for mime in output.get("data", ())):
            yield f"cell {number} stores a view of a widget that will not be there"


def not_too_large(notebook: NotebookNode, path: Path) -> Iterator[str]:
    """A notebook that is large has outputs that do not belong into it."""
    size = len(dumps(notebook).encode("utf-8"))
    if size >= MAX_BYTES:
        yield f"the file has {size} bytes; less than {MAX_BYTES} are wanted"


def no_machine_path(notebook: NotebookNode, path: Path) -> Iterator[str]:
    """A path of the author's machine helps nobody else."""
    for number, cell in enumerate(notebook.cells):
        text = cell.source + dumps_outputs(cell)
        for found in MACHINE_PATH.finditer(text):
            yield f"cell {number} names a path of a machine: {text[found.start() : found.start() + 40]!r}"


def dumps_outputs(cell: NotebookNode) -> str:
    """Return everything that a cell's outputs hold, as text."""
    return "".join(
        str(output.get("text", "")) + "".join(map(str, output.get("data", {}).values()))
        for output in cell.get("outputs", ())
    )


def no_network(notebook: NotebookNode, path: Path) -> Iterator[str]:
    """The course works offline: code asks nobody, and installs nothing."""
    for source in sources(notebook, "code"):
        for found in (*ADDRESS.finditer(source), *INSTALL.finditer(source)):
            yield f"code reaches into the network: {found.group().strip()!r}"


def no_input(notebook: NotebookNode, path: Path) -> Iterator[str]:
    """A cell that waits for the keyboard hangs whoever runs the notebook from top to bottom."""
    for source in sources(notebook, "code"):
        if re.search(r"(?<![\w.])input\(", source):
            yield "code calls input(), which hangs a run from top to bottom"


def pictures_have_a_text(notebook: NotebookNode, path: Path) -> Iterator[str]:
    """Every picture in a text says in words what it shows."""
    for source in sources(notebook, "markdown"):
        for bang, text, target in LINK.findall(source):
            if bang and not text.strip():
                yield f"the picture {target} has no alternative text"
        for tag in re.findall(r"<img\b[^>]*>", source):
            if not re.search(r"\balt=([\"']).*?\S.*?\1", tag):
                yield f"the picture {tag} has no alternative text"
        for picture in re.findall(r"<svg\b.*?</svg>", source, re.DOTALL):
            if "<title>" not in picture and "aria-label=" not in picture:
                yield "a drawing has no <title>"


def links_resolve(notebook: NotebookNode, path: Path) -> Iterator[str]:
    """A link leads to a file of the course, or to a heading; a student's working copy has nothing else."""
    for source in sources(notebook, "markdown"):
        for _, _, link in LINK.findall(source):
            if re.match(r"(?:https?|mailto|attachment):", link):
                continue
            name, _, anchor = unquote(link).partition("#")
            target = (path.parent / name).resolve() if name else path
            if not target.exists():
                yield f"the link {link} leads nowhere"
            elif path.parent.name != "solutions" and target.parent.name not in ("notebooks", "exercises"):
                yield f"the link {link} leads out of the course, and a working copy has only lessons and exercises"
            elif anchor and target.suffix == ".ipynb":
                other = notebook if target == path else nbformat.read(target, as_version=4)
                if anchor not in headings(other):
                    yield f"the link {link} names a heading that is not there"


def headings(notebook: NotebookNode) -> set[str]:
    """Return the anchors that JupyterLab gives to the headings of a notebook, and those set by hand."""
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    titles = re.findall(r"^#{1,6}\s+(.*?)\s*#*$", text, re.MULTILINE)
    return {title.replace(" ", "-") for title in titles} | set(re.findall(r"\bid=[\"']([^\"']+)", text))


def clauses_exist(notebook: NotebookNode, path: Path) -> Iterator[str]:
    """A clause that is cited stands in a rulebook, spelt so."""
    text = "\n".join(cell.source for cell in notebook.cells)
    groups = {clause.rstrip("0123456789abc") for clause in clause_ids()}
    for found in sorted(set(CLAUSE_ID.findall(text)) - clause_ids() - groups):
        if not GAP_ID.fullmatch(found):
            yield f"{found} is no clause of any rulebook"


def canonical_bytes(notebook: NotebookNode, path: Path) -> Iterator[str]:
    """One form for every notebook, so that a diff shows what changed and nothing else."""
    has_outputs = any(cell.get("outputs") for cell in notebook.cells)
    if path.read_text(encoding="utf-8") != dumps(canonical(notebook, keep_outputs=has_outputs)):
        yield "the file is not in the canonical form; run: make fix"


def kernel_is_python(notebook: NotebookNode, path: Path) -> Iterator[str]:
    """The kernel every installation has."""
    name = notebook.metadata.get("kernelspec", {}).get("name")
    if name != "python3":
        yield f"the kernel is {name!r}, and python3 is wanted"


RULES: tuple[Rule, ...] = (
    front_matter,
    no_widget_state,
    not_too_large,
    no_machine_path,
    no_network,
    no_input,
    pictures_have_a_text,
    links_resolve,
    clauses_exist,
    canonical_bytes,
    kernel_is_python,
)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_notebook_keeps_every_rule(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    faults = [f"{path.parent.name}/{path.name}: {fault}" for rule in RULES for fault in rule(notebook, path)]
    assert not faults, "\n".join(faults)


# ------------------------------------------------------------------------------- each rule sees what it is there for


GOOD_FRONT_MATTER = {
    "lesson": "01",
    "game": "all",
    "minutes": {"teach": 25, "exercise": 25},
    "prerequisites": [],
    "questions": ["What is a chance node?"],
    "objectives": ["Name the parts of a state."],
    "keypoints": ["A state holds everything."],
    "standards": [],
}


def made(folder: Path, *cells: NotebookNode, **front: Any) -> tuple[NotebookNode, Path]:
    """Write a lesson of these cells in the canonical form; None takes a field of its front matter out."""
    path = folder / "notebooks" / "01_made.ipynb"
    path.parent.mkdir(exist_ok=True)
    data = {name: value for name, value in (GOOD_FRONT_MATTER | front).items() if value is not None}
    has_outputs = any(cell.get("outputs") for cell in cells)
    notebook = nbformat.v4.new_notebook(cells=list(cells), metadata={"boomkit": data})
    notebook = canonical(notebook, keep_outputs=has_outputs)
    path.write_text(dumps(notebook), encoding="utf-8", newline="\n")
    return notebook, path


def text(source: str) -> NotebookNode:
    return nbformat.v4.new_markdown_cell(source)


def code(source: str, *outputs: NotebookNode) -> NotebookNode:
    return nbformat.v4.new_code_cell(source, outputs=list(outputs))


def test_a_good_lesson_keeps_every_rule(tmp_path: Path) -> None:
    notebook, path = made(
        tmp_path,
        text("# War\n\nSee [the start](#War), [itself](01_made.ipynb), ![two cards](attachment:a.png) and `a[0](b)`."),
        code('print("http://www.w3.org/2000/svg")\nboard.input(3)'),
    )
    assert [fault for rule in RULES for fault in rule(notebook, path)] == []


@pytest.mark.parametrize(
    ("rule", "front", "cells", "said"),
    [
        (front_matter, {"objectives": None}, [], "no objectives"),
        (front_matter, {"questions": [" "]}, [], "questions is a list"),
        (front_matter, {"lesson": "07"}, [], "the file's number is 01"),
        (front_matter, {"game": "chess"}, [], "no game"),
        (front_matter, {"minutes": {"teach": 0, "exercise": 5}}, [], "minutes.teach is 0"),
        (front_matter, {"minutes": {"teach": 5}}, [], "minutes.exercise is None"),
        (front_matter, {"prerequisites": ["44"]}, [], "no such lesson"),
        (not_too_large, {}, [text("x" * MAX_BYTES)], "bytes"),
        (no_machine_path, {}, [code("open('/home/somebody/x.txt')")], "path of a machine"),
        (no_machine_path, {}, [code(r"open('C:\Users\x')")], "path of a machine"),
        (
            no_machine_path,
            {},
            [code("f", nbformat.v4.new_output("stream", text="at /tmp/x.py"))],
            "path of a machine",
        ),
        (no_network, {}, [code("get('https://example.org/data.csv')")], "network"),
        (no_network, {}, [code("%pip install boomkit")], "network"),
        (no_input, {}, [code("name = input('?')")], "input()"),
        (pictures_have_a_text, {}, [text("![](board.png)")], "no alternative text"),
        (pictures_have_a_text, {}, [text("<img src='board.png' alt=''>")], "no alternative text"),
        (pictures_have_a_text, {}, [text("<svg><path/></svg>")], "no <title>"),
        (links_resolve, {}, [text("[next](02_nowhere.ipynb)")], "leads nowhere"),
        (links_resolve, {}, [text("[up](../)")], "leads out of the course"),
        (links_resolve, {}, [text("# War\n[down](#Peace)")], "heading that is not there"),
        (clauses_exist, {}, [text("See WT-Z99.")], "WT-Z99 is no clause"),
    ],
)
def test_a_rule_sees_its_fault(
    tmp_path: Path, rule: Rule, front: dict[str, Any], cells: list[NotebookNode], said: str
) -> None:
    faults = list(rule(*made(tmp_path, *cells, **front)))
    assert len(faults) == 1
    assert said in faults[0]


def test_widget_state_is_seen(tmp_path: Path) -> None:
    notebook, path = made(tmp_path)
    notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {}}
    view = nbformat.v4.new_output("display_data", data={"application/vnd.jupyter.widget-view+json": {}})
    notebook.cells.append(code("table", view))
    assert len(list(no_widget_state(notebook, path))) == 2


def test_another_kernel_is_seen(tmp_path: Path) -> None:
    notebook, path = made(tmp_path)
    notebook.metadata["kernelspec"]["name"] = "python"
    assert list(kernel_is_python(notebook, path)) == ["the kernel is 'python', and python3 is wanted"]


def test_other_bytes_are_seen(tmp_path: Path) -> None:
    notebook, path = made(tmp_path, code("1"))
    path.write_text(dumps(notebook).replace(" ", "  "), encoding="utf-8")
    assert list(canonical_bytes(notebook, path)) == ["the file is not in the canonical form; run: make fix"]
