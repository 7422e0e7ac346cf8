"""`boomkit lab` as a student starts it: the first lesson is open, and nothing asks the network."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from labharness import free_port
from playwright.sync_api import Page

TOKEN = "a-token-for-the-test"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Run the command on a new folder, and give the address that it prints."""
    port = free_port()
    jupyter = ["--no-browser", f"--port={port}", f"--IdentityProvider.token={TOKEN}", "--ServerApp.port_retries=0"]
    command = [sys.executable, "-m", "boomkit", "lab", str(tmp_path / "mein kurs für übungen"), "--", *jupyter]
    private = {f"JUPYTER_{name}_DIR": str(tmp_path / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    log = tmp_path / "log.txt"
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            command,
            env=os.environ | private | {"JUPYTERLAB_WORKSPACES_DIR": str(tmp_path / "workspaces")},
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # a Ctrl+C for it and its child alone
        )
    try:
        status = f"http://127.0.0.1:{port}/api/status?token={TOKEN}"
        for _ in range(300):
            with contextlib.suppress(OSError), urllib.request.urlopen(status, timeout=2):
                break
            assert process.poll() is None, log.read_text(encoding="utf-8")
            time.sleep(0.1)
        printed = re.search(rf"http://127\.0\.0\.1:{port}/[^?\s]+", log.read_text(encoding="utf-8"))
        assert printed is not None
        yield f"{printed.group()}?token={TOKEN}"  # a token given by the user is not printed
    finally:
        exit_code = press_ctrl_c(process)
    assert exit_code == 0, "stopping JupyterLab with Ctrl+C is no error"


def press_ctrl_c(process: subprocess.Popen[bytes], seconds: float = 60) -> int | None:
    """Interrupt the process and its child until both are gone, as a person does who is asked back."""
    for _ in range(int(seconds)):
        os.killpg(process.pid, signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(1)
    os.killpg(process.pid, signal.SIGKILL)
    return None


def test_the_first_lesson_is_open(address: str, page: Page) -> None:
    page.goto(address)
    page.wait_for_selector("#jupyterlab-splash", state="detached", timeout=60_000)
    page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for()
    assert page.locator(".lm-TabBar-tabLabel", has_text="00_start.ipynb").count() == 1
    # The folder beside it shows the copy.
    assert page.locator(".jp-DirListing-itemText", has_text="01_war.ipynb").count() == 1
    page.wait_for_timeout(1500)
    assert page.locator(".jp-toastContainer, .Toastify__toast").filter(has_text="news").count() == 0
