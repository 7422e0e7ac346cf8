"""A kick may push a bomb off the board."""


def legal_moves(state):
    size, turn, bombs = state["size"], state["turn"], state["bombs"]
    live = [cell for cell, (seat, face) in bombs.items() if seat == turn and face > 0]
    moves = set()
    for here in live:
        for there in neighbours(here, size):
            if there not in bombs:
                moves.add((here, there))
                continue
            owner, face = bombs[there]
            behind = (2 * there[0] - here[0], 2 * there[1] - here[1])
            if owner != turn and 0 < face < bombs[here][1] and behind not in bombs:
                moves.add((here, there))
    return moves or {(cell, cell) for cell in live}
