"""The Table in a page: mouse, keys, focus, marks, what happens when Python is silent or wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from accessibility import roles, violations
from bench import Bench
from playwright.sync_api import Locator, Page, expect

import boomkit
from boomkit.core.state import State
from boomkit.widgets import Table
from boomkit.widgets.view import winner


def first(observation: Any, actions: Any, rng: Any) -> Any:
    return actions[0]


def focused(page: Page) -> str:
    return str(page.evaluate("() => document.activeElement?.dataset?.action ?? document.activeElement?.textContent"))


def stone(view: Locator, action: str) -> Locator:
    return view.locator(f"[data-action='{action}']")


@pytest.mark.parametrize("how", ["click", "Enter", "Space"])
def test_a_piece_acts_by_mouse_and_by_keys(bench: Bench, how: str) -> None:
    table = Table("nim")
    view = bench.mount(table)
    piece = stone(view, "take 2 from 1")
    if how == "click":
        piece.click()
    else:
        piece.focus()
        bench.page.keyboard.press(how)
    expect(view.locator(".bk-status")).to_have_text("seat 1 ▲ to move")
    assert str(table.state) == "heaps 3 2 5; turn 1"


def test_a_whole_game_by_keyboard_alone(bench: Bench) -> None:
    table = Table(boomkit.load("nim", heaps="1 2"))
    view = bench.mount(table)
    page = bench.page
    view.get_by_role("button", name="What may I do?").focus()
    for _ in range(20):
        if "take" in focused(page):
            break
        page.keyboard.press("Tab")
    for _ in range(3):
        if table.state.is_terminal:
            break
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
    assert table.state.is_terminal
    expect(view.locator(".bk-status")).to_contain_text("Game over")


def test_arrow_keys_go_to_the_nearest_piece_and_the_board_is_one_tab_stop(bench: Bench) -> None:
    view = bench.mount(Table("nim"))
    stone(view, "take 3 from 0").focus()
    bench.page.keyboard.press("ArrowRight")
    assert focused(bench.page) == "take 4 from 1"
    bench.page.keyboard.press("ArrowUp")
    assert focused(bench.page) == "take 3 from 1"
    bench.page.keyboard.press("ArrowLeft")
    assert focused(bench.page) == "take 2 from 0"
    assert view.locator(".bk-board [tabindex='0']").count() == 1
    assert view.locator(".bk-board [tabindex='0']").get_attribute("data-action") == "take 2 from 0"


def test_the_cursor_follows_a_focus_that_came_from_elsewhere(bench: Bench) -> None:
    view = bench.mount(Table("nim"))
    stone(view, "take 1 from 2").focus()
    assert view.locator(".bk-board [tabindex='0']").get_attribute("data-action") == "take 1 from 2"


def test_the_focus_stays_on_the_board_after_a_move(bench: Bench) -> None:
    view = bench.mount(Table("nim"))
    stone(view, "take 1 from 1").focus()
    bench.page.keyboard.press("Enter")
    expect(view.locator(".bk-status")).to_have_text("seat 1 ▲ to move")
    assert focused(bench.page) == "take 1 from 1"


def test_keys_do_not_leak_to_the_notebook(bench: Bench) -> None:
    view = bench.mount(Table("nim"))
    bench.page.evaluate("() => { window.heard = []; document.addEventListener('keydown', (e) => heard.push(e.key)); }")
    stone(view, "take 1 from 1").focus()
    for key in ("x", "a", "b", "d", "d", "m", "j", "k", "0", "0", "ArrowDown", "ArrowUp", "Home", "c"):
        bench.page.keyboard.press(key)
    view.get_by_label("type an action").focus()
    bench.page.keyboard.type("xabdd00")
    assert bench.page.evaluate("() => heard") == []
    for key in ("Escape", "Control+b", "Tab"):
        bench.page.keyboard.press(key)
    assert bench.page.evaluate("() => heard") == ["Escape", "Control", "b", "Tab"]


def test_why_not_names_the_clause_and_marks_the_pieces(bench: Bench) -> None:
    view = bench.mount(Table("nim"))
    entry = view.get_by_label("type an action")
    entry.fill("take 9 from 0")
    entry.press("Enter")
    expect(view.locator(".bk-why")).to_contain_text("Why not take 9 from 0? Heap 0 holds 3.")
    assert view.locator("[data-key=heap0] .bk-offending").count() == 1
    view.locator(".bk-why .bk-clause").click()
    expect(view.locator(".bk-why .bk-note")).to_contain_text("Nobody takes more stones than the heap holds.")
    expect(view.locator(".bk-why .bk-clause")).to_have_attribute("aria-expanded", "true")
    stone(view, "take 1 from 0").click()
    expect(view.locator(".bk-why")).to_be_empty()


def test_every_event_opens_its_clause_in_place(bench: Bench) -> None:
    view = bench.mount(Table("nim"))
    stone(view, "take 2 from 1").click()
    link = view.locator(".bk-log .bk-clause").first
    link.click()
    expect(view.locator(".bk-log .bk-note")).to_contain_text("takes one or more stones from one heap")
    link.click()
    expect(view.locator(".bk-note")).to_have_count(0)


def test_the_log_goes_back_and_another_move_makes_a_line(bench: Bench) -> None:
    table = Table("nim")
    view = bench.mount(table)
    stone(view, "take 1 from 0").click()
    stone(view, "take 1 from 1").click()
    view.get_by_role("button", name="seat 0 ●: take 1 from 0").click()
    expect(view.locator(".bk-status")).to_have_text("seat 1 ▲ to move")
    stone(view, "take 2 from 1").click()
    expect(view.get_by_label("line of play").locator("option")).to_have_count(2)
    view.get_by_label("line of play").select_option(index=0)
    expect(view.get_by_label("position text")).to_have_value("heaps 2 3 5; turn 0")


def test_seed_and_position_can_be_typed(bench: Bench) -> None:
    table = Table(boomkit.load("wild_twist_war"))
    view = bench.mount(table)
    expect(view.get_by_label("seed", exact=True)).to_be_visible()
    expect(view.get_by_label("seed", exact=True)).to_have_value("0")
    expect(view.get_by_label("position text")).to_be_visible()
    expect(view.get_by_label("position text")).to_have_value(str(table.state))
    view.get_by_label("seed", exact=True).fill("12")
    view.get_by_label("seed", exact=True).press("Enter")
    expect(view.locator(".bk-said").first).to_have_text("New game from seed 12.")
    assert table.state == table.game.deal(12)
    view.get_by_label("position text").fill("nonsense")
    view.get_by_role("button", name="Set").click()
    expect(view.locator(".bk-said").first).to_contain_text("nonsense")
    assert table.state == table.game.deal(12)
    other = str(table.game.deal(3).apply("battle"))
    view.get_by_label("position text").fill(other)
    view.get_by_role("button", name="Set").click()
    expect(view.locator(".bk-said").first).to_have_text("The position is on the table; its history is empty.")
    assert str(table.state) == other


def test_chance_can_be_chosen_in_the_page(bench: Bench) -> None:
    table = Table(boomkit.load("wild_twist_war"), chance="choose")
    view = bench.mount(table)
    view.locator("[data-chip=battle]").click()
    view.locator("[data-chip='5♠']").click()
    view.get_by_role("button", name="Draw by the seed").click()
    expect(view.locator(".bk-status")).to_have_text("seat 0 ● to move")


def test_two_quick_clicks_play_one_move(bench: Bench) -> None:
    table = Table("nim")
    view = bench.mount(table)
    bench.page.evaluate(
        "() => { const piece = document.querySelector(\"[data-action='take 1 from 2']\");"
        " for (let i = 0; i < 5; i++) piece.dispatchEvent(new MouseEvent('click', { bubbles: true })); }"
    )
    expect(view.locator(".bk-status")).to_have_text("seat 1 ▲ to move")
    assert str(table.state) == "heaps 3 4 4; turn 1"


def test_no_answer_says_how_to_revive_and_an_answer_clears_it(bench: Bench) -> None:
    table = Table("nim")
    view = bench.mount(table)
    bench.silence()
    stone(view, "take 1 from 0").click()
    expect(view.locator(".bk-trouble")).to_be_empty()
    expect(view.locator(".bk-trouble")).to_contain_text("run this cell again (Shift+Enter)", timeout=4000)
    expect(view.locator(".bk-silent")).to_have_count(1)


def test_a_fault_in_a_rule_is_shown_and_the_table_works_on(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("nim")
    view = bench.mount(table)

    def broken(state: Any, action: int) -> None:
        raise ZeroDivisionError("a heap of nothing")

    with monkeypatch.context() as patch:
        patch.setattr(table.game.rules, "play", broken)
        stone(view, "take 1 from 0").click()
        expect(view.locator(".bk-trouble")).to_contain_text("ZeroDivisionError: a heap of nothing")
    stone(view, "take 1 from 0").click()
    expect(view.locator(".bk-status")).to_have_text("seat 1 ▲ to move")
    expect(view.locator(".bk-trouble")).to_be_empty()


def test_two_views_show_one_table(bench: Bench) -> None:
    table = Table("nim")
    views = [bench.mount(table), bench.mount(table)]
    stone(views[0], "take 3 from 0").click()
    for view in views:
        expect(view.locator(".bk-status")).to_have_text("seat 1 ▲ to move")


def test_views_that_go_take_their_listeners_along(bench: Bench) -> None:
    table = Table("nim")
    kept = bench.mount(table)
    count = bench.listener_count(table)
    for _ in range(20):
        bench.remove(bench.mount(table))
    assert bench.listener_count(table) == count
    stone(kept, "take 3 from 0").click()
    expect(kept.locator(".bk-status")).to_have_text("seat 1 ▲ to move")


def test_a_push_from_python_is_shown(bench: Bench) -> None:
    table = Table("nim")
    view = bench.mount(table)
    table.play("take 3 from 0")
    bench.push(table)
    expect(view.get_by_label("position text")).to_have_value("heaps 0 4 5; turn 1")


def test_hint_points_at_a_piece(bench: Bench) -> None:
    view = bench.mount(Table(boomkit.load("nim").read("heaps 0 0 2; turn 0"), hint="perfect"))
    view.get_by_role("button", name="Hint").click()
    expect(view.locator(".bk-said").first).to_have_text("perfect would play take 2 from 2.")
    assert view.locator("[data-key='stone 2 0'] .bk-pointed").count() == 1


def test_legal_moves_are_marked_on_request(bench: Bench) -> None:
    view = bench.mount(Table("nim", marks=False))
    assert view.locator("[data-chip]").count() == view.locator(".bk-legal").count() == 0
    toggle = view.get_by_role("button", name="What may I do?")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    toggle.click()
    expect(toggle).to_have_attribute("aria-pressed", "true")
    assert view.locator("[data-chip]").count() == view.locator(".bk-legal").count() == 12
    toggle.click()
    expect(toggle).to_have_attribute("aria-pressed", "false")
    assert view.locator("[data-chip]").count() == view.locator(".bk-legal").count() == 0
    stone(view, "take 1 from 0").click()
    expect(view.locator(".bk-status")).to_have_text("seat 1 ▲ to move")


def position_with_moves(name: str) -> State:
    """Give the position of a random game's first moves that has most of them; a war has never more than one."""
    states = boomkit.load(name).play(seed=1)[:10]
    return max((state for state in states if state.current_player >= 0), key=lambda state: len(state.legal_actions()))


@pytest.mark.parametrize("name", boomkit.games())
def test_every_game_marks_its_legal_moves_and_only_on_request(bench: Bench, name: str) -> None:
    table = Table(position_with_moves(name), marks=False)
    view = bench.mount(table)
    toggle = view.get_by_role("button", name="What may I do?")
    for on in (True, False):
        assert view.locator("[data-chip]").count() == view.locator(".bk-legal").count() == 0
        toggle.click()
        expect(toggle).to_have_attribute("aria-pressed", "true")
        assert view.locator(".bk-legal").count() > 0
        chips = view.locator("[data-chip]").evaluate_all("(all) => all.map((chip) => chip.dataset.chip)")
        assert tuple(chips) == table.state.legal_actions()[:80]
        if on:
            toggle.click()
            expect(toggle).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("name", ["nim", *boomkit.games()])
def test_a_game_ends_with_who_won_and_why_and_every_event_opens_its_clause(bench: Bench, name: str) -> None:
    """The last moves are played on the table; then the end and everything that led to it name their clauses."""
    table = Table(boomkit.load(name).play(seed=2)[-2])
    view = bench.mount(table)
    while not table.state.is_terminal:
        table.play(table.state.legal_actions()[0])
    bench.push(table)
    expect(view.locator(".bk-status")).to_contain_text("Game over: ")
    expect(view.locator(".bk-status")).to_contain_text(winner(table.state.returns()))
    assert view.locator(".bk-last > li").count() > 0
    events = view.locator(".bk-last > li, .bk-log ul > li")
    assert view.locator(".bk-last .bk-clause, .bk-log .bk-clause").count() == events.count(), "a link for each"
    view.locator(".bk-last .bk-clause").last.click()
    ending = table.frame["last"][-1][1]
    expect(view.locator(".bk-last .bk-note")).to_contain_text(table.book[ending][1])


def several(svg: str) -> str:
    """Give one stone three actions, two of which other stones have too, as a bomb and the squares it may go to."""
    return svg.replace('data-action="take 3 from 0"', 'data-action="take 3 from 0|take 4 from 1|take 1 from 2"')


def test_a_piece_with_several_actions_is_chosen_first(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    from boomkit.widgets import view as shown

    drawn = shown.picture
    monkeypatch.setattr(shown, "picture", lambda *given, **named: several(drawn(*given, **named)))
    table = Table("nim")
    view = bench.mount(table)
    piece = view.locator("[data-action*='|']")
    piece.click()
    expect(view.locator("[data-chip]")).to_have_count(3)
    assert view.locator(".bk-reach").count() == 2
    bench.page.keyboard.press("Escape")
    expect(view.locator("[data-chip]")).to_have_count(12)
    piece.click()
    view.locator("[data-action='take 1 from 2']").click()
    expect(view.get_by_label("position text")).to_have_value("heaps 3 4 4; turn 1")
    view.locator("[data-action*='|']").click()
    view.locator("[data-action*='|']").click()
    expect(view.get_by_label("position text")).to_have_value("heaps 0 4 4; turn 0")


def test_moves_of_agents_follow_one_another_where_motion_is_wanted(
    bench: Bench, themed_page: Callable[..., Page]
) -> None:
    stage = Bench(themed_page(reduced_motion="no-preference"))
    table = Table("nim", agents={1: first})
    view = stage.mount(table)
    stone(view, "take 3 from 0").click()
    expect(view.locator(".bk-status")).to_have_text("seat 1 ▲ (first) to move")
    expect(view.locator(".bk-status")).to_have_text("seat 0 ● to move")


def test_pieces_glide_and_what_is_gone_fades(bench: Bench, themed_page: Callable[..., Page]) -> None:
    stage = Bench(themed_page(reduced_motion="no-preference"))
    view = stage.mount(Table("nim"))
    stage.page.evaluate(
        "() => { window.played = []; const own = Element.prototype.animate;"
        " Element.prototype.animate = function (...given) {"
        " played.push(given[1].duration); return own.apply(this, given); }; }"
    )
    stone(view, "take 2 from 1").click()
    expect(view.locator(".bk-status")).to_have_text("seat 1 ▲ to move")
    assert stage.page.evaluate("() => played") == [260, 260], "two stones fade, the others stay where they were"
    expect(view.locator(".bk-board svg")).to_have_count(1)
    expect(view.locator("svg [aria-hidden=true]")).to_have_count(0)


def test_a_piece_that_moved_glides_from_its_old_place(bench: Bench, themed_page: Callable[..., Page]) -> None:
    stage = Bench(themed_page(reduced_motion="no-preference"))
    state = boomkit.load("baby_boom", first_player=0).initial_state()
    table = Table(state)
    view = stage.mount(table)
    stage.page.evaluate(
        "() => { window.played = []; const own = Element.prototype.animate;"
        " Element.prototype.animate = function (...given) {"
        " if (given[0][0].translate) played.push([this.dataset.key, given[0][0].translate, given[1].duration]);"
        " return own.apply(this, given); }; }"
    )
    view.locator("[data-chip='a1-a2']").click()
    expect(view.locator(".bk-status")).to_have_text("seat 1 ▲ to move")
    moved = stage.page.evaluate("() => played")
    assert len(moved) == 1, "one bomb moved, everything else stays"
    key, way, duration = moved[0]
    assert key.startswith("bomb")
    assert duration == 180
    dx, dy = (float(part.removesuffix("px")) for part in way.split())
    assert abs(dx) < 1
    assert 70 < dy < 82, "one square further down, where it came from"


def test_nothing_moves_under_reduced_motion(bench: Bench) -> None:
    view = bench.mount(Table("nim"))
    bench.page.evaluate(
        "() => { window.played = 0; const own = Element.prototype.animate;"
        " Element.prototype.animate = function (...given) { played += 1; return own.apply(this, given); }; }"
    )
    stone(view, "take 2 from 1").click()
    expect(view.locator(".bk-status")).to_have_text("seat 1 ▲ to move")
    assert bench.page.evaluate("() => played") == 0


THEMES = [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active", "color_scheme": "dark"}]


@pytest.mark.parametrize("theme", THEMES, ids=["light", "dark", "forced"])
@pytest.mark.parametrize("name", ["nim", *boomkit.games()])
def test_a_table_is_accessible(
    bench: Bench, themed_page: Callable[..., Page], name: str, theme: dict[str, str]
) -> None:
    stage = Bench(themed_page(**theme))
    table = Table(boomkit.load(name).deal(1))
    view = stage.mount(table)
    if table.frame["legal"]:
        view.locator("[data-chip]").first.click()
    assert violations(view) == []
    actions = view.locator(".bk-board [data-action]").count()
    buttons = view.locator("button:visible").count()
    assert roles(stage.page)["button"] == actions + buttons
    small = stage.page.evaluate(
        "() => [...document.querySelectorAll('button, select, input, summary')]"
        ".map((el) => [(el.closest('label') ?? el).getBoundingClientRect(), el.outerHTML.slice(0, 90)])"
        ".filter(([box]) => box.width && (box.width < 24 || box.height < 24)).map(([, html]) => html)"
    )
    assert small == [], "targets are at least 24 px"


def test_pieces_that_only_look_are_named_for_those_who_listen(bench: Bench) -> None:
    bench.mount(Table("nim"))
    assert roles(bench.page)["image"] + roles(bench.page)["img"] >= 3, "three heaps"


def test_the_focus_finds_a_place_when_its_own_is_gone(bench: Bench) -> None:
    view = bench.mount(Table("nim"))
    view.locator("[data-chip]").first.focus()
    bench.page.keyboard.press("Enter")
    expect(view.locator(".bk-status")).to_have_text("seat 1 ▲ to move")
    assert bench.page.evaluate("() => document.activeElement.dataset.chip") == "take 1 from 0"
    view.get_by_role("button", name="seat 0 ●: take 1 from 0").focus()
    bench.page.keyboard.press("Enter")
    expect(view.locator(".bk-said").first).to_be_empty()
    assert focused(bench.page) == "seat 0 ●: take 1 from 0"
