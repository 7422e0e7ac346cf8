"""Five pictures of widgets as the browser paints them, compared where the same browser paints the same letters.

Fonts and browsers differ from machine to machine, so the pictures carry a mark of what painted them: the browser's
version and a hash of a line of text. Where the mark differs nothing can be said and the comparison is skipped; the
texts of `golden/widgets` hold everywhere. ``make goldens`` paints them anew, with their mark.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bench import Bench
from playwright.sync_api import Locator, Page

import boomkit
from boomkit import search
from boomkit.widgets import Predict, Stepper, Table, TreeView

SHOTS = Path(__file__).parents[1] / "golden" / "shots"
FEW = 0.002
"""Share of pixels that may differ: a soft edge here and there, no moved line."""
PROBE = (
    "<p id='probe' style=\"margin:0;width:760px;font:16px/1.5 Inter,ui-sans-serif,system-ui,'Segoe UI','DejaVu Sans',"
    "sans-serif\">Bomb 5 Wild Jokers ●▲■◆ ♠♥♦♣ ↶↷ <b>bold</b> <code style=\"font-family:ui-monospace,'SFMono-Regular',"
    "'DejaVu Sans Mono',monospace\">heaps 3 4 5</code></p>"
)
DIFFERENT = """async ([one, other]) => {
  const pixels = async (data) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    return [image.width, image.height, pen.getImageData(0, 0, image.width, image.height).data];
  };
  const [[w, h, a], [width, height, b]] = [await pixels(one), await pixels(other)];
  if (w !== width || h !== height) return `${w} x ${h}, and it was ${width} x ${height}`;
  let count = 0;
  for (let i = 0; i < a.length; i += 4) {
    if (Math.max(...[0, 1, 2].map((k) => Math.abs(a[i + k] - b[i + k]))) > 24) count++;
  }
  return count / (w * h);
}"""


def nim(heaps: str) -> Any:
    return boomkit.load("nim", heaps=heaps).initial_state()


WIDGETS: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "board": ("light", lambda folder: Table(boomkit.load("baby_boom", first_player=0).initial_state())),
    "cards": ("dark", lambda folder: Table(boomkit.load("jokers_go_boom").deal(1))),
    "tree": ("light", lambda folder: TreeView(search.alphabeta(nim("1 2"), graph=True), depth=9)),
    "stepper": ("dark", lambda folder: Stepper(boomkit.load("wild_twist_war").play(seed=3)[:9], start=4)),
    "predict": ("light", lambda folder: Predict("Who wins?", ["seat 0", "seat 1"], answer="seat 0", folder=folder)),
}


def painted_by(page: Page) -> str:
    """Name the browser and the letters it paints."""
    page.set_content(PROBE)
    letters = hashlib.sha256(page.locator("#probe").screenshot()).hexdigest()[:16]
    browser = page.context.browser
    assert browser is not None
    return f"Chromium {browser.version}, letters {letters}\n"


def steady_shot(view: Locator) -> bytes:
    """Take pictures until two in a row are the same, byte for byte."""
    view.page.mouse.move(0, 0)
    shot = b""
    for _ in range(10):
        view.page.wait_for_timeout(150)
        before, shot = shot, view.screenshot(animations="disabled", caret="hide")
        if shot == before:
            return shot
    raise AssertionError("the widget never stands still: ten pictures in a row differ")


def data(shot: bytes) -> str:
    return base64.b64encode(shot).decode("ascii")


@pytest.mark.golden
@pytest.mark.parametrize("name", WIDGETS)
def test_a_widget_looks_as_it_did(bench: Bench, themed_page: Callable[..., Page], tmp_path: Path, name: str) -> None:
    scheme, make = WIDGETS[name]
    mark = painted_by(themed_page(color_scheme=scheme, reduced_motion="reduce"))
    page = themed_page(color_scheme=scheme, reduced_motion="reduce")
    shot = steady_shot(Bench(page).mount(make(tmp_path)))
    assert len(shot) > 2000, "something is painted"
    path, marked = SHOTS / f"{name}.png", SHOTS / f"{name}.txt"
    if os.environ.get("BOOMKIT_GOLDENS") == "renew":
        SHOTS.mkdir(parents=True, exist_ok=True)
        marked.write_text(mark, encoding="utf-8", newline="\n")
        path.write_bytes(shot)
        return
    if marked.read_text(encoding="utf-8") != mark:
        pytest.skip(f"painted by {mark.strip()}; the picture was by {marked.read_text(encoding='utf-8').strip()}")
    different = page.evaluate(DIFFERENT, [data(shot), data(path.read_bytes())])
    if isinstance(different, str) or different > FEW:
        now = tmp_path / f"{name}.png"
        now.write_bytes(shot)
        raise AssertionError(f"{path.name} differs ({different}); it looks like {now}; if that is meant: make goldens")


def test_the_comparison_sees_a_moved_piece(bench: Bench) -> None:
    """A comparison that could not fail would be no comparison."""
    table = Table("nim")
    view = bench.mount(table)
    before = steady_shot(view)
    assert bench.page.evaluate(DIFFERENT, [data(before), data(steady_shot(view))]) == 0
    table.play("take 1 from 0")
    table.undo()
    table.redo()
    bench.push(table)
    different = bench.page.evaluate(DIFFERENT, [data(before), data(steady_shot(view))])
    assert isinstance(different, str) or different > FEW
