"""Start JupyterLab on a working copy of the course."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from boomkit.course import START

SETTINGS = Path(__file__).parent / "lab_settings"
"""Defaults that ask nothing of the network; what the user set in JupyterLab still comes first."""

STOPPED_BY_CTRL_C = (-signal.SIGINT, 0xC000013A)
"""Exit codes of a process that Ctrl+C ended, on Unix and on Windows."""


def open_lab(folder: Path, extra: Sequence[str] = ()) -> int:
    """Run JupyterLab on the folder until the user stops it, and return its exit code: 0 if it was stopped by Ctrl+C.

    ``extra`` are further arguments for JupyterLab; they come last and win.
    """
    server = subprocess.Popen(command(folder, extra), cwd=folder, env=environment())
    # Ctrl+C reaches JupyterLab, too, which asks whether to stop: it is the one to answer.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        code = server.wait()
    finally:
        signal.signal(signal.SIGINT, before)
    return 0 if code in STOPPED_BY_CTRL_C else code


def command(folder: Path, extra: Sequence[str] = ()) -> list[str]:
    """Return the command that opens the first lesson in JupyterLab.

    >>> command(Path("c"))[1:3]
    ['-m', 'jupyterlab']
    """
    start = f"/lab/tree/{START}" if (folder / START).is_file() else "/lab"
    arguments = [
        f"--ServerApp.root_dir={folder.absolute()}",
        f"--LabApp.default_url={start}",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        *(["--allow-root"] if _is_root() else []),
    ]
    return [sys.executable, "-m", "jupyterlab", *arguments, *extra]


def environment() -> dict[str, str]:
    """Return the environment for JupyterLab: ours, and where the kit's defaults for its settings are."""
    places = [str(SETTINGS), *filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")])]
    return os.environ | {"JUPYTER_CONFIG_PATH": os.pathsep.join(places)}


def _is_root() -> bool:
    """Tell whether this is a Unix system's administrator (as in a container), whom JupyterLab refuses unless told."""
    get_user = getattr(os, "geteuid", None)
    return get_user is not None and get_user() == 0
