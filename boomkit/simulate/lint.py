"""Find in rules what means something else when it is compiled, or cannot be compiled, with the line and the cure.

Numba's own messages name neither. The lint reads the source of the functions of a rules module.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import Any

SEAMS = ("pick", "pick_bit", "offer", "offer_all", "log", "popcount", "lowbit")
FORBIDDEN: dict[type[ast.AST], str] = {
    ast.GeneratorExp: "a generator: write a loop",
    ast.ListComp: "a list comprehension: write a loop over a declared field or a mask",
    ast.SetComp: "a set: use a mask",
    ast.DictComp: "a dictionary: use a tuple indexed by number",
    ast.Dict: "a dictionary: use a tuple indexed by number, at module level",
    ast.Set: "a set: use a mask",
    ast.List: "a list: declare a field, or use a mask or a tuple at module level",
    ast.JoinedStr: "a text: rules know numbers only; texts belong into the game's class",
    ast.Lambda: "a lambda: write a function of the module",
    ast.Try: "try: rules do not raise; test before you act",
    ast.With: "with: rules use nothing from outside",
    ast.Yield: "yield: write a loop",
    ast.Slice: "a slice: it copies on lists and is a view on arrays; write a loop",
    ast.Starred: "a star: pass the arguments one by one",
    ast.Global: "global: a rule changes the state and nothing else",
}


def faults(rules: ModuleType) -> list[str]:
    """Return one sentence for each trap in the functions that compiled play calls, in the order of the file.

    >>> from boomkit.core.toys.nim import rules
    >>> faults(rules)
    []
    """
    shapes = {field.name: len(field.shape) for field in rules.Fields.FIELDS}
    found = []
    for function in reachable(rules):
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(dedent("".join(lines)))
        for line, what in _traps(tree, function, shapes):
            place = first + line - 1
            found.append((place, f"{rules.__name__}, line {place}, {function.__name__}: {what}."))
    return [text for _, text in sorted(set(found))]


def reachable(rules: ModuleType) -> list[FunctionType]:
    """Return the functions that compiled play can come to, from `due`, `legal`, `play`, `go_on` and `payoff` on."""
    waiting = [
        getattr(rules, name)
        for name in ("due", "legal", "candidates", "forbids", "play", "go_on", "payoff")
        if hasattr(rules, name)
    ]
    found: dict[str, FunctionType] = {}
    package = rules.__name__.rpartition(".")[0]
    while waiting:
        function = waiting.pop(0)
        if function.__name__ in found:
            continue
        found[function.__name__] = function
        for name in function.__code__.co_names:
            called = function.__globals__.get(name)
            if inspect.isfunction(called) and called.__module__.startswith(package):
                waiting.append(called)
    return list(found.values())


def _traps(tree: ast.AST, function: FunctionType, shapes: dict[str, int]) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if type(node) in FORBIDDEN:
            yield line, FORBIDDEN[type(node)]
        elif isinstance(node, ast.Call):
            yield from ((line, what) for what in _call_traps(node, function))
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if _is_row(target, shapes):
                    yield line, "a whole row is assigned: rows alias on lists and copy on arrays; write a loop"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift) and _number(node.right) >= 63:
            yield line, "a shift by 63 or more does not fit in 64 bits; use masks of at most 62 bits"
        elif isinstance(node, ast.Subscript) and _number(node.slice) < 0:
            yield line, "a negative index: count from the front"


def _call_traps(node: ast.Call, function: FunctionType) -> Iterator[str]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name == function.__name__:
        yield "the function calls itself: write a loop"
    if name in ("any", "all", "sum", "sorted", "map", "filter", "zip", "enumerate", "reversed", "set", "dict", "list"):
        yield f"{name}() cannot be compiled here: write a loop"
    if node.keywords and name in (*SEAMS, "min", "max"):
        yield f"{name}() takes no keywords: pass the arguments in order"
    if isinstance(node.func, ast.Attribute) and node.func.attr == "bit_count":
        yield "bit_count() cannot be compiled: use popcount from boomkit.core"


def _is_row(target: Any, shapes: dict[str, int]) -> bool:
    """Tell whether an assignment's target is a row of an array field, or the whole of one."""
    depth = 0
    while isinstance(target, ast.Subscript):
        target, depth = target.value, depth + 1
    return isinstance(target, ast.Attribute) and shapes.get(target.attr, 0) > depth


def _number(node: Any) -> int:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        return -node.operand.value if isinstance(node.operand.value, int) else 0
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else 0
