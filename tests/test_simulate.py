"""Batch play: the same games compiled and in plain Python, whatever the threads, and never by stale rules."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import boomkit
from boomkit import simulate
from boomkit.simulate import compiled, lint

numba = pytest.importorskip("numba", reason="compiled play needs the extra [fast]")
np = pytest.importorskip("numpy")

GAMES = (*boomkit.games(), "nim")
VARIANTS = [
    *((name, {}) for name in GAMES),
    ("wild_twist_war", {"recycle": "eager", "short_war": "equal_force", "zero_card_war": "stand"}),
    ("wild_twist_war", {"ranks": 5, "suits": 2, "war_cards_down": 1}),
    ("wild_twist_war", {"deck": {"A♠": 3, "K♠": 2, "Red": 1, "2♦": 4}}),
    ("wild_twist_war", {"return_order": "bottom_fixed", "max_battles": 80}),
]


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    """Keep compiled rules of the tests out of the user's cache, but share them between tests."""
    monkeypatch.setenv("BOOMKIT_CACHE", str(tmp_path_factory.getbasetemp() / "compiled"))


def same(one, other):
    assert (one.lengths == other.lengths).all()
    assert (one.draws == other.draws).all()
    assert (one.returns == other.returns).all()
    assert one.counters.keys() == other.counters.keys()
    for name in one.counters:
        assert (one.counters[name] == other.counters[name]).all(), name


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=lambda value: str(value)[:60])
def test_compiled_and_plain_play_the_same_games(name, options):
    game = boomkit.load(name, **options)
    same(simulate.batch(game, 60, seed=11, use_numba=True), simulate.batch(game, 60, seed=11, use_numba=False))


def test_compiled_and_plain_nim_are_the_same():
    game = boomkit.load("nim")
    same(simulate.batch(game, 300, seed=1, use_numba=True), simulate.batch(game, 300, seed=1, use_numba=False))


def test_an_event_that_no_counter_names_is_not_compiled(monkeypatch):
    """The type of the record says what is counted; a counter added later is a type of its own."""
    from boomkit.core.toys.nim import rules
    from boomkit.simulate.plain import counters
    from boomkit.simulate.records import counted_events, record_type

    game = boomkit.load("nim")
    assert counted_events(record_type(game, tally=False).names) == frozenset()
    monkeypatch.setattr(rules, "COUNTERS", {"all": tuple(range(len(rules.EVENTS))), "first": 0}, raising=False)
    assert counted_events(record_type(game, tally=True).names) == frozenset(range(len(rules.EVENTS)))
    assert counters(game)["first"] == (0,)
    compiled_games = simulate.batch(game, 100, seed=4, use_numba=True)
    same(compiled_games, simulate.batch(game, 100, seed=4, use_numba=False))
    assert compiled_games.counters["all"].sum() > compiled_games.counters["first"].sum() > 0
    monkeypatch.setattr(rules, "COUNTERS", {"first": 0})
    fewer = simulate.batch(game, 100, seed=4, use_numba=True)
    assert (fewer.counters["first"] == compiled_games.counters["first"]).all()


@pytest.mark.slow
def test_bits_are_picked_the_same_with_and_without_the_instruction_for_it(tmp_path):
    """A processor without PDEP plays the same war."""
    script = (
        "import boomkit; from boomkit import simulate; "
        "from boomkit.simulate import compiled_seams as seams; assert not seams.has_bit_deposit(); "
        "print(simulate.batch(boomkit.load('wild_twist_war'), 30, seed=8, use_numba=True).lengths.tolist())"
    )
    environment = {
        **os.environ, "BOOMKIT_CACHE": str(tmp_path), "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert done.stdout.strip() == str(simulate.batch(boomkit.load("wild_twist_war"), 30, seed=8).lengths.tolist())


def test_threads_change_nothing(monkeypatch):
    monkeypatch.setattr("boomkit.simulate.batches.CHUNK", 50)
    game = boomkit.load("nim")
    same(simulate.batch(game, 333, seed=2, threads=1), simulate.batch(game, 333, seed=2, threads=4))


@pytest.mark.parametrize("name", GAMES)
def test_the_first_game_of_a_batch_is_the_game_that_play_plays(name):
    game = boomkit.load(name)
    played = simulate.batch(game, 1, seed=9, use_numba=False)
    single = game.play(9)
    assert played.lengths[0] == sum(action != "deal" for action in single.actions)
    assert played.draws[0] == sum(len(codes) for _, codes in single.steps)
    assert tuple(played.returns[0]) == tuple(float(pay) for pay in single[-1].returns())
    assert played.moves == played.lengths[0] + played.draws[0]


def test_agents_play_batches_too():
    game = boomkit.load("nim")
    played = simulate.batch(game, 20, seed=1, policy=lambda observation, actions, rng: actions[-1])
    assert len(played) == 20
    assert set(map(tuple, played.returns)) <= {(0.0, 1.0), (1.0, 0.0)}


def test_a_batch_goes_on_from_a_state():
    state = boomkit.load("nim").read("heaps 0 0 1; turn 1")
    played = simulate.batch(state, 5, seed=1)
    assert list(played.lengths) == [1] * 5
    assert [tuple(row) for row in played.returns] == [(0.0, 1.0)] * 5


def test_interruption_keeps_what_is_done(monkeypatch):
    monkeypatch.setattr("boomkit.simulate.batches.CHUNK", 10)

    def stop(done, n):
        if done >= 30:
            raise KeyboardInterrupt

    played = simulate.batch(boomkit.load("nim"), 100, seed=1, threads=1, progress=stop)
    assert not played.complete
    assert len(played) == 30
    whole = simulate.batch(boomkit.load("nim"), 30, seed=1)
    assert (played.lengths == whole.lengths).all()


@pytest.mark.parametrize("bad", [{"n": -1}, {"n": 3, "threads": 0}, {"n": 3, "limit": -1}, {"n": "x"}])
def test_what_cannot_be_played_is_refused_with_a_sentence(bad):
    with pytest.raises(boomkit.BoomkitError):
        simulate.batch(boomkit.load("nim"), **bad)


@pytest.mark.parametrize("name", GAMES)
def test_rules_have_no_trap(name):
    assert lint.faults(boomkit.load(name).rules) == []


TRAPS = {
    "state.stones[:2]": "slice",
    "state.stones = [0, 0]": "row",
    "x = 1 << 63": "63",
    "x = any(s for s in state.stones)": "any",
    "x = {1: 2}": "dictionary",
    "x = state.turn.bit_count()": "popcount",
    "due(state)": "itself",
    "x = f'{state.turn}'": "text",
    "x = state.stones[-1]": "negative",
}


@pytest.mark.parametrize(("line", "said"), TRAPS.items())
def test_the_lint_names_line_and_cure(tmp_path, monkeypatch, line, said):
    from boomkit.core.toys.nim import rules as nim

    text = Path(nim.__file__).read_text(encoding="utf-8")
    head = '    """Return the seat that is due, or TERMINAL when no stone is left (NI-W1)."""\n'
    assert head in text
    (tmp_path / "trapped_rules.py").write_text(text.replace(head, head + f"    {line}\n"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    sys.modules.pop("trapped_rules", None)
    import trapped_rules

    found = lint.faults(trapped_rules)
    assert any(said in one and "due" in one for one in found), found
    number = (text[: text.index(head)] + head).count("\n") + 1
    assert any(f"line {number}" in one for one in found), found


SCRIPT = """
import sys
sys.path.insert(0, {folder!r})
import boomkit
from boomkit import simulate
boomkit.games.__path__.append({folder!r})
played = simulate.batch(boomkit.load("matches"), 50, seed=1, use_numba=True)
print(int(played.lengths.sum()))
"""


@pytest.mark.slow
def test_an_edited_rule_is_played_at_once(tmp_path):
    """The disk cache is keyed by the rules: other rules, other machine code."""
    from test_discovery import renamed_copy

    renamed_copy(tmp_path / "matches", "boomkit.games.matches", "matches")
    script = SCRIPT.format(folder=str(tmp_path))
    environment = {**os.environ, "BOOMKIT_CACHE": str(tmp_path / "cache")}

    def lengths():
        done = subprocess.run(
            [sys.executable, "-c", script],
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        )
        return int(done.stdout)

    before = lengths()
    assert lengths() == before
    rules = tmp_path / "matches" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("state.stones[heap] -= number", "state.stones[heap] -= 1"), encoding="utf-8")
    assert lengths() > before


def test_the_key_of_the_cache_changes_with_the_bounds_check(monkeypatch):
    game = boomkit.load("nim")
    key = compiled.content_key(game)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert compiled.content_key(game) != key


@pytest.mark.slow
def test_rules_stay_in_bounds_when_numba_checks(tmp_path):
    script = """
import boomkit
from boomkit import simulate
for name in (*boomkit.games(), "nim"):
    played = simulate.batch(boomkit.load(name), 40, seed=3, use_numba=True)
    plain = simulate.batch(boomkit.load(name), 40, seed=3, use_numba=False)
    assert (played.lengths == plain.lengths).all(), name
print("in bounds")
"""
    environment = {**os.environ, "BOOMKIT_CACHE": str(tmp_path), "NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.stdout.strip() == "in bounds", done.stderr[-2000:]


def test_results_become_a_table_or_say_what_is_missing():
    played = simulate.batch(boomkit.load("nim"), 3, seed=1)
    try:
        import pandas  # noqa: F401
    except ImportError:
        with pytest.raises(boomkit.BoomkitError, match="pip install pandas"):
            played.to_dataframe()
    else:
        assert list(played.to_dataframe()["length"]) == list(played.lengths)
