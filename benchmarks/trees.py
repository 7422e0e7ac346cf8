"""A tree of 5,000 nodes: build, lay out and draw, against networkx with Graphviz `dot` for the layout."""

from __future__ import annotations

import shutil
import subprocess

from measure import table, typical

import boomkit
from boomkit import search
from boomkit.picture.tree import draw_tree

NODES = 5_000


def dot_source(graph) -> str:
    """Write a graph for `dot`."""
    edges = "".join(f"{a}->{b};" for a, b in graph.edges)
    return f'digraph {{ node [shape=box,label=""]; {edges} }}'


def main() -> str:
    """Measure and return the table."""
    state = boomkit.load("baby_boom", layout="0.0/.../1.1", fuse=3, n_rounds=1, first_player=0).initial_state()
    graph = search.tree(state, limit=NODES)
    build = typical(lambda: search.tree(state, limit=NODES))
    draw = typical(lambda: draw_tree(graph, max_nodes=NODES))
    rows = [("boomkit: build", f"{build * 1000:.0f}"), ("boomkit: lay out and draw", f"{draw * 1000:.0f}")]
    if shutil.which("dot"):
        text = dot_source(graph)
        theirs = typical(
            lambda: subprocess.run(["dot", "-Tsvg"], input=text, capture_output=True, text=True, check=True),
            runs=3,
            wall=True,
        )
        rows.append(("Graphviz dot: lay out and draw", f"{theirs * 1000:.0f}"))
        rows.append(("dot against all of ours", f"{theirs / (build + draw):.1f} times"))
        rows.append(("dot against lay out and draw", f"{theirs / draw:.1f} times"))
    return table(f"A tree of {NODES:,} nodes, ms", ("what", "ms"), rows)


if __name__ == "__main__":
    print(main())
