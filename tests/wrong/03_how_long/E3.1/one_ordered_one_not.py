"""Pairs without order are divided by pairs with order."""

from math import comb


def p_first_war(ranks, wilds):
    groups = [*ranks.values(), wilds]
    cards = sum(groups)
    return Fraction(sum(comb(k, 2) for k in groups), cards * (cards - 1))
