"""What a cell's source tells without running it."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from functools import lru_cache

MAX_SOURCE = 200_000
"""Longer sources are not looked into (they are still run)."""

_DEFINES = re.compile(
    r"^(?:async\s+)?(?:def|class)\s+([^\W\d]\w*)|^([^\W\d]\w*)[ \t]*(?::[^=\n]*)?=(?!=)", re.MULTILINE
)


@lru_cache(maxsize=16)
def parse(source: str) -> ast.Module | None:
    """Return the syntax tree, or None if the source is no Python that can be parsed."""
    if len(source) > MAX_SOURCE:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def top_level_names(source: str) -> frozenset[str]:
    r"""Return the names that a cell defines at its top level: functions, classes, variables, imports.

    A cell that is no plain Python (a magic, an error in the syntax) is read by its line beginnings.

    >>> sorted(top_level_names("import math as m\ndef f(): x = 1\na, b = 1, 2"))
    ['a', 'b', 'f', 'm']
    >>> sorted(top_level_names("%timeit f()\ndef f(:\n  x = 1"))
    ['f']
    """
    tree = parse(source)
    if tree is None:
        return frozenset(name or other for name, other in _DEFINES.findall(source[:MAX_SOURCE]))
    names: set[str] = set()
    for node in tree.body:
        names |= _defined(node)
    return frozenset(names)


def _defined(node: ast.stmt) -> set[str]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return {part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)}
    if isinstance(node, (ast.If, ast.Try, ast.With, ast.For)):
        inner = [*node.body, *getattr(node, "orelse", []), *getattr(node, "finalbody", [])]
        return set().union(*(_defined(part) for part in inner)) if inner else set()
    return set()


def same_code(one: str, other: str) -> bool:
    r"""Say whether two sources are the same code, comments and blank space aside.

    >>> same_code("def f():\n    return 1  # one", "def f():\n\n    return 1\n")
    True
    """
    if one.strip() == other.strip():
        return True
    shorter, longer = sorted((len(one), len(other)))
    if longer > 10 * shorter + 2_000:  # that much comment is no longer the same cell, and tokens take time
        return False
    return _tokens(one) == _tokens(other)


@lru_cache(maxsize=32)  # the skeletons of a sheet come again with every submission
def _tokens(source: str) -> tuple[str, ...] | str:
    if len(source) > MAX_SOURCE:
        return source
    left_out = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING, tokenize.ENDMARKER)
    try:
        return tuple(
            token.string if token.type not in (tokenize.INDENT, tokenize.DEDENT) else token.type.__repr__()
            for token in tokenize.generate_tokens(io.StringIO(source).readline)
            if token.type not in left_out
        )
    except (tokenize.TokenError, SyntaxError, ValueError):
        return source.strip()


def is_only_comments(source: str) -> bool:
    """Say whether a cell holds no code at all.

    >>> is_only_comments("# later"), is_only_comments("x = 1")
    (True, False)
    """
    return all(not line.strip() or line.strip().startswith("#") for line in source.split("\n"))


def is_unwritten(source: str, names: tuple[str, ...]) -> bool:
    r"""Say whether a cell only defines functions of these names, and none of them does anything yet.

    >>> is_unwritten("def f():\n    'Do it.'\n    raise NotImplementedError", ("f",))
    True
    >>> is_unwritten("def f():\n    return 1", ("f",))
    False
    """
    tree = parse(source)
    if tree is None or not tree.body:
        return False
    return all(
        isinstance(node, ast.FunctionDef) and node.name in names and all(_does_nothing(part) for part in node.body)
        for node in tree.body
    )


def _does_nothing(node: ast.stmt) -> bool:
    if isinstance(node, ast.Raise):
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def unfenced(text: str) -> str:
    r"""Return the code of a text cell that once was a code cell: without the fence that some editors put around it.

    >>> unfenced("```python\nx = 1\n```")
    'x = 1'
    """
    found = re.findall(r"^```[^\n]*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return "\n".join(part.rstrip("\n") for part in found) if found else text


def syntax_error(source: str) -> str:
    r"""Say what is wrong with the syntax of a cell, or return an empty text.

    >>> syntax_error("def f(:\n    pass")
    'SyntaxError: invalid syntax (line 1)'
    """
    if parse(source) is not None or len(source) > MAX_SOURCE:
        return ""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(source)
    except SyntaxError as error:
        return f"{type(error).__name__}: {error.msg} (line {error.lineno})"
    except (ValueError, RecursionError, MemoryError) as error:
        return type(error).__name__
    return ""
