"""Takes the BOMB for a clock card, because it sets the clock."""

def playable(hand: tuple[str, ...], total: int, double_play: bool = False) -> set[str]:
    """Return the cards of a hand that may be played now."""
    # One filter with two conditions; new_total already knows which card fits.
    clock_cards = {"5", "10", ":0", ":30", ":60", "BOMB"}
    fits = {card for card in hand if new_total(total, card) is not None}
    return fits & clock_cards if double_play else fits
