"""Only the loser's card goes into the score pile."""


def expected_battles(hand_a, hand_b):
    start = (hand_a, frozenset(), hand_b, frozenset())
    equations, waiting = {}, [start]
    while waiting:
        state = waiting.pop()
        if state in equations:
            continue
        deck_a, score_a, deck_b, score_b = state
        if not deck_a:
            deck_a, score_a = score_a, frozenset()
        if not deck_b:
            deck_b, score_b = score_b, frozenset()
        if not deck_a or not deck_b:
            equations[state] = (0, {})
            continue
        row = Counter()
        for a in deck_a:
            for b in deck_b:
                if a > b:
                    after = (deck_a, score_a | {b}, deck_b - {b}, score_b)
                else:
                    after = (deck_a - {a}, score_a, deck_b, score_b | {a})
                row[after] += Fraction(1, len(deck_a) * len(deck_b))
        equations[state] = (1, row)
        waiting += row
    return solve(equations)[start]
