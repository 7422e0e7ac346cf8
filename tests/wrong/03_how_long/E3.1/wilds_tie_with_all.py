"""A wild card is taken to tie with every card."""


def p_first_war(ranks, wilds):
    cards = sum(ranks.values()) + wilds
    standard = cards - wilds
    ties = sum(k * (k - 1) for k in ranks.values()) + wilds * (wilds - 1) + 2 * wilds * standard
    return Fraction(ties, cards * (cards - 1))
