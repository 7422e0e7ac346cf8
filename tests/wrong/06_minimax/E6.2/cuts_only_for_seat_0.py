def alphabeta(game, state):
    nodes = 0

    def look(here, alpha, beta):
        nonlocal nodes
        nodes += 1
        if here.is_terminal:
            first, second = here.returns()
            return first - second
        maximising = here.current_player == 0
        best = -1000 if maximising else 1000
        for action in here.legal_actions():
            value = look(here.apply(action), alpha, beta)
            if maximising:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if maximising and alpha >= beta:
                break
        return best

    return look(state, -1000, 1000), nodes
