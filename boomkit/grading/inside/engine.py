"""Run cells as a notebook would, and collect what they show.

An IPython shell without a kernel: its formatters decide what a value looks like, so that the outputs equal those of a
real kernel; its `run_cell` is left aside (a millisecond a cell, and full of hooks that a student could bend).
"""

from __future__ import annotations

import ast
import asyncio
import base64
import builtins
import io
import linecache
import os
import subprocess
import sys
import traceback
from collections.abc import Callable
from types import CodeType
from typing import Any

TRACEBACK_LINES = 20
TEXT_LIMIT = 4_000


class TooMuchOutput(BaseException):
    """A cell has written more than it may."""


class Tap(io.TextIOBase):
    """Stand in for `sys.stdout` or `sys.stderr` and keep what is written."""

    encoding = "UTF-8"
    errors = "strict"

    def __init__(self, name: str, keep: Callable[[str, str], None]) -> None:
        self.name = name
        self._keep = keep

    def write(self, text: str) -> int:
        """Keep the text; TooMuchOutput when the cell's allowance is used up."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._keep(self.name, text)
        return len(text)

    def writable(self) -> bool:
        """Say yes."""
        return True

    def fileno(self) -> int:
        """Return the descriptor that child processes would write to."""
        return 1 if self.name == "stdout" else 2


class Outputs:
    """The outputs of one cell in nbformat's form, streams joined by name, bounded in length."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.items: list[dict[str, Any]] = []
        self.streams: dict[str, list[str]] = {}
        self.used = 0
        self.overflow = False

    def stream(self, name: str, text: str) -> None:
        """Add text to a stream; beyond the limit keep what fits and raise."""
        if self.overflow:
            raise TooMuchOutput
        room = self.limit - self.used
        if name not in self.streams:
            self.streams[name] = []
            self.items.append({"output_type": "stream", "name": name})
        self.streams[name].append(text[:room])
        self.used += len(text)
        if len(text) > room:
            self.overflow = True
            raise TooMuchOutput

    def add(self, kind: str, data: dict[str, Any], metadata: dict[str, Any]) -> None:
        """Add a rich output; pictures as base64, as a kernel sends them."""
        if self.overflow:
            raise TooMuchOutput
        plain: dict[str, Any] = {}
        for mime, value in data.items():
            text = base64.b64encode(value).decode("ascii") if isinstance(value, bytes) else value
            self.used += len(text) if isinstance(text, str) else len(repr(text))
            plain[str(mime)] = text
        if self.used > self.limit:
            self.overflow = True
            raise TooMuchOutput
        item: dict[str, Any] = {"output_type": kind, "data": plain, "metadata": metadata or {}}
        if kind == "execute_result":
            item["execution_count"] = None
        self.items.append(item)

    def finished(self) -> list[dict[str, Any]]:
        """Return the outputs with their streams joined."""
        for item in self.items:
            if item["output_type"] == "stream":
                item["text"] = "".join(self.streams[item["name"]])
        return self.items


def safe_text(value: object, limit: int = TEXT_LIMIT) -> str:
    """Return `str(value)`, whatever its class does when asked."""
    try:
        return str.__str__(str(value))[:limit]
    except BaseException:
        return "(its text could not be made)"


class Engine:
    """One IPython shell and the machinery to run cells in it."""

    def __init__(self, output_limit: int) -> None:
        from IPython.core.displaypub import DisplayPublisher
        from IPython.core.interactiveshell import InteractiveShell
        from traitlets import Type
        from traitlets.config import Config

        self.outputs = outputs = Outputs(output_limit)

        class Publisher(DisplayPublisher):  # type: ignore[misc]
            """Catch what `display` publishes."""

            def publish(
                self, data: dict[str, Any], metadata: dict[str, Any] | None = None, *args: Any, **kwargs: Any
            ) -> None:
                outputs.add("display_data", data, metadata or {})

            def clear_output(self, wait: bool = False) -> None:
                """Keep everything: nbval does."""

        class Shell(InteractiveShell):  # type: ignore[misc]
            """A shell that reports errors plainly and does not leave when asked."""

            display_pub_class = Type(Publisher)

            def init_history(self) -> None:
                super().init_history()
                self.history_manager.enabled = False

            def showtraceback(self, *args: Any, **kwargs: Any) -> None:
                kind, error, _ = sys.exc_info()
                sys.stderr.write(f"{getattr(kind, '__name__', 'Error')}: {safe_text(error)}\n")

            def ask_exit(self) -> None:
                """Stay: the next cells are to be run."""

            def system(self, command: str) -> None:
                done = subprocess.run(
                    command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
                )
                sys.stdout.write(done.stdout.decode("utf-8", "replace"))
                self.user_ns["_exit_code"] = done.returncode

        config = Config()
        config.HistoryManager.enabled = False
        config.HistoryManager.hist_file = ":memory:"
        config.InteractiveShell.colors = "nocolor"
        self.shell = Shell.instance(config=config)
        self.names: dict[str, Any] = self.shell.user_ns
        self.count = 0
        self._builtins: list[tuple[str, Any]] = []
        self.stdout = Tap("stdout", outputs.stream)
        self.stderr = Tap("stderr", outputs.stream)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.run(
            "0\nfrom IPython.display import display\n{'warm': [1.5, 'text']}"
        )  # load what the first cell would load
        self.run("no_such_name")
        self.count = 0
        self._builtins = list(builtins.__dict__.items())

    def warm_up(self, source: str) -> None:
        """Run the grader's own source before the first student; what it adds to the builtins stays there."""
        self._builtins = []
        self.run(source)
        self.count = 0
        self._builtins = list(builtins.__dict__.items())

    def _read(self, source: str, filename: str) -> ast.Module:
        """Parse a cell; only what is no plain Python goes through IPython's transformations."""
        try:
            return ast.parse(source, filename)
        except SyntaxError as plain_error:
            try:
                changed = self.shell.transform_cell(source)
            except SyntaxError:
                raise plain_error from None
            tree: ast.Module = ast.parse(changed, filename)
            return tree

    def _execute(self, code: CodeType) -> Any:
        value = eval(code, self.names)
        if code.co_flags & 0x80:  # CO_COROUTINE: the cell awaits at top level
            self._loop = self._loop or asyncio.new_event_loop()
            return self._loop.run_until_complete(value)
        return value

    def _show(self, value: Any) -> None:
        if value is None:
            return
        data, metadata = self.shell.display_formatter.format(value)
        self.names["_"] = value
        if data:
            self.outputs.add("execute_result", data, metadata)

    def _run(self, source: str, filename: str) -> None:
        tree = self._read(source, filename)
        last = tree.body[-1] if tree.body else None
        compiler = self.shell.compile
        with compiler.extra_flags(ast.PyCF_ALLOW_TOP_LEVEL_AWAIT):
            if not isinstance(last, ast.Expr):
                self._execute(compiler(tree, filename, "exec"))
                return
            tree.body.pop()
            first = compiler(tree, filename, "exec") if tree.body else None
            final = compiler(ast.Expression(last.value), filename, "eval")
        if first is not None:
            self._execute(first)
        value = self._execute(final)
        if not source.rstrip().endswith(";"):
            self._show(value)

    def run(self, source: str) -> dict[str, Any]:
        """Run one cell and return its outputs and its error, if any."""
        self.outputs.clear()
        self.count += 1
        filename = f"<cell {self.count}>"
        linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
        sys.stdout, sys.stderr = self.stdout, self.stderr
        for name, value in self._builtins:  # one cell's `builtins.print = …` is not the next one's
            if builtins.__dict__.get(name) is not value:
                builtins.__dict__[name] = value
        error: BaseException | None = None
        try:
            self._run(source, filename)
        except BaseException as raised:
            error = raised
        try:
            self._take_written()
        except TooMuchOutput as raised:
            error = error or raised
        if self.outputs.overflow and not isinstance(error, TooMuchOutput):
            error = TooMuchOutput()
        outputs = self.outputs.finished()
        if error is None:
            return {"status": "ok", "outputs": outputs}
        name, detail = safe_text(type(error).__name__, 200), safe_text(error)
        outputs.append(
            {"output_type": "error", "ename": name, "evalue": detail, "traceback": self._traceback(error, filename)}
        )
        return {"status": "error", "outputs": outputs, "error": name, "detail": detail}

    def _traceback(self, error: BaseException, filename: str) -> list[str]:
        try:
            trail = error.__traceback__
            while trail is not None and not trail.tb_frame.f_code.co_filename.startswith("<cell "):
                trail = trail.tb_next
            lines = "".join(traceback.format_exception(type(error), error, trail, limit=-6, chain=False)).splitlines()
            return [line[:300] for line in lines[-TRACEBACK_LINES:]]
        except BaseException:
            return []

    def _take_written(self) -> None:
        """Add what was written to the descriptors 1 and 2 themselves (they are files, see `main.py`)."""
        for descriptor, name in ((1, "stdout"), (2, "stderr")):
            size = os.fstat(descriptor).st_size
            if size:
                os.lseek(descriptor, 0, os.SEEK_SET)
                written = os.read(descriptor, self.outputs.limit + 1)
                os.ftruncate(descriptor, 0)
                os.lseek(descriptor, 0, os.SEEK_SET)
                self.outputs.stream(name, written.decode("utf-8", "replace"))
