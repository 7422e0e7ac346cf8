def perft(game, state, depth):
    layer = {state}
    for _ in range(depth):
        layer = {here.apply(action) for here in layer for action in moves(here)}
    return len(layer)
