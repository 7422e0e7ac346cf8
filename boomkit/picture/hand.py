"""Hands: a row of cards that closes up when it is long, rows that wrap, and hidden hands as backs and a count."""

from __future__ import annotations

from collections.abc import Sequence

from boomkit.picture import cards, svg
from boomkit.picture.theme import seat_ink, seat_name, var

GAP = 10
SMALLEST_STEP = 24
"""How much of a covered card stays in sight, px: its corner, and a target large enough to touch."""


def row(hand: Sequence[cards.Card], *, width: float | None = None, gap: float = GAP) -> svg.Drawing:
    """Lay cards in a row; a row wider than `width` px closes up, and when even that is too wide it wraps.

    Room for raised cards (14 px) is kept above each row.

    >>> row([cards.Card(cards.back(), f"c{i}") for i in range(3)]).width
    266
    """
    step: float = cards.WIDTH + gap
    in_row = max(1, len(hand))
    if width is not None and len(hand) > 1:
        step = min(step, max(SMALLEST_STEP, (width - cards.WIDTH) / (len(hand) - 1)))
        in_row = max(1, int((width - cards.WIDTH + 0.001) // step) + 1)
    down = cards.HEIGHT + cards.LIFT + 6
    drawn = "".join(card.at(i % in_row * step, cards.LIFT + i // in_row * down) for i, card in enumerate(hand))
    longest = min(in_row, len(hand))
    rows = -(-len(hand) // in_row)
    return svg.Drawing(
        cards.WIDTH + (longest - 1) * step if longest else 0,
        rows * down - 6 if rows else cards.HEIGHT + cards.LIFT,
        drawn,
    )


def hidden(count: int, *, key: str, seat: int | None = None, shown: int = 6, step: float = 16) -> svg.Drawing:
    """Draw a hand nobody may see: backs laid close together and how many there are.

    At most `shown` backs are drawn; the number is always the true one.

    >>> hidden(9, key="hand 1", seat=1).body.count("9 cards") >= 1
    True
    """
    drawn = min(count, shown)
    backs = "".join(svg.group(cards.sheet(cards.back()), x=i * step) for i in range(drawn))
    width = cards.WIDTH + max(0, drawn - 1) * step
    said = f"{count} card" if count == 1 else f"{count} cards"
    if not drawn:
        backs = svg.rect(
            0, 0, cards.WIDTH, cards.HEIGHT, cards.RADIUS, fill="none", stroke=var("muted"), stroke_dasharray="4 4"
        )
    words = svg.text(
        width / 2,
        cards.HEIGHT + 19,
        said,
        size=12,
        anchor="middle",
        fill=seat_ink(seat) if seat is not None else "muted",
    )
    owner = f"{seat_name(seat)}, " if seat is not None else ""
    return svg.Drawing(width, cards.HEIGHT + 24, svg.group(backs, words, key=key, label=f"{owner}{said}, hidden"))
