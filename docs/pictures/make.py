"""Draw each game's table for README.md: `make pictures`.

Every picture is the kit's own drawing of a position a few moves into a seeded game, in a light and a dark form.
"""

from __future__ import annotations

from pathlib import Path

from boomkit.core.discovery import load, names
from boomkit.picture.theme import standalone

HERE = Path(__file__).parent
SEED = 7
MOVES = 6


def main() -> None:
    """Write two files a game, and say which."""
    for name in names():
        game = load(name)
        picture = game.module("picture")
        if picture is None:
            print(f"{name} draws no pictures")
            continue
        played = game.play(seed=SEED)
        drawn = picture.draw(played[min(MOVES, len(played) - 2)])
        for theme in ("light", "dark"):
            path = HERE / f"{name}-{theme}.svg"
            path.write_text(standalone(drawn, theme), encoding="utf-8", newline="\n")
            print(path.relative_to(HERE.parents[1]))


if __name__ == "__main__":
    main()
