"""Notebooks in memory: nested dicts whose fields are also attributes, like nbformat's own nodes.

nbformat itself takes a second to import where JSON Schema's formats are installed, and nothing that a student waits
for, or that runs in a browser, needs it. Whatever is written to a file goes through nbformat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Node(dict[str, Any]):
    """A part of a notebook.

    >>> cell = to_node({"source": "x = 1", "metadata": {"tags": ["a"]}})
    >>> cell.metadata.tags
    ['a']
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def to_node(fields: Mapping[str, Any]) -> Node:
    """Turn a dict and all dicts inside it into nodes."""
    return Node({key: _deep(part) for key, part in fields.items()})


def _deep(value: Any) -> Any:
    if isinstance(value, dict):
        return to_node(value)
    if isinstance(value, list):
        return [_deep(part) for part in value]
    return value
