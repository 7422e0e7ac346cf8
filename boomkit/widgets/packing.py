"""Send many pictures as few: pictures of one game are made of the same parts, so each part is sent once.

A picture is cut where one element begins, and runs of elements that belong together (a child of the picture's root) are
numbered too. JavaScript joins the numbers back: `frame.map(run => runs[run].map(part => parts[part]))`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

_PART = re.compile(r"<[^>]*>?[^<]*|[^<]+")


def pack(pictures: Sequence[str]) -> dict[str, Any]:
    """Pack pictures into numbered parts and runs; nothing is lost.

    >>> packed = pack(["<svg><a/><b/></svg>", "<svg><a/><c/></svg>"])
    >>> packed["parts"]
    ['<svg>', '<a/>', '<b/>', '</svg>', '<c/>']
    >>> unpack(packed, 1)
    '<svg><a/><c/></svg>'
    """
    parts: dict[str, int] = {}
    runs: dict[tuple[int, ...], int] = {}
    frames = []
    for one in pictures:
        numbers = (tuple(parts.setdefault(part, len(parts)) for part in run) for run in _runs(one))
        frames.append([runs.setdefault(run, len(runs)) for run in numbers])
    return {"parts": list(parts), "runs": [list(run) for run in runs], "frames": frames}


def unpack(packed: dict[str, Any], number: int) -> str:
    """Put one picture together again."""
    parts, runs = packed["parts"], packed["runs"]
    return "".join(parts[part] for run in packed["frames"][number] for part in runs[run])


def _runs(text: str) -> Iterator[list[str]]:
    """Cut a picture into its elements and gather those that stand below one child of the root."""
    depth, run = 0, []
    for part in _PART.findall(text):
        run.append(part)
        tag = part[: part.find(">") + 1]
        if tag.startswith("</"):
            depth -= 1
        elif tag and not tag.endswith("/>") and not tag.startswith(("<!", "<?")):
            depth += 1
        if depth <= 1:
            yield run
            run = []
    if run:
        yield run
