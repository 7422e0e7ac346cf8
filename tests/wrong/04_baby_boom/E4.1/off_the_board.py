"""Does not look at the edges."""


def neighbours(cell, size):
    row, column = cell
    steps = [(row + down, column + right) for down, right in DIRECTIONS]
    return [(r, c) for r, c in steps]
