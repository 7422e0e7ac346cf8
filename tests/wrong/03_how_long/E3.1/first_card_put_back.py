"""The first card is put back before the second is drawn."""


def p_first_war(ranks, wilds):
    groups = [*ranks.values(), wilds]
    return sum(Fraction(k, sum(groups)) ** 2 for k in groups)
