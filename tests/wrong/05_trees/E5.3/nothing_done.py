def canonical(state):
    return state
