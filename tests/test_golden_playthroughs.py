"""Golden playthroughs: the same seed gives the same game, play for play and word for word, for every installed game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import goldens
import pytest

import boomkit
from boomkit.core.playthrough import Playthrough

SEEDS = (1, 2)
SHOWN = 40
"""Steps written out; of a longer game the rest is held by the hash of all positions."""


def transcript(played: Playthrough) -> Iterator[str]:
    """Write a game as its positions, actions and events."""
    game = played.game
    yield f"{game.title}, rules version {game.version}, seed {played.seed}: {len(played.actions)} steps"
    yield str(played[0])
    for action, state in zip(played.actions[:SHOWN], played[1 : SHOWN + 1], strict=True):
        yield f"> {action}"
        for event in state.events:
            yield f"  {event}" + (f"  ({event.clause})" if event.clause else "")
        yield str(state)
    positions = "\n".join(map(str, played))
    yield f"all positions: sha256 {hashlib.sha256(positions.encode('utf-8')).hexdigest()}"
    yield f"end: {played[-1]}"
    yield f"returns: {' '.join(map(str, played[-1].returns()))}"


@pytest.mark.golden
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", [*boomkit.games(), "nim"])
def test_playthrough_is_as_recorded(name: str, seed: int) -> None:
    played = boomkit.load(name).play(seed=seed)
    goldens.check_golden(f"playthroughs/{name}-{seed}.txt", "\n".join(transcript(played)) + "\n")


def test_a_difference_and_a_missing_file_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goldens, "FOLDER", tmp_path)
    monkeypatch.delenv("BOOMKIT_GOLDENS", raising=False)
    with pytest.raises(AssertionError, match="there is no golden file"):
        goldens.check_golden("a/b.txt", "one\n")
    monkeypatch.setenv("BOOMKIT_GOLDENS", "renew")
    goldens.check_golden("a/b.txt", "one\n")
    monkeypatch.delenv("BOOMKIT_GOLDENS")
    goldens.check_golden("a/b.txt", "one\n")
    with pytest.raises(AssertionError, match=r"(?s)differs.*-one.*\+two"):
        goldens.check_golden("a/b.txt", "two\n")
