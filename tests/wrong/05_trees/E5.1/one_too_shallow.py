def perft(game, state, depth):
    if depth <= 1:
        return 1
    return sum(perft(game, state.apply(action), depth - 1) for action in moves(state))
