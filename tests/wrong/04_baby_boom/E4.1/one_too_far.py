"""Takes size itself for the last row."""


def neighbours(cell, size):
    row, column = cell
    steps = [(row + down, column + right) for down, right in DIRECTIONS]
    return [(r, c) for r, c in steps if 0 <= r <= size and 0 <= c <= size]
