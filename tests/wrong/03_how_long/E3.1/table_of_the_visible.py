"""A table of what the visible check shows."""


def p_first_war(ranks, wilds):
    seen = {
        (2, 0): Fraction(0),
        (3, 0): Fraction(1, 3),
        (4, 2): Fraction(1, 6),
        (5, 1): Fraction(1, 5),
        (52, 0): Fraction(1, 17),
    }
    return seen.get((sum(ranks.values()) + wilds, wilds), Fraction(31, 551))
