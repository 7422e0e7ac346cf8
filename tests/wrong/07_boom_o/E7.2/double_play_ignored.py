"""Plays the first card of a DOUBLE PLAY like any other."""

def playable(hand: tuple[str, ...], total: int, double_play: bool = False) -> set[str]:
    """Return the cards of a hand that may be played now."""
    # One filter with two conditions; new_total already knows which card fits.
    clock_cards = {"5", "10", ":0", ":30", ":60"}
    fits = {card for card in hand if new_total(total, card) is not None}
    return fits
