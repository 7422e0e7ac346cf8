"""The warm process: it imports everything once, then forks a fresh child for each student.

The warm process is the first of its process namespace (where there is one) and never runs a student's code. Each child
gets a channel of its own, made by the grader, so that nothing a student leaves behind can speak for the next.
"""

from __future__ import annotations

import array
import builtins
import contextlib
import fnmatch
import gc
import importlib
import importlib.abc
import json
import os
import random
import select
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from . import confine, landlock
from .engine import Engine
from .lines import Closed, Lines
from .syscalls import refuse_calls

CODE = str(Path(__file__).parent.parent)
"""The folder that was put on the path to load this package."""

WATCH_SECONDS = 0.1

DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")


class Absent(importlib.abc.MetaPathFinder):
    """Answer imports of forbidden modules as if they were not installed."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self.patterns = tuple(patterns)

    def forbids(self, name: str) -> bool:
        """Say whether the module, or a package that it is in, is forbidden."""
        parts = name.split(".")
        return any(
            fnmatch.fnmatchcase(".".join(parts[: k + 1]), pattern)
            for k in range(len(parts))
            for pattern in self.patterns
        )

    def find_spec(self, name: str, path: Any = None, target: ModuleType | None = None) -> None:
        """Raise for a forbidden module, pass for all others."""
        if self.forbids(name):
            raise ModuleNotFoundError(f"No module named {name!r} (not available in this exercise)", name=name)


def forbid(patterns: Sequence[str]) -> Absent:
    """Make the modules unimportable, and forget those that are loaded already."""
    absent = Absent(patterns)
    sys.meta_path.insert(0, absent)
    for name in [name for name in sys.modules if absent.forbids(name)]:
        parent, _, last = name.rpartition(".")
        if parent in sys.modules and last in vars(sys.modules[parent]):
            delattr(sys.modules[parent], last)
        del sys.modules[name]
        if name in sys.stdlib_module_names:
            sys.modules[name] = None  # type: ignore[assignment]
    return absent


def tidy(folder: str) -> None:
    """Empty a folder, whatever permissions were set in it."""
    for root, names, _ in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                os.chmod(os.path.join(root, name), 0o700)
    for entry in os.scandir(folder):
        with contextlib.suppress(OSError):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path)
            else:
                os.unlink(entry.path)


def prepare(settings: dict[str, Any]) -> Engine:
    """Import what students will need and build the engine."""
    sys.path.remove(CODE)
    absent = forbid(settings["forbidden"])
    for name in settings["preload"]:
        if not absent.forbids(name):
            importlib.import_module(name)
    for name in ("resource", *(["numpy.random"] if "numpy" in sys.modules else [])):  # what every student would load
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    engine = Engine(settings["output_bytes"])
    engine.warm_up(settings["warm_up"])
    for name in [name for name in sys.modules if absent.forbids(name) and sys.modules[name] is not None]:
        del sys.modules[name]
    return engine


# ------------------------------------------------------------------------------------------------------- the student


def ask_through(lines: Lines) -> Any:
    """Return the function that student code calls to put a message to the grader."""

    def ask(message: Any) -> Any:
        """Send plain data to the grader and return its answer; RuntimeError when nobody answers."""
        lines.send({"ask": message})
        reply = lines.receive()
        if "refused" in reply:
            raise RuntimeError(reply["refused"])
        return reply["answer"]

    return ask


def student(lines: Lines, engine: Engine, settings: dict[str, Any]) -> NoReturn:
    """Run cells as they come, until the grader hangs up."""
    seed = settings["random_seed"]
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed)
    ask = ask_through(lines)
    engine.names["__boomkit_ask__"] = ask
    builtins.__boomkit_ask__ = ask  # type: ignore[attr-defined]
    try:
        while True:
            request = lines.receive()
            used = time.process_time()
            reply = engine.run(request["run"])
            reply["seconds"] = time.process_time() - used
            try:
                lines.send({"reply": reply})
            except (TypeError, ValueError, RecursionError):  # a display whose data is no JSON
                lines.send({"reply": {"status": "error", "outputs": [], "error": "TypeError", "detail": "not JSON"}})
    except MemoryError:
        lines.send({"reply": {"status": "error", "outputs": [], "error": "MemoryError", "detail": ""}})
    except (Closed, OSError):
        pass
    os._exit(0)


def as_student(channel: int, engine: Engine, settings: dict[str, Any]) -> NoReturn:
    """Turn a freshly forked process into a student's: own descriptors, own folder, limits; then run its cells."""
    os.setpgid(0, 0)  # a new session would cost a scheduling group: two milliseconds
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(settings["home"])
    channel = os.dup2(channel, 3, inheritable=False) if channel != 3 else channel
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    for descriptor in (1, 2):
        with tempfile.TemporaryFile(dir=settings["scratch"]) as file:
            os.dup2(file.fileno(), descriptor)
    os.closerange(4, 1024)
    write_files(settings)
    confine.limit(
        settings["memory_mb"], settings["files_mb"], settings["tasks"] + settings["processes"], settings["cpu_seconds"]
    )
    student(Lines(3, 3), engine, settings)


def write_files(settings: dict[str, Any]) -> None:
    """Lay the sheet's data files into the student's folder."""
    for name, text in settings["files"].items():
        Path(settings["home"], name).write_bytes(bytes.fromhex(text))


# -------------------------------------------------------------------------------------------------- the warm process


class Warm:
    """Serve the grader's requests: fork a student, say what it uses, sweep it away."""

    def __init__(self, control: socket.socket, engine: Engine, settings: dict[str, Any]) -> None:
        self.control = control
        self.engine = engine
        self.settings = settings
        self.alone: bool = settings["alone"]
        self.child = 0
        self.ended: dict[int, int] = {}
        self.too_much_memory = False
        self.own_memory = 0

    def serve(self) -> None:
        """Answer requests until the grader hangs up."""
        while True:
            ready, _, _ = select.select([self.control], [], [], WATCH_SECONDS if self.child else None)
            if not ready:
                self.watch()
                continue
            request, _ancillary, _, _ = self.control.recvmsg(64, socket.CMSG_SPACE(4))
            if not request:
                self.sweep()
                return
            if request == b"fork":
                self.fork(_ancillary)
            elif request == b"usage":
                self.control.send(f"{self.usage():.3f}".encode())
            elif request == b"sweep":
                self.control.send(self.sweep().encode())

    def fork(self, ancillary: list[tuple[int, int, bytes]]) -> None:
        """Start a student on the channel that came with the request."""
        received = array.array("i")
        for level, kind, data in ancillary:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                received.frombytes(data[: len(data) - len(data) % received.itemsize])
        channel = received[0]
        self.too_much_memory = False
        self.ended = {}
        self.child = os.fork()
        if self.child == 0:
            try:
                self.control.close()
                as_student(channel, self.engine, self.settings)
            finally:
                os._exit(70)
        os.close(channel)
        self.control.send(b"forked")

    def others(self) -> list[tuple[int, int, float, int]]:
        """Return the student's processes."""
        if self.alone:
            return [entry for entry in confine.processes() if entry[0] != os.getpid()]
        return confine.descendants(os.getpid())[1:]

    def usage(self) -> float:
        """Return the processor seconds of the student's processes."""
        return sum(entry[2] for entry in self.others()) if confine.LINUX else -1.0

    def watch(self) -> None:
        """End a student whose processes together use too much memory (each alone is limited already)."""
        if not confine.LINUX:
            return
        others = self.others()
        if len(others) > 1 and sum(entry[3] for entry in others) > self.settings["memory_mb"] * (3 << 19):
            self.too_much_memory = True
            self.end()

    def end(self) -> None:
        """End all the student's processes."""
        if self.alone:
            confine.kill_all_others()
        elif confine.LINUX:
            confine.kill_descendants()
        elif self.child:
            with contextlib.suppress(OSError):
                os.killpg(self.child, signal.SIGKILL)
            with contextlib.suppress(OSError):
                os.kill(self.child, signal.SIGKILL)

    def sweep(self) -> str:
        """End the student, empty its folders, and say how its process ended: by itself, or now."""
        if not self.child:
            return "ok"
        self.ended |= confine.reap()
        how = self.ended.get(self.child)
        until = time.monotonic() + 5
        while time.monotonic() < until:
            self.end()
            try:
                pid, status = os.waitpid(-1, 0 if self.alone else os.WNOHANG)
                self.ended[pid] = status
            except ChildProcessError:
                break
        self.child = 0
        for folder in (self.settings["home"], self.settings["scratch"]):
            tidy(folder)
        if self.too_much_memory:
            return "memory"
        if how is None:
            return "ok"
        code = os.waitstatus_to_exitcode(how)
        return f"signal {-code}" if code < 0 else f"exit {code}"


def warm(descriptor: int) -> None:
    """Read the settings from the control socket, get ready, serve."""
    control = socket.socket(fileno=descriptor)
    lines = Lines(descriptor, descriptor)
    try:
        settings = lines.receive()
        if settings["level"] == "unshare":
            from .enclose import enclose

            enclose(settings)
        if settings["uid"]:
            confine.drop_user(settings["uid"])
        confine.harden()
        landlock.restrict((settings["home"], settings["scratch"], *DEVICES))
        refuse_calls()
        signal.signal(signal.SIGINT, signal.SIG_DFL if settings["alone"] else signal.SIG_IGN)
        os.chdir(settings["home"])
        engine = prepare(settings)
        settings["tasks"] = 2 if settings["alone"] else confine.tasks_of_user() + 1
        if threading.active_count() > 1:
            raise RuntimeError("a preloaded module has started threads, so that no process can be forked safely")
    except Exception as error:
        lines.send({"failed": f"{type(error).__name__}: {error}"})
        return
    lines.send({"ready": sys.version})
    gc.collect()
    gc.freeze()
    Warm(control, engine, settings).serve()


def single() -> None:
    """Serve one student without forking, over standard input and output: where there is no fork."""
    channel = Lines(os.dup(0), os.dup(1))
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    settings = channel.receive()
    try:
        os.chdir(settings["home"])
        engine = prepare(settings)
        for descriptor in (1, 2):
            with tempfile.TemporaryFile(dir=settings["scratch"]) as file:
                os.dup2(file.fileno(), descriptor)
    except Exception as error:
        channel.send({"failed": f"{type(error).__name__}: {error}"})
        return
    channel.send({"ready": sys.version})
    write_files(settings)
    with contextlib.suppress(ImportError):
        confine.limit(
            settings["memory_mb"],
            settings["files_mb"],
            confine.tasks_of_user() + settings["processes"],
            settings["cpu_seconds"],
        )
    student(channel, engine, settings)


def kernel(settings: dict[str, Any], connection_file: str) -> None:
    """Become a real kernel, confined as a student's process is, with a line to the grader for dialogs.

    The first process only keeps a lifeline: when the grader lets go of it, all ends. (The kernel's promise to end a
    process with its parent does not survive the change of user.)
    """
    if settings["uid"]:
        confine.drop_user(settings["uid"])
    lifeline = socket.socket(socket.AF_UNIX)
    lifeline.connect(settings["ask"])
    confine.harden()
    child = os.fork()
    if child:
        while not select.select([lifeline], [], [], 0.2)[0] and child not in confine.reap():
            pass
        confine.kill_descendants()
        os._exit(0)
    lifeline.close()
    asking = socket.socket(socket.AF_UNIX)
    asking.connect(settings["ask"])
    refuse_calls(sockets=True)
    os.chdir(settings["home"])
    sys.path.remove(CODE)
    absent = forbid(settings["forbidden"])
    for name in settings["preload"]:
        if not absent.forbids(name):
            importlib.import_module(name)
    builtins.__boomkit_ask__ = ask_through(Lines(asking.fileno(), asking.fileno()))  # type: ignore[attr-defined]
    from ipykernel.kernelapp import IPKernelApp

    confine.limit(
        settings["memory_mb"],
        settings["files_mb"],
        confine.tasks_of_user() + settings["processes"],
        settings["cpu_seconds"],
    )
    app = IPKernelApp.instance()
    app.initialize(["-f", connection_file, "--HistoryManager.enabled=False", "--colors=NoColor"])
    random.seed(settings["random_seed"])
    app.start()


def main() -> None:
    """Start as `warm FD`, as `single`, or as `kernel SETTINGS FILE`."""
    if sys.argv[1] == "warm":
        warm(int(sys.argv[2]))
    elif sys.argv[1] == "kernel":
        kernel(json.loads(sys.argv[2]), sys.argv[3])
    else:
        single()
