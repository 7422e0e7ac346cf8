"""Walls do not stop the blast."""


def explode(state, cell):
    hit = set()
    for down, right in DIRECTIONS:
        row, column = cell[0] + down, cell[1] + right
        while 0 <= row < state["size"] and 0 <= column < state["size"]:
            hit.add((row, column))
            row, column = row + down, column + right
    bombs = {place: bomb for place, bomb in state["bombs"].items() if place not in hit}
    bombs[cell] = (state["bombs"][cell][0], 0)
    return {**state, "bombs": bombs}
