"""The text twin of a tree picture: an outline, one line a node, that a screen reader and a terminal can read."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from boomkit.picture.treedata import GraphLike, Node, PlainGraph, best_line, cut_text, edge_words, find_root, node_words


def outline(
    graph: GraphLike, root: Node | None = None, *, max_lines: int = 200, depth: int | None = None, texts: bool = False
) -> str:
    r"""Write a tree as indented lines: the edge, then the node; `>` marks the best line, `x` a cut branch.

    A position reached a second time is named once and pointed to afterwards. With `texts` each line ends in the
    position text. After `max_lines` lines a sentence says how many nodes are missing.

    >>> import networkx
    >>> g = networkx.DiGraph()
    >>> g.add_node("r", kind="decision", seat=0, value=1)
    >>> g.add_node("t", kind="terminal", value=1); g.add_node("u", kind="terminal", value=-1)
    >>> g.add_edge("r", "t", action="a1-a2", best=True); g.add_edge("r", "u", action="a1-b1", cut=(1, 0))
    >>> print(outline(g))
    seat 0 ● decides, 2 ways on, value +1
    ├─> a1-a2: end, value +1
    └─x a1-b1 (cut: α 1 ≥ β 0): end, value -1
    """
    graph = PlainGraph(graph)
    start = find_root(graph, root)
    line = best_line(graph, start)
    best = set(pairwise(line))
    numbers: dict[Node, int] = {start: 1}
    lines = [_line(graph.nodes[start], len(graph.adj[start]), texts)]
    row_of: dict[Node, int] = {start: 0}
    pointed: set[Node] = set()
    stack = [(start, iter(list(graph.adj[start].items())), len(graph.adj[start]), "", 0)]
    while stack and len(lines) < max_lines:
        parent, rest, left, indent, level = stack.pop()
        step = next(rest, None)
        if step is None:
            continue
        child, edge = step
        left -= 1
        stack.append((parent, rest, left, indent, level))
        joint = "├─" if left else "└─"
        mark = "> " if (parent, child) in best else "x " if edge.get("cut") else " "
        head = f"{indent}{joint}{mark}{_edge(edge)}"
        if child in numbers:
            pointed.add(child)
            lines.append(f"{head}the same position as node #{numbers[child]}")
            continue
        numbers[child] = len(numbers) + 1
        row_of[child] = len(lines)
        deeper = depth is None or level + 1 < depth
        below = len(graph.adj[child])
        said = _line(graph.nodes[child], below, texts)
        lines.append(head + said + ("" if deeper or not below else ", not opened here"))
        if deeper and below:
            stack.append(
                (child, iter(list(graph.adj[child].items())), below, indent + ("│  " if left else "   "), level + 1)
            )
    for node in pointed:
        lines[row_of[node]] += f" [#{numbers[node]}]"
    missing = _count(graph, start) - len(numbers) if any(left for _, _, left, _, _ in stack) else 0
    if missing > 0:
        lines.append(f"… and {missing:,} more nodes: this outline stops after {max_lines} lines.")
    return "\n".join(lines)


def _edge(attributes: Mapping[str, Any]) -> str:
    words = ", ".join(edge_words(attributes))
    cut = f" ({cut_text(attributes['cut'])})" if attributes.get("cut") else ""
    return f"{words}{cut}: " if words or cut else ""


def _line(attributes: Mapping[str, Any], children: int, texts: bool) -> str:
    said = node_words({key: value for key, value in attributes.items() if key != "depth"}, children)
    return f"{said} — {attributes['text']}" if texts and attributes.get("text") else said


def _count(graph: GraphLike, start: Node) -> int:
    seen = {start}
    queue = [start]
    for node in queue:
        for child in graph.adj[node]:
            if child not in seen:
                seen.add(child)
                queue.append(child)
    return len(seen)
