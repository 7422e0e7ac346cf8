"""Card faces of our own, 82 by 118 px: a colour band, a letter, a sign and a word, so that no card is colour alone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boomkit.errors import BoomkitError
from boomkit.picture import svg, theme
from boomkit.picture.shapes import SUIT_INKS, SUITS, shape, tile
from boomkit.picture.theme import var

WIDTH = 82
HEIGHT = 118
RADIUS = 9
BAND = 7
LIFT = 14
"""How far a raised card stands above its row, px."""

SUIT_WORDS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card: its name in words, the token of its colour, and its inside as SVG at (0, 0)."""

    name: str
    ink: str
    body: str
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A card on the table: a face, the key by which it is followed, and how it stands.

    `action` is the text of the action that a click plays; `label` what is read aloud (default: the face's name and
    its state). `legal` draws a dashed frame, `dimmed` fades to 42 %, `raised` lifts it, `chosen` has a heavier
    stroke, `last` a faint frame for the last change.
    """

    face: Face
    key: str
    action: str | None = None
    label: str | None = None
    legal: bool = False
    dimmed: bool = False
    raised: bool = False
    chosen: bool = False
    last: bool = False

    def states(self) -> list[str]:
        """List the states that hold, in words.

        >>> Card(back(), "c1", dimmed=True, last=True).states()
        ['dimmed', 'last']
        """
        return [name for name in ("legal", "dimmed", "raised", "chosen", "last") if getattr(self, name)]

    def at(self, x: float, y: float) -> str:
        """Draw the card with its top left corner at (x, y); a raised card stands 14 px higher.

        >>> 'data-key="c1"' in Card(back(), "c1").at(0, 0)
        True
        """
        return draw(self, x, y)


def draw(card: Card, x: float, y: float) -> str:
    """Draw a card with its top left corner at (x, y).

    >>> svg_text = draw(Card(kind("H", "HOLD", "seat0", sign="II"), "h1", action="HOLD", legal=True), 0, 0)
    >>> 'aria-label="HOLD, legal"' in svg_text
    True
    """
    states = card.states()
    frame = ""
    if card.last:
        frame += svg.rect(
            -4, -4, WIDTH + 8, HEIGHT + 8, RADIUS + 4, fill=var("focus"), fill_opacity=0.2, class_="bk-trace"
        )
    frame += sheet(card.face, stroke_width=3 if card.chosen else 1.5)
    if card.legal:
        frame += _legal_frame()
    said = [word for word in states if word in ("legal", "chosen", "last")] + (["not legal now"] if card.dimmed else [])
    return svg.group(
        svg.rect(0, 0, WIDTH, HEIGHT, RADIUS, fill=var("paper")) + svg.group(frame, opacity=theme.DIM)
        if card.dimmed
        else frame,
        x=x,
        y=y - (LIFT if card.raised else 0),
        key=card.key,
        action=card.action,
        label=card.label or ", ".join([card.face.name, *said]),
        state=" ".join(states),
    )


def sheet(face: Face, stroke_width: float = 1.5) -> str:
    """Draw the sheet of a card at (0, 0): paper, frame, the band in the face's colour, and what is printed on it.

    >>> sheet(back()).count("<rect") >= 2
    True
    """
    ink = var(face.ink)
    r = RADIUS
    band = f"M0 {BAND}V{r}A{r} {r} 0 0 1 {r} 0H{WIDTH - r}A{r} {r} 0 0 1 {WIDTH} {r}V{r}H0Z"
    return (
        svg.rect(0, 0, WIDTH, HEIGHT, r, fill=var("paper"), stroke=ink, stroke_width=stroke_width)
        + ("" if face.hidden else svg.path(band, fill=ink))
        + face.body
    )


def _corner(words: str, ink: str) -> str:
    return svg.text(9, 27, words, size=15, weight=700, fill=ink)


def _word(words: str) -> str:
    """Write the word at the foot of a card, in two lines when one would be too wide."""
    lines = svg.wrap(words, WIDTH - 8, 11)
    top = HEIGHT - 10 - 12 * (len(lines) - 1)
    return "".join(
        svg.text(WIDTH / 2, top + 12 * i, line, size=11, fill="muted", anchor="middle") for i, line in enumerate(lines)
    )


def kind(letter: str, word: str, ink: str = "ink", *, sign: str = "", drawn: str = "", name: str | None = None) -> Face:
    """Make a card known by its kind: `letter` in the corner, `word` below, `sign` in the middle (or SVG `drawn` there).

    `ink` is a token; `drawn` is centred on (41, 62) by whoever drew it.

    >>> kind("5", "NUMBER", sign="+5").name
    'NUMBER 5'
    """
    middle = drawn
    if sign:
        size = min(30.0, 62 / max(1.0, svg.text_width(sign, 1, 700)))
        middle += svg.text(WIDTH / 2, 62 + size * 0.36, sign, size=size, weight=700, anchor="middle", fill=ink)
    called = name or (word if letter and word.upper().startswith(letter.upper()) else f"{word} {letter}".strip())
    return Face(called, ink, _corner(letter, ink) + middle + _word(word))


def playing(rank: str, suit: str) -> Face:
    """Make a playing card: rank as type, suit as a drawn shape with its word.

    `rank` is A, 2 to 10 (or T), J, Q, K; `suit` is one of ♠ ♥ ♦ ♣.

    >>> playing("Q", "♥").name
    'queen of hearts'
    """
    if suit not in SUITS:
        raise BoomkitError(f"no suit is written {suit!r}; the suits are {' '.join(SUITS)}")
    ink = SUIT_INKS[suit]
    shown = "10" if rank == "T" else rank
    wide = svg.text_width(shown, 15, 700)
    body = (
        _corner(shown, ink)
        + shape(SUITS[suit], 9 + wide + 9, 21.5, 5.5, fill=var(ink))
        + shape(SUITS[suit], WIDTH / 2, 64, 20, fill=var(ink))
        + _word(SUIT_WORDS[suit].upper())
    )
    return Face(f"{RANK_WORDS.get(rank, rank)} of {SUIT_WORDS[suit]}", ink, body)


def joker(word: str = "JOKER", *, ink: str = "seat4", sign: str = "★", name: str | None = None) -> Face:
    """Make a joker: type only, its word down the middle in capitals and a sign in two corners.

    >>> joker().name
    'joker'
    """
    size = min(20.0, 70 / max(1.0, svg.text_width(word, 1, 700)))
    star = shape("star", 16, 23, 7, fill=var(ink)) if sign == "★" else _corner(sign, ink)
    middle = svg.text(WIDTH / 2, 62 + size * 0.36, word, size=size, weight=700, anchor="middle", fill=ink)
    rules = "".join(svg.line(14, y, WIDTH - 14, y, stroke=var(ink), stroke_width=1.25) for y in (44, 80))
    return Face(name or word.lower(), ink, star + middle + rules + _word("ANY CARD" if word == "JOKER" else "WILD"))


def wild(letter: str, word: str, *, ink: str = "seat4", sign: str | None = None) -> Face:
    """Make a wild card: its letter, a large sign as type between two rules, its word.

    >>> wild("W", "WILD").name
    'WILD'
    """
    rules = "".join(svg.line(14, y, WIDTH - 14, y, stroke=var(ink), stroke_width=1.25) for y in (42, 84))
    return kind(letter, word, ink, sign=sign or letter, drawn=rules)


def shape_card(shape_name: str, colour: int | str) -> Face:
    """Make a card with one shape in one colour: shape, pattern and the colour's letter, so that it reads in grey.

    >>> shape_card("star", "red").name
    'red star'
    """
    index = theme.colour_index(colour)
    sign = theme.COLOUR_SIGNS[index]
    body = _corner(sign.letter, f"hue{index}") + tile(shape_name, index, WIDTH / 2, 62, 24) + _word(shape_name.upper())
    return Face(f"{sign.name} {shape_name}", f"hue{index}", body)


def back(word: str = "") -> Face:
    """Make the back of a card: a quiet net of diamonds, the same for every deck.

    >>> back().hidden
    True
    """
    net = "".join(f"M{x} {y}l5 7l-5 7l-5 -7z" for y in range(16, HEIGHT - 24, 14) for x in range(16, WIDTH - 8, 12))
    body = svg.rect(6, 6, WIDTH - 12, HEIGHT - 12, 5, fill=var("felt"), stroke=var("line")) + svg.path(
        net, fill="none", stroke=var("muted"), stroke_width=1, stroke_opacity=0.55
    )
    return Face(word or "face-down card", "muted", body, hidden=True)


def _legal_frame() -> str:
    return svg.rect(
        -3, -3, WIDTH + 6, HEIGHT + 6, RADIUS + 3,
        fill="none", stroke=var("focus"), stroke_width=1.75, stroke_dasharray="5 3", class_="bk-legal",
    )  # fmt: skip


def pile(
    x: float,
    y: float,
    count: int,
    *,
    key: str,
    words: str = "",
    face: Face | None = None,
    action: str | None = None,
    legal: bool = False,
) -> str:
    """Draw a pile with its size: face down, or with `face` on top; an empty pile is a dashed place.

    The words and the count stand 18 px below the card; `legal` draws a dashed frame.

    >>> "41" in pile(0, 0, 41, key="draw pile", words="draw pile")
    True
    """
    said = f"{words}: {count}" if words else str(count)
    below = svg.text(WIDTH / 2, HEIGHT + 19, said, size=12, fill="muted", anchor="middle")
    if count == 0:
        place = svg.rect(
            0, 0, WIDTH, HEIGHT, RADIUS, fill="none", stroke=var("muted"), stroke_dasharray="4 4", stroke_width=1.25
        )
        empty = svg.text(WIDTH / 2, HEIGHT / 2 + 4, "empty", size=12, fill="muted", anchor="middle")
        return svg.group(place, empty, below, x=x, y=y, key=key, action=action, label=f"{words or 'pile'}, empty")
    under = "".join(
        svg.rect(d, d, WIDTH, HEIGHT, RADIUS, fill=var("paper"), stroke=var("muted"), stroke_width=1.25)
        for d in ((4, 2) if count > 2 else (2,) if count > 1 else ())
    )
    shown = face or back()
    cards = "card" if count == 1 else "cards"
    on_top = f", {shown.name} on top" if face else ", face down"
    return svg.group(
        under,
        sheet(shown),
        _legal_frame() if legal else "",
        below,
        x=x,
        y=y,
        key=key,
        action=action,
        label=f"{words or 'pile'}, {count} {cards}{on_top}",
    )


def with_state(card: Card, **states: bool) -> Card:
    """Copy a card with other states.

    >>> with_state(Card(back(), "c1"), raised=True).raised
    True
    """
    return replace(card, **states)  # type: ignore[arg-type]
