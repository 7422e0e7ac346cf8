"""The magnet stays in the thief's hand."""

def resolve_capture(position: dict, choices: tuple[bool, ...]) -> dict:
    """Return the position after a capture has been settled."""
    # Propose, ask, commit: first find out who takes the cards, then change everything in one place.
    turn, hands = position["turn"], [list(hand) for hand in position["hands"]]
    captured, seats = list(position["captured"]), len(hands)
    order = [(turn + step) % seats for step in range(1, seats)]
    thief = next((seat for seat in order if "magnet" in hands[seat] and choices[seat]), None)
    if thief is None:
        captured[turn] += position["cards"]
    else:
        captured[thief] += position["cards"] + 1
    return {"turn": (turn + 1) % seats, "cards": 0, "hands": tuple(map(tuple, hands)), "captured": tuple(captured)}
