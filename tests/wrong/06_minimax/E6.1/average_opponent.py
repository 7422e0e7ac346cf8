def minimax(game, state):
    if state.is_terminal:
        first, second = state.returns()
        return first - second
    values = [minimax(game, state.apply(action)) for action in state.legal_actions()]
    return max(values) if state.current_player == 0 else round(sum(values) / len(values))
