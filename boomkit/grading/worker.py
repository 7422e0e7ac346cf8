"""A worker: one warm process in a sandbox that forks a fresh child for each student.

Only text crosses: cell sources go in, JSON lines come out, bounded in length and checked in shape. Whatever happens
inside, `run_cell` returns a `CellReply` in bounded time.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from boomkit.errors import BoomkitError
from boomkit.grading import isolation
from boomkit.grading.channels import Channel, Gone, PipeChannel, SocketChannel
from boomkit.grading.inside import confine
from boomkit.grading.isolation import ISOLATED, LEVELS, Level
from boomkit.grading.replies import read_reply
from boomkit.grading.schema import CellReply, Limits

WALL_FACTOR, WALL_EXTRA = 3.0, 2.0
"""Wall-clock time allowed for a cell: `WALL_FACTOR` times its processor seconds and `WALL_EXTRA` more."""

START_SECONDS = 60.0
SWEEP_SECONDS = 8.0

_uids = itertools.count(os.getpid() * 7)


def fresh_uid() -> int:
    """Return the id of a user that nobody is: each worker gets its own, so that its limit on processes is its own."""
    return 60_001 + next(_uids) % 4_000


class WorkerError(BoomkitError, RuntimeError):
    """No worker can be started here, or none that isolates."""


class Worker:
    r"""Run students' cells, one student at a time, as isolated as this machine allows.

    `forbidden` are module names (or patterns such as `boomkit.games.*.agents`) that are absent inside; `preload` are
    imported once, before the first student; `packages` are made visible beside those installed in the environment;
    `files` lie in each student's folder; `hide` are paths that must not show; `warm_up` is source of the grader's own
    that every student's process has run already. With `isolation="auto"` the strongest
    level that works is taken.

    Raises:
        WorkerError: when nothing isolates and `trust` is false, or when no worker starts at all.

    >>> with Worker(trust=True) as worker:
    ...     worker.start_student()
    ...     worker.run_cell("print('hello')\n6 * 7", timeout=5).outputs[1]["data"]["text/plain"]
    '42'
    """

    def __init__(
        self,
        *,
        limits: Limits | None = None,
        forbidden: Sequence[str] = (),
        preload: Sequence[str] = (),
        packages: Sequence[str] = ("boomkit",),
        files: Mapping[str, bytes] | None = None,
        hide: Sequence[str] = (),
        warm_up: str = "",
        isolation: Level | str = "auto",
        trust: bool = False,
    ) -> None:
        if isolation != "auto" and isolation not in LEVELS:
            raise WorkerError(f"There is no isolation called {isolation!r}: choose auto, {', '.join(LEVELS)}.")
        self.limits = limits or Limits()
        self.forbidden = tuple(forbidden)
        self.preload = tuple(preload)
        self.packages = tuple(packages)
        self.files = dict(files or {})
        self.hide = tuple(hide)
        self.warm_up = warm_up
        self.trust = trust
        self.level: Level = "spawn"
        self._wanted = isolation
        self._line_limit = 4 * (self.limits.output_kb << 10) + (1 << 20)
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._channel: Channel | None = None
        self._folder = ""
        self._used = 0.0  # processor seconds of the student's earlier cells
        self._start()

    @property
    def isolated(self) -> bool:
        """Say whether files, processes and the network are out of a student's reach."""
        return self.level in ISOLATED

    # ------------------------------------------------------------------------------------------------- starting

    def _start(self) -> None:
        wanted: tuple[Level, ...] = LEVELS if self._wanted == "auto" else (self._wanted,)
        reasons = []
        for level in wanted:
            if level not in ISOLATED and not self.trust:
                continue
            if not isolation.available(level):
                reasons.append(f"{level}: not on this system")
                continue
            self.level = level
            try:
                self._start_level()
            except (WorkerError, OSError, Gone) as error:
                self._end()
                reasons.append(f"{level}: {error}")
            else:
                return
        why = f" ({'; '.join(reasons)})" if reasons else ""
        if self.trust:
            raise WorkerError(f"No worker could be started{why}.")
        raise WorkerError(
            f"Nothing on this system isolates the submissions{why}. Install bubblewrap (bwrap), or say that you trust "
            "every line of code in them: --trust-submissions."
        )

    def _settings(self, home: str, scratch: str) -> dict[str, Any]:
        uid = fresh_uid() if self.isolated and isolation.as_root() else 0
        return {
            "level": self.level,
            "alone": self.isolated,
            "uid": uid,
            "home": home,
            "scratch": scratch,
            "forbidden": self.forbidden,
            "preload": self.preload,
            "warm_up": self.warm_up,
            "files": {name: data.hex() for name, data in self.files.items()},
            "random_seed": 0,
            "output_bytes": self.limits.output_kb << 10,
            "memory_mb": self.limits.memory_mb,
            "files_mb": self.limits.files_mb,
            "processes": self.limits.processes,
            "cpu_seconds": int(self.limits.total_seconds * 2) + 60,
        }

    def _start_level(self) -> None:
        if self.level == "spawn":
            return  # one interpreter a student, started by `start_student`
        ours, theirs = socket.socketpair()
        self._control = ours
        with theirs:
            self._process, settings = self._launch(theirs)
        channel = SocketChannel(ours, 1 << 20)
        channel.send(settings)
        reply = channel.receive(START_SECONDS)
        if reply is None:
            raise WorkerError(f"the worker was not ready after {START_SECONDS:.0f} seconds")
        said = json.loads(reply)
        if "ready" not in said:
            raise WorkerError(said.get("failed", "the worker could not get ready"))

    def _launch(self, theirs: socket.socket) -> tuple[subprocess.Popen[bytes], dict[str, Any]]:
        """Start the warm process with its control socket; return it and the settings to send it."""
        number = theirs.fileno()
        environment = isolation.environment()
        if self.level == "fork":
            home, scratch = self._own_folders()
            environment = isolation.environment(home, scratch)
            code = str(isolation.INSIDE.parent)
            settings = self._settings(home, scratch)
            command = isolation.python_command(code, "warm", str(number))
        else:
            plan = isolation.plan(
                forbidden=self.forbidden, packages=self.packages, hide=self.hide, files_mb=self.limits.files_mb
            )
            settings = self._settings(isolation.HOME, isolation.SCRATCH)
            command = isolation.python_command(isolation.CODE, "warm", str(number))
            if self.level == "bwrap":
                command = isolation.bwrap_arguments(plan) + command
            else:
                settings |= {"plan": {**asdict(plan), "devices": isolation.DEVICES}}
                command = isolation.python_command(str(isolation.INSIDE.parent), "warm", str(number))
        process = subprocess.Popen(
            command,
            pass_fds=(number,),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            cwd="/",
            start_new_session=True,
        )
        return process, settings

    def _own_folders(self) -> tuple[str, str]:
        """Make the folders of a worker that has no file system of its own."""
        self._folder = self._folder or tempfile.mkdtemp(prefix="boomkit-")
        folders = os.path.join(self._folder, "home"), os.path.join(self._folder, "scratch")
        for folder in folders:
            os.makedirs(folder, exist_ok=True)
        return folders

    # ------------------------------------------------------------------------------------------------- one student

    def start_student(self) -> None:
        """Give the next student a fresh process, an empty namespace and an empty folder; the last one is swept away."""
        self.end_student()
        for attempt in (1, 2):
            try:
                self._fork()
            except (OSError, Gone) as error:
                self._end()
                if attempt == 2:
                    raise WorkerError(f"The worker does not start a student's process any more: {error}") from None
                self._start_level()
            else:
                return

    def _fork(self) -> None:
        if self.level == "spawn":
            self._spawn()
            return
        if self._control is None:
            self._start_level()
        assert self._control is not None
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self._control, [b"fork"], [theirs.fileno()])
            if self._answer(5.0) != b"forked":
                ours.close()
                raise Gone("died", "the warm process does not answer")
        self._channel = SocketChannel(ours, self._line_limit)
        self._used = 0.0

    def _spawn(self) -> None:
        home, scratch = self._own_folders()
        code = str(isolation.INSIDE.parent)
        self._process = subprocess.Popen(
            isolation.python_command(code, "single"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=isolation.environment(home, scratch),
            cwd=home,
            start_new_session=True,
        )
        self._channel = PipeChannel(self._process, self._line_limit)
        self._channel.send(self._settings(home, scratch))
        line = self._channel.receive(START_SECONDS)
        said = json.loads(line) if line is not None else {"failed": "it was not ready in time"}
        if "ready" not in said:
            raise WorkerError(f"A student's process could not get ready: {said.get('failed')}")

    def _answer(self, seconds: float) -> bytes:
        """Return the warm process's answer on the control socket; Gone when there is none in time."""
        assert self._control is not None
        if not select.select([self._control], [], [], seconds)[0]:
            raise Gone("died", "the warm process does not answer")
        data = self._control.recv(256)
        if not data:
            raise Gone("died", "the warm process has ended")
        return data

    def end_student(self) -> str:
        """Sweep the student's processes and files away; say how its process had ended ("ok" if it was still there)."""
        if self._channel is None:
            return "ok"
        if self.level == "spawn":
            return self._end_spawned()
        self._channel.close()
        self._channel = None
        try:
            assert self._control is not None
            self._control.send(b"sweep")
            return self._answer(SWEEP_SECONDS).decode("ascii")
        except (OSError, Gone):
            self._end()  # with the sandbox everything in it goes
            return "ok"

    def _end_spawned(self) -> str:
        code = self._process.poll() if self._process else None
        self._end()
        shutil.rmtree(self._folder, ignore_errors=True)
        return "ok" if code is None else (f"signal {-code}" if code < 0 else f"exit {code}")

    def run_cell(self, source: str, *, timeout: float, answer: Callable[[Any], Any] | None = None) -> CellReply:
        """Run one cell in the student's process and return what it showed. Never raises for what the cell does.

        `timeout` is in processor seconds of all the student's processes; see `WALL_FACTOR` for the clock. `answer` is
        given each message of a dialog and returns the answer; StopIteration from it ends the dialog.
        After `timeout`, `memory`, `died` and `unreadable` the process is gone: call `start_student`.
        """
        if self._channel is None:
            return CellReply("died", detail="there is no process")
        try:
            return self._run(self._channel, source, timeout, answer)
        except Gone as gone:
            how = self.end_student()
            if how == "memory":
                return CellReply("memory", detail="its processes together used too much memory")
            if how.startswith("signal 24"):  # SIGXCPU
                return CellReply("timeout", detail="it used up its processor time", seconds=timeout)
            return CellReply(gone.status, detail=f"{gone}{'' if how == 'ok' else f' ({how})'}")

    def _run(self, channel: Channel, source: str, timeout: float, answer: Callable[[Any], Any] | None) -> CellReply:
        channel.send({"run": source})
        clock = _Clock(timeout, self._usage, self._used)
        refused = "" if answer else "Nobody answers here: this is no dialog."
        while True:
            line = channel.receive(clock.patience())
            if line is None:
                if clock.is_over():
                    self.end_student()
                    return CellReply("timeout", detail=f"no end after {timeout:g} seconds", seconds=timeout)
                continue
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                raise Gone("unreadable", "the process sent what is no message") from None
            if isinstance(message, dict) and "reply" in message:
                reply = read_reply(message["reply"])
                billed = clock.bill(reply.seconds)
                self._used += max(0.0, min(reply.seconds, billed))
                return replace(reply, seconds=billed)
            if not (isinstance(message, dict) and "ask" in message):
                raise Gone("unreadable", "the process sent what is no message")
            with clock.stopped():
                if not refused and answer is not None:
                    try:
                        answered = {"answer": answer(message["ask"])}
                    except StopIteration:
                        refused = "The dialog is over."
            channel.send({"refused": refused} if refused else answered)

    def _usage(self) -> float:
        """Return the processor seconds of the student's processes so far, or -1 where nobody can tell."""
        if self.level == "spawn":
            if self._process is None or not confine.LINUX:
                return -1.0
            return sum(entry[2] for entry in confine.descendants(self._process.pid))
        assert self._control is not None
        try:
            self._control.send(b"usage")
            return float(self._answer(5.0))
        except (OSError, ValueError) as error:
            raise Gone("died", f"the warm process does not answer ({error})") from None

    # ---------------------------------------------------------------------------------------------------- ending

    def _end(self) -> None:
        """End the sandbox and everything in it."""
        if self.level == "spawn" and self._process is not None:  # first: a pipe that is being read cannot be closed
            self._kill(self._process)
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        if self._control is not None:
            self._control.close()
            self._control = None
        process, self._process = self._process, None
        if process is None:
            return
        if self.level == "fork":  # closing the control socket makes it sweep and leave
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(SWEEP_SECONDS)
        self._kill(process)

    def _kill(self, process: subprocess.Popen[bytes]) -> None:
        if self.level == "spawn" and hasattr(os, "killpg") and process.returncode is None:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)  # it leads a process group of its own
        if process.poll() is None:
            process.kill()
            process.wait()

    def close(self) -> None:
        """End the worker."""
        self._end()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Clock:
    """Decide when a cell has had its time: processor seconds where they are known, and a bound on the wall clock."""

    def __init__(self, seconds: float, usage: Callable[[], float], before: float) -> None:
        self.seconds = seconds
        self.usage = usage
        self.before = before
        self.started = time.monotonic()
        self.next = self.started + seconds

    def patience(self) -> float:
        """Return how long to wait before asking `is_over`."""
        return max(self.next - time.monotonic(), 0.001)

    def is_over(self) -> bool:
        """Say whether the time is up; otherwise set the next moment to ask."""
        now, end = time.monotonic(), self.started + WALL_FACTOR * self.seconds + WALL_EXTRA
        if now >= end:
            return True
        used = self.usage()
        if used < 0:
            self.next = end
            return False
        left = self.seconds - (used - self.before)
        self.next = min(now + max(left, 0.05), end)
        return left <= 0

    def bill(self, claimed: float) -> float:
        """Return the processor seconds to count: what the process says, within what the clock allows it to say."""
        wall = time.monotonic() - self.started
        return max(min(claimed, wall), wall / WALL_FACTOR)

    @contextlib.contextmanager
    def stopped(self) -> Any:
        """Let no time pass while the grader itself is at work."""
        before = time.monotonic()
        try:
            yield
        finally:
            away = time.monotonic() - before
            self.started += away
            self.next += away
