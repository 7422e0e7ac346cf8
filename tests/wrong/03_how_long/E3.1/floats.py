"""The right number, as a float."""


def p_first_war(ranks, wilds):
    groups = [*ranks.values(), wilds]
    cards = sum(groups)
    return sum(k * (k - 1) for k in groups) / (cards * (cards - 1))
