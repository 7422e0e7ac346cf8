"""Takes neighbours that agree two by two for a triplet."""

def triplets(grid: tuple[str | None, ...]) -> set[tuple[int, int, int]]:
    """Return the lines of the grid that are triplets."""
    # Each card becomes the set of features it can share; a line is a triplet if its three sets have one in common.
    def features(card):
        if card is None or (" " not in card and card != "weight"):
            return set()
        return set(card.split())

    return {line for line in LINES if features(grid[line[0]]) & features(grid[line[1]]) and features(grid[line[1]]) & features(grid[line[2]])}
