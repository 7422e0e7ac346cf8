"""What a process can do to itself so that nothing it runs later can do harm: limits, no privileges, no tracing."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38

LINUX = sys.platform.startswith("linux")
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def prctl(option: int, value: int) -> None:
    """Set an attribute of this process; OSError when the kernel refuses."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({option}, {value})")


def drop_user(uid: int) -> None:
    """Become an ordinary user for good: for the superuser the limit on processes would not count."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def harden() -> None:
    """Forbid new privileges, and reading or tracing this process through /proc (its children share its memory)."""
    if LINUX:
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        prctl(PR_SET_DUMPABLE, 0)
        prctl(PR_SET_CHILD_SUBREAPER, 1)


def tasks_of_user() -> int:
    """Count the threads that run under this user id (0 where that cannot be known)."""
    if not LINUX:
        return 0
    me, count = os.getuid(), 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError, ValueError, KeyError):
                lines = Path(f"/proc/{name}/status").read_text(encoding="utf-8", errors="replace").splitlines()
                fields = dict(line.split(":", 1) for line in lines if ":" in line)
                if int(fields["Uid"].split()[0]) == me:
                    count += int(fields["Threads"])
    return count


def limit(memory_mb: int, files_mb: int, processes: int, cpu_seconds: int) -> None:
    """Set the limits of this process and of all it will start. `processes` counts every task of the user."""
    import resource

    def cap(kind: int, value: int) -> None:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (value, value))

    mega = 1 << 20
    if LINUX:
        used = int(Path("/proc/self/statm").read_bytes().split()[0]) * PAGE
        cap(resource.RLIMIT_AS, used + memory_mb * mega)
        cap(resource.RLIMIT_NPROC, processes)
        cap(resource.RLIMIT_MSGQUEUE, 0)
        cap(resource.RLIMIT_MEMLOCK, 0)
        cap(resource.RLIMIT_SIGPENDING, 256)
    cap(resource.RLIMIT_FSIZE, files_mb * mega)
    cap(resource.RLIMIT_NOFILE, 128)
    cap(resource.RLIMIT_CORE, 0)
    cap(resource.RLIMIT_CPU, cpu_seconds)


def processes() -> Iterator[tuple[int, int, float, int]]:
    """Yield (pid, parent, processor seconds, resident bytes) of all visible processes; dead children count."""
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                fields = (
                    Path(f"/proc/{name}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
                )
                seconds = sum(int(field) for field in fields[11:15]) / TICK
                yield int(name), int(fields[1]), seconds, int(fields[21]) * PAGE


def descendants(root: int) -> list[tuple[int, int, float, int]]:
    """Return those processes that descend from `root` (which stands first)."""
    table = list(processes())
    found = [entry for entry in table if entry[0] == root]
    known = {root}
    grew = True
    while grew:
        grew = False
        for entry in table:
            if entry[1] in known and entry[0] not in known:
                known.add(entry[0])
                found.append(entry)
                grew = True
    return found


def kill_all_others() -> None:
    """End every other process of this process namespace. Call it as its first process only."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)


def kill_descendants(seconds: float = 2.0) -> None:
    """End every process that descends from this one, until there is none left."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        children = descendants(os.getpid())[1:]
        if not children:
            return
        for pid, *_ in children:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        reap()
        time.sleep(0.002)


def reap() -> dict[int, int]:
    """Collect ended children; return their wait statuses by process id."""
    ended: dict[int, int] = {}
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            ended[pid] = status
    return ended
