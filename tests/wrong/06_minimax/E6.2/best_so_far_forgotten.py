def alphabeta(game, state):
    nodes = 0

    def look(here, alpha, beta):
        nonlocal nodes
        nodes += 1
        if here.is_terminal:
            first, second = here.returns()
            return first - second
        for action in here.legal_actions():
            value = look(here.apply(action), alpha, beta)
            if here.current_player == 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return value  # the last one, not the best one

    return look(state, -1000, 1000), nodes
