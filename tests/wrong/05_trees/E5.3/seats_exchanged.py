def canonical(state):
    turn, rows = state
    other = {"A": "B", "B": "A", ".": "."}
    images = []
    for _ in range(4):
        rows = tuple(zip(*rows[::-1]))
        for board in (rows, rows[::-1]):
            images += [board, tuple(tuple(sign[:-1] + other[sign[-1]] for sign in row) for row in board)]
    return turn, min(images)
