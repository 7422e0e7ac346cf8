def perft(game, state, depth):
    actions = moves(state)
    if depth <= 1:
        return len(actions) * depth
    return sum(perft(game, state.apply(action), depth - 1) for action in actions)
