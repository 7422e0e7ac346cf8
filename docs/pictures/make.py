"""Draw each game's table and put the pictures into README.md: `make pictures`.

Every picture is the kit's own drawing of a position of a seeded game, in a light and a dark form: of some early
positions the one with the most pieces on the table.
"""

from __future__ import annotations

import re
from pathlib import Path

from boomkit.core.discovery import load, names
from boomkit.picture.theme import standalone

HERE = Path(__file__).parent
README = HERE.parents[1] / "README.md"
SEED = 7
POSITIONS = range(8, 40)
WIDTH = 400


def liveliest(name: str) -> str | None:
    """Return the drawing of a lively position, or None if the game draws nothing."""
    game = load(name)
    picture = game.module("picture")
    if picture is None:
        return None
    played = game.play(seed=SEED)[POSITIONS.start : POSITIONS.stop]
    drawings = [picture.draw(state) for state in played if not state.is_terminal]
    return str(max(drawings, key=lambda drawing: drawing.count("data-key=")))


def shown(name: str) -> str:
    """Return the lines of README.md that show a game's picture, in the reader's theme."""
    title = load(name).title
    return (
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="docs/pictures/{name}-dark.svg">'
        f'<img src="docs/pictures/{name}-light.svg" width="{WIDTH}" alt="A table of {title}"></picture>'
    )


def main() -> None:
    """Write two files a game and the lines of README.md, and say which."""
    lines = []
    for name in names():
        drawing = liveliest(name)
        if drawing is None:
            print(f"{name} draws no pictures")
            continue
        for theme in ("light", "dark"):
            path = HERE / f"{name}-{theme}.svg"
            path.write_text(standalone(drawing, theme), encoding="utf-8", newline="\n")
            print(path.relative_to(HERE.parents[1]))
        lines.append(shown(name))
    block = "\n".join(["<!-- pictures: made by `make pictures` -->", *lines, "<!-- end of pictures -->"])
    text = README.read_text(encoding="utf-8")
    text = re.sub(r"<!-- pictures.*?<!-- end of pictures -->", lambda _: block, text, count=1, flags=re.DOTALL)
    README.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
