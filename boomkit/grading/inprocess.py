"""A runner inside this very process: for a browser, where there are no other processes, and for nothing else.

It gives a fresh namespace, shows what is printed, and hides forbidden modules. It bounds neither time nor memory and
isolates nothing, so that only the person who wrote the code may run it.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import io
import sys
import time
from collections.abc import Iterator
from typing import Any

from boomkit.grading.schema import Answerer, CellReply, Sheet


class InProcess:
    r"""Run cells in a namespace of their own.

    >>> runner = InProcess()
    >>> runner.start_student()
    >>> runner.run_cell("x = 2\nprint(x)\nx + 1", timeout=1).text
    '2\n'
    """

    def __init__(self, forbidden: tuple[str, ...] = ()) -> None:
        """Take the names of modules that are to be absent."""
        self._forbidden = forbidden
        self._space: dict[str, Any] = {}

    def start_student(self) -> None:
        """Begin with an empty namespace."""
        self._space = {"__name__": "__main__"}

    def run_cell(self, source: str, *, timeout: float, answer: Answerer | None = None) -> CellReply:
        """Run one cell; `timeout` cannot be kept here."""
        out, err = io.StringIO(), io.StringIO()
        start = time.process_time()
        outputs: list[dict[str, Any]] = []
        error = detail = ""
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), self._without(), _channel(answer):
            try:
                outputs = self._execute(source)
            except (Exception, SystemExit) as raised:
                error, detail = type(raised).__name__, str(raised)
                outputs = [{"output_type": "error", "ename": error, "evalue": detail, "traceback": []}]
        streams = [
            {"output_type": "stream", "name": name, "text": text}
            for name, text in (("stdout", out.getvalue()), ("stderr", err.getvalue()))
            if text
        ]
        spent = time.process_time() - start
        return CellReply("error" if error else "ok", (*streams, *outputs), error, detail, spent)

    def _execute(self, source: str) -> list[dict[str, Any]]:
        """Run the statements; return what the last one is worth, if it is an expression."""
        tree = ast.parse(source, "<cell>")
        last = tree.body[-1] if tree.body else None
        if not isinstance(last, ast.Expr):
            exec(compile(tree, "<cell>", "exec"), self._space)
            return []
        tree.body.pop()
        exec(compile(tree, "<cell>", "exec"), self._space)
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), self._space)
        if value is None:
            return []
        data = {"text/plain": repr(value)}
        return [{"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": None}]

    @contextlib.contextmanager
    def _without(self) -> Iterator[None]:
        """Hide the forbidden modules while a cell runs."""
        gone = [name for name in sys.modules if any(name == f or name.startswith(f"{f}.") for f in self._forbidden)]
        kept = {name: sys.modules[name] for name in gone}
        hidden: dict[str, Any] = dict.fromkeys((*gone, *self._forbidden))
        sys.modules.update(hidden)
        try:
            yield
        finally:
            for name in hidden:
                sys.modules.pop(name, None)
            sys.modules.update(kept)


@contextlib.contextmanager
def _channel(answer: Answerer | None) -> Iterator[None]:
    """Open the way to a referee while a cell runs."""
    if answer is None:
        yield
        return

    def ask(message: Any) -> Any:
        try:
            return answer(message)
        except StopIteration as end:
            raise RuntimeError(f"the dialog is over: {end}") from None

    vars(builtins)["__boomkit_ask__"] = ask
    try:
        yield
    finally:
        vars(builtins).pop("__boomkit_ask__", None)


@contextlib.contextmanager
def open_in_process(forbidden: tuple[str, ...], sheet: Sheet) -> Iterator[InProcess]:
    """Open the runner of a browser."""
    yield InProcess(forbidden)
