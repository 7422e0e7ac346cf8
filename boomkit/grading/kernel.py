"""Run cells in a real ipykernel, as nbval does: the reference that the fast workers are measured against.

The kernel runs in the same sandbox, reached over Unix sockets in one shared folder; a fresh kernel for each student.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import socket
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty
from typing import Any

from boomkit.grading import isolation
from boomkit.grading.channels import Gone, SocketChannel
from boomkit.grading.isolation import ISOLATED, Level
from boomkit.grading.replies import read_reply
from boomkit.grading.schema import CellReply, Limits
from boomkit.grading.worker import WALL_EXTRA, WALL_FACTOR, WorkerError, fresh_uid

START_SECONDS = 60.0
EXTRA_TASKS = 24
"""Threads that a kernel has beside those of the student's code."""

EXTRA_MEMORY_MB = 1024
"""Address space that these threads reserve."""


class KernelRunner:
    """A runner over a real kernel: slower by far than `Worker`, and its judge.

    Raises:
        WorkerError: when nothing isolates and `trust` is false, or no kernel starts.
    """

    def __init__(
        self,
        limits: Limits,
        forbidden: Sequence[str] = (),
        preload: Sequence[str] = (),
        *,
        isolation: str = "auto",
        trust: bool = False,
        hide: Sequence[str] = (),
    ) -> None:
        self.limits = limits
        self.forbidden = tuple(forbidden)
        self.preload = tuple(preload)
        self.hide = tuple(hide)
        self.level = _level(isolation, trust)
        self._manager: Any = None
        self._client: Any = None
        self._listener: socket.socket | None = None
        self._asked: SocketChannel | None = None
        self._lifeline: socket.socket | None = None
        self._folder = ""
        self.start_student()
        self.end_student()

    @property
    def isolated(self) -> bool:
        """Say whether files, processes and the network are out of a student's reach."""
        return self.level in ISOLATED

    def start_student(self) -> None:
        """Start a fresh kernel for the next student."""
        self.end_student()
        try:
            self._start()
        except (OSError, RuntimeError, Gone) as error:
            self.end_student()
            raise WorkerError(f"No kernel could be started ({error}).") from None

    def _start(self) -> None:
        from jupyter_client.manager import KernelManager

        self._folder = tempfile.mkdtemp(prefix="bk", dir="/tmp" if os.path.isdir("/tmp") else None)
        uid = fresh_uid() if self.isolated and isolation.as_root() else 0
        if uid:
            os.chown(self._folder, uid, uid)
        folder = Path(self._folder)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / "ask"))
        os.chmod(folder / "ask", 0o777)
        self._listener.listen(1)
        manager = KernelManager(
            transport="ipc",
            ip=str(folder / "k"),
            connection_file=str(folder / "connection.json"),
            kernel_name="python3",
        )
        self._manager = manager
        manager.kernel_spec.argv = self._command(str(folder), uid)
        manager.start_kernel(env=isolation.environment(*self._places()), cwd="/", stdout=-3, stderr=-3)
        if uid:
            os.chown(folder / "connection.json", uid, uid)
        self._accept()
        self._client = manager.client()
        self._client.start_channels()
        self._client.wait_for_ready(timeout=START_SECONDS)

    def _places(self) -> tuple[str, str]:
        if self.isolated:
            return isolation.HOME, isolation.SCRATCH
        places = os.path.join(self._folder, "home"), os.path.join(self._folder, "scratch")
        for place in places:
            os.makedirs(place, exist_ok=True)
        return places

    def _command(self, folder: str, uid: int) -> list[str]:
        settings = {
            "uid": uid,
            "alone": self.isolated,
            "home": self._places()[0],
            "forbidden": self.forbidden,
            "preload": self.preload,
            "ask": os.path.join(folder, "ask"),
            "random_seed": 0,
            "memory_mb": self.limits.memory_mb + EXTRA_MEMORY_MB,
            "files_mb": self.limits.files_mb,
            "processes": self.limits.processes + EXTRA_TASKS,
            "cpu_seconds": int(self.limits.total_seconds * 2) + 60,
        }
        arguments = ("kernel", json.dumps(settings), "{connection_file}")
        if not self.isolated:
            return isolation.python_command(str(isolation.INSIDE.parent), *arguments)
        plan = isolation.plan(forbidden=self.forbidden, hide=self.hide, files_mb=self.limits.files_mb)
        return isolation.bwrap_arguments(plan, [(folder, folder)]) + isolation.python_command(
            isolation.CODE, *arguments
        )

    def _accept(self) -> None:
        """Take the two calls of the kernel's processes: a lifeline, and the line for dialogs."""
        assert self._listener is not None
        self._listener.settimeout(START_SECONDS)
        self._lifeline, _ = self._listener.accept()
        end, _ = self._listener.accept()
        self._asked = SocketChannel(end, 1 << 20)

    def run_cell(self, source: str, *, timeout: float, answer: Callable[[Any], Any] | None = None) -> CellReply:
        """Run one cell in the kernel and return what it showed, gathered as nbval gathers it."""
        if self._client is None:
            return CellReply("died", detail="there is no process")
        began = time.monotonic()
        try:
            message = self._client.execute(source, store_history=False, allow_stdin=False, stop_on_error=False)
            outputs, error = self._gather(message, timeout, answer)
            body = {"status": "error" if error else "ok", "outputs": outputs, **(error or {})}
            reply = read_reply(body | {"seconds": (time.monotonic() - began) / WALL_FACTOR})
        except Gone as gone:
            self.end_student()
            return CellReply(gone.status, detail=str(gone), seconds=(time.monotonic() - began) / WALL_FACTOR)
        return reply

    def _gather(
        self, message: str, timeout: float, answer: Callable[[Any], Any] | None
    ) -> tuple[list[dict[str, Any]], dict[str, str] | None]:
        """Collect what the kernel publishes until it is idle again; Gone when it takes too long or says too much."""
        until = time.monotonic() + WALL_FACTOR * timeout + WALL_EXTRA
        outputs: list[dict[str, Any]] = []
        error: dict[str, str] | None = None
        room = self.limits.output_kb << 10
        refused = "" if answer else "Nobody answers here: this is no dialog."
        while True:
            refused, away = self._talk(answer, refused)
            until += away
            if time.monotonic() > until:
                raise Gone("timeout", f"no end after {timeout:g} seconds")
            try:
                found = self._client.get_iopub_msg(timeout=0.001 if answer else 0.1)
            except Empty:
                if not self._manager.is_alive():
                    raise Gone("died", "the kernel ended") from None
                continue
            if found["parent_header"].get("msg_id") != message:
                continue
            kind, content = found["msg_type"], found["content"]
            if kind == "status" and content["execution_state"] == "idle":
                return outputs, error
            if kind in ("stream", "display_data", "execute_result", "error"):
                # In characters, as the fast workers count: escapes would make a card's suit six times as long.
                room -= len(content["text"]) if kind == "stream" else len(json.dumps(content, ensure_ascii=False))
                if room < 0:
                    raise Gone("unreadable", "the cell wrote more than it may")
                outputs.append({"output_type": kind, **content})
            if kind == "error":
                error = {"error": str(content["ename"]), "detail": str(content["evalue"])}

    def _talk(self, answer: Callable[[Any], Any] | None, refused: str) -> tuple[str, float]:
        """Answer what the kernel's process has asked; return the reason to refuse from now on, and the time it took."""
        assert self._asked is not None
        began = time.monotonic()
        while select.select([self._asked.end], [], [], 0)[0]:
            try:
                line = self._asked.receive(1.0)
            except Gone:
                break
            if line is None:
                break
            try:
                asked = json.loads(line)["ask"]
            except (ValueError, LookupError, TypeError, RecursionError):
                raise Gone("unreadable", "the process sent what is no message") from None
            reply: dict[str, Any] = {"refused": refused}
            if not refused and answer is not None:
                try:
                    reply = {"answer": answer(asked)}
                except StopIteration:
                    refused = "The dialog is over."
                    reply = {"refused": refused}
            self._asked.send(reply)
        return refused, time.monotonic() - began

    def end_student(self) -> str:
        """End the kernel and everything it started."""
        if self._client is not None:
            self._client.stop_channels()
            self._client = None
        if self._manager is not None:
            with contextlib.suppress(Exception):
                self._manager.shutdown_kernel(now=True)
            with contextlib.suppress(Exception):
                self._manager.context.destroy(linger=0)
            self._manager = None
        for end in (self._asked, self._listener, self._lifeline):
            if end is not None:
                end.close()
        self._asked = self._listener = self._lifeline = None
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = ""
        return "ok"

    def close(self) -> None:
        """End the runner."""
        self.end_student()


def _level(wanted: str, trust: bool) -> Level:
    """Choose what isolates a kernel: bubblewrap or nothing."""
    if wanted in ("auto", "bwrap") and isolation.available("bwrap"):
        return "bwrap"
    if trust and wanted in ("auto", "fork", "spawn"):
        return "fork"
    raise WorkerError(
        "A real kernel is isolated by bubblewrap alone, and there is none here. Install bubblewrap (bwrap), or say "
        "that you trust every line of code in the submissions: --trust-submissions."
    )
