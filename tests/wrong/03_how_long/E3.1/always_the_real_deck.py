"""The real deck's size is built in."""


def p_first_war(ranks, wilds):
    return Fraction(4 * 3 * len(ranks) + wilds * (wilds - 1), 58 * 57)
