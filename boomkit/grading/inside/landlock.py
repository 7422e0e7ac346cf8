"""Landlock: rules that a process lays on itself and that all it starts inherit. Any user may ask the kernel for them.

A second wall behind the namespaces: should a mount show more than was meant, writing outside the student's two folders
is refused all the same, as are connections over TCP and signals to processes outside.
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Sequence

from .confine import LINUX, PR_SET_NO_NEW_PRIVS, prctl

CREATE, ADD, RESTRICT = 444, 445, 446
"""System calls; they have the same number on every machine."""

VERSION, PATH_BENEATH = 1, 1
READ = 0b1101
"""Execute, read a file, list a folder."""

FILE = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15
"""Rights that make sense for a file: execute, write, read, truncate, device control."""

RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1, 5: (1 << 16) - 1}
"""Rights on files that each version of the kernel's interface knows; later ones know no more."""

TCP, SCOPES = 0b11, 0b11
"""Bind and connect over TCP (from version 4); abstract sockets and signals (from version 6)."""


class Ruleset(ctypes.Structure):
    """What is refused unless a rule allows it."""

    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64))


class Beneath(ctypes.Structure):
    """Rights below a folder, or on a file."""

    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("rights", ctypes.c_uint64), ("descriptor", ctypes.c_int32))


def version() -> int:
    """Return the version of the kernel's interface; 0 where there is none."""
    if not LINUX:
        return 0
    libc = ctypes.CDLL(None, use_errno=True)
    return max(0, int(libc.syscall(CREATE, None, ctypes.c_size_t(0), VERSION)))


def restrict(writable: Sequence[str], readable: Sequence[str] = ("/",)) -> int:
    """Let this process write below `writable` alone, read below `readable`, and reach nothing by TCP or signal.

    Returns the version of the interface that is in force, 0 where the kernel has none.

    Raises:
        OSError: when the kernel has Landlock and refuses a step.
    """
    known = version()
    if not known:
        return 0
    libc = ctypes.CDLL(None, use_errno=True)
    rights = RIGHTS[min(known, max(RIGHTS))]
    wanted = Ruleset(rights, TCP if known >= 4 else 0, SCOPES if known >= 6 else 0)
    size = 24 if known >= 6 else 16 if known >= 4 else 8
    rules = _checked(libc.syscall(CREATE, ctypes.byref(wanted), ctypes.c_size_t(size), 0), "landlock_create_ruleset")
    try:
        for path, allowed in (*((path, READ) for path in readable), *((path, rights) for path in writable)):
            _allow(libc, rules, path, allowed & rights)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        _checked(libc.syscall(RESTRICT, rules, 0), "landlock_restrict_self")
    finally:
        os.close(rules)
    return known


def _allow(libc: ctypes.CDLL, rules: int, path: str, rights: int) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= FILE
        rule = Beneath(rights, place)
        _checked(libc.syscall(ADD, rules, PATH_BENEATH, ctypes.byref(rule), 0), f"landlock_add_rule for {path}")
    finally:
        os.close(place)


def _checked(result: int, what: str) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")
    return result
