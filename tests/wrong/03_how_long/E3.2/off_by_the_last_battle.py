"""The end itself is counted as a battle."""


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
            equations[state] = (1, {})
            continue
        row = Counter()
        for a in deck_a:
            for b in deck_b:
                to_a = {a, b} if a > b else set()
                after = (deck_a - {a}, score_a | to_a, deck_b - {b}, score_b | ({a, b} - to_a))
                row[after] += Fraction(1, len(deck_a) * len(deck_b))
        equations[state] = (1, row)
        waiting += row
    return solve(equations)[start]
