"""Refuse the system calls that a solution to an exercise never needs: sockets, shared memory, namespaces, tracing.

Memory in System V segments and `memfd` files is not counted by any limit of a process, so these are refused as well.
A classic BPF program, written by hand: two instructions a call.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct

from .confine import LINUX, PR_SET_NO_NEW_PRIVS, prctl

PR_SET_SECCOMP, MODE_FILTER = 22, 2
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
NEW_NAMESPACES = 0x7E020080
"""The CLONE_NEW… flags."""

AF_UNIX = 1

# The same calls in the same order: ptrace, process_vm_readv, process_vm_writev, shmget, shmat, shmctl, shmdt, msgget,
# semget, memfd_create, unshare, setns, mount, umount2, pivot_root, chroot, keyctl, add_key, request_key, bpf,
# perf_event_open, userfaultfd, open_by_handle_at, kexec_load, init_module, finit_module, delete_module, swapon, reboot,
# personality, quotactl, acct, settimeofday, clock_settime, sethostname, vmsplice, splice, mq_open, fanotify_init
_X86 = (
    "101 310 311 29 30 31 67 68 64 319 272 308 165 166 155 161 250 248 249 321 298 323 304 246 175 313 176 167 169 135"
)
_X86 += " 179 163 164 227 170 278 275 240 300"
_ARM = (
    "117 270 271 194 196 195 197 186 190 279 97 268 40 39 41 51 219 217 218 280 241 282 265 104 105 273 106 224 142 92"
)
_ARM += " 60 89 170 112 161 75 76 180 262"
# The same number everywhere: io_uring (three), open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, pidfd_getfd,
# mount_setattr, memfd_secret
_EVERYWHERE = "425 426 427 428 429 430 431 432 433 438 442 447"
_CLONE3 = 435

# machine: (audit architecture, refused, clone, socket)
TABLES: dict[str, tuple[int, tuple[int, ...], int, int]] = {
    "x86_64": (0xC000003E, tuple(map(int, f"{_X86} {_EVERYWHERE}".split())), 56, 41),
    "aarch64": (0xC00000B7, tuple(map(int, f"{_ARM} {_EVERYWHERE}".split())), 220, 198),
}


def program(machine: str, sockets: bool = False) -> bytes:
    """Return the filter for a machine; KeyError for a machine that has no table. `sockets` are allowed or not.

    >>> len(program("x86_64")) % 8
    0
    """
    architecture, refused, clone, socket = TABLES[machine]
    refuse = REFUSE | errno.EPERM
    steps = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, architecture), (RETURN, 0, 0, KILL), (LOAD, 0, 0, NUMBER)]
    if machine == "x86_64":  # the calls of the x32 world
        steps += [(AT_LEAST, 0, 1, 0x40000000), (RETURN, 0, 0, refuse)]
    for number in refused:
        steps += [(EQUAL, 0, 1, number), (RETURN, 0, 0, refuse)]
    steps += [
        (EQUAL, 0, 1, _CLONE3),
        (RETURN, 0, 0, REFUSE | errno.ENOSYS),
    ]  # its flags cannot be seen; libc falls back
    steps += [
        (EQUAL, 0, 4, clone),
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (ANY_BIT, 0, 1, NEW_NAMESPACES),
        (RETURN, 0, 0, refuse),
    ]
    steps += [(RETURN, 0, 0, ALLOW)]
    if not sockets:
        steps += [(EQUAL, 0, 3, socket), (LOAD, 0, 0, FIRST_ARGUMENT), (EQUAL, 1, 0, AF_UNIX), (RETURN, 0, 0, refuse)]
    steps += [(RETURN, 0, 0, ALLOW)]
    return b"".join(struct.pack("HBBI", *step) for step in steps)


def refuse_calls(sockets: bool = False) -> bool:
    """Put the filter in force for this process and all that it starts; False where that cannot be done.

    `sockets` leaves sockets of all kinds alone (a real kernel's library looks at network interfaces).
    """
    machine = os.uname().machine if LINUX else ""
    if machine not in TABLES:
        return False
    code = ctypes.create_string_buffer(program(machine, sockets))

    class Program(ctypes.Structure):
        """What the kernel wants: a length and a pointer."""

        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))

    filled = Program((len(code) - 1) // 8, ctypes.cast(code, ctypes.c_void_p))
    libc = ctypes.CDLL(None, use_errno=True)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    return bool(libc.prctl(PR_SET_SECCOMP, ctypes.c_ulong(MODE_FILTER), ctypes.byref(filled), 0, 0) == 0)
