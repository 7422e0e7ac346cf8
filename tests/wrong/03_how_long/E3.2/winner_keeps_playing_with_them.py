"""Won cards go straight into the play deck."""


def expected_battles(hand_a, hand_b):
    start = (hand_a, hand_b)
    equations, waiting = {}, [start]
    while waiting:
        state = waiting.pop()
        if state in equations:
            continue
        one, two = state
        if not one or not two:
            equations[state] = (0, {})
            continue
        row = Counter()
        for a in one:
            for b in two:
                after = (one | {b}, two - {b}) if a > b else (one - {a}, two | {a})
                row[after] += Fraction(1, len(one) * len(two))
        equations[state] = (1, row)
        waiting += row
    return solve(equations)[start]
