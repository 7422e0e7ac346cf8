"""A notebook as one page: every widget's script once, nothing from the network, errors in a sentence."""

from __future__ import annotations

import json
import re
from pathlib import Path

import nbformat
import pytest

from boomkit.errors import BoomkitError
from boomkit.widgets.export import export_notebook


def write(path: Path, *sources: str) -> Path:
    cells = [nbformat.v4.new_markdown_cell("# A lesson\n\nWords & <b>signs</b>.")]
    cells += [nbformat.v4.new_code_cell(source) for source in sources]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    return path


def test_the_page_holds_each_script_once_and_each_state(tmp_path: Path) -> None:
    notebook = write(
        tmp_path / "lesson ü.ipynb",
        "import boomkit\nplayed = boomkit.load('nim', heaps='1 2').play(seed=1)\nboomkit.Stepper(played)",
        "boomkit.Stepper(played)",
        "boomkit.Table('nim')",
        "print('</script>')",
    )
    before = notebook.read_bytes()
    page = export_notebook(notebook)
    assert page == tmp_path / "lesson ü.html"
    assert notebook.read_bytes() == before, "the notebook itself is not touched"
    text = page.read_text(encoding="utf-8")
    assert "<title>A lesson</title>" in text
    assert text.count('id="bk-Stepper"') == text.count('id="bk-Table"') == 1
    states = re.findall(r'<script type="application/json" data-widget="bk-(\w+)">(.*?)</script>', text, re.DOTALL)
    assert [name for name, _ in states] == ["Stepper", "Stepper", "Table"]
    assert json.loads(states[0][1])["title"] == "Nim"
    assert "&lt;/script&gt;" in text
    assert not re.search(r'(?:src|href)="https?:', text)


def test_a_cell_that_fails_stops_the_export(tmp_path: Path) -> None:
    with pytest.raises(BoomkitError, match=r"stops at an error.*ZeroDivisionError"):
        export_notebook(write(tmp_path / "bad.ipynb", "1 / 0"))
    assert not (tmp_path / "bad.html").exists()


def test_without_running_the_saved_outputs_are_shown(tmp_path: Path) -> None:
    page = export_notebook(write(tmp_path / "plain.ipynb", "1 / 0"), tmp_path / "out.html", execute=False)
    assert "1 / 0" in page.read_text(encoding="utf-8")


def test_what_is_no_notebook_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BoomkitError, match="not a notebook"):
        export_notebook(tmp_path / "nothing.ipynb")
