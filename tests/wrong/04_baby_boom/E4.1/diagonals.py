"""Bombs are taken to move like kings."""


def neighbours(cell, size):
    row, column = cell
    steps = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return [(r, c) for r, c in steps if 0 <= r < size and 0 <= c < size]
