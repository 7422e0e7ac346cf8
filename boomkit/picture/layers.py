"""Layered layout for merged graphs: longest-path layers, barycentre sweeps, and positions that keep the order.

An edge over several layers gets a bend on each layer between, and bends take part in the ordering, so that long
edges pass beside nodes and not through them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

N = TypeVar("N", bound=Hashable)
Point = tuple[float, float]
Extents = float | Mapping[N, Point]

BEND = 4.0
"""The extent of a bend to either side, px."""


def extent_of(extents: float | Mapping[N, Point], node: N) -> Point:
    """Give how far a node reaches to the left and right of its middle, px.

    >>> extent_of(20, "a"), extent_of({"a": (5, 9)}, "a")
    ((20, 20), (5, 9))
    """
    return extents[node] if isinstance(extents, Mapping) else (extents, extents)


class Layered(NamedTuple, Generic[N]):
    """Where the nodes are, and for each edge the points it runs through, its two ends included."""

    positions: dict[N, Point]
    routes: dict[tuple[N, N], list[Point]]


def layered(
    nodes: Iterable[N],
    edges: Iterable[tuple[N, N]],
    *,
    extents: float | Mapping[N, Point] = 20.0,
    gap: float = 12.0,
    level: float = 60.0,
    sweeps: int = 6,
) -> Layered[N]:
    """Lay a directed graph out in layers: each node one layer below the lowest of those that lead to it.

    An edge inside a cycle that leads to a node given earlier is left out of the layering and drawn back. The order in
    which `nodes` are given is also the order from which the sweeps start: the same graph gives the same picture.

    >>> found = layered("rabz", ["ra", "rb", "az", "bz"], extents=10, gap=5, level=50)
    >>> found.positions["r"], found.positions["z"]
    ((22.5, 0), (22.5, 100))
    """
    order = list(dict.fromkeys(nodes))
    index = {node: i for i, node in enumerate(order)}
    links = list(dict.fromkeys((index[u], index[v]) for u, v in edges if u != v))
    forward = _without_cycles(len(order), links)
    depth = _longest_paths(len(order), forward)
    left = [extent_of(extents, node)[0] for node in order]
    right = [extent_of(extents, node)[1] for node in order]
    chains: dict[tuple[int, int], list[int]] = {}
    up: list[list[int]] = [[] for _ in order]
    down: list[list[int]] = [[] for _ in order]
    for u, v in forward:
        chain = [u]
        for at in range(depth[u] + 1, depth[v]):
            chain.append(len(depth))
            depth.append(at)
            left.append(BEND)
            right.append(BEND)
            up.append([])
            down.append([])
        chain.append(v)
        chains[u, v] = chain
        for a, b in pairwise(chain):
            down[a].append(b)
            up[b].append(a)
    layers: list[list[int]] = [[] for _ in range(max(depth, default=-1) + 1)]
    for node, at in enumerate(depth):
        layers[at].append(node)
    layers = _ordered(layers, up, down, sweeps)
    xs = _placed(layers, up, down, left, right, gap, sweeps)
    edge = min((xs[i] - left[i] for i in range(len(xs))), default=0.0)
    points = [(xs[i] - edge, depth[i] * level) for i in range(len(xs))]
    routes = {(order[u], order[v]): [points[i] for i in chains.get((u, v), (u, v))] for u, v in links}
    return Layered({node: points[i] for i, node in enumerate(order)}, routes)


def _without_cycles(count: int, links: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Drop the edges inside a cycle that lead to an earlier node; what is left has no cycle."""
    family = _components(count, links)
    return [(u, v) for u, v in links if family[u] != family[v] or u < v]


def _components(count: int, links: Sequence[tuple[int, int]]) -> list[int]:
    """Give each node the number of its strongly connected component (Tarjan's algorithm, without recursion)."""
    down: list[list[int]] = [[] for _ in range(count)]
    for u, v in links:
        down[u].append(v)
    family = [-1] * count
    met, low = [-1] * count, [0] * count
    clock = families = 0
    open_nodes: list[int] = []
    for start in range(count):
        if met[start] >= 0:
            continue
        met[start] = low[start] = clock
        clock += 1
        open_nodes.append(start)
        stack = [(start, iter(down[start]))]
        while stack:
            node, rest = stack[-1]
            child = next(rest, None)
            if child is None:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == met[node]:
                    while family[node] < 0:
                        family[open_nodes.pop()] = families
                    families += 1
            elif met[child] < 0:
                met[child] = low[child] = clock
                clock += 1
                open_nodes.append(child)
                stack.append((child, iter(down[child])))
            elif family[child] < 0:
                low[node] = min(low[node], met[child])
    return family


def _longest_paths(count: int, links: Sequence[tuple[int, int]]) -> list[int]:
    """Give each node the length of the longest path that leads to it."""
    down: list[list[int]] = [[] for _ in range(count)]
    waiting = [0] * count
    for u, v in links:
        down[u].append(v)
        waiting[v] += 1
    depth = [0] * count
    ready = [node for node in range(count) if not waiting[node]]
    for node in ready:
        for child in down[node]:
            depth[child] = max(depth[child], depth[node] + 1)
            waiting[child] -= 1
            if not waiting[child]:
                ready.append(child)
    return depth


def _crossings(layers: list[list[int]], down: list[list[int]]) -> int:
    """Count the crossings between neighbouring layers with a Fenwick tree a layer: edges times log of the width."""
    total = 0
    for upper, lower in pairwise(layers):
        place = {node: i for i, node in enumerate(lower)}
        size = len(lower)
        tree = [0] * (size + 1)
        seen = 0
        for node in upper:
            ends = sorted(place[child] for child in down[node])
            for end in ends:
                at, before = end + 1, 0
                while at:
                    before += tree[at]
                    at &= at - 1
                total += seen - before
            for end in ends:
                at = end + 1
                while at <= size:
                    tree[at] += 1
                    at += at & -at
            seen += len(ends)
    return total


def _ordered(layers: list[list[int]], up: list[list[int]], down: list[list[int]], sweeps: int) -> list[list[int]]:
    """Sort each layer by the mean place of its neighbours, down and up again; keep the order with least crossings."""
    best = [list(layer) for layer in layers]
    fewest = _crossings(layers, down)
    for sweep in range(sweeps):
        if not fewest:
            break
        downward = sweep % 2 == 0
        near = up if downward else down
        indices = range(1, len(layers)) if downward else range(len(layers) - 2, -1, -1)
        for i in indices:
            place = {node: float(k) for k, node in enumerate(layers[i - 1 if downward else i + 1])}
            mean = {
                node: sum(place[n] for n in near[node]) / len(near[node]) if near[node] else float(k)
                for k, node in enumerate(layers[i])
            }
            layers[i].sort(key=mean.__getitem__)
        found = _crossings(layers, down)
        if found < fewest:
            fewest, best = found, [list(layer) for layer in layers]
    return best


def _placed(
    layers: list[list[int]],
    up: list[list[int]],
    down: list[list[int]],
    left: list[float],
    right: list[float],
    gap: float,
    sweeps: int,
) -> list[float]:
    """Move the nodes of each layer as near to the mean of their neighbours as their order and widths allow."""
    xs = [0.0] * len(left)
    offsets: list[list[float]] = []
    for layer in layers:
        at, row = 0.0, []
        for k, node in enumerate(layer):
            if k:
                at += right[layer[k - 1]] + left[node] + gap
            row.append(at)
        offsets.append(row)
        for k, node in enumerate(layer):
            xs[node] = row[k] - at / 2
    for sweep in range(sweeps + 2):
        downward = sweep % 2 == 0
        for i in range(len(layers)) if downward else range(len(layers) - 1, -1, -1):
            wished = []
            for node in layers[i]:
                near = up[node] if downward else down[node]
                wished.append(sum(xs[n] for n in near) / len(near) if near else xs[node])
            for node, x in zip(layers[i], nearest_in_order(wished, offsets[i]), strict=True):
                xs[node] = x
    return xs


def nearest_in_order(wished: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """Find the positions nearest to `wished` (least squares) that stay at least as far apart as `offsets` are.

    This is isotonic regression by pooling neighbours that would collide: linear time, exact.

    >>> nearest_in_order([0, 0], [0, 10])
    [-5.0, 5.0]
    """
    blocks: list[tuple[float, int]] = []
    for want, offset in zip(wished, offsets, strict=True):
        total, count = float(want - offset), 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / count:
            before, size = blocks.pop()
            total, count = total + before, count + size
        blocks.append((total, count))
    shifts = [total / count for total, count in blocks for _ in range(count)]
    return [shift + offset for shift, offset in zip(shifts, offsets, strict=True)]
