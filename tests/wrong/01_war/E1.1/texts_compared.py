"""Ranks are compared as texts, so that 10 is below 2 and A below K."""


def beats(a, b):
    if a in SUITS_OF_WILD and b in SUITS_OF_WILD:
        return 0
    if a in SUITS_OF_WILD:
        return 1 if b[-1] in SUITS_OF_WILD[a] else -1
    if b in SUITS_OF_WILD:
        return -beats(b, a)
    return (a[:-1] > b[:-1]) - (a[:-1] < b[:-1])
