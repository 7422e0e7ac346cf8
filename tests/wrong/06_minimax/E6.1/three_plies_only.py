def minimax(game, state, depth=3):
    if state.is_terminal:
        first, second = state.returns()
        return first - second
    if depth == 0:
        return 0
    values = [minimax(game, state.apply(action), depth - 1) for action in state.legal_actions()]
    return max(values) if state.current_player == 0 else min(values)
