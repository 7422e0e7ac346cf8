def alphabeta(game, state):
    nodes = 0

    def look(here):
        nonlocal nodes
        nodes += 1
        if here.is_terminal:
            first, second = here.returns()
            return first - second
        values = [look(here.apply(action)) for action in here.legal_actions()]
        return max(values) if here.current_player == 0 else min(values)

    return look(state), nodes
