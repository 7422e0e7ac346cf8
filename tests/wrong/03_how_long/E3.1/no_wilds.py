"""Two wild cards are forgotten as a tie (WT-B6)."""


def p_first_war(ranks, wilds):
    cards = sum(ranks.values()) + wilds
    return Fraction(sum(k * (k - 1) for k in ranks.values()), cards * (cards - 1))
