"""A sandbox of our own out of Linux namespaces, for machines that have no bubblewrap.

The same plan as bubblewrap's: a new root in memory that shows only what is bound, no network, own process ids.
"""

from __future__ import annotations

import ctypes
import os
import re
import signal
from pathlib import Path
from typing import Any

from . import confine

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT = 1, 2, 4, 8, 32
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
MNT_DETACH = 2
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41, "riscv64": 41, "ppc64le": 203, "s390x": 217}
STAGE, NEW, OLD = "/tmp", "/new", "/old"

libc = ctypes.CDLL(None, use_errno=True)


def _check(result: int, what: str) -> None:
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")


def mount(source: str, target: str, kind: str | None = None, flags: int = 0, options: str = "") -> None:
    """Mount a file system or bind a path; OSError when the kernel refuses."""
    encoded = [None if text is None else os.fsencode(text) for text in (source, target, kind, options)]
    _check(libc.mount(encoded[0], encoded[1], encoded[2], ctypes.c_ulong(flags), encoded[3]), f"mounting {target}")


def pivot_root(new: str, old: str) -> None:
    """Make `new` the root of this mount namespace and put the old one at `old`."""
    number = PIVOT_ROOT.get(os.uname().machine)
    if number is None:
        raise OSError(f"pivot_root is not known for {os.uname().machine}")
    _check(libc.syscall(number, os.fsencode(new), os.fsencode(old)), "pivot_root")


def _place(path: str, folder: bool) -> str:
    """Make the place in the new root where something will be mounted."""
    place = Path(NEW + path)
    (place if folder else place.parent).mkdir(parents=True, exist_ok=True)
    if not folder:
        place.touch()
    return str(place)


def _freeze(place: str) -> None:
    """Make a mount and those below it read-only, keeping the flags that may not be cleared."""
    table = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    points = {re.sub(r"\\(\d{3})", lambda octal: chr(int(octal[1], 8)), line.split()[4]) for line in table}
    for point in sorted(point for point in points if point == place or point.startswith(place + "/")):
        kept = os.statvfs(point).f_flag & (MS_NOEXEC | 1024 | 2048 | 4096)  # noexec, noatime, nodiratime, relatime
        times = {1024: 1 << 10, 2048: 1 << 11, 4096: 1 << 21}
        flags = (kept & MS_NOEXEC) | sum(value for bit, value in times.items() if kept & bit)
        mount("none", point, None, MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV | flags)


def bind(source: str, path: str) -> None:
    """Show a path of the old root in the new one, read-only."""
    place = _place(path, os.path.isdir(OLD + source))
    mount(OLD + source, place, None, MS_BIND | MS_REC)
    _freeze(place)


def _build(plan: dict[str, Any], home: str, scratch: str) -> None:
    for path in plan["bind"]:
        bind(path, path)
    for target, place in plan["links"]:
        Path(NEW + place).parent.mkdir(parents=True, exist_ok=True)
        os.symlink(target, NEW + place)
    for path in plan["mask_folders"]:
        mount("none", NEW + path, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV, "size=4k,mode=0555")
    for path in plan["mask_files"]:
        mount(OLD + "/dev/null", NEW + path, None, MS_BIND)
        _freeze(NEW + path)
    mount("proc", _place("/proc", True), "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    for name in plan["devices"]:
        mount(f"{OLD}/dev/{name}", _place(f"/dev/{name}", False), None, MS_BIND)
    for name, target in (("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
        os.symlink(f"/proc/self/{target}", f"{NEW}/dev/{name}")
    for folder in (home, scratch):
        size = f"size={plan['files_mb']}m,nr_inodes=10000,mode=0777"
        mount("none", _place(folder, True), "tmpfs", MS_NOSUID | MS_NODEV, size)


def drop_capabilities() -> None:
    """Give up every capability that a new user namespace has brought."""
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    _check(libc.capset(header, (ctypes.c_uint32 * 6)()), "capset")


def enclose(settings: dict[str, Any]) -> None:
    """Go into a sandbox; what returns is the first process of a process namespace that sees only the plan.

    The calling process stays outside, waits, and ends when the inner one does.

    Raises:
        OSError: when the kernel does not allow one of the steps.
    """
    uid, gid, root = os.getuid(), os.getgid(), os.geteuid() == 0
    namespaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWPID | CLONE_NEWNET
    _check(libc.unshare(namespaces | (0 if root else CLONE_NEWUSER)), "unshare")
    if not root:
        Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1", encoding="ascii")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1", encoding="ascii")
    inner = os.fork()
    if inner:
        os.closerange(3, 1024)
        os.waitpid(inner, 0)
        os._exit(0)
    confine.prctl(confine.PR_SET_PDEATHSIG, signal.SIGKILL)
    os.umask(0o022)
    mount("none", "/", None, MS_REC | MS_PRIVATE)
    mount("none", STAGE, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=0755")
    os.mkdir(STAGE + NEW)
    os.mkdir(STAGE + OLD)
    pivot_root(STAGE, STAGE + OLD)
    os.chdir("/")
    mount("none", NEW, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=0755")
    os.mkdir("/proc")
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    _build(settings["plan"], settings["home"], settings["scratch"])
    mount("none", NEW, None, MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV, "size=1m,mode=0755")
    os.chdir(NEW)
    pivot_root(".", ".")
    _check(libc.umount2(b".", MNT_DETACH), "leaving the old root")
    os.chdir("/")
    if not root:
        drop_capabilities()
