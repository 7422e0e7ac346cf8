"""Takes a joker on top for one that nothing matches."""

def is_stuck(state: dict) -> bool:
    """Return whether nobody can play or draw any more."""
    # Nothing changes until somebody plays or draws, so one look at every hand is enough.
    top = state["top"]
    if state["draw_pile"] > 0:
        return False

    def matches(card):
        return card == "Joker" or card[-1] == top[-1] or card[:-1] == top[:-1]

    return not any(matches(card) for hand in state["hands"] for card in hand)
