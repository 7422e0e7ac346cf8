"""Long runs: a bar where they run, Ctrl-C keeps what is done, on the command line and in a notebook."""

import pytest
from typer.testing import CliRunner

import boomkit
from boomkit import simulate
from boomkit.bar import Bar
from boomkit.cli import app
from boomkit.simulate import progress
from boomkit.tournament import round_robin


def run(*words):
    return CliRunner().invoke(app, list(words))


def stop_after(monkeypatch, limit):
    """Press Ctrl-C as soon as so many games are shown as done."""

    def show(self, done, total, words=""):
        if done >= limit:
            raise KeyboardInterrupt

    monkeypatch.setattr(Bar, "show", show)
    monkeypatch.setattr("boomkit.simulate.batches.CHUNK", 10)


def test_simulate_keeps_what_was_played_before_ctrl_c(monkeypatch, tmp_path):
    stop_after(monkeypatch, 30)
    table = tmp_path / "games.csv"
    done = run("simulate", "nim", "-n", "200", "--policy", "greedy", "--out", str(table))
    assert done.exit_code == 0, done.stderr
    assert "Interrupted: 30 of 200 games are kept." in done.stderr
    assert done.stdout.startswith("30 games of nim")
    assert len(table.read_text(encoding="utf-8").splitlines()) == 31


def test_tournament_keeps_what_was_played_before_ctrl_c(monkeypatch):
    stop_after(monkeypatch, 7)
    done = run("tournament", "nim", "random", "greedy", "--rounds", "50")
    assert done.exit_code == 0, done.stderr
    assert "Interrupted: the 7 games that are done are kept." in done.stderr
    assert "Nim: 7 games" in done.stdout


def test_tournament_takes_names_and_options_and_is_the_same_for_the_same_seed():
    words = ("tournament", "nim", "random", "greedy", "-o", "heaps=1 2", "--rounds", "3", "--seed", "5")
    one, two = run(*words), run(*words)
    assert one.exit_code == 0, one.stderr
    assert one.stdout == two.stdout
    assert "Interrupted" not in one.stderr


def test_a_line_is_shown_on_standard_error_outside_notebooks(capsys, monkeypatch):
    monkeypatch.setattr("boomkit.simulate.batches.CHUNK", 10)
    simulate.batch(boomkit.load("nim"), 40, use_numba=False, progress=True)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "40 of 40 games" in shown.err
    round_robin(boomkit.load("nim"), ["random", "greedy"], rounds=2, progress=True)
    assert "4 of 4 games" in capsys.readouterr().err
    simulate.batch(boomkit.load("nim"), 40, use_numba=False, progress=False)
    assert capsys.readouterr().err == ""


def test_a_notebook_shows_one_bar_that_is_brought_up_to_date(monkeypatch):
    ipython = pytest.importorskip("IPython.display")
    calls = []

    class Handle:
        def update(self, bundle, raw):
            calls.append(("update", bundle))

    def display(bundle, raw, display_id):
        calls.append(("display", bundle))
        return Handle()

    monkeypatch.setattr(progress, "_in_notebook", lambda: True)
    monkeypatch.setattr(progress, "EVERY", 0.0)
    monkeypatch.setattr(ipython, "display", display)
    shown = progress.Shown()
    for done in (1, 2, 4):
        shown(done, 4)
    assert [kind for kind, _ in calls] == ["display", "update", "update"]
    assert '<progress value="2" max="4">50 %</progress> 2 of 4 games' in calls[1][1]["text/html"]
    assert calls[2][1]["text/plain"].startswith("4 of 4 games")


def test_time_left_is_worked_out_from_the_pace():
    assert progress.words(1, 4, 20.0) == "1 of 4 games, about 1:00 left"
    assert progress.words(3, 4, 29.7, "trees") == "3 of 4 trees, about 0:10 left"
