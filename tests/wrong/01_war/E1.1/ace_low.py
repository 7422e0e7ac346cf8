"""The ace is taken for the lowest rank."""

ORDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def beats(a, b):
    if a in SUITS_OF_WILD and b in SUITS_OF_WILD:
        return 0
    if a in SUITS_OF_WILD:
        return 1 if b[-1] in SUITS_OF_WILD[a] else -1
    if b in SUITS_OF_WILD:
        return -beats(b, a)
    gap = ORDER.index(a[:-1]) - ORDER.index(b[:-1])
    return (gap > 0) - (gap < 0)
