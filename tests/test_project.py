"""The project around the package: what is promised in README.md, what the wheel carries, what stands at the top."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from source_tree import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def tracked() -> list[str]:
    """List the files of the repository; an unpacked source archive has none."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is not a git checkout")
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return done.stdout.splitlines()


def test_the_top_level_is_the_plan() -> None:
    planned = {
        "README.md", "LICENSE", "THIRD_PARTY_LICENSES.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile",
        "pyproject.toml", "notebooks", "boomkit", "exercises", "solutions", "tests", "benchmarks", "docs",
    }  # fmt: skip
    top = {name.split("/")[0] for name in tracked()}
    assert {name for name in top if not name.startswith(".")} <= planned


DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"(?:src|srcset)=\"([^\"]+)\"", text)
    missing = [
        target for target in targets if "://" not in target and not (path.parent / target.partition("#")[0]).exists()
    ]
    assert not missing


def test_how_to_add_a_game_shows_the_toy_as_it_is() -> None:
    page = (ROOT / "docs/add_a_game.md").read_text(encoding="utf-8")
    toy = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "boomkit/core/toys/nim").glob("*.*"))
    shown = re.findall(r"```(?:python|toml)\n(.*?)```", page, re.DOTALL)
    assert len(shown) == 6
    assert [block for block in shown if "entry-points" not in block and block not in toy] == []


def test_make_has_what_the_readme_names() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z]+)\b", re.sub(r"(?m)^(?!.*(`make|^make)).*$", "", README)))
    assert {"lab", "test", "fix", "goldens", "bench", "pictures", "ci"} <= named
    assert named <= targets


def test_the_command_line_has_what_the_readme_names() -> None:
    from boomkit.cli import app

    commands = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    named = set(re.findall(r"(?:`|^|-m )boomkit ([a-z]+)", README, re.MULTILINE))
    assert {"lab", "doctor", "play", "check", "release", "grade", "report"} <= named
    assert named <= commands


def test_no_machine_path_and_no_widget_state_in_tracked_files() -> None:
    for name in tracked():
        path = ROOT / name
        if name.endswith((".py", ".md", ".toml", ".yaml", ".ipynb", ".js", "Makefile", "run")) and path.is_file():
            text = path.read_text(encoding="utf-8")
            found = re.search(r"(?:^|[^\w./])/(?:work|root)/\w+", text)
            assert not found or "vendor" in name, f"{name}: {found.group() if found else ''}"


@pytest.mark.skipif(sys.platform == "win32", reason="the integration runs on Linux, and bash is not on Windows")
def test_the_integration_script_is_executable_and_parses() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", str(script)], check=True)


# -------------------------------------------------------------------------------------------------------- the wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as a release would, from the source archive that is built from the checkout."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    """List what is in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.mark.slow
def test_the_wheel_carries_the_package_and_the_course(names: set[str]) -> None:
    sources = {
        path.relative_to(ROOT).as_posix()
        for pattern in ("*.py", "*.toml", "*.json", "py.typed")
        for path in (ROOT / "boomkit").rglob(pattern)
        if not path.is_relative_to(ROOT / "boomkit/widgets/js")
    }
    static = {path.relative_to(ROOT).as_posix() for path in (ROOT / "boomkit/widgets/static").glob("*")}
    course = {
        f"boomkit/course_data/{path.relative_to(ROOT).as_posix()}"
        for part in ("notebooks", "exercises")
        for path in (ROOT / part).rglob("*.ipynb")
        if ".ipynb_checkpoints" not in path.parts
    }
    assert sources <= names
    assert static <= names
    assert course <= names
    assert "boomkit/course_data/notebooks/00_start.ipynb" in names


@pytest.mark.slow
def test_the_wheel_carries_nothing_else(names: set[str]) -> None:
    top = {name.split("/")[0] for name in names}
    assert {name for name in top if not name.endswith(".dist-info")} == {"boomkit"}
    odd = [
        name
        for name in names
        if re.search(r"solution|wrong|widgets/js/|node_modules|test_|axe|\.keep|__pycache__|checkpoint", name)
    ]
    assert not odd


@pytest.mark.slow
def test_the_wheel_tells_what_it_is(wheel: Path, names: set[str]) -> None:
    import boomkit

    info = next(name for name in names if name.endswith(".dist-info/METADATA"))
    with zipfile.ZipFile(wheel) as archive:
        metadata = Parser().parsestr(archive.read(info).decode("utf-8"))
        entry_points = archive.read(info.replace("METADATA", "entry_points.txt")).decode("utf-8")
    assert metadata["Version"] == boomkit.__version__
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT"
    base = {re.split(r"[<>=~! ]", line)[0] for line in metadata.get_all("Requires-Dist") if "extra ==" not in line}
    assert base == {"anywidget", "ipywidgets", "jupyterlab", "nbval", "networkx", "rich", "typer"}
    assert set(metadata.get_all("Provides-Extra")) >= {"fast", "cluster", "bridges", "dev", "bench"}
    assert "boomkit = boomkit.cli:main" in entry_points
    licences = {Path(name).name for name in names if "/licenses/" in name}
    assert licences == {"LICENSE", "THIRD_PARTY_LICENSES.md"}


@pytest.mark.slow
def test_an_installed_wheel_makes_a_working_copy(wheel: Path, tmp_path: Path) -> None:
    """Away from the checkout the course comes out of the wheel."""
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    command = [sys.executable, "-c", "from boomkit.cli import main; main()", "init", "mine für mich"]
    environment = os.environ | {"PYTHONPATH": str(installed), "PYTHONUTF8": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    copied = {path.name for path in (tmp_path / "mine für mich" / "notebooks").glob("*.ipynb")}
    assert copied == {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}
