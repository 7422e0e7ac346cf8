def canonical(state):
    turn, rows = state
    images = []
    for _ in range(4):
        rows = tuple(zip(*rows[::-1]))
        images.append(rows)
    return turn, min(images)
