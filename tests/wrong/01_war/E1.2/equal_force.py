"""In a short war both lay the smaller number of cards."""


def battle(state, shuffle):
    decks = [list(deck) for deck, _ in state]
    scores = [list(score) for _, score in state]
    table = []

    def left(seat):
        return len(decks[seat]) + len(scores[seat])

    def take(seat):
        if not decks[seat]:
            decks[seat], scores[seat] = list(shuffle(tuple(scores[seat]))), []
        table.append(decks[seat].pop(0))
        return table[-1]

    up = [take(0), take(1)]
    result, short = beats(*up), False
    while result == 0:
        if short or not left(0) or not left(1):
            result = 1 if left(0) else -1
            break
        laid = [min(4, left(seat)) for seat in (0, 1)]
        short = min(laid) < 4
        laid = [min(laid), min(laid)]
        for seat in (0, 1):
            for _ in range(laid[seat]):
                up[seat] = take(seat)
        result = beats(*up)
    scores[0 if result > 0 else 1] += table
    return tuple((tuple(decks[seat]), tuple(scores[seat])) for seat in (0, 1))
