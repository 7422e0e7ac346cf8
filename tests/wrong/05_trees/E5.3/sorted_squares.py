def canonical(state):
    turn, rows = state
    size = len(rows)
    signs = sorted(sign for row in rows for sign in row)
    return turn, tuple(tuple(signs[size * row : size * row + size]) for row in range(size))
