def minimax(game, state):
    def value(here, seat):
        if here.is_terminal:
            returns = here.returns()
            return returns[seat] - returns[1 - seat]
        return max(-value(here.apply(action), 1 - seat) for action in here.legal_actions())

    return value(state, 0 if state.is_terminal else state.current_player)
