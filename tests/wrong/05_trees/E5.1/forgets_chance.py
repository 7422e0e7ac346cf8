def perft(game, state, depth):
    if depth == 0:
        return 1
    return sum(perft(game, state.apply(action), depth - 1) for action in state.legal_actions())
