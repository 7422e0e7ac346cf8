"""The TreeView in a page: folding, keys, twins, a search step by step, roles that the browser keeps, saved pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from accessibility import roles, violations
from bench import Bench
from playwright.sync_api import Locator, Page, expect

import boomkit
from boomkit import search
from boomkit.widgets import TreeView


def nim(heaps: str) -> Any:
    return boomkit.load("nim", heaps=heaps).initial_state()


def visible(view: Locator) -> int:
    return int(view.locator(".bk-canvas").get_attribute("data-visible") or 0)


def chosen(view: Locator) -> str:
    return str(view.locator("[role=treeitem][aria-selected=true]").get_attribute("data-node"))


def test_nodes_fold_and_unfold_by_click_and_keys(bench: Bench) -> None:
    graph = search.tree(nim("1 2"))
    view = bench.mount(TreeView(graph, depth=1))
    assert visible(view) == 4
    view.locator("[data-node='1']").click()
    opened = visible(view)
    assert opened > 4
    expect(view.locator("[data-node='1']")).to_have_attribute("aria-expanded", "true")
    view.locator("[data-node='1']").click()
    assert visible(view) == 4
    bench.page.keyboard.press("Enter")
    assert visible(view) == opened
    view.get_by_role("button", name="Open all").click()
    assert visible(view) == len(graph)
    view.get_by_role("button", name="Fold all").click()
    assert visible(view) == 1


def test_a_click_on_an_open_node_chooses_it_first(bench: Bench) -> None:
    view = bench.mount(TreeView(search.tree(nim("1 2")), depth=2))
    before = visible(view)
    view.locator("[data-node='2']").click()
    assert (visible(view), chosen(view)) == (before, "2")


def test_arrow_keys_walk_down_up_and_across(bench: Bench) -> None:
    view = bench.mount(TreeView(search.tree(nim("1 2")), depth=1))
    view.locator("[data-node='0']").focus()
    for key, node in (
        ("ArrowDown", "1"),
        ("ArrowRight", "2"),
        ("ArrowRight", "3"),
        ("ArrowLeft", "2"),
        ("ArrowUp", "0"),
    ):
        bench.page.keyboard.press(key)
        assert chosen(view) == node
        assert bench.page.evaluate("() => document.activeElement.dataset.node") == node
    assert view.locator("[role=treeitem][tabindex='0']").count() == 1


def test_the_line_to_the_chosen_node_is_told_and_leads_back(bench: Bench) -> None:
    tree = TreeView(search.tree(nim("1 2")), depth=3)
    view = bench.mount(tree)
    view.locator("[data-node='4']").click()
    crumbs = view.get_by_role("navigation")
    expect(crumbs).to_have_text("start›take 1 from 0›take 1 from 1")
    assert tree.chosen == 4
    crumbs.get_by_role("button", name="take 1 from 0").click()
    assert chosen(view) == "1"


def test_board_and_tree_go_in_step(bench: Bench) -> None:
    view = bench.mount(TreeView(search.tree(nim("1 2")), depth=1))
    bench.silence()
    view.locator(".bk-board [data-action='take 2 from 1']").click()
    assert chosen(view) == "3"
    expect(view.locator(".bk-board [data-action]")).to_have_count(1)
    expect(view.locator("p.bk-mono")).to_contain_text("heaps 1 0; turn 1")


def test_a_twin_leads_to_the_state_it_repeats(bench: Bench) -> None:
    tree = TreeView(search.tree(nim("1 1 1"), merge=True), depth=3)
    view = bench.mount(tree)
    twin = next(number for number, other in enumerate(tree.outline.twins) if other >= 0)
    view.locator(f"[data-node='{twin}']").focus()
    bench.page.keyboard.press("Enter")
    assert chosen(view) == str(tree.outline.twins[twin])


def test_the_search_is_followed_step_by_step(bench: Bench) -> None:
    found = search.alphabeta(nim("1 2 1"), graph=True)
    view = bench.mount(TreeView(found, depth=2))
    bench.silence()
    values = view.locator(".bk-marks text[font-size='13']")
    known = values.evaluate_all("(all) => all.filter((one) => one.textContent).length")
    view.get_by_role("button", name="First", exact=True).click()
    expect(view.locator(".bk-tree")).to_have_attribute("data-seen", "0")
    assert values.evaluate_all("(all) => all.filter((one) => one.textContent).length") == 0
    assert view.locator(".bk-marks g[opacity='.4']").count() == visible(view) - 1
    for _ in range(found.nodes - 1):
        view.get_by_role("button", name="Forward", exact=True).click()
    expect(view.get_by_role("button", name="Forward", exact=True)).to_be_disabled()
    assert values.evaluate_all("(all) => all.filter((one) => one.textContent).length") >= known
    assert view.locator(".bk-marks g[opacity='.4']").count() == 0


def test_every_node_is_a_treeitem_in_the_browsers_own_tree(bench: Bench) -> None:
    graph = search.tree(nim("1 2 1"))
    view = bench.mount(TreeView(graph, depth=9))
    counted = roles(bench.page)
    assert (counted["tree"], counted["treeitem"]) == (1, len(graph))
    item = view.locator("[data-node='1']")
    assert [item.get_attribute(f"aria-{name}") for name in ("level", "posinset", "setsize", "expanded")] == [
        "2", "1", "4", "true",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "theme", [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}], ids=str
)
def test_trees_are_accessible(bench: Bench, themed_page: Callable[..., Page], theme: dict[str, str]) -> None:
    stage = Bench(themed_page(**theme))
    assert violations(stage.mount(TreeView(search.alphabeta(nim("1 2 1"), graph=True), depth=4))) == []


def test_the_wheel_scrolls_the_page_and_zooms_with_ctrl(bench: Bench) -> None:
    view = bench.mount(TreeView(search.tree(nim("1 2"))))
    layer = view.locator(".bk-layer")
    bench.page.wait_for_timeout(200)
    before = layer.get_attribute("transform")
    view.locator(".bk-canvas").hover()
    bench.page.mouse.wheel(0, 50)
    bench.page.wait_for_timeout(60)
    assert layer.get_attribute("transform") == before
    bench.page.keyboard.down("Control")
    bench.page.mouse.wheel(0, -100)
    bench.page.keyboard.up("Control")
    bench.page.wait_for_timeout(60)
    assert layer.get_attribute("transform") != before
    view.locator("[data-node='0']").focus()
    for key in ("+", "-", "0"):
        was = layer.get_attribute("transform")
        bench.page.keyboard.press(key)
        assert layer.get_attribute("transform") != was


def test_a_tree_of_nine_leaves_opens_uncropped_and_none_below_what_can_be_read(bench: Bench) -> None:
    """What fits at 0.35 of its size or more is whole at first sight; wider trees stop there and can be dragged."""

    def sight(tree: TreeView) -> tuple[bool, float]:
        view = bench.mount(tree)
        view.scroll_into_view_if_needed()
        bench.page.wait_for_timeout(200)
        whole, transform = view.evaluate(
            """(place) => {
              const frame = place.querySelector('.bk-canvas').getBoundingClientRect();
              const boxes = [...place.querySelectorAll('[data-node]')].map((node) => node.getBoundingClientRect());
              const inside = (box) => box.left >= frame.left && box.right <= frame.right && box.bottom <= frame.bottom;
              return [boxes.every(inside), place.querySelector('.bk-layer').getAttribute('transform')];
            }"""
        )
        return whole, float(transform.partition("scale(")[2].rstrip(")"))

    whole, scale = sight(TreeView(search.tree(nim("2 3 4"), depth=1), depth=1))
    assert whole
    assert 0.35 < scale < 0.8, "nine leaves are wider than the frame at 0.8"
    assert sight(TreeView(search.tree(nim("3 4 5"), depth=2), depth=2)) == (False, 0.35)


def test_a_big_tree_asks_for_children_when_they_are_opened(bench: Bench) -> None:
    graph = nx.DiGraph()
    for number in range(1, 8000):
        graph.add_edge((number - 1) // 7, number, action=f"move {number}")
    tree = TreeView(graph, depth=1)
    view = bench.mount(tree)
    view.get_by_role("button", name="Open all").click()
    shown = visible(view)
    assert shown <= 1500
    deepest = view.locator("[aria-expanded=false]").first
    asked = int(deepest.get_attribute("data-node") or 0)
    deepest.focus()
    bench.page.keyboard.press("Enter")
    expect(view.locator(f"[data-node='{tree.outline.children[asked][0]}']")).to_have_count(1)
    assert visible(view) == shown + 7
    bench.silence()
    view.locator("[aria-expanded=false]").first.focus()
    bench.page.keyboard.press("Enter")
    expect(view.locator(".bk-trouble")).to_contain_text("Shift+Enter", timeout=4000)


def test_five_thousand_nodes_fold_and_move_at_once(bench: Bench) -> None:
    view = bench.mount(TreeView(search.tree(nim("3 4 2"), limit=5000), depth=2))
    took = bench.page.evaluate(
        "() => { const start = performance.now();"
        " [...document.querySelectorAll('button')].find((one) => one.textContent === 'Open all').click();"
        " return performance.now() - start; }"
    )
    assert 200 < visible(view) <= 1500
    assert took < 1500, f"open all took {took:.0f} ms"


@pytest.mark.parametrize("kind", ["SVG", "PNG"])
def test_pictures_are_saved_with_their_style(bench: Bench, tmp_path: Path, kind: str) -> None:
    view = bench.mount(TreeView(search.alphabeta(nim("1 2"), graph=True), depth=4))
    with bench.page.expect_download() as saved:
        view.get_by_role("button", name=kind).click()
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    if kind == "PNG":
        assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
        assert path.stat().st_size > 5000
        return
    text = path.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert "var(" not in text
    assert "class=" not in text.replace('class="bk-', "")
    assert root.get("width")
    assert "take 1 from 0" in text
    assert "#d9ebf7" in text, "the tint of seat 0 on light paper"


def test_views_that_go_take_their_listeners_along(bench: Bench) -> None:
    tree = TreeView(search.tree(nim("1 2")))
    bench.mount(tree)
    count = bench.listener_count(tree)
    for _ in range(10):
        bench.remove(bench.mount(tree))
    assert bench.listener_count(tree) == count
