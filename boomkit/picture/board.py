"""A grid of squares on felt, with files from a and ranks from 1, and marks that stand on its squares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from boomkit.errors import BoomkitError
from boomkit.picture import pieces, svg
from boomkit.picture.theme import var

FILES = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of `columns` by `rows` squares whose felt has its top left corner at (x, y).

    A square is named by file and rank (``c2``; rank 1 is the lowest row) or, when `numbered`, by its number in
    reading order from 0. Sizes are px.
    """

    columns: int
    rows: int
    x: float = 0
    y: float = 0
    cell: float = 72
    gap: float = 4
    margin: float = 16
    numbered: bool = False
    cell_height: float | None = None

    @property
    def tall(self) -> float:
        """The height of a square, px."""
        return self.cell if self.cell_height is None else self.cell_height

    @property
    def width(self) -> float:
        """The width of the felt, px."""
        return 2 * self.margin + self.columns * (self.cell + self.gap) - self.gap

    @property
    def height(self) -> float:
        """The height of the felt, px."""
        return 2 * self.margin + self.rows * (self.tall + self.gap) - self.gap

    def name(self, column: int, row: int) -> str:
        """Name the square in a column from the left and a row from the top, both from 0.

        >>> Grid(5, 5).name(2, 3)
        'c2'
        """
        return str(row * self.columns + column) if self.numbered else f"{FILES[column]}{self.rows - row}"

    def names(self) -> Iterator[str]:
        """Name every square in reading order.

        >>> list(Grid(2, 2).names())
        ['a2', 'b2', 'a1', 'b1']
        """
        return (self.name(column, row) for row in range(self.rows) for column in range(self.columns))

    def place(self, square: str) -> tuple[int, int]:
        """Find a square's column and row, both from 0.

        >>> Grid(5, 5).place("c2"), Grid(3, 3, numbered=True).place("4")
        ((2, 3), (1, 1))
        """
        try:
            if self.numbered:
                row, column = divmod(int(square), self.columns)
            else:
                column, row = FILES.index(square[:1]), self.rows - int(square[1:])
        except ValueError:
            column = row = -1
        if not square or not (0 <= column < self.columns and 0 <= row < self.rows):
            raise BoomkitError(
                f"no square is called {square!r}; the board goes from {self.name(0, self.rows - 1)} to "
                f"{self.name(self.columns - 1, 0)}"
            )
        return column, row

    def corner(self, square: str) -> tuple[float, float]:
        """Give the top left corner of a square, px.

        >>> Grid(5, 5).corner("a5")
        (16, 16)
        """
        column, row = self.place(square)
        return (
            self.x + self.margin + column * (self.cell + self.gap),
            self.y + self.margin + row * (self.tall + self.gap),
        )

    def centre(self, square: str) -> tuple[float, float]:
        """Give the middle of a square, px.

        >>> Grid(5, 5).centre("a5")
        (52.0, 52.0)
        """
        x, y = self.corner(square)
        return x + self.cell / 2, y + self.tall / 2

    def felt(self) -> str:
        """Draw the felt with the names of files and ranks in its margin.

        >>> Grid(3, 3).felt().count("<text")
        6
        """
        parts = [svg.rect(self.x, self.y, self.width, self.height, 14, fill=var("felt"))]
        if not self.numbered:
            foot = self.y + self.height - 4.5
            for row in range(self.rows):
                _, y = self.centre(self.name(0, row))
                parts.append(svg.text(self.x + 8, y + 4, str(self.rows - row), size=11, anchor="middle", fill="muted"))
            for column in range(self.columns):
                x, _ = self.centre(self.name(column, 0))
                parts.append(svg.text(x, foot, FILES[column], size=11, anchor="middle", fill="muted"))
        return "".join(parts)

    def square(
        self,
        square: str,
        inside: str = "",
        *,
        action: str | None = None,
        label: str | None = None,
        fill: str = "paper",
        stroke: str = "line",
        state: str | None = None,
    ) -> str:
        """Draw one square with its marks (`inside`, drawn from the square's own top left corner).

        >>> 'data-square="a1"' in Grid(3, 3).square("a1", label="a1, empty")
        True
        """
        x, y = self.corner(square)
        sheet = svg.rect(0, 0, self.cell, self.tall, 7, fill=var(fill), stroke=var(stroke))
        if self.numbered:
            sheet += svg.text(7, 15, square, size=11, fill="muted")
        return svg.group(
            sheet, inside, x=x, y=y, key=f"square {square}", action=action, label=label, state=state, data_square=square
        )

    def draw(self) -> str:
        """Draw the felt and all squares, empty.

        >>> Grid(3, 3).draw().count("data-square")
        9
        """
        return self.felt() + "".join(self.square(name) for name in self.names())

    def piece(
        self,
        square: str,
        body: str,
        *,
        key: str,
        action: str | None = None,
        label: str | None = None,
        state: str | None = None,
    ) -> str:
        """Put a piece (drawn around (0, 0)) on the middle of a square; its `key` lets it glide to the next.

        >>> 'transform="translate(52 52)"' in Grid(5, 5).piece("a5", "<path/>", key="bomb 1")
        True
        """
        x, y = self.centre(square)
        return svg.group(body, x=x, y=y, key=key, action=action, label=label, state=state)

    def dots(self, squares: Iterable[str], r: float = 9) -> str:
        """Mark empty squares where a piece may go.

        >>> Grid(3, 3).dots(["a1", "b1"]).count("<circle")
        2
        """
        return "".join(pieces.legal_dot(*self.centre(square), r) for square in squares)

    def dashed(self, squares: Iterable[str]) -> str:
        """Mark squares that may be acted on, occupied ones too, with a dashed frame.

        >>> Grid(3, 3).dashed(["a1"]).count("<rect")
        1
        """
        corners = (self.corner(square) for square in squares)
        return "".join(pieces.dashed(x + 2, y + 2, self.cell - 4, self.tall - 4) for x, y in corners)

    def ring(self, square: str) -> str:
        """Mark the square whose piece has the focus.

        >>> "bk-focus" in Grid(3, 3).ring("a1")
        True
        """
        return pieces.ring(*self.centre(square), min(self.cell, self.tall) * 0.48)

    def trace(self, start: str, end: str, fill: str = "focus") -> str:
        """Draw the trace of the last move.

        >>> "bk-trace" in Grid(3, 3).trace("a1", "a2")
        True
        """
        return pieces.trace(*self.centre(start), *self.centre(end), fill=fill)

    def arrow(self, start: str, end: str, fill: str = "focus") -> str:
        """Draw an arrow between the middles of two squares.

        >>> Grid(3, 3).arrow("a1", "a2").count("<polygon")
        1
        """
        return pieces.arrow(*self.centre(start), *self.centre(end), fill=fill)

    def blast(self, square: str, reach: Iterable[str] = ()) -> str:
        """Tint the squares that an explosion on `square` clears, with a stroke along them in the boom colour.

        >>> Grid(3, 3).blast("a1", ["b1", "a2"]).count("<rect")
        3
        """
        hit = dict.fromkeys([square, *reach])
        corners = (self.corner(name) for name in hit)
        return svg.group(
            *(
                svg.rect(
                    x + 1.5, y + 1.5, self.cell - 3, self.tall - 3, 6,
                    fill=var("blast"), stroke=var("boom"), stroke_width=1.25, stroke_dasharray="2 3",
                )
                for x, y in corners
            ),
            class_="bk-blast",
        )  # fmt: skip
