"""Real JupyterLab in headless Chromium: a private server, a browser kept on the machine, and waits that hold.

::

    with Lab(folder) as lab, browser() as context:
        page = open_notebook(context, lab, "notebooks/01_war.ipynb")
        run_all(page)
        assert not cell_errors(page)

What the waits know, each found by a test that failed now and then:

- "Run All" before the session is ready opens a "Select Kernel" dialog and hangs. The "Idle" circle of the toolbar is no
  sign of readiness; the kernel's connection and an answer to ``kernel.info`` are.
- ``page.wait_for_function`` takes an asynchronous predicate for true once it resolves, even to false. Hence ``poll``.
- Opening the same path again uses the living kernel: give each test a file name of its own.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route, sync_playwright

CHROMIUM = os.environ.get("BOOMKIT_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
)
LOCAL_ADDRESSES = ("http://127.0.0.1", "ws://127.0.0.1", "http://localhost", "data:", "blob:", "about:", "file:")
SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
}


class Lab:
    """A private JupyterLab on a folder: a port, a token, settings and workspaces of its own, never the user's."""

    def __init__(self, folder: Path, python: str = sys.executable, settings: dict[str, Any] | None = None) -> None:
        self.folder = folder.resolve()
        self.python = python
        self.token = secrets.token_hex(8)
        self.port = free_port()
        self._settings = SETTINGS | (settings or {})
        self._private = Path(tempfile.mkdtemp(prefix="boomkit-lab-"))
        self._log = self._private / "lab.log"

    def __enter__(self) -> Lab:
        application_settings = self._private / "settings"
        application_settings.mkdir()
        (application_settings / "overrides.json").write_text(json.dumps(self._settings), encoding="utf-8")
        command = [
            self.python,
            "-m",
            "jupyterlab",
            "--no-browser",
            "--allow-root",
            "--ip=127.0.0.1",
            f"--port={self.port}",
            "--ServerApp.port_retries=0",
            f"--IdentityProvider.token={self.token}",
            f"--ServerApp.root_dir={self.folder}",
            "--ServerApp.terminals_enabled=False",
            f"--LabApp.app_settings_dir={application_settings}",
            "--LabApp.news_url=None",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            "--LabApp.extension_manager=readonly",
            "--LabApp.expose_app_in_browser=True",
        ]
        with self._log.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                command, env=self._environment(), cwd=self.folder, stdout=log, stderr=subprocess.STDOUT
            )
        self._wait_until_it_answers()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()  # unlike Ctrl+C, it is not asked back
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(15)
        shutil.rmtree(self._private, ignore_errors=True)

    def url(self, path: str) -> str:
        """Return the address of a page of this server, with its token."""
        return f"http://127.0.0.1:{self.port}{path}{'&' if '?' in path else '?'}token={self.token}"

    def _environment(self) -> dict[str, str]:
        private = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "JUPYTERLAB_SETTINGS_DIR": "user-settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "IPYTHONDIR": "ipython",
        }
        environment = os.environ | {name: str(self._private / folder) for name, folder in private.items()}
        environment.pop("JUPYTER_PATH", None)
        return environment | {"PYDEVD_DISABLE_FILE_VALIDATION": "1"}

    def _wait_until_it_answers(self, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self._process.poll() is not None:
                break
            with contextlib.suppress(OSError), urllib.request.urlopen(self.url("/api/status"), timeout=2):
                return
            time.sleep(0.1)
        log = self._log.read_text(encoding="utf-8")[-3000:]
        self.__exit__()
        raise RuntimeError(f"JupyterLab did not answer within {seconds} s:\n{log}")


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def browser(**options: Any) -> Iterator[BrowserContext]:
    """Yield a browser context in which every request that would leave the machine is refused and kept in ``.leaks``."""
    defaults = {
        "viewport": {"width": 1280, "height": 900},
        "reduced_motion": "reduce",
        "locale": "en-US",
        "timezone_id": "UTC",
    }
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_ARGUMENTS), headless=True)
        context = guarded(chromium.new_context(**(defaults | options)))
        try:
            yield context
        finally:
            context.close()
            chromium.close()


def guarded(context: BrowserContext) -> BrowserContext:
    """Refuse and count every request that would leave the machine."""
    leaks: list[str] = []

    def guard(route: Route) -> None:
        if route.request.url.startswith(LOCAL_ADDRESSES):
            route.continue_()
        else:
            leaks.append(route.request.url)
            route.abort()

    context.route("**/*", guard)
    context.set_default_timeout(30_000)
    context.leaks = leaks  # type: ignore[attr-defined]
    return context


def watch(page: Page) -> list[str]:
    """Collect the page's errors: what its console calls an error and what no code caught."""
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.errors = errors  # type: ignore[attr-defined]
    return errors


def poll(page: Page, script: str, seconds: float = 60, every: float = 0.05) -> Any:
    """Wait until the script, which may be asynchronous, gives a true value, and return that."""
    end = time.monotonic() + seconds
    while not (value := page.evaluate(script)):
        if time.monotonic() > end:
            raise TimeoutError(f"not true within {seconds} s: {script[:200]}")
        page.wait_for_timeout(every * 1000)
    return value


KERNEL_READY = """async () => {
  const panel = window.jupyterapp?.shell.currentWidget;
  if (!panel?.sessionContext?.isReady || !panel.context?.isReady) return false;
  const kernel = panel.sessionContext.session?.kernel;
  if (kernel?.connectionStatus !== 'connected') return false;
  await kernel.info;
  return kernel.status === 'idle';
}"""

# A run is over when every cell has run, or when one failed: JupyterLab does not run the cells after it.
RUN_IS_OVER = """() => {
  const panel = window.jupyterapp.shell.currentWidget;
  const isCode = (cell) => cell.model.type === 'code' && cell.model.sharedModel.getSource().trim();
  const ran = (cell) => cell.model.executionCount > 0;
  const failed = (cell) => cell.model.outputs.toJSON().some((output) => output.output_type === 'error');
  const cells = panel.content.widgets.filter(isCode);
  return panel.sessionContext.session?.kernel?.status === 'idle' && (cells.every(ran) || cells.some(failed));
}"""

WIDGETS_DRAWN = """() => {
  const views = document.querySelectorAll(
    '.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.widget-view+json"]');
  const isDrawn = (view) => !/Loading widget/.test(view.textContent) && view.querySelector('.lm-Widget .lm-Widget');
  return [...views].every(isDrawn);
}"""


def open_notebook(context: BrowserContext, lab: Lab, path: str, width: int | None = None) -> Page:
    """Open a notebook, by its path below the lab's folder, in a fresh workspace and wait until its kernel answers."""
    page = context.new_page()
    if width:
        page.set_viewport_size({"width": width, "height": 900})
    watch(page)
    page.goto(lab.url(f"/lab/tree/{path}?reset"), wait_until="domcontentloaded")
    page.wait_for_selector(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Cell", timeout=60_000)
    page.wait_for_selector("#jupyterlab-splash", state="detached", timeout=60_000)
    poll(page, KERNEL_READY, seconds=90)
    return page


def run_all(page: Page, seconds: float = 120) -> float:
    """Run every cell until one fails, wait for every widget's first paint, and return the seconds it took."""
    start = time.monotonic()
    page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")
    poll(page, RUN_IS_OVER, seconds)
    poll(page, WIDGETS_DRAWN, seconds)
    return time.monotonic() - start


def cell_errors(page: Page) -> list[str]:
    """Return the text of every error and every line on standard error that the notebook shows."""
    selector = ", ".join(
        f'.jp-RenderedText[data-mime-type="application/vnd.jupyter.{kind}"]' for kind in ("stderr", "error")
    )
    texts: list[str] = page.eval_on_selector_all(selector, "(outputs) => outputs.map((output) => output.innerText)")
    return texts
