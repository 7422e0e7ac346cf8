"""Start JupyterLab on a working copy of the course."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from boomkit.course import START


def open_lab(folder: Path, extra: Sequence[str] = ()) -> int:
    """Run JupyterLab on the folder until the user stops it, and return its exit code: 0 if it was stopped by Ctrl+C.

    ``extra`` are further arguments for JupyterLab; they come last and win.
    """
    server = subprocess.Popen(command(folder, extra), cwd=folder)
    stopped = False
    while True:
        try:
            code = server.wait()
        except KeyboardInterrupt:
            # The same Ctrl+C reached JupyterLab, which asks whether to stop: wait for what becomes of that.
            stopped = True
        else:
            return 0 if stopped or code == -signal.SIGINT else code


def command(folder: Path, extra: Sequence[str] = ()) -> list[str]:
    """Return the command that opens the first lesson in JupyterLab, with nothing asked of the network.

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


def _is_root() -> bool:
    """Tell whether this is a Unix system's administrator (as in a container), whom JupyterLab refuses unless told."""
    get_user = getattr(os, "geteuid", None)
    return get_user is not None and get_user() == 0
