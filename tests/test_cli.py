"""The command line: what each command says and writes, its exit codes, and that help comes at once."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

import boomkit
from boomkit import course, doctor, lab, terminal
from boomkit.cli import app
from boomkit.errors import BoomkitError, OptionError, UnknownGameError

ROOT = Path(__file__).parents[1]


def run(*arguments: str, typed: str = "") -> Result:
    """Run one command in this process."""
    return CliRunner().invoke(app, list(arguments), input=typed)


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a small course of one lesson and one sheet in place of the kit's own."""
    folder = tmp_path / "kit"
    for name in ("notebooks/00_start.ipynb", "exercises/01_war.ipynb"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("first version", encoding="utf-8")
    monkeypatch.setattr(course, "source", lambda: folder)
    return folder


# ------------------------------------------------------------------------------------------------------- the whole


def test_help_comes_at_once_and_names_every_command() -> None:
    """Under half a second of processor time from the start of the interpreter, which a busy machine does not change."""
    code = (
        "import atexit, sys, time; sys.argv = ['boomkit', '--help'];"
        "atexit.register(lambda: print(time.process_time(), file=sys.stderr));"
        "from boomkit.cli import main; main()"
    )
    seconds = []
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8", cwd=ROOT)
        seconds.append(float(done.stderr))
    assert min(seconds) < 0.5
    commands = [
        "lab",
        "init",
        "doctor",
        "play",
        "check",
        "release",
        "grade",
        "report",
        "simulate",
        "tournament",
        "export",
    ]
    assert [command for command in commands if f"\n  {command} " not in done.stdout] == []


def test_version() -> None:
    assert run("--version").stdout == f"boomkit {boomkit.__version__}\n"


def test_an_unknown_command_is_a_usage_error() -> None:
    done = run("plya")
    assert done.exit_code == 2
    assert "No such command 'plya'" in done.stderr


def test_an_error_of_the_kit_is_one_sentence_and_exit_code_2() -> None:
    done = run("play", "chess")
    assert done.exit_code == 2
    assert done.stderr.startswith("There is no game 'chess'.")
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_console_without_our_signs_shows_a_substitute(encoding: str, tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "boomkit", "play", "wild_twist_war", "--seed", "1"]
    done = subprocess.run(command, check=False, capture_output=True, input=b"\n\n", env=environment, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert b"turned up" in done.stdout


# ------------------------------------------------------------------------------------------------------ working copy


def test_init_makes_a_copy_and_says_so(kit: Path, tmp_path: Path) -> None:
    done = run("init", str(tmp_path / "mine für mich"))
    assert done.exit_code == 0
    assert "mine für mich" in done.stdout
    assert "2 files are new." in done.stdout


def test_init_exits_with_1_when_something_was_set_aside(kit: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    run("init", str(mine))
    (mine / "exercises/01_war.ipynb").write_text("my answer", encoding="utf-8")
    assert run("init", str(mine)).exit_code == 0
    (kit / "exercises/01_war.ipynb").write_text("second version", encoding="utf-8")
    done = run("init", str(mine))
    assert done.exit_code == 1
    assert "the new version lies beside it as exercises/01_war.new.ipynb" in done.stdout
    assert (mine / "exercises/01_war.ipynb").read_text(encoding="utf-8") == "my answer"


def test_init_into_a_file_is_refused(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("a file", encoding="utf-8")
    done = run("init", str(tmp_path / "mine"))
    assert done.exit_code == 2
    assert "is a file" in done.stderr


@pytest.mark.parametrize(("code", "exit_code"), [(0, 0), (3, 3), (-2, 0), (0xC000013A, 0)])
def test_lab_copies_and_opens_the_first_lesson(
    code: int, exit_code: int, kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code is JupyterLab's, and to be stopped by Ctrl+C is no failure."""
    started: list[tuple[list[str], Path, dict[str, str]]] = []

    class Server:
        def __init__(self, command: list[str], cwd: Path, env: dict[str, str]) -> None:
            started.append((command, cwd, env))

        def wait(self) -> int:
            signal.raise_signal(signal.SIGINT)  # Ctrl+C is JupyterLab's to answer
            return code

    monkeypatch.setattr(lab.subprocess, "Popen", Server)
    mine = tmp_path / "mine für mich"
    done = run("lab", str(mine), "--no-browser", "--", "--port=9999")
    assert done.exit_code == exit_code
    command, folder, environment = started[0]
    assert environment["JUPYTER_CONFIG_PATH"].split(os.pathsep)[0] == str(lab.SETTINGS)
    assert folder == mine
    assert command[:3] == [sys.executable, "-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={mine}" in command
    assert "--LabApp.default_url=/lab/tree/notebooks/00_start.ipynb" in command
    assert command[-2:] == ["--no-browser", "--port=9999"]


@pytest.mark.parametrize(("user", "told"), [(0, True), (1000, False), (None, False)])
def test_only_root_is_allowed_as_root(user: int | None, told: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if user is None:
        monkeypatch.delattr(os, "geteuid", raising=False)  # as on Windows
    else:
        monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    assert ("--allow-root" in lab.command(Path("c"))) is told


# ------------------------------------------------------------------------------------------------------------ doctor


def test_doctor_is_green_here() -> None:
    done = run("doctor")
    assert done.exit_code == 0, done.stdout
    for name in ("Python", "Packages", "Games", "Course", "Widgets", "Kernel", "Folder", "[fast]"):
        assert f" {name}: " in done.stdout
    assert done.stdout.endswith(f"All good: boomkit {boomkit.__version__} is ready.\n")


def test_doctor_names_a_missing_package_and_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.metadata, "requires", lambda _: ["networkx>=99", 'numba>=0.61; extra == "fast"'])
    monkeypatch.setattr(doctor, "_kernel", list)
    done = run("doctor")
    assert done.exit_code == 1
    assert "✗ Packages: networkx>=99 is wanted and 3." in done.stdout
    assert 'pip install "networkx>=99"' in done.stdout
    assert "numba" not in done.stdout.split("Games")[0]


def test_doctor_names_widgets_of_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    extension = tmp_path / "labextensions" / "anywidget"
    extension.mkdir(parents=True)
    (extension / "package.json").write_text('{"version": "0.0.1"}', encoding="utf-8")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    report = doctor.examine(start_kernel=False)
    assert not report.good
    assert "anywidget is" in str(report)
    assert "and 0.0.1 in JupyterLab" in str(report)


def test_doctor_names_a_kernel_of_another_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = tmp_path / "kernels" / "python3"
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(
        '{"argv": ["no-such-python", "{connection_file}"], "display_name": "x", "language": "python"}', encoding="utf-8"
    )
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    findings = list(doctor._kernel())
    assert [finding.state for finding in findings] == [doctor.BAD]
    assert "does not start" in findings[0].found


def test_doctor_names_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(doctor.tempfile, "NamedTemporaryFile", refuse)
    findings = list(doctor._write_access(tmp_path / "new" / "deep"))
    assert [finding.state for finding in findings] == [doctor.BAD]
    assert f"{tmp_path} cannot be written (Permission denied)" in findings[0].found


def test_doctor_looks_on_when_one_look_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def _games() -> list[doctor.Finding]:
        raise RuntimeError("broken")

    monkeypatch.setattr(doctor, "_games", _games)
    report = doctor.examine(start_kernel=False)
    assert "✗ Games: could not be looked at: RuntimeError: broken." in str(report)
    assert any(finding.name == "Folder" for finding in report.findings)


def test_ready_shows_itself_in_a_notebook_without_paths() -> None:
    report = doctor.ready()
    bundle = report._repr_mimebundle_()
    assert report.good
    assert bundle["text/plain"].startswith(f"All good: boomkit {boomkit.__version__} is ready.\n✓ Python: ")
    assert bundle["text/html"].startswith("<p><strong>All good")
    assert "Does this line stay after that?" in bundle["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert str(ROOT) not in bundle["text/plain"]


# -------------------------------------------------------------------------------------------------------- a game


def played(*typed: str, name: str = "nim", against: str | None = None, **options: str) -> tuple[str, str]:
    """Play with these lines typed and return what was printed and the position at the end."""
    lines, output = iter(typed), io.StringIO()
    console = Console(file=output, width=80, highlight=False, markup=False, emoji=False)

    def ask(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    words = tuple(f"{option}={value}" for option, value in options.items())
    state = terminal.play(name, 3, words, against, console, ask)
    return output.getvalue(), str(state)


def test_a_game_is_played_by_texts_and_numbers() -> None:
    printed, position = played("take 1 from 0", "2", heaps="1 2")
    assert position.startswith("heaps 0 0")
    assert "· seat 0 took 1 from heap 0  (NI-T1)" in printed
    assert printed.endswith("seat 1 wins: 0, 1.\n")


def test_enter_plays_the_only_action() -> None:
    printed, _ = played("", heaps='"1"')
    assert printed.endswith("seat 0 wins: 1, 0.\n")


def test_an_action_that_is_not_legal_is_explained() -> None:
    printed, position = played("take 2 from 0", "why take 1 from 0", "why take 2 from 0", "dance", heaps="1 2")
    assert position.startswith("heaps 1 2")
    assert printed.count("Heap 0 holds 1. (NI-T2)\n") == 2
    assert "'take 1 from 0' is legal here." in printed


def test_undo_goes_back_to_the_start_and_no_further() -> None:
    printed, position = played("1", "1", "undo", "undo", "undo", heaps="2 2")
    assert position.startswith("heaps 2 2; turn 0")
    assert "Nothing was played yet." in printed


def test_undo_takes_chance_back_too() -> None:
    _, once = played("", "", name="wild_twist_war")
    _, again = played("", "", "undo", "", "undo", "undo", "", "", name="wild_twist_war")
    assert once == again


def test_leaving_says_where() -> None:
    for words in (("quit",), ()):
        printed, _ = played(*words, heaps="1 2")
        assert printed.endswith('Left at: heaps 1 2; turn 0; options heaps="1 2"\n')


def test_an_agent_takes_the_other_seats() -> None:
    printed, _ = played(*["1"] * 9, against="random", heaps="3 3")
    assert "seat 1 took" in printed
    assert "─ seat 1 ─" not in printed


@pytest.mark.parametrize(
    ("name", "options", "against", "error"),
    [
        ("chess", {}, None, UnknownGameError),
        ("nim", {"heaps": "none"}, None, BoomkitError),
        ("nim", {"colour": "red"}, None, OptionError),
        ("nim", {}, "nobody", BoomkitError),
    ],
)
def test_what_there_is_not_is_refused(
    name: str, options: dict[str, str], against: str | None, error: type[BoomkitError]
) -> None:
    with pytest.raises(error):
        played(name=name, against=against, **options)


def test_every_game_is_played_to_its_end_in_the_terminal() -> None:
    for name in boomkit.games():
        printed, _ = played(*["1"] * 5000, name=name, against="random")
        assert "the end" in printed, name


# ----------------------------------------------------------------------------------------------------- other rooms


def test_simulate_says_what_came_out_and_writes_a_row_a_game(tmp_path: Path) -> None:
    table = tmp_path / "games.csv"
    words = ["simulate", "nim", "-n", "20", "--seed", "3", "-o", "heaps=1 1", "--policy", "greedy", "--out", str(table)]
    done = run(*words)
    assert done.exit_code == 0, done.stderr
    first, *rest = done.stdout.splitlines()
    assert first == "20 games of nim, seed 3, policy greedy; 40 moves"
    assert rest[:3] == [
        "actions a game  2.00 ± 0.00",
        "returns, seat 0  0.000 ± 0.000",
        "returns, seat 1  1.000 ± 0.000",
    ]
    rows = table.read_text(encoding="utf-8").splitlines()
    assert rows[0].startswith("game,actions,draws,returns 0,returns 1")
    assert len(rows) == 21


def test_simulate_gives_the_same_numbers_for_the_same_seed() -> None:
    outputs = {run("simulate", "nim", "-n", "50", "--seed", "9").stdout for _ in range(2)}
    assert len(outputs) == 1


def test_simulate_refuses_a_policy_that_there_is_not() -> None:
    done = run("simulate", "nim", "-n", "1", "--policy", "perfekt")
    assert done.exit_code == 2
    assert "There is no agent 'perfekt'" in done.stderr


def test_tournament_prints_a_league_and_writes_it(tmp_path: Path) -> None:
    students = tmp_path / "agents"
    students.mkdir()
    code = "def agent(observation, actions, rng):\n    return actions[-1]\n"
    (students / "last_one.py").write_text(code, encoding="utf-8")
    table = tmp_path / "league.csv"
    words = ["tournament", "nim", "perfect", str(students), "--rounds", "3", "--trust-submissions", "--out", str(table)]
    done = run(*words)
    assert done.exit_code == 0, done.stderr
    first, *rest = done.stdout.splitlines()
    assert first == "Nim: 6 games, seed 0"
    assert {line.split()[0] for line in rest[:2]} == {"perfect", "last_one"}
    rows = table.read_text(encoding="utf-8").splitlines()
    assert rows[0] == "agent,share,low,high,elo,faults"
    assert len(rows) == 3


def test_tournament_wants_two_agents() -> None:
    done = run("tournament", "nim", "random")
    assert done.exit_code == 2
    assert "at least two agents" in done.stderr


def test_export_writes_a_page(tmp_path: Path) -> None:
    notebook = tmp_path / "tiny.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("# A tiny page")]), notebook)
    done = run("export", str(notebook), "--no-run")
    assert done.exit_code == 0, done.stderr
    assert "A tiny page" in (tmp_path / "tiny.html").read_text(encoding="utf-8")


def test_export_refuses_what_is_no_notebook(tmp_path: Path) -> None:
    done = run("export", str(tmp_path / "tiny.txt"))
    assert done.exit_code == 2
    assert "is not a notebook" in done.stderr
