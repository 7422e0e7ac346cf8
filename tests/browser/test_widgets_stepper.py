"""The Stepper and Predict in a page: playback without Python, scenes, answers before reveals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from accessibility import violations
from bench import Bench
from playwright.sync_api import Page, expect

import boomkit
from boomkit.widgets import Predict, Progress, RuleLab, Stepper


def stepper(**options: int) -> Stepper:
    return Stepper(boomkit.load("wild_twist_war").play(seed=3), **options)  # type: ignore[arg-type]


def test_buttons_slider_and_keys_step(bench: Bench) -> None:
    shown = stepper()
    view = bench.mount(shown)
    root, page = view.locator(".bk-stepper"), bench.page
    last = len(shown.frames) - 1
    for name, step in (("Forward", 1), ("Forward", 2), ("Back", 1), ("Last", last), ("First", 0)):
        view.get_by_role("button", name=name, exact=True).click()
        expect(root).to_have_attribute("data-step", str(step))
    view.get_by_role("slider").fill("100")
    expect(root).to_have_attribute("data-step", "100")
    expect(view.get_by_label("position text")).to_have_value(shown.frames[100]["text"])
    view.get_by_role("button", name="Back", exact=True).focus()
    for key, step in (("ArrowRight", 101), ("ArrowLeft", 100), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        expect(root).to_have_attribute("data-step", str(step))


def test_playback_at_twenty_a_second_is_monotone_and_silent(bench: Bench) -> None:
    view = bench.mount(stepper(speed=20))
    bench.page.evaluate(
        "() => { window.steps = []; const root = document.querySelector('.bk-stepper');"
        " new MutationObserver(() => steps.push([performance.now(), Number(root.dataset.step)]))"
        ".observe(root, { attributes: true, attributeFilter: ['data-step'] }); }"
    )
    view.get_by_role("button", name="Play").click()
    bench.page.wait_for_timeout(2500)
    view.get_by_role("button", name="Pause").click()
    steps = bench.page.evaluate("() => steps")
    numbers = [number for _, number in steps]
    assert numbers == list(range(1, len(numbers) + 1)), "every step once, in order"
    seconds = (steps[-1][0] - steps[0][0]) / 1000
    assert len(numbers) / seconds > 15, "about twenty a second, on a busy machine too"
    bench.page.wait_for_timeout(500)
    assert len(bench.messages) <= 2, "Python hears where it stopped, not each step"
    assert [message["content"]["kind"] for message in bench.messages] == ["stopped"] * len(bench.messages)


def test_it_steps_with_no_python_at_all(bench: Bench) -> None:
    view = bench.mount(stepper())
    bench.silence()
    view.get_by_role("button", name="Last", exact=True).click()
    expect(view.locator(".bk-status")).to_contain_text("Game over")
    bench.page.wait_for_timeout(2300)
    expect(view.locator(".bk-trouble")).to_be_empty()


def test_playing_again_from_the_end_starts_anew(bench: Bench) -> None:
    view = bench.mount(Stepper(boomkit.load("nim", heaps="1 1").play(seed=1), speed=10))
    for _ in range(2):
        view.get_by_role("button", name="Play").click()
        expect(view.locator(".bk-stepper")).to_have_attribute("data-step", "2")
        expect(view.get_by_role("button", name="Play")).to_be_visible()


def test_scenes_show_the_clause_beside_the_boards(bench: Bench) -> None:
    view = bench.mount(Stepper.scenes("nim"))
    expect(view.locator(".bk-rule")).to_contain_text("NI-T1 The seat that is due takes one or more stones")
    assert view.locator(".bk-board svg").count() == 2, "small boards stand side by side"
    view.get_by_label("clause").select_option("NI-T2")
    expect(view.locator(".bk-status")).to_have_text("Three from a heap of two")
    assert view.locator("[data-key=heap0] .bk-offending").count() == 1
    expect(view.locator(".bk-last")).to_contain_text("Heap 0 holds 2.")


def test_a_large_board_goes_from_before_to_after(bench: Bench, themed_page: Callable[..., Page]) -> None:
    stage = Bench(themed_page(reduced_motion="no-preference"))
    view = stage.mount(Stepper.scenes("wild_twist_war", "WT-B1"))
    after = view.get_by_role("button", name="After")
    expect(after).to_have_attribute("aria-pressed", "true", timeout=3000)
    view.get_by_role("button", name="Before").click()
    expect(after).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("name", ["nim", *boomkit.games()])
def test_steppers_are_accessible_in_every_game(bench: Bench, name: str) -> None:
    game = boomkit.load(name)
    for widget in (Stepper(game.play(seed=1)[:3]), Stepper.scenes(game)):
        assert violations(bench.mount(widget)) == []


def test_no_reveal_without_an_answer(bench: Bench, tmp_path: Path) -> None:
    question = Predict("Who wins?", ["seat 0", "seat 1"], answer="seat 0", reveal="The first.", folder=tmp_path)
    view = bench.mount(question)
    go = view.get_by_role("button", name="That is my prediction")
    expect(go).to_be_disabled()
    expect(view.locator(".bk-reveal")).to_be_empty()
    assert violations(view) == []
    view.get_by_label("seat 1", exact=True).check()
    go.click()
    expect(view.locator(".bk-status")).to_have_text("✗ Not quite: you said seat 1; it is seat 0.")
    expect(view.locator(".bk-reveal")).to_have_text("The first.")
    expect(view.get_by_role("radio").first).to_be_disabled()
    assert violations(view) == []


def test_a_number_by_keyboard_and_a_bad_one_told(bench: Bench, tmp_path: Path) -> None:
    view = bench.mount(Predict("How likely?", number=True, answer="1/4", folder=tmp_path))
    field = view.get_by_label("your number")
    field.fill("rather")
    field.press("Enter")
    expect(view.locator(".bk-status")).to_contain_text("'rather' is not a number")
    field.fill("25 %")
    field.press("Enter")
    expect(view.locator(".bk-status")).to_have_text("✓ Yes, 25 %. It is 1/4.")


def test_a_film_is_shown_to_its_end(bench: Bench, tmp_path: Path) -> None:
    states = boomkit.load("nim", heaps="1 1").play(seed=1)
    view = bench.mount(Predict("What happens?", ["a", "b"], reveal=states, folder=tmp_path))
    view.get_by_role("button", name="Skip").click()
    expect(view.locator(".bk-action")).to_contain_text("Game over")
    view.get_by_role("button", name="Again").click()
    expect(view.locator(".bk-action")).to_contain_text("Game over")


def test_the_strip_grows_with_the_answers(bench: Bench, tmp_path: Path) -> None:
    strip = Progress("a lesson", tmp_path)
    view = bench.mount(strip)
    expect(view.locator(".bk-status")).to_have_text("No predictions in this notebook yet.")
    question = Predict("Who?", ["x", "y"], answer="x", lesson="a lesson", folder=tmp_path)
    question.predict("x")
    bench.push(strip)
    expect(view.locator(".bk-status")).to_have_text("1 of 1 predictions made, 1 right.")
    expect(view.locator(".bk-mark-right")).to_have_text("✓who: right")
    assert violations(view) == []


def test_the_rule_lab_follows_its_switches(bench: Bench) -> None:
    lab = RuleLab("wild_twist_war", games=3, options=["recycle", "war_cards_down", "deck"])
    view = bench.mount(lab)
    view.locator("[data-option=recycle]").select_option("eager")
    expect(view.locator(".bk-lab .bk-said")).to_have_text("recycle is now eager; a new game from seed 0.")
    expect(view.locator(".bk-changed")).to_contain_text("recycle")
    view.locator("[data-option=war_cards_down]").fill("9")
    view.locator("[data-option=war_cards_down]").press("Tab")
    expect(view.locator(".bk-lab .bk-said")).to_contain_text("war_cards_down was given as 9")
    expect(view.locator("[data-option=war_cards_down]")).to_have_value("3")
    assert lab.game.given == {"recycle": "eager"}
    expect(view.locator(".bk-table thead")).to_contain_text("now")
    assert violations(view) == []
    view.locator("[data-chip=battle]").click()
    expect(view.locator(".bk-last").first).to_contain_text("turned up")
