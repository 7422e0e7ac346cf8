"""Tidy tree layout in linear time: Buchheim, Jünger and Leipert's form of Walker's algorithm, without recursion.

Siblings keep their order, a parent stands over the middle of its children, equal subtrees look equal, and nodes may
differ in width. A node's width is two extents, what it needs to the left and to the right of its middle, because
values are written on one side of a node only.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from boomkit.errors import BoomkitError
from boomkit.picture.layers import Layered, layered

__all__ = ["Layered", "layered", "tidy"]

N = TypeVar("N", bound=Hashable)
Point = tuple[float, float]


def tidy(
    children: Mapping[N, Sequence[N]],
    root: N,
    *,
    extents: float | Mapping[N, Point] = 20.0,
    gap: float = 12.0,
    level: float = 60.0,
) -> dict[N, Point]:
    """Place every node of the tree under `root`: node to (x, y), the leftmost edge at x = 0 and the root at y = 0.

    A node missing from `children` is a leaf. `extents` are px to the left and right of a node's middle (one number
    for both and for all); neighbours on a level keep `gap` px between them; levels are `level` px apart. Raises
    BoomkitError when a node is met twice, that is, when this is no tree.

    >>> tidy({"r": ["a", "b"]}, "r", extents=10, gap=5, level=50)
    {'r': (22.5, 0), 'a': (10.0, 50), 'b': (35.0, 50)}
    """
    nodes, parent, first, last = _numbered(children, root)
    if isinstance(extents, Mapping):
        left, right = [extents[node][0] for node in nodes], [extents[node][1] for node in nodes]
    else:
        left = right = [extents] * len(nodes)
    prelim, mod = _first_walk(parent, first, last, left, right, gap)
    return _second_walk(nodes, parent, prelim, mod, left, level)


def _numbered(children: Mapping[N, Sequence[N]], root: N) -> tuple[list[N], list[int], list[int], list[int]]:
    """Count the nodes level by level, so that children are a run of numbers from `first` to `last`."""
    nodes = [root]
    parent = [-1]
    first: list[int] = []
    last: list[int] = []
    seen = {root}
    nothing: Sequence[N] = ()
    at = 0
    while at < len(nodes):
        below = children.get(nodes[at], nothing)
        first.append(len(nodes) if below else -1)
        nodes.extend(below)
        parent.extend([at] * len(below))
        last.append(len(nodes) - 1 if below else -1)
        seen.update(below)
        if len(seen) != len(nodes):
            twice = next(node for node in below if nodes.count(node) > 1)
            raise BoomkitError(
                f"a tidy layout needs a tree, and {twice!r} is reached in two ways; use layered() for merged graphs"
            )
        at += 1
    return nodes, parent, first, last


def _first_walk(
    parent: list[int], first: list[int], last: list[int], left: list[float], right: list[float], gap: float
) -> tuple[list[float], list[float]]:
    """Give each node its x relative to its parent's family (`prelim`) and the shift of its subtree (`mod`)."""
    count = len(parent)
    prelim, mod, middle = [0.0] * count, [0.0] * count, [0.0] * count
    shift, change = [0.0] * count, [0.0] * count
    # The next node of the left and right contour: a child, or for a leaf the node a thread leads to.
    next_left, next_right = list(first), list(last)
    ancestor = list(range(count))
    # Bottom up, level by level: when a node is met, the subtrees of all its children are finished.
    for v in range(count - 1, -1, -1):
        start = first[v]
        if start < 0:
            continue
        end = last[v]
        prelim[start] = middle[start]
        default = start
        for w in range(start + 1, end + 1):
            prelim[w] = prelim[w - 1] + right[w - 1] + left[w] + gap
            if first[w] >= 0:
                mod[w] = prelim[w] - middle[w]
            # Walk down the facing contours of the forest on the left and of w's subtree, and push w where they touch.
            inner_left, inner_right, outer_left, outer_right = w - 1, w, start, w
            sum_il, sum_ir, sum_ol, sum_or = mod[inner_left], mod[inner_right], mod[outer_left], mod[outer_right]
            next_il = next_right[inner_left]
            next_ir = next_left[inner_right]
            while next_il >= 0 and next_ir >= 0:
                inner_left, inner_right = next_il, next_ir
                outer_left = next_left[outer_left]
                outer_right = next_right[outer_right]
                ancestor[outer_right] = w
                push = (prelim[inner_left] + sum_il + right[inner_left] + gap) - (
                    prelim[inner_right] + sum_ir - left[inner_right]
                )
                if push > 0:
                    source = ancestor[inner_left]
                    if parent[source] != v:
                        source = default
                    between = w - source
                    change[w] -= push / between
                    change[source] += push / between
                    shift[w] += push
                    prelim[w] += push
                    mod[w] += push
                    sum_ir += push
                    sum_or += push
                sum_il += mod[inner_left]
                sum_ir += mod[inner_right]
                sum_ol += mod[outer_left]
                sum_or += mod[outer_right]
                next_il = next_right[inner_left]
                next_ir = next_left[inner_right]
            if next_il >= 0 and next_right[outer_right] < 0:
                next_left[outer_right] = next_right[outer_right] = next_il
                mod[outer_right] += sum_il - sum_or
            if next_ir >= 0 and next_left[outer_left] < 0:
                next_left[outer_left] = next_right[outer_left] = next_ir
                mod[outer_left] += sum_ir - sum_ol
                default = w
        # Subtrees between two that were pushed apart are spread evenly.
        total_shift = total_change = 0.0
        for w in range(end, start - 1, -1):
            prelim[w] += total_shift
            mod[w] += total_shift
            total_change += change[w]
            total_shift += shift[w] + total_change
        middle[v] = (prelim[start] + prelim[end]) / 2
    prelim[0] = middle[0]
    return prelim, mod


def _second_walk(
    nodes: list[N], parent: list[int], prelim: list[float], mod: list[float], left: list[float], level: float
) -> dict[N, Point]:
    """Add up the shifts from the root down and move the whole picture to the right of x = 0."""
    carried = [0.0] * len(nodes)
    depth = [0] * len(nodes)
    xs = list(prelim)
    for v in range(1, len(nodes)):
        above = parent[v]
        carried[v] = carried[above] + mod[above]
        depth[v] = depth[above] + 1
        xs[v] += carried[v]
    edge = min(x - space for x, space in zip(xs, left, strict=True))
    return {node: (x - edge, d * level) for node, x, d in zip(nodes, xs, depth, strict=True)}
