"""The game is over when a play deck is empty."""


def expected_battles(hand_a, hand_b):
    start = (hand_a, frozenset(), hand_b, frozenset())
    return Fraction(min(len(hand_a), len(hand_b)))
