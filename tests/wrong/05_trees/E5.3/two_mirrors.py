def canonical(state):
    turn, rows = state
    across = tuple(row[::-1] for row in rows)
    return turn, min(rows, rows[::-1], across, across[::-1])
