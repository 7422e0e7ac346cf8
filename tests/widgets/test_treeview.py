"""The TreeView without a page: rows of any graph, twins, cuts, a big tree sent in parts."""

from __future__ import annotations

import json
from fractions import Fraction

import networkx as nx
import pytest

import boomkit
from boomkit import search
from boomkit.errors import BoomkitError
from boomkit.widgets import TreeView
from boomkit.widgets.outline import COLUMNS, Outline
from boomkit.widgets.packing import unpack


def named(row: list[object]) -> dict[str, object]:
    return dict(zip(COLUMNS, row, strict=True))


def nim(heaps: str) -> boomkit.core.State:  # type: ignore[name-defined]
    return boomkit.load("nim", heaps=heaps).initial_state()


def test_every_node_of_a_tree_is_a_row_below_its_parent() -> None:
    graph = search.tree(nim("1 2 1"))
    rows = [named(row) for row in TreeView(graph).rows]
    assert len(rows) == len(graph)
    assert [row["id"] for row in rows] == list(range(len(graph)))
    for row in rows[1:]:
        parent = rows[row["parent"]]  # type: ignore[index]
        assert row["text"] in {str(boomkit.load("nim").read(str(parent["text"])).apply(str(row["action"])))}


def test_a_state_reached_again_is_a_leaf_that_names_its_twin() -> None:
    graph = search.tree(nim("1 1 1"), merge=True)
    outline = Outline(graph)
    twins = [number for number in range(len(outline)) if outline.twins[number] >= 0]
    assert len(outline) == graph.number_of_edges() + 1
    assert len(outline) - len(twins) == len(graph)
    for number in twins:
        assert outline.state(number) == outline.state(outline.twins[number])
        assert outline.children[number] == []
        mark = outline.row(number)[COLUMNS.index("mark")]
        assert f"= #{outline.twins[number]}" in list(outline.marks)[mark]


def test_a_graph_with_a_cycle_ends() -> None:
    graph = nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")], root="a")
    outline = Outline(graph)
    assert [outline.nodes[number] for number in range(len(outline))] == ["a", "b", "c", "a"]
    assert outline.twins[-1] == 0


def test_search_writes_values_cuts_and_the_best_line() -> None:
    found = search.alphabeta(nim("1 2 1"), graph=True)
    rows = [named(row) for row in TreeView(found).rows]
    assert rows[0]["value"] == "+1"
    cut = [row for row in rows if row["cut"]]
    assert len(cut) == 5
    assert all("cut: α" in str(row["said"]) for row in cut)
    assert [row["action"] for row in rows if row["best"] and row["parent"] == 0] == [found.action]
    assert sorted(row["order"] for row in rows if not row["cut"]) == list(range(found.nodes))  # type: ignore[type-var]


def test_probabilities_stand_on_the_edges_of_draws_alone() -> None:
    game = boomkit.load("wild_twist_war", ranks=2, suits=1, include_wilds=2)
    rows = [named(row) for row in TreeView(search.tree(game.initial_state(), depth=1, limit=5000)).rows]
    shares = {row["parent"]: Fraction(0) for row in rows if row["share"]}
    for row in rows:
        if row["share"]:
            shares[row["parent"]] += Fraction(str(row["share"]))
    assert set(shares.values()) == {1}
    assert rows[1]["share"] == ""
    assert rows[1]["action"] == "battle"


def test_a_line_is_drawn_heavier_and_a_wrong_one_refused() -> None:
    graph = search.tree(nim("1 1"))
    view = TreeView(graph, line=["take 1 from 0", "take 1 from 1"])
    assert [named(row)["action"] for row in view.rows if named(row)["best"]] == ["take 1 from 0", "take 1 from 1"]
    with pytest.raises(BoomkitError, match="leaves the tree at 'pass'"):
        TreeView(graph, line=["pass"])


def test_a_big_tree_is_sent_in_whole_families_and_the_rest_on_request() -> None:
    graph = nx.DiGraph()
    for number in range(1, 8000):
        graph.add_edge((number - 1) // 7, number, action=f"move {number}")
    view = TreeView(graph)
    sent = len(view.rows)
    assert view.total == 8000
    assert 1000 < sent <= 1500
    rows = {named(row)["id"]: named(row) for row in view.rows}
    for id, row in rows.items():
        held = [child for child in view.outline.children[id] if child in rows]  # type: ignore[index]
        assert row["more"] == (0 if held else len(view.outline.children[id]))  # type: ignore[index]
    asked = next(id for id, row in rows.items() if row["more"])
    answer = view.receive({"kind": "open", "node": asked})
    assert [named(row)["parent"] for row in answer["rows"]] == [asked] * 7
    assert "no node" in view.receive({"kind": "open", "node": 9999})["say"]


def test_five_thousand_nodes_stay_within_a_megabyte() -> None:
    graph = search.tree(nim("3 4 2"), limit=5000)
    view = TreeView(graph)
    assert len(view.rows) == 5000
    assert len(json.dumps([view.rows, view.marks, view.boards])) < 1_000_000
    assert "limit of 5000" in view.note


def test_boards_of_a_small_tree_are_there_without_a_kernel() -> None:
    view = TreeView(search.tree(nim("1 1")))
    for number in range(view.total):
        assert unpack(view.boards, number) == view.receive({"kind": "board", "node": number})["svg"]
    assert TreeView(search.tree(nim("1 1")), board=False).boards == {}


def test_python_hears_which_node_was_chosen() -> None:
    view = TreeView(search.tree(nim("1 1")))
    view.receive({"kind": "chosen", "node": 3})
    assert view.state == view.outline.state(3)


def test_a_plain_graph_without_states_is_drawn_too() -> None:
    view = TreeView(nx.DiGraph([("root", "left"), ("root", "right")]))
    assert [named(row)["text"] for row in view.rows] == ["root", "left", "right"]
    assert not view.with_board
    assert view.receive({"kind": "board", "node": 1}) == {}


@pytest.mark.parametrize(
    ("graph", "sentence"),
    [
        (nx.DiGraph(), "at least one node"),
        (nx.DiGraph([(0, 2), (1, 2)]), "2 nodes that nothing leads to"),
        ("nim", "graph=True"),
        (search.minimax(nim("1 1")), "graph=True"),
    ],
)
def test_what_is_no_tree_gets_a_sentence(graph: object, sentence: str) -> None:
    with pytest.raises(BoomkitError, match=sentence):
        TreeView(graph)


def test_a_page_without_widgets_shows_an_outline() -> None:
    data, _ = TreeView(search.tree(nim("1 1")))._repr_mimebundle_()
    assert "take 1 from 0" in data["text/plain"]
    assert "<table" in data["text/html"]
