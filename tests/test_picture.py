"""The room of pictures: tokens, pieces, cards, boards and text twins."""

from __future__ import annotations

import ast
import math
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import pytest

import boomkit.picture
from boomkit.errors import BoomkitError
from boomkit.picture import Event, Grid, cards, hand, pieces, shapes, svg, text, theme
from boomkit.picture.cards import Card

THEMES = {"light": theme.LIGHT, "dark": theme.DARK}
ROOM = Path(boomkit.picture.__file__).parent


def parse(drawn: str) -> ET.Element:
    if not drawn.startswith("<svg"):
        drawn = svg.document(100, 100, drawn, "t", "d")
    return ET.fromstring(drawn)


def names(drawn: str, kind: str) -> list[ET.Element]:
    return [node for node in parse(drawn).iter() if node.tag.endswith("}" + kind)]


def texts(drawn: str) -> list[str]:
    return ["".join(node.itertext()) for node in names(drawn, "text")]


def samples() -> dict[str, str]:
    """One of everything that can be drawn."""
    grid = Grid(5, 5)
    found = {
        "heading": pieces.heading(0, 20, "A & B", "round <2>"),
        "label": pieces.label(0, 0, "draw pile"),
        "player": pieces.player(0, 0, 4, ["6 cards"], alive=1, current=True) + pieces.player(0, 40, 5, out=True),
        "panel": pieces.panel(0, 0, 200, [Event("seat 1 ▲ played 10", ("BO-T2", "BO-T5")), "plain"], title="last").body,
        "event_line": pieces.event_line(0, 0, "a < b", ["BO-T2"]),
        "arrow": pieces.arrow(0, 0, 10, 30) + pieces.arrow(5, 5, 5, 5),
        "explosion": pieces.explosion(0, 0, seat=3) + pieces.explosion(0, 0, r=9),
        "marks": pieces.legal_dot(0, 0) + pieces.dashed(0, 0, 9, 9) + pieces.ring(0, 0) + pieces.trace(0, 0, 9, 9),
        "dial": "".join(pieces.dial(0, 0, value) for value in (0, 5, 30, 59, 60, 99)),
        "grid": grid.draw() + grid.ring("a1") + grid.blast("c3", ["c4", "d3"]) + grid.arrow("a1", "e5"),
        "numbered": Grid(3, 3, numbered=True).draw(),
        "hand": hand.row([Card(cards.back(), f"c{i}") for i in range(30)], width=300).body,
        "hidden": hand.hidden(0, key="a").body + hand.hidden(1, key="b", seat=2).body + hand.hidden(40, key="c").body,
        "pile": cards.pile(0, 0, 0, key="p") + cards.pile(0, 0, 1, key="q", face=cards.playing("2", "♣")),
        "joker": cards.sheet(cards.joker()) + cards.sheet(cards.joker("RED JOKER", sign="J")),
        "wild": cards.sheet(cards.wild("W", "WILD", sign="W4")),
        "kind": cards.sheet(cards.kind("T", "TRADE HANDS", "seat3", sign="⇄")),
    }
    found |= {f"seat {seat}": pieces.badge(0, 0, seat) + pieces.bomb(0, 0, 3, seat) for seat in range(8)}
    found |= {f"card {suit}": cards.sheet(cards.playing("10", suit)) for suit in shapes.SUITS}
    found |= {
        f"{colour} {shape}": cards.sheet(cards.shape_card(shape, colour))
        for shape in shapes.TILE_SHAPES
        for colour in range(6)
    }
    return found


SAMPLES = samples()


# --- the room -------------------------------------------------------------------------------------------------------


def test_the_room_imports_nothing_of_the_kit_but_itself_and_errors() -> None:
    for module in ROOM.glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                wanted = [node.module or ""]
            elif isinstance(node, ast.Import):
                wanted = [alias.name for alias in node.names]
            else:
                continue
            for name in wanted:
                top = name.split(".")[0]
                inside = name in ("boomkit.errors", "boomkit.picture") or name.startswith("boomkit.picture.")
                assert inside or top in sys.stdlib_module_names, f"{module.name} imports {name}"


def test_importing_pictures_loads_no_networkx_and_no_numpy() -> None:
    code = "import sys, boomkit.picture, boomkit.picture.tree; print(sorted({'networkx', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


# --- tokens ---------------------------------------------------------------------------------------------------------


def test_both_themes_name_the_same_tokens() -> None:
    assert list(theme.LIGHT) == list(theme.DARK)
    assert all(re.fullmatch("#[0-9a-f]{6}", value) for table in THEMES.values() for value in table.values())


@pytest.mark.parametrize("name", THEMES)
def test_text_colours_reach_the_contrast_of_text(name: str) -> None:
    table = THEMES[name]
    inks = ["ink", "muted", "focus", "boom", *(f"seat{i}" for i in range(8)), *(f"hue{i}" for i in range(6))]
    pairs = [(ink, ground) for ink in inks for ground in ("paper", "felt")]
    pairs += [(f"seat{i}", f"tint{i}") for i in range(8)] + [("ink", f"tint{i}") for i in range(8)] + [("ink", "blast")]
    low = {pair: theme.contrast(table[pair[0]], table[pair[1]]) for pair in pairs}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("name", THEMES)
def test_patterns_reach_the_contrast_of_shapes(name: str) -> None:
    table = THEMES[name]
    assert min(theme.contrast(table[f"hue{i}"], table[f"wash{i}"]) for i in range(6)) >= 3


# Machado, Oliveira and Fernandes (2009), severity 1, for linear RGB.
VISION = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def lab(colour: str, vision: str) -> tuple[float, float, float]:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    r, g, b = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear, strict=True)))) for row in VISION[vision])
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize(("family", "least"), [("seat", 6), ("hue", 6), ("wash", 10)])
def test_six_colours_differ_for_everyone(name: str, vision: str, family: str, least: float) -> None:
    table = THEMES[name]
    seen = [lab(table[f"{family}{i}"], vision) for i in range(6)]
    near = {(i, j): round(math.dist(seen[i], seen[j]), 1) for i, j in combinations(range(6), 2)}
    assert {pair: apart for pair, apart in near.items() if apart < least} == {}


def test_signs_are_all_different() -> None:
    assert len({sign.glyph for sign in theme.SEAT_SIGNS}) == len({sign.shape for sign in theme.SEAT_SIGNS}) == 8
    assert len({sign.letter for sign in theme.COLOUR_SIGNS}) == len({sign.pattern for sign in theme.COLOUR_SIGNS}) == 6
    assert "".join(theme.seat_glyph(seat) for seat in range(6)) == "●▲■◆⬢★"


@pytest.mark.parametrize("seat", [-1, 8])
def test_an_unknown_seat_is_refused_in_a_sentence(seat: int) -> None:
    with pytest.raises(BoomkitError, match=f"seats 0 to 7, and seat {seat}"):
        theme.seat_name(seat)


def test_an_unknown_colour_shape_suit_or_theme_is_refused_in_a_sentence() -> None:
    with pytest.raises(BoomkitError, match="no colour is called 'pink'; the six colours are red"):
        shapes.tile("star", "pink", 0, 0, 9)
    with pytest.raises(BoomkitError, match="no shape is called 'blob'"):
        shapes.shape("blob", 0, 0, 9)
    with pytest.raises(BoomkitError, match="no pattern is called 'plaid'"):
        shapes.pattern_path("disc", "plaid", 9)
    with pytest.raises(BoomkitError, match="no suit is written 'X'"):
        cards.playing("2", "X")
    with pytest.raises(BoomkitError, match="light and dark, and 'sepia'"):
        theme.standalone("<svg/>", "sepia")


# --- the stylesheet -------------------------------------------------------------------------------------------------


def test_the_sheet_carries_light_dark_both_jupyter_themes_and_forced_colours() -> None:
    sheet = theme.css()
    for selector in (
        ".boomkit{--bk-paper:#fbfaf7",
        "@media (prefers-color-scheme:dark){.boomkit{--bk-paper:#1b1d21",
        '[data-jp-theme-light="true"] .boomkit{--bk-paper:#fbfaf7',
        '[data-jp-theme-light="false"] .boomkit{--bk-paper:#1b1d21',
        "@media (forced-colors:active)",
        "--bk-focus:Highlight",
    ):
        assert selector in sheet
    assert sheet.count("{") == sheet.count("}")
    forced = sheet[sheet.index("forced-colors") :]
    assert "--bk-tint3:Canvas;" in forced
    assert "--bk-seat3:CanvasText;" in forced


def test_a_picture_carries_the_tokens_it_uses_and_no_others() -> None:
    drawn = svg.document(10, 10, pieces.bomb(0, 0, 1, 3), "t", "d")
    assert theme.used_tokens(drawn) == ("paper", "seat3", "tint3")
    assert "--bk-seat3:" in drawn
    assert "--bk-seat2:" not in drawn


@pytest.mark.parametrize("name", THEMES)
def test_a_standalone_picture_needs_no_stylesheet(name: str) -> None:
    drawn = theme.standalone(svg.document(400, 400, "".join(SAMPLES.values()), "t", "d"), name)
    assert "var(" not in drawn
    assert "<style" not in drawn
    assert THEMES[name]["paper"] in drawn
    ET.fromstring(drawn)


def test_without_a_style_the_page_brings_the_tokens() -> None:
    drawn = svg.document(10, 10, pieces.bomb(0, 0, 1, 3), "t", "d", style=False, background=False)
    assert "<style" not in drawn
    assert "bk-sheet" not in drawn


# --- the builder ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (1, "1"),
        (1.0, "1"),
        (-0.0, "0"),
        (0.005, "0.01"),
        (-0.004, "0"),
        (1.10, "1.1"),
        (100.0, "100"),
        (2.345678, "2.35"),
    ],
)
def test_numbers_are_short_and_stable(value: float, written: str) -> None:
    assert svg.number(value) == written


def test_hostile_text_stays_text() -> None:
    words = "</text><script>alert(1)</script>\x00&\"'"
    drawn = svg.document(10, 10, svg.group(svg.text(0, 0, words), key=words, label=words), words, words)
    root = parse(drawn)
    assert not [node for node in root.iter() if "script" in node.tag]
    assert texts(drawn) == [words.replace("\x00", "\ufffd")]


def test_no_text_is_smaller_than_eleven() -> None:
    assert 'font-size="11"' in svg.text(0, 0, "x", size=3)
    sizes = [float(size) for drawn in SAMPLES.values() for size in re.findall(r'font-size="([\d.]+)"', drawn)]
    assert len(sizes) > 100
    assert min(sizes) >= 11


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_is_well_formed_without_ids_and_paints_with_tokens(name: str) -> None:
    drawn = SAMPLES[name]
    root = parse(drawn)
    assert root.get("role") == "img"
    assert [node.tag.split("}")[1] for node in root][:3] == ["title", "desc", "style"]
    assert not [node for node in root.iter() if node.get("id")]
    for node in root.iter():
        for paint in ("fill", "stroke"):
            value = node.get(paint)
            assert value is None or value == "none" or re.fullmatch(r"var\(--bk-[a-z]+\d?\)", value), value
    assert set(theme.used_tokens(drawn)) <= set(theme.LIGHT)
    assert "nan" not in drawn
    assert "inf" not in drawn


def test_wrapping_keeps_every_word_and_the_width() -> None:
    words = "the pushed bomb shows BOOM and clears row 4 and column c, the pusher with it"
    lines = svg.wrap(words, 150, 12)
    assert " ".join(lines) == words
    assert len(lines) > 2
    assert all(svg.text_width(line, 12) <= 150 for line in lines)


# --- never colour alone ---------------------------------------------------------------------------------------------


def without_colour(drawn: str) -> str:
    return re.sub(r"var\(--bk-(seat|tint|hue|wash)\d\)", "grey", drawn)


def test_seats_differ_without_colour() -> None:
    marks = {without_colour(shapes.seat_mark(seat, 0, 0)) for seat in range(8)}
    assert len(marks) == 8


def test_tiles_differ_without_colour() -> None:
    tiles = {
        without_colour(shapes.tile(shape, colour, 0, 0, 20)) for shape in shapes.TILE_SHAPES for colour in range(6)
    }
    solid_and_open_share_an_outline = 6
    assert len(tiles) == 36 - solid_and_open_share_an_outline
    solid = shapes.tile("star", "red", 0, 0, 20)
    hollow = shapes.tile("star", "yellow", 0, 0, 20)
    assert 'fill="var(--bk-hue0)"' in solid
    assert 'fill="var(--bk-wash2)"' in hollow
    for table in THEMES.values():  # and these two are far apart in grey
        assert theme.contrast(table["hue0"], table["wash2"]) > 2.2


def test_patterns_stay_inside_their_shape() -> None:
    for name in shapes.TILE_SHAPES:
        polygons = [[(x * 20, y * 20) for x, y in polygon] for polygon in shapes.outline(name)]
        for pattern in ("dots", "level", "slanted", "crossed"):
            d = shapes.pattern_path(name, pattern, 20)
            assert d.count("M") >= 4
            ends = re.findall(r"M(\S+) ([-\d.]+)(?:L(\S+) ([-\d.]+)|h0)", d)
            for x1, y1, x2, y2 in ends:
                x = float(x1) * 0.63 + float(x2 or x1) * 0.37
                y = float(y1) * 0.63 + float(y2 or y1) * 0.37
                assert shapes._inside(x, y, polygons), (name, pattern, x, y)


def test_card_kinds_carry_letter_and_word() -> None:
    assert {"H", "II", "HOLD"} <= set(texts(cards.sheet(cards.kind("H", "HOLD", "seat0", sign="II"))))
    assert {"Q", "HEARTS"} <= set(texts(cards.sheet(cards.playing("Q", "♥"))))
    assert {"R", "STAR"} <= set(texts(cards.sheet(cards.shape_card("star", "red"))))
    assert {"TRADE", "HANDS"} <= set(texts(cards.sheet(cards.kind("T", "TRADE HANDS", sign="⇄"))))


def test_words_fit_on_their_cards() -> None:
    faces = [cards.playing("10", suit) for suit in shapes.SUITS] + [cards.kind("D", "DOUBLE PLAY", sign="+10000")]
    for face in faces:
        for node in names(face.body, "text"):
            width = svg.text_width("".join(node.itertext()), float(node.get("font-size", "0")))
            assert width <= cards.WIDTH


def test_a_bomb_is_a_number_and_ticks() -> None:
    drawn = pieces.bomb(0, 0, 2, 1)
    ticks = names(drawn, "line")
    assert len(ticks) == 5
    assert len([tick for tick in ticks if tick.get("stroke-opacity")]) == 3
    assert texts(drawn) == ["2"]


# --- states of cards ------------------------------------------------------------------------------------------------


def test_the_states_of_a_card_show_and_are_read_aloud() -> None:
    face = cards.playing("Q", "♥")
    plain = Card(face, "Q♥").at(10, 20)
    assert 'transform="translate(10 20)"' in plain
    assert "data-state" not in plain
    legal = Card(face, "Q♥", action="Q♥", legal=True, raised=True, chosen=True).at(10, 20)
    assert 'transform="translate(10 6)"' in legal
    assert 'data-action="Q♥"' in legal
    assert "stroke-dasharray" in legal
    assert 'stroke-width="3"' in legal
    assert 'aria-label="queen of hearts, legal, chosen"' in legal
    dimmed = Card(face, "Q♥", dimmed=True).at(0, 0)
    assert 'opacity="0.42"' in dimmed
    assert 'aria-label="queen of hearts, not legal now"' in dimmed
    assert "bk-trace" in Card(face, "Q♥", last=True).at(0, 0)
    assert cards.with_state(Card(face, "Q♥"), dimmed=True).dimmed


def test_the_back_gives_nothing_away() -> None:
    assert cards.sheet(cards.back()) == cards.sheet(cards.back())
    assert texts(cards.sheet(cards.back())) == []


def test_a_row_closes_up_and_then_wraps() -> None:
    many = [Card(cards.back(), f"c{i}") for i in range(12)]
    assert hand.row(many).width == 12 * 82 + 11 * 10
    close = hand.row(many, width=500)
    assert close.width <= 500
    assert close.height == cards.HEIGHT + cards.LIFT
    wrapped = hand.row(many, width=200)
    assert wrapped.width <= 200
    assert wrapped.height > 2 * cards.HEIGHT
    places = re.findall(r'translate\(([\d.]+) ([\d.]+)\)" data-key', wrapped.body)
    assert len(places) == len(set(places)) == 12
    assert hand.row([]).body == ""


def test_a_hidden_hand_says_how_many_but_not_which() -> None:
    drawn = hand.hidden(9, key="hand 1", seat=1)
    assert texts(drawn.body) == ["9 cards"]
    assert 'aria-label="seat 1 ▲, 9 cards, hidden"' in drawn.body
    assert texts(hand.hidden(1, key="h").body) == ["1 card"]


# --- boards ---------------------------------------------------------------------------------------------------------


def test_squares_are_named_as_on_a_board() -> None:
    grid = Grid(5, 5)
    assert list(grid.names())[:2] == ["a5", "b5"]
    assert all(grid.name(*grid.place(square)) == square for square in grid.names())
    assert grid.centre("b5")[0] - grid.centre("a5")[0] == 76
    assert grid.centre("a4")[1] > grid.centre("a5")[1]
    assert list(Grid(3, 3, numbered=True).names()) == list("012345678")


@pytest.mark.parametrize("square", ["f1", "a0", "a6", "", "5", "aa", "a1x"])
def test_a_square_that_is_not_there_is_refused(square: str) -> None:
    with pytest.raises(BoomkitError, match="the board goes from a1 to e5"):
        Grid(5, 5).corner(square)


def test_a_board_has_each_square_once_and_all_labels() -> None:
    drawn = Grid(4, 3).draw()
    keys = re.findall(r'data-square="(\w+)"', drawn)
    assert len(keys) == len(set(keys)) == 12
    assert sorted(texts(drawn)) == ["1", "2", "3", "a", "b", "c", "d"]


# --- words beside pictures ------------------------------------------------------------------------------------------


def test_a_panel_grows_with_its_words_and_keeps_them_inside() -> None:
    short = pieces.panel(0, 0, 300, ["one"])
    long = pieces.panel(0, 0, 120, [Event("seat 1 ▲ played 10, clock 45 → 55", ("BO-T2", "BO-T5"))] * 3, title="last")
    assert long.height > 3 * short.height
    for node in names(long.body, "text"):
        assert float(node.get("y", "0")) < long.height - 4
        end = float(node.get("x", "0")) + svg.text_width("".join(node.itertext()), float(node.get("font-size", "0")))
        assert end <= 120
    assert " ".join(texts(long.body)).count("BO-T2") == 3


def test_a_player_line_says_what_it_shows() -> None:
    drawn = pieces.player(0, 0, 2, ["6 cards"], alive=2, current=True)
    assert 'aria-label="seat 2 ■, 6 cards, to move, 2 of 3 lives"' in drawn
    assert 'opacity="0.42"' in pieces.player(0, 0, 2, out=True)


def test_a_dial_is_full_at_its_limit() -> None:
    assert "<path" not in pieces.dial(0, 0, 60)
    assert " 0 1 1 " in pieces.dial(0, 0, 45)
    assert " 0 0 1 " in pieces.dial(0, 0, 15)
    assert "<path" not in pieces.dial(0, 0, 0)


# --- text twins -----------------------------------------------------------------------------------------------------


def test_rows_of_different_length_are_refused() -> None:
    with pytest.raises(BoomkitError, match=r"differ in length: \[1, 2\]"):
        text.grid([["a"], ["a", "b"]])


def test_text_boards_are_rectangles() -> None:
    for ascii_only in (False, True):
        lines = text.grid([["10▲", "", "x"]] * 3, ranks=False, ascii_only=ascii_only).splitlines()
        assert len({len(line) for line in lines}) == 1
    assert text.grid([["10"]], ascii_only=True).isascii()


def test_html_tables_are_plain_and_escaped() -> None:
    table = text.html_table("a < b", [["<i>"]], columns=["&"], names=['"'])
    root = ET.fromstring(table)
    assert {node.tag for node in root.iter()} <= {"table", "caption", "thead", "tbody", "tr", "th", "td"}
    assert {key for node in root.iter() for key in node.attrib} == {"scope"}
    assert [node.text for node in root.iter("td")] == [None, "<i>"]
    assert len(ET.fromstring(text.html_grid("B", [["a", "b"]] * 3)).findall(".//tbody/tr")) == 3


# --- golden texts ---------------------------------------------------------------------------------------------------


def lines_of(drawn: str) -> list[str]:
    """Write one element a line, as a golden text is read."""
    return re.sub(r">\s*<", ">\n<", drawn).splitlines()


def test_golden_badge() -> None:
    assert lines_of(pieces.badge(0, 0, 1)) == [
        '<rect x="0" y="0" width="90" height="34" rx="9" fill="var(--bk-tint1)" stroke="var(--bk-seat1)"/>',
        '<path d="M0 -5.34L5.68 4.64L-5.68 4.64Z" transform="translate(19.61 17)" fill="var(--bk-seat1)"/>',
        '<text x="30.61" y="21.7" font-size="13" font-weight="600" fill="var(--bk-seat1)">seat 1</text>',
    ]


def test_golden_card() -> None:
    card = Card(cards.kind("H", "HOLD", "seat0", sign="II"), "H1", action="HOLD", legal=True)
    assert lines_of(card.at(0, 0)) == [
        '<g transform="translate(0 0)" data-key="H1" data-action="HOLD" data-state="legal" aria-label="HOLD, legal">',
        '<rect x="0" y="0" width="82" height="118" rx="9" fill="var(--bk-paper)" stroke="var(--bk-seat0)"'
        ' stroke-width="1.5"/>',
        '<path d="M0 7V9A9 9 0 0 1 9 0H73A9 9 0 0 1 82 9V9H0Z" fill="var(--bk-seat0)"/>',
        '<text x="9" y="27" font-size="15" font-weight="700" fill="var(--bk-seat0)">H</text>',
        '<text x="41" y="72.8" font-size="30" font-weight="700" text-anchor="middle" fill="var(--bk-seat0)">II</text>',
        '<text x="41" y="108" font-size="11" text-anchor="middle" fill="var(--bk-muted)">HOLD</text>',
        '<rect x="-3" y="-3" width="88" height="124" rx="12" fill="none" stroke="var(--bk-focus)"'
        ' stroke-width="1.75" stroke-dasharray="5 3" class="bk-legal"/>',
        "</g>",
    ]


def test_golden_document() -> None:
    assert lines_of(svg.document(40, 20, svg.text(4, 14, "hi"), "A title", "A desc", style=False)) == [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20" class="boomkit" role="img"'
        " font-family=\"Inter, ui-sans-serif, system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\">",
        "<title>A title</title>",
        "<desc>A desc</desc>",
        '<rect x="0" y="0" width="40" height="20" rx="14" fill="var(--bk-paper)" class="bk-sheet"/>',
        '<text x="4" y="14" font-size="13" fill="var(--bk-ink)">hi</text>',
        "</svg>",
    ]
