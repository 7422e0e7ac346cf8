"""The JavaScript that is committed: small, made from its sources, and kept out of notebooks."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import boomkit.widgets
from boomkit.widgets.base import KitWidget

ROOM = Path(boomkit.widgets.__file__).parent
SCRIPTS = sorted((ROOM / "static").glob("*.js"))


def test_every_widget_has_at_most_15_kb_of_javascript() -> None:
    for name in boomkit.widgets._NAMES:
        kind = getattr(boomkit.widgets, name)
        assert issubclass(kind, KitWidget)
        assert 500 < len(str(kind._esm).encode()) <= 15_000, name
    assert len((ROOM / "static" / "widgets.css").read_bytes()) < 15_000


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_no_script_asks_the_network(path: Path) -> None:
    code = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
    assert not re.search(r"https?://|fetch\(|XMLHttpRequest|importScripts|eval\(|new Function", code)


def test_the_scripts_are_what_the_sources_make(tmp_path: Path) -> None:
    """Needs Node and `npm ci` in boomkit/widgets/js, as a maintainer has who changes the sources."""
    esbuild = ROOM / "js" / "node_modules" / ".bin" / "esbuild"
    if not shutil.which("node") or not esbuild.exists():
        pytest.skip("no Node here: the committed scripts are used as they are")
    build = json.loads((ROOM / "js" / "package.json").read_text(encoding="utf-8"))["scripts"]["build"]
    command = build.replace("--outdir=../static", f"--outdir={tmp_path}").split()
    subprocess.run([str(esbuild), *command[1:]], cwd=ROOM / "js", check=True, capture_output=True)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in SCRIPTS}
