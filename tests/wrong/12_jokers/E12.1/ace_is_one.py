"""Counts an ace as eleven."""

def points(hand: tuple[str, ...]) -> int:
    """Return the penalty points of a hand."""
    # A table for what is special, and the number on the card for the rest.
    special = {"Joker": 20, "A": 11, "K": 10, "Q": 10, "J": 10}
    ranks = [card if card == "Joker" else card[:-1] for card in hand]
    return sum(special[rank] if rank in special else int(rank) for rank in ranks)
