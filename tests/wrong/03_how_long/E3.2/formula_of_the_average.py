"""The average over all deals is taken for every deal."""


def expected_battles(hand_a, hand_b):
    return Fraction(len(hand_a) * len(hand_b))
