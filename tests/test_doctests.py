"""Every example in the documentation runs: the docstrings of every module, and README.md."""

from __future__ import annotations

import doctest
import importlib
import random
from pathlib import Path

import pytest
from source_tree import ROOT, dotted, modules

OPTIONAL = {"pyspiel", "pettingzoo", "gymnasium", "dask", "distributed"}
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

# Files that run inside the grader's sandbox, from start to end: importing one elsewhere would run it.
PROGRAMS = {"boomkit.__main__"}
NAMES = [name for name in map(dotted, modules()) if name not in PROGRAMS]


@pytest.mark.parametrize("name", NAMES)
def test_examples_of_a_module_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name in OPTIONAL:
            pytest.skip(f"{error.name} is not installed; it comes with an extra")
        raise
    monkeypatch.chdir(tmp_path)  # an example that writes a file leaves nothing behind
    random.seed(0)
    failed = doctest.testmod(module, optionflags=FLAGS).failed
    assert not failed


def test_examples_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert result.attempted > 4
    assert not result.failed
