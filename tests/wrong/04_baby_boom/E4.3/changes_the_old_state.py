"""Empties the state that it was given."""


def explode(state, cell):
    hit = set()
    for down, right in DIRECTIONS:
        row, column = cell[0] + down, cell[1] + right
        while 0 <= row < state["size"] and 0 <= column < state["size"] and (row, column) not in state["walls"]:
            hit.add((row, column))
            row, column = row + down, column + right
    bombs = state["bombs"]
    for place in hit:
        bombs.pop(place, None)
    bombs[cell] = (state["bombs"][cell][0], 0)
    return {**state, "bombs": bombs}
