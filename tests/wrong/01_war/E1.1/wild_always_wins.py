"""Wild cards are taken to be strong."""


def beats(a, b):
    if (a in SUITS_OF_WILD) != (b in SUITS_OF_WILD):
        return 1 if a in SUITS_OF_WILD else -1
    if a in SUITS_OF_WILD:
        return 0
    gap = RANKS.index(a[:-1]) - RANKS.index(b[:-1])
    return (gap > 0) - (gap < 0)
