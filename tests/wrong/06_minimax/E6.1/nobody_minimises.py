def minimax(game, state):
    if state.is_terminal:
        first, second = state.returns()
        return first - second
    return max(minimax(game, state.apply(action)) for action in state.legal_actions())
