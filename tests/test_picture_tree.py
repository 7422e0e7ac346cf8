"""Tree layouts, the static picture of a tree, and its outline."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Hashable
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boomkit.errors import BoomkitError
from boomkit.picture import svg, theme
from boomkit.picture.layers import layered, nearest_in_order
from boomkit.picture.layout import tidy
from boomkit.picture.tree import draw_tree, outline
from boomkit.picture.treedata import top_part

Children = dict[int, list[int]]


# --- tidy trees -----------------------------------------------------------------------------------------------------


def random_tree(n: int, rng: random.Random, near: float) -> Children:
    children: Children = {}
    for node in range(1, n):
        low = max(0, node - 4) if rng.random() < near else 0
        children.setdefault(rng.randrange(low, node), []).append(node)
    return children


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 60), st.integers(0, 10**6), st.floats(0, 1))
def test_a_tidy_tree_keeps_its_promises(n: int, seed: int, near: float) -> None:
    rng = random.Random(seed)
    children = random_tree(n, rng, near)
    extents = {node: (rng.uniform(2, 30), rng.uniform(2, 45)) for node in range(n)}
    placed = tidy(children, 0, extents=extents, gap=7, level=50)
    assert set(placed) == set(range(n))
    order = [0]
    for node in order:
        order.extend(children.get(node, ()))
    levels: dict[float, list[int]] = {}
    for node in order:
        levels.setdefault(placed[node][1], []).append(node)
    for row in levels.values():  # in order, and apart
        for a, b in pairwise(row):
            assert placed[a][0] + extents[a][1] + 7 <= placed[b][0] - extents[b][0] + 1e-6
    for node, below in children.items():  # one level down, and the parent over the middle
        assert {placed[child][1] for child in below} == {placed[node][1] + 50}
        assert placed[node][0] == pytest.approx((placed[below[0]][0] + placed[below[-1]][0]) / 2)
    assert min(x - extents[node][0] for node, (x, _) in placed.items()) == pytest.approx(0)


def test_equal_subtrees_look_equal() -> None:
    shape = {
        "r": ["a", "m", "b"],
        "a": ["a1", "a2"],
        "a1": ["a3", "a4", "a5"],
        "b": ["b1", "b2"],
        "b1": ["b3", "b4", "b5"],
    }
    placed = tidy(shape, "r")
    for n in "12345":
        assert placed["a" + n][0] - placed["a"][0] == pytest.approx(placed["b" + n][0] - placed["b"][0])


def test_deep_trees_meet_no_recursion_limit() -> None:
    chain = {i: [i + 1] for i in range(100_000)}
    placed = tidy(chain, 0, extents=10, level=1)
    assert placed[100_000] == (10, 100_000)
    comb = {i: [i + 1, -i - 1] for i in range(30_000)}
    assert len(tidy(comb, 0)) == 60_001


def test_what_is_no_tree_is_refused_in_a_sentence() -> None:
    with pytest.raises(BoomkitError, match="needs a tree, and 'z' is reached in two ways"):
        tidy({"r": ["a", "b"], "a": ["z"], "b": ["z"]}, "r")
    with pytest.raises(BoomkitError, match="needs a tree, and 'r' is reached"):
        tidy({"r": ["a"], "a": ["r"]}, "r")


# --- layers ---------------------------------------------------------------------------------------------------------


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 30), st.integers(0, 10**6), st.booleans())
def test_layers_keep_their_promises(n: int, seed: int, cyclic: bool) -> None:
    rng = random.Random(seed)
    edges = [(rng.randrange(v), v) for v in range(1, n) for _ in range(rng.choice((1, 1, 2)))]
    if cyclic and n > 2:
        edges += [(rng.randrange(n), rng.randrange(n)) for _ in range(3)]
    extents = {node: (rng.uniform(2, 30), rng.uniform(2, 30)) for node in range(n)}
    found = layered(range(n), edges, extents=extents, gap=6, level=40)
    again = layered(range(n), edges, extents=extents, gap=6, level=40)
    assert found == again
    rows: dict[float, list[int]] = {}
    for node, (_, y) in found.positions.items():
        rows.setdefault(y, []).append(node)
    for row in rows.values():
        for a, b in pairwise(sorted(row, key=lambda node: found.positions[node][0])):
            assert found.positions[a][0] + extents[a][1] + 6 <= found.positions[b][0] - extents[b][0] + 1e-6
    for (u, v), route in found.routes.items():
        assert (route[0], route[-1]) == (found.positions[u], found.positions[v])
        if not cyclic:
            assert [y for _, y in route] == [found.positions[u][1] + 40 * i for i in range(len(route))]


def test_a_node_stands_below_the_lowest_that_leads_to_it() -> None:
    found = layered("abcz", ["ab", "bc", "cz", "az"], level=10)
    assert [found.positions[node][1] for node in "abcz"] == [0, 10, 20, 30]
    assert len(found.routes["a", "z"]) == 4


def test_a_cycle_is_drawn_back_and_not_followed_for_ever() -> None:
    found = layered("abc", ["ab", "bc", "ca", "cc"], level=10)
    assert [found.positions[node][1] for node in "abc"] == [0, 10, 20]
    assert found.routes["c", "a"] == [found.positions["c"], found.positions["a"]]


def crossings(order: dict[Hashable, float], edges: list[Any]) -> int:
    return sum((order[a] - order[c]) * (order[b] - order[d]) < 0 for (a, b), (c, d) in combinations(edges, 2))


def test_sweeps_take_crossings_away() -> None:
    edges = [(f"u{i}", f"v{9 - i}") for i in range(10)]
    nodes = [f"u{i}" for i in range(10)] + [f"v{i}" for i in range(10)]
    where = {node: x for node, (x, _) in layered(nodes, edges).positions.items()}
    assert crossings(where, edges) == 0


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=8), st.integers(0, 1000))
def test_nearest_in_order_beats_small_changes(wished: list[float], seed: int) -> None:
    rng = random.Random(seed)
    offsets = [10.0 * i for i in range(len(wished))]
    found = nearest_in_order(wished, offsets)
    assert all(b - a >= 10 - 1e-6 for a, b in pairwise(found))
    cost = sum((x - w) ** 2 for x, w in zip(found, wished, strict=True))
    for _ in range(20):
        other = [x + rng.uniform(-3, 3) for x in found]
        if all(b - a >= 10 for a, b in pairwise(other)):
            assert sum((x - w) ** 2 for x, w in zip(other, wished, strict=True)) >= cost - 1e-6


# --- pictures -------------------------------------------------------------------------------------------------------


def minimax_tree() -> Any:
    graph = nx.DiGraph()
    graph.add_node("r", kind="decision", seat=0, value=1, order=1, depth=0)
    graph.add_node("a", kind="decision", seat=1, value=0, order=2, depth=1)
    graph.add_node("b", kind="decision", seat=1, value=1, order=5, depth=1)
    graph.add_node("c", kind="decision", seat=1, depth=1)
    graph.add_edge("r", "a", action="a3-b3", probability=Fraction(1))
    graph.add_edge("r", "b", action="a3-a2", best=True)
    graph.add_edge("r", "c", action="a3*", cut=(1, 0))
    for parent, child, value in (("a", "a1", 0), ("b", "b1", 1), ("c", "c1", None)):
        graph.add_node(child, kind="terminal", depth=2, **({} if value is None else {"value": value}))
        graph.add_edge(parent, child, action="b1-b2", best=child == "b1")
    return graph


def chance_tree() -> Any:
    graph = nx.DiGraph()
    graph.add_node("r", kind="decision", seat=2, value=Fraction(7, 18), visits=120)
    graph.add_node("x", kind="chance", seat=-1, value=0.25)
    graph.add_edge("r", "x", action="HOLD")
    for outcome, share in (("5", Fraction(1, 2)), ("10", Fraction(1, 3)), ("<B>", Fraction(1, 6))):
        graph.add_node(outcome, kind="terminal", value=(1, -1))
        graph.add_edge("x", outcome, action=outcome, probability=share)
    return graph


def merged_graph() -> Any:
    graph = nx.DiGraph()
    for node, kind in (("r", "decision"), ("a", "decision"), ("b", "decision"), ("z", "decision"), ("e", "terminal")):
        graph.add_node(node, kind=kind, seat=0, value=0)
    for pair in ("ra", "rb", "az", "bz", "ze"):
        graph.add_edge(*pair, action=f"{pair[0]}-{pair[1]}")
    return graph


def big_tree(n: int) -> Any:
    graph = nx.DiGraph()
    graph.add_node(0, kind="decision", seat=0)
    for node in range(1, n):
        graph.add_node(node, kind="decision", seat=node % 2)
        graph.add_edge((node - 1) // 3, node, action=f"m{node}")
    return graph


def texts(drawn: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(drawn).iter() if node.tag.endswith("}text")]


def node_group(drawn: str, number: int) -> ET.Element:
    found = [node for node in ET.fromstring(drawn).iter() if node.get("data-key") == f"node {number}"]
    assert len(found) == 1
    return found[0]


def edge_paths(drawn: str) -> list[ET.Element]:
    return [node for node in ET.fromstring(drawn) if node.tag.endswith("}path") and node.get("fill") == "none"]


def kinds(group: ET.Element) -> list[str]:
    return [node.tag.split("}")[1] for node in group]


TREES = {"minimax": minimax_tree, "chance": chance_tree, "merged": merged_graph}


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("in_layers", [None, True, False])
def test_every_tree_picture_is_whole(name: str, in_layers: bool | None) -> None:
    graph = TREES[name]()
    drawn = draw_tree(graph, layered=in_layers, thumbnails=lambda _: svg.Drawing(30, 30, svg.rect(0, 0, 30, 30)))
    root = ET.fromstring(drawn)
    assert [node.tag.split("}")[1] for node in root][:2] == ["title", "desc"]
    assert not [node for node in root.iter() if node.get("id")]
    assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', drawn)) >= 11
    keys = re.findall(r'data-key="node (\d+)"', drawn)
    assert sorted(map(int, keys)) == list(range(len(graph)))
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    for x, y in re.findall(r'translate\(([-\d.]+) ([-\d.]+)\)" data-key', drawn):
        assert 20 < float(x) < width - 20
        assert 20 < float(y) < height - 20
    assert "var(" not in theme.standalone(drawn)


def test_kinds_are_told_by_their_outline() -> None:
    drawn = draw_tree(chance_tree())
    assert kinds(node_group(drawn, 0))[:1] == ["rect"]
    assert kinds(node_group(drawn, 1))[:1] == ["circle"]
    assert kinds(node_group(drawn, 2))[:2] == ["rect", "rect"]


def test_probabilities_are_fractions_and_one_is_not_written() -> None:
    written = texts(draw_tree(chance_tree()))
    assert {"1/2", "1/3", "1/6", "<B>", "HOLD", "+7/18", "n 120", "(1, -1)", "+0.25"} <= set(written)
    assert texts(draw_tree(minimax_tree())).count("1") == 1  # the order of expansion of the root


def test_a_cut_is_a_dash_and_a_stroke_and_a_reason() -> None:
    drawn = draw_tree(minimax_tree())
    crosses = [node for node in ET.fromstring(drawn).iter() if node.get("class") == "bk-cut"]
    assert [node.get("d", "").count("M") for node in crosses] == [1]
    assert "cut: α 1 ≥ β 0" in texts(drawn)
    dashed = [number for number in range(7) if node_group(drawn, number)[0].get("stroke-dasharray")]
    assert dashed == [3, 6]  # c, and c1 below it
    assert [path.get("d", "").count("M") for path in edge_paths(drawn) if path.get("stroke-dasharray")] == [2]


def test_the_best_line_is_heavier() -> None:
    drawn = draw_tree(minimax_tree())
    heavy = [number for number in range(7) if node_group(drawn, number)[0].get("stroke-width") == "2.6"]
    assert heavy == [0, 2, 5]
    assert [path.get("d", "").count("M") for path in edge_paths(drawn) if path.get("stroke-width") == "2.4"] == [2]
    assert "Best line: a3-a2, b1-b2." in drawn
    chosen = draw_tree(minimax_tree(), highlight=["r", "a"])
    assert [n for n in range(7) if node_group(chosen, n)[0].get("stroke-width") == "2.6"] == [0, 1]


def test_values_can_be_hidden() -> None:
    assert "+1" in texts(draw_tree(minimax_tree()))
    assert "+1" not in texts(draw_tree(minimax_tree(), values=False))


def test_a_thumbnail_is_scaled_into_its_node() -> None:
    drawn = draw_tree(minimax_tree(), thumbnails=lambda node: svg.Drawing(72, 72, "<path/>") if node == "r" else None)
    assert 'scale(0.5)"><path/>' in drawn
    assert node_group(drawn, 0)[0].get("width") == "46"


def test_a_large_tree_says_what_it_leaves_out() -> None:
    drawn = draw_tree(big_tree(400), max_nodes=40)
    said = texts(drawn)
    assert any("the top 40 of 400 nodes are drawn, 360 are not" in words for words in said)
    assert len(re.findall(r'data-key="node \d+"', drawn)) == 40
    hidden = sum(int(words[1:]) for words in said if re.fullmatch(r"\+\d+", words))
    assert hidden == sum(top_part(big_tree(400), 0, 40).hidden.values()) > 0
    assert "3 not drawn" in drawn
    assert "360 are not" in drawn[: drawn.index("</desc>")]


def test_a_truncated_graph_says_so() -> None:
    graph = big_tree(5)
    graph.graph["truncated"] = True
    assert any("built up to a limit" in words for words in texts(draw_tree(graph)))


def test_merged_positions_get_one_node_in_layers_and_a_twin_in_a_tree() -> None:
    in_layers = draw_tree(merged_graph())
    assert "data-twin" not in in_layers
    assert sum(path.get("d", "").count("M") for path in edge_paths(in_layers)) == 5
    as_tree = draw_tree(merged_graph(), layered=False)
    assert as_tree.count('data-twin="node 3"') == 1
    assert {"= #1", "#1"} <= set(texts(as_tree))


def test_labels_of_a_merged_graph_do_not_meet() -> None:
    graph = nx.DiGraph()
    for i in range(4):
        graph.add_edge("r", f"m{i}", action=f"a long action {i}")
        graph.add_edge(f"m{i}", "z", action=f"another long one {i}")
    root = ET.fromstring(draw_tree(graph))
    boxes = []
    for node in root.iter():
        if node.tag.endswith("}text") and "long" in "".join(node.itertext()):
            half = svg.text_width("".join(node.itertext()), 11) / 2
            boxes.append((float(node.get("x", "0")), float(node.get("y", "0")), half))
    assert len(boxes) == 8
    for (x1, y1, h1), (x2, y2, h2) in combinations(boxes, 2):
        assert y1 != y2 or abs(x1 - x2) >= h1 + h2


def test_a_cycle_has_an_arrow_back() -> None:
    graph = nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")])
    assert draw_tree(graph, "a").count("<polygon") == 1


def test_deep_trees_are_drawn_and_outlined() -> None:
    chain = nx.DiGraph([(i, i + 1) for i in range(3000)])
    assert draw_tree(chain, max_nodes=3001).count("data-key") == 3001
    assert len(outline(chain, max_lines=3001).splitlines()) == 3001


def test_where_a_picture_starts() -> None:
    graph = minimax_tree()
    assert 'aria-label="seat 1 ▲ decides' in draw_tree(graph, "a")
    graph.graph["root"] = "b"
    assert outline(graph).splitlines()[0] == "seat 1 ▲ decides, 1 way on, value +1, looked at as number 5"
    with pytest.raises(BoomkitError, match="no node 'q'"):
        draw_tree(graph, "q")
    with pytest.raises(BoomkitError, match="has no nodes"):
        draw_tree(nx.DiGraph())
    with pytest.raises(BoomkitError, match="at least one node"):
        draw_tree(graph, max_nodes=0)


def test_the_same_graph_gives_the_same_picture() -> None:
    for make in TREES.values():
        assert draw_tree(make()) == draw_tree(make())


# --- outlines -------------------------------------------------------------------------------------------------------


def test_golden_outline() -> None:
    assert outline(minimax_tree()).splitlines() == [
        "seat 0 ● decides, 3 ways on, value +1, looked at as number 1",
        "├─ a3-b3: seat 1 ▲ decides, 1 way on, value 0, looked at as number 2",
        "│  └─ b1-b2: end, value 0",
        "├─> a3-a2: seat 1 ▲ decides, 1 way on, value +1, looked at as number 5",
        "│  └─> b1-b2: end, value +1",
        "└─x a3* (cut: α 1 ≥ β 0): seat 1 ▲ decides, 1 way on",
        "   └─ b1-b2: end",
    ]


def test_an_outline_points_to_a_position_it_has_named() -> None:
    said = outline(merged_graph()).splitlines()
    assert said[2].endswith("[#3]")
    assert said[-1] == "   └─ b-z: the same position as node #3"


def test_an_outline_says_what_it_leaves_out() -> None:
    assert outline(big_tree(40), max_lines=10).splitlines()[-1] == (
        "… and 30 more nodes: this outline stops after 10 lines."
    )
    assert outline(big_tree(40), depth=1).count("not opened here") == 3
    assert len(outline(big_tree(40)).splitlines()) == 40


def test_an_outline_may_end_in_position_texts() -> None:
    graph = nx.DiGraph()
    graph.add_node("r", kind="terminal", text="5 / 10 | seat 0")
    assert outline(graph, texts=True) == "end — 5 / 10 | seat 0"
