"""Cards as text: reading and writing multisets of cards, shared by the card games' position texts."""

from __future__ import annotations

from collections.abc import Sequence

from boomkit.errors import PositionError


def parse_cards(text: str, cards: Sequence[str], where: str) -> list[int]:
    """Read cards with spaces between them into counts, one for each of `cards`; `N*CARD` stands for N copies.

    Raises PositionError naming the card that is not one and `where` it stood. `-` alone is no card.

    >>> parse_cards("5 3*H 5", ("5", "10", "H"), "hand of seat 0")
    [2, 0, 3]
    """
    counts = [0] * len(cards)
    for word in text.split():
        if word == "-":
            continue
        count, star, card = word.partition("*")
        if not (star and count.isdecimal()):
            count, card = "1", word
        if card not in cards:
            raise PositionError(f"{where}: {card!r} is not a card; cards are {', '.join(cards)}.")
        counts[cards.index(card)] += int(count)
    return counts


def counts_text(counts: Sequence[int], cards: Sequence[str], *, fold: int = 4, nothing: str = "-") -> str:
    """Write counts as cards in the order of `cards`; `fold` copies or more are written `N*CARD`.

    >>> counts_text([2, 0, 5], ("5", "10", "H"), fold=4)
    '5 5 5*H'
    >>> counts_text([0, 0, 0], ("5", "10", "H"))
    '-'
    """
    words: list[str] = []
    for count, card in zip(counts, cards, strict=True):
        words += [f"{count}*{card}"] if count >= fold else [card] * count
    return " ".join(words) or nothing
