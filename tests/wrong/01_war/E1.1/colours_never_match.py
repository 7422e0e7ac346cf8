"""Red and Black have no suit, so they are taken to match nothing (WT-A1)."""


def beats(a, b):
    if a in SUITS_OF_WILD and b in SUITS_OF_WILD:
        return 0
    if a in SUITS_OF_WILD:
        return 1 if len(SUITS_OF_WILD[a]) == 1 and b[-1] in SUITS_OF_WILD[a] else -1
    if b in SUITS_OF_WILD:
        return -beats(b, a)
    gap = RANKS.index(a[:-1]) - RANKS.index(b[:-1])
    return (gap > 0) - (gap < 0)
