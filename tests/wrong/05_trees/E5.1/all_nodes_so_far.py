def perft(game, state, depth):
    if depth == 0:
        return 1
    return 1 + sum(perft(game, state.apply(action), depth - 1) for action in moves(state))
