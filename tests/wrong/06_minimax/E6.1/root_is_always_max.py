def minimax(game, state, maximising=True):
    if state.is_terminal:
        first, second = state.returns()
        return first - second
    values = [minimax(game, state.apply(action), not maximising) for action in state.legal_actions()]
    return max(values) if maximising else min(values)
