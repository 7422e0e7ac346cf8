"""Nothing in the kit needs one operating system: no POSIX-only call, and text files say how they are encoded."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from source_tree import PACKAGE, ROOT, imports, modules, tree

POSIX_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "termios", "tty"}
POSIX_NAMES = {
    "os": {
        "chown", "fork", "forkpty", "geteuid", "getgid", "getloadavg", "getpgid", "getuid", "initgroups", "killpg",
        "mkfifo", "nice", "pidfd_open", "sched_getaffinity", "setgid", "setgroups", "setpgid", "setsid", "setuid",
        "uname", "wait4", "waitpid", "WNOHANG",
    },
    "signal": {"SIGALRM", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "alarm", "pthread_sigmask", "setitimer"},
}  # fmt: skip
# The grader's isolation, which has a fallback for systems without these calls.
ISOLATION = tuple(
    PACKAGE / "grading" / name for name in ("inside", "isolation.py", "kernel.py", "task.py", "worker.py")
)


def is_isolation(path: Path) -> bool:
    """Tell whether a module belongs to the grader's isolation."""
    return any(path.is_relative_to(place) for place in ISOLATION)


def posix_only(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and name of what a file uses that Windows lacks, unless it asks first whether it is there."""
    for line, name in imports(path):
        if name.split(".")[0] in POSIX_MODULES:
            yield line, name
    asked_for = {
        node.args[1].value
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "hasattr"
        and isinstance(node.args[1], ast.Constant)
    }
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module, name = node.value.id, node.attr
            if name in POSIX_NAMES.get(module, ()) and name not in asked_for:
                yield node.lineno, f"{module}.{name}"


def test_no_call_needs_one_system() -> None:
    """Outside the grader's isolation every call exists on Windows, too."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line} uses {name}"
        for path in modules()
        if not is_isolation(path)
        for line, name in posix_only(path)
    ]
    assert not wrong, "\n".join(wrong)


def test_the_rule_sees_the_calls_of_the_isolation() -> None:
    found = {name for path in modules() if is_isolation(path) for _, name in posix_only(path)}
    assert "os.fork" in found


def opens_text_without_encoding(call: ast.Call) -> bool:
    """Tell whether a call opens, reads or writes text and leaves the encoding to the system."""
    if any(keyword.arg in ("encoding", None) for keyword in call.keywords):
        return False
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in ("read_text", "write_text"):
        return len(call.args) < (1 if name == "read_text" else 2)
    if name in ("TemporaryFile", "NamedTemporaryFile", "SpooledTemporaryFile"):
        modes = [keyword.value for keyword in call.keywords if keyword.arg == "mode"] or call.args[:1]
        return any(isinstance(mode, ast.Constant) and "b" not in str(mode.value) for mode in modes)
    if name not in ("open", "fdopen"):
        return False
    is_function = isinstance(call.func, ast.Name) or name == "fdopen"
    position = 1 if is_function else 0  # open(path, mode), but path.open(mode)
    modes = [keyword.value for keyword in call.keywords if keyword.arg == "mode"] or call.args[position : position + 1]
    if not modes:
        return is_function or not call.args
    mode = modes[0].value if isinstance(modes[0], ast.Constant) else "b"
    return isinstance(mode, str) and set(mode) <= set("rwaxt+")


@pytest.mark.parametrize(
    ("code", "guilty"),
    [
        ("open(path)", True),
        ("open(path, 'w')", True),
        ("open(path, 'rb')", False),
        ("open(path, encoding='utf-8')", False),
        ("path.open()", True),
        ("path.open('w')", True),
        ("path.open('wb')", False),
        ("archive.open(name)", False),
        ("path.read_text()", True),
        ("path.read_text(encoding='utf-8')", False),
        ("path.write_text(text)", True),
        ("path.read_bytes()", False),
        ("tempfile.NamedTemporaryFile('w')", True),
        ("tempfile.NamedTemporaryFile()", False),
    ],
)
def test_the_encoding_rule_tells_calls_apart(code: str, guilty: bool) -> None:
    call = ast.parse(code, mode="eval").body
    assert isinstance(call, ast.Call)
    assert opens_text_without_encoding(call) is guilty


def test_every_text_file_is_opened_with_an_encoding() -> None:
    paths = [
        *modules(),
        *(path for folder in ("tests", "benchmarks", "docs") for path in (ROOT / folder).rglob("*.py")),
    ]
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted(paths)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and opens_text_without_encoding(node)
    ]
    assert not wrong, "text opened without encoding=:\n" + "\n".join(wrong)
