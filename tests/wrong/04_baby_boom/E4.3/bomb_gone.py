"""The exploding bomb is removed with the others."""


def explode(state, cell):
    hit = set()
    for down, right in DIRECTIONS:
        row, column = cell[0] + down, cell[1] + right
        while 0 <= row < state["size"] and 0 <= column < state["size"] and (row, column) not in state["walls"]:
            hit.add((row, column))
            row, column = row + down, column + right
    bombs = {place: bomb for place, bomb in state["bombs"].items() if place not in hit}
    bombs.pop(cell)
    return {**state, "bombs": bombs}
