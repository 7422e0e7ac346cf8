"""Winner looks at the play decks alone."""


def broken_rules(state):
    """Return the names of all faults of a state."""
    piles = [*state["decks"], *state["scores"]]
    cards = [card for pile in piles for card in pile]
    has = [bool(deck) for deck, score in zip(state["decks"], state["scores"])]
    right_winner = None if all(has) else has.index(True) if any(has) else state["winner"]
    faults = {
        "lost": set(DECK) - set(cards),
        "doubled": any(len(set(pile)) < len(pile) for pile in piles),
        "two piles": sum(len(set(pile)) for pile in piles) > len(set(cards)),
        "alien": set(cards) - set(DECK),
        "wild count": sum(card in SUITS_OF_WILD for card in cards) != 6,
        "both empty": not any(has),
        "winner": state["winner"] != right_winner,
        "start": any(state["scores"]) != (state["battles"] > 0),
    }
    return [name for name, found in faults.items() if found]
