def alphabeta(game, state):
    nodes = 0

    def look(here, alpha, beta):
        nonlocal nodes
        nodes += 1
        if here.is_terminal:
            first, second = here.returns()
            return first - second
        children = [here.apply(action) for action in here.legal_actions()]  # calls apply for all of them
        values = []
        for child in children:
            values.append(look(child, alpha, beta))
            if here.current_player == 0:
                alpha = max(alpha, values[-1])
            else:
                beta = min(beta, values[-1])
            if alpha >= beta:
                break
        return max(values) if here.current_player == 0 else min(values)

    return look(state, -1000, 1000), nodes
