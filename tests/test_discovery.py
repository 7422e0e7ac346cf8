"""A sixth game is one new folder, or one installed package, and no edit anywhere."""

import importlib
import shutil
import sys
from pathlib import Path

import pytest

import boomkit
from boomkit import search

NIM = Path(importlib.import_module("boomkit.core.toys.nim").__file__).parent


def renamed_copy(target: Path, package: str, name: str) -> None:
    """Copy Nim as another game under another import name."""
    shutil.copytree(NIM, target, ignore=shutil.ignore_patterns("__pycache__"))
    for file in target.glob("*.py"):
        text = file.read_text(encoding="utf-8").replace("boomkit.core.toys.nim", package)
        file.write_text(
            text.replace('= "nim"', f'= "{name}"').replace('load("nim"', f'load("{name}"'), encoding="utf-8"
        )


@pytest.fixture
def folder_game(tmp_path, monkeypatch):
    renamed_copy(tmp_path / "matches", "boomkit.games.matches", "matches")
    monkeypatch.setattr(boomkit.games, "__path__", [*boomkit.games.__path__, str(tmp_path)])
    yield "matches"
    for module in [one for one in sys.modules if one.startswith("boomkit.games.matches")]:
        del sys.modules[module]


@pytest.fixture
def installed_game(tmp_path, monkeypatch):
    renamed_copy(tmp_path / "other_matches", "other_matches", "other_matches")
    info = tmp_path / "other_matches-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other_matches\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[boomkit.games]\nother_matches = other_matches\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield "other_matches"
    for module in [one for one in sys.modules if one.startswith("other_matches")]:
        del sys.modules[module]


@pytest.fixture(params=["folder_game", "installed_game"])
def new_game(request):
    return request.getfixturevalue(request.param)


def test_the_new_game_is_listed_and_loads(new_game):
    assert new_game in boomkit.games()
    assert boomkit.load(new_game).name == new_game


def test_the_new_game_keeps_the_contract(new_game, monkeypatch):
    contract = importlib.import_module("test_contract")
    contract.test_position_texts_make_an_exact_round_trip(new_game, 1)
    contract.test_legal_actions_are_the_candidates_that_no_clause_forbids(new_game, 1)
    contract.test_a_played_game_ends_and_replays(new_game, 1)
    contract.test_playing_with_states_and_in_place_is_the_same_game(new_game, 1)
    contract.test_pictures_are_made_of_every_state_with_a_text_twin(new_game, 1)
    for example in boomkit.load(new_game).rulebook.examples():
        assert example.problems(new_game) == []


def test_a_tree_of_the_new_game(new_game):
    state = boomkit.load(new_game, heaps="1 2").initial_state()
    graph = search.tree(state)
    assert len(graph) == 12
    assert search.minimax(state).value == 1
    assert search.alphabeta(state, table=True).value == 1


def test_the_new_game_in_a_stepper_a_table_and_a_tree_view(new_game):
    from boomkit.widgets import Stepper, Table, TreeView

    game = boomkit.load(new_game)
    assert Stepper(game.play(1)) is not None
    assert Table(game) is not None
    assert TreeView(search.tree(game.read("heaps 1 1 0"))) is not None


def test_a_toy_is_loaded_by_name_and_not_listed():
    assert "nim" not in boomkit.games()
    assert boomkit.load("nim").title == "Nim"
