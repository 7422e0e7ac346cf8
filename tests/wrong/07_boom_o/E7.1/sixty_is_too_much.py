"""Takes exactly sixty for a bust."""

def new_total(total: int, card: str) -> int | None:
    """Return the clock after a card, or None if the card would pass 60."""
    # Data instead of a chain of ifs: the cards that set the clock are a table, and everything else follows.
    sets = {":60": 60, ":30": 30, ":0": 0, "BOMB": 0}
    if card in sets:
        return sets[card]
    if card in ("5", "10"):
        after = total + int(card)
        return after if after < 60 else None
    return total
