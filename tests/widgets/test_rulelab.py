"""The rule lab: every option of every game has a switch, and what is refused changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import boomkit
from boomkit import simulate
from boomkit.core.discovery import find
from boomkit.errors import OptionError
from boomkit.widgets import RuleLab, rulelab


@pytest.mark.parametrize("name", ["nim", *boomkit.games()])
def test_every_option_has_a_switch_that_holds_its_value(name: str) -> None:
    lab = RuleLab(name, games=0, tree=False)
    assert [field["name"] for field in lab.form] == [option.name for option in find(name).declared]
    for field in lab.form:
        value = lab.game.options[field["name"]]
        if field["kind"] == "choice":
            assert value in field["choices"]
        elif field["kind"] == "whole":
            assert value is None or field["low"] <= value <= field["high"]
        elif field["kind"] == "flag":
            assert field["value"] is value


def test_a_switch_deals_anew_from_the_same_seed() -> None:
    lab = RuleLab("wild_twist_war", seed=5, games=3, war_cards_down=1)
    lab.receive({"kind": "option", "name": "recycle", "value": "eager"})
    assert lab.game.given == {"war_cards_down": 1, "recycle": "eager"}
    assert lab.state == boomkit.load("wild_twist_war", war_cards_down=1, recycle="eager").deal(5)
    assert [field["name"] for field in lab.form if field["changed"]] == ["recycle"]
    lab.receive({"kind": "option", "name": "recycle", "value": "lazy"})
    assert lab.game.given == {"war_cards_down": 1}
    lab.switch("recycle", "eager")
    lab.switch("war_cards_down", 3)
    assert [field["name"] for field in lab.form if field["changed"]] == ["recycle", "war_cards_down"]
    lab.receive({"kind": "defaults"})
    assert lab.game.given == {"war_cards_down": 1}, "back to what the lesson started with"


def test_what_is_typed_is_read_and_what_is_refused_changes_nothing() -> None:
    lab = RuleLab("nim", games=0)
    lab.receive({"kind": "option", "name": "heaps", "value": "1 2"})
    assert str(lab.state).startswith("heaps 1 2")
    said = lab.receive({"kind": "option", "name": "heaps", "value": "many"})["say"]
    assert "heaps was given as 'many'" in said
    assert str(lab.state).startswith("heaps 1 2")
    with pytest.raises(OptionError):
        lab.switch("depth", 3)


def test_numbers_compare_with_the_first() -> None:
    lab = RuleLab("nim", games=50, heaps="1")
    assert lab.numbers["columns"] == ["now"]
    assert ["mean length", "1 action"] in lab.numbers["rows"]
    lab.switch("heaps", "1 1")
    assert lab.numbers["columns"] == ["first", "now"]
    assert ["mean length", "1 action", "2 actions"] in lab.numbers["rows"]
    assert ["seat 1 ▲ wins", "0 %", "100 %"] in lab.numbers["rows"]
    assert "<svg" in lab.numbers["tree"]


@pytest.mark.parametrize("name", boomkit.games())
def test_hundreds_of_games_are_played_if_there_is_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And few if there is none: the clock is looked at between portions."""
    monkeypatch.setattr(simulate.compiled, "is_cached", lambda *_: False)
    for seconds, count in ((120, 210), (0, rulelab.PORTION)):
        monkeypatch.setattr(rulelab, "SECONDS", seconds)
        assert dict(rulelab.simulated(boomkit.load(name), 210))["games played"] == str(count)


def test_compiled_rules_play_the_rest_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the numbers are what plain Python would have come to."""
    pytest.importorskip("numba")
    game = boomkit.load("nim", heaps="2 2")
    monkeypatch.setattr(simulate.compiled, "is_cached", lambda *_: True)
    played: list[Any] = []
    batch = simulate.batch

    def told(*given: Any, **named: Any) -> Any:
        played.append(batch(*given, **named))
        return played[-1]

    monkeypatch.setattr(simulate, "batch", told)
    results = []
    for seconds in (120, 0):
        monkeypatch.setattr(rulelab, "SECONDS", seconds)
        results.append(rulelab.simulated(game, 50))
    assert results[0] == results[1]
    assert [(len(one), one.compiled) for one in played] == [
        (20, False), (20, False), (10, False), (20, False), (20, True), (10, True),
    ]  # fmt: skip


def test_a_switch_waits_for_no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where no machine code is on disk, none is made: that would take half a minute."""
    monkeypatch.setenv("BOOMKIT_CACHE", str(tmp_path))
    monkeypatch.setattr(rulelab, "SECONDS", 0)
    RuleLab("nim", games=20, tree=False).switch("heaps", "1 2")
    assert list(tmp_path.rglob("*")) == []


def test_only_the_switches_asked_for_are_shown() -> None:
    assert [field["name"] for field in RuleLab("nim", options=["heaps"], games=0).form] == ["heaps"]
    with pytest.raises(OptionError, match="no option 'size'"):
        RuleLab("nim", options=["size"])
