"""The package's source as data: its modules, their syntax trees and what they import."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "boomkit"


@cache
def tree(path: Path) -> ast.Module:
    """Parse one file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def modules() -> list[Path]:
    """List the package's files."""
    return sorted(PACKAGE.rglob("*.py"))


def dotted(path: Path) -> str:
    """Return the module's full name."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room(module: str) -> str:
    """Return the room a module of the kit stands in: its first name below boomkit, or "" for the front door."""
    return module.split(".")[1] if "." in module else ""


def is_module(name: str) -> bool:
    """Tell whether the dotted name of the kit is a file or a folder of it."""
    place = ROOT.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").is_file()


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and full name of everything a file imports, wherever in it, relative and dynamic imports resolved."""
    package = dotted(path) if path.name == "__init__.py" else dotted(path).rpartition(".")[0]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            for alias in node.names:
                name = f"{base}.{alias.name}"
                yield node.lineno, name if base.startswith("boomkit") and is_module(name) else base
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("import_module", "__import__") and isinstance(node.args[0].value, str):
                yield node.lineno, node.args[0].value
