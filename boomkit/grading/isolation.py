"""Plan what a student's process may see, and turn the plan into a sandbox command.

One `Plan` (what is bound, what is masked, which folders are writable) serves bubblewrap and our own `unshare` sandbox.
The levels, from strong to none: `bwrap`, `unshare`; `fork` and `spawn` limit resources and hide modules from `import`,
but isolate nothing.
"""

from __future__ import annotations

import fnmatch
import importlib.util
import os
import shutil
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Level = Literal["bwrap", "unshare", "fork", "spawn"]
LEVELS: tuple[Level, ...] = ("bwrap", "unshare", "fork", "spawn")
ISOLATED: frozenset[str] = frozenset({"bwrap", "unshare"})

# Places that no system has: a folder mounted over /tmp or a home would hide an environment that lies in it.
HOME = "/student/home"
SCRATCH = "/student/tmp"
CODE = "/sandbox"
INSIDE = Path(__file__).parent / "inside"
SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
SYSTEM_PARTS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32", "libexec")
SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives")
DEVICES = ("null", "zero", "random", "urandom")


def environment(home: str = HOME, scratch: str = SCRATCH) -> dict[str, str]:
    """Return the environment of every worker: the same for the reference and for students."""
    found = {
        "PYTHONHASHSEED": "0",
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
        "PYTHONUTF8": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONNOUSERSITE": "1",
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), "/usr/bin", "/bin")),
        "HOME": home,
        "TMPDIR": scratch,
        "IPYTHONDIR": str(Path(scratch) / "ipython"),
        "USER": "student",
        "NO_COLOR": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "NUMBA_NUM_THREADS": "1",
        "NUMBA_CACHE_DIR": str(Path(scratch) / "numba"),
        "MPLCONFIGDIR": str(Path(scratch) / "matplotlib"),
    }
    if os.name == "nt":
        found |= {key: os.environ[key] for key in ("SYSTEMROOT", "PATH", "TEMP") if key in os.environ}
    return found


@dataclass(frozen=True)
class Plan:
    """What the sandbox shows: host paths bound read-only at the same place, then paths that are masked."""

    bind: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    """(target, place) of symbolic links such as /lib -> usr/lib."""
    mask_folders: tuple[str, ...]
    mask_files: tuple[str, ...]
    files_mb: int


def _roots(packages: Sequence[str]) -> Iterator[str]:
    """Yield the folders and files that Python and the packages need."""
    yield from (sys.base_prefix, sys.base_exec_prefix)
    executable = Path(sys.executable)
    while executable.is_symlink():  # a virtual environment's python, then the links of a version manager
        executable = executable.parent / os.readlink(executable)
        yield str(executable)
    if sys.prefix == sys.base_prefix:
        yield from {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    else:
        yield sys.prefix
    for package in packages:
        yield from package_paths(package)


def package_paths(name: str) -> tuple[str, ...]:
    """Return where a top-level module lies: its folders, or its file; nothing if it is not installed.

    >>> [path.rsplit("/", 1)[-1] for path in package_paths("json")]
    ['json']
    """
    try:
        spec = importlib.util.find_spec(name.partition(".")[0])
    except (ImportError, ValueError):
        return ()
    if spec is None:
        return ()
    if spec.submodule_search_locations is not None:
        return tuple(str(Path(place)) for place in spec.submodule_search_locations)
    return (spec.origin,) if spec.has_location and spec.origin else ()


def _within(path: str, folders: Iterable[str]) -> bool:
    return any(path == folder or path.startswith(folder.rstrip("/") + "/") for folder in folders)


def _outermost(paths: Iterable[str]) -> tuple[str, ...]:
    """Drop what lies inside another path; keep existing ones only."""
    kept: list[str] = []
    for path in sorted({os.path.normpath(path) for path in paths if os.path.exists(path)}):
        if not _within(path, kept):
            kept.append(path)
    return tuple(kept)


def module_files(pattern: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the (folders, files) on disk that modules matching `pattern` are loaded from, compiled files included."""
    first, *rest = pattern.split(".")
    places = [Path(path) for path in package_paths(first)]
    folders, files = [place for place in places if place.is_dir()], [place for place in places if place.is_file()]
    for part in rest:
        parents, folders, files = folders, [], []
        for parent in parents:
            for entry in sorted(parent.iterdir()):
                if entry.is_dir() and fnmatch.fnmatchcase(entry.name, part):
                    folders.append(entry)
                elif entry.is_file() and fnmatch.fnmatchcase(entry.name.partition(".")[0], part):
                    files.append(entry)
    compiled = [
        cached
        for file in files
        for cached in sorted((file.parent / "__pycache__").glob(f"{file.name.partition('.')[0]}.*"))
    ]
    return tuple(map(str, folders)), tuple(map(str, [*files, *compiled]))


def plan(
    *, forbidden: Sequence[str], packages: Sequence[str] = ("boomkit",), hide: Sequence[str] = (), files_mb: int = 16
) -> Plan:
    """Decide what a worker sees. `hide` names paths that must not show even where a bound folder holds them."""
    links, system = [], []
    for path in SYSTEM:
        if os.path.islink(path):
            links.append((os.readlink(path), path))
        elif os.path.isdir(path):
            system.append(path)
    system += [f"/usr/{part}" for part in SYSTEM_PARTS]
    masks = [module_files(name) for name in forbidden]
    folders = {folder for found, _ in masks for folder in found}
    files = {file for _, found in masks for file in found}
    binds = _outermost([*system, *SYSTEM_FILES, *_roots(packages)])
    for path in map(os.path.abspath, hide):
        if _within(path, binds):
            (folders if os.path.isdir(path) else files).add(path)
    binds = tuple(path for path in binds if not _within(path, folders | files))
    folders = {folder for folder in _outermost(folders) if _within(folder, binds)}
    return Plan(
        binds,
        tuple(links),
        tuple(sorted(folders)),
        tuple(sorted(file for file in files if _within(file, binds) and not _within(file, folders))),
        files_mb,
    )


def as_root() -> bool:
    """Say whether this process is the superuser."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def bwrap_arguments(plan: Plan, bound: Sequence[tuple[str, str]] = ()) -> list[str]:
    """Return bubblewrap and its arguments for a plan; the program to run follows. `bound` adds writable binds.

    Started by the superuser it makes no user namespace, so that the program inside can become an ordinary user with an
    id of its own (for the superuser's id the limit on processes does not count); otherwise it does.
    """
    found = [shutil.which("bwrap") or "bwrap", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    found += ["--unshare-cgroup-try", "--die-with-parent", "--as-pid-1", "--new-session", "--cap-drop", "ALL"]
    found += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"] if as_root() else ["--unshare-user"]
    found += ["--hostname", "sandbox", "--clearenv"]
    for name, value in environment().items():
        found += ["--setenv", name, value]
    shown = (*plan.bind, f"{CODE}/inside", HOME, *(place for _, place in bound))
    parents = {str(parent) for path in shown for parent in Path(path).parents}
    for parent in sorted(parents - {"/"}):  # bubblewrap would make them for the superuser alone
        found += ["--perms", "0755", "--dir", parent]
    for path in plan.bind:
        found += ["--ro-bind", path, path]
    for target, place in plan.links:
        found += ["--symlink", target, place]
    found += ["--ro-bind", str(INSIDE), f"{CODE}/inside"]
    for path in plan.mask_folders:
        found += ["--size", "4096", "--tmpfs", path, "--remount-ro", path]
    for path in plan.mask_files:
        found += ["--ro-bind", "/dev/null", path]
    found += ["--proc", "/proc", "--size", "65536", "--tmpfs", "/dev"]
    for name in DEVICES:
        found += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    for name in ("fd", "stdin", "stdout", "stderr"):
        target = "/proc/self/fd" if name == "fd" else f"/proc/self/fd/{('stdin', 'stdout', 'stderr').index(name)}"
        found += ["--symlink", target, f"/dev/{name}"]
    found += ["--remount-ro", "/dev"]
    for folder in (HOME, SCRATCH):
        found += ["--perms", "0777", "--size", str(plan.files_mb << 20), "--tmpfs", folder]
    for source, place in bound:
        found += ["--bind", source, place]
    return [*found, "--remount-ro", "/", "--chdir", HOME, "--"]


def python_command(code: str, *arguments: str) -> list[str]:
    """Return the command that starts the inside program with `code` as the folder that holds the package `inside`."""
    boot = "import sys; sys.path.insert(0, sys.argv.pop(1)); from inside.main import main; main()"
    return [sys.executable, "-P", "-s", "-c", boot, code, *arguments]


def available(level: Level) -> bool:
    """Say whether a level can be tried on this machine; whether it works shows when it is started."""
    if level == "bwrap":
        return sys.platform.startswith("linux") and shutil.which("bwrap") is not None
    if level == "unshare":
        return sys.platform.startswith("linux")
    return level == "spawn" or hasattr(os, "fork")
