def minimax(game, state):
    if state.is_terminal:
        return state.returns()[0]
    values = [minimax(game, state.apply(action)) for action in state.legal_actions()]
    return max(values) if state.current_player == 0 else min(values)
