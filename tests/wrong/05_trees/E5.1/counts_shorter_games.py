def perft(game, state, depth):
    if depth == 0 or state.is_terminal:
        return 1
    return sum(perft(game, state.apply(action), depth - 1) for action in moves(state))
