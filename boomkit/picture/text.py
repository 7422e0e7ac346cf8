"""The text twins of pictures: a board in a fixed-width font, and a plain HTML table that a sanitiser leaves whole."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from boomkit.errors import BoomkitError


def grid(rows: Sequence[Sequence[str]], *, ranks: bool = True, ascii_only: bool = False) -> str:
    r"""Write a board as text, first row on top, with files below and ranks on the left.

    >>> print(grid([["4▲", ""], ["", "3●"]]))
      ┌────┬────┐
    2 │ 4▲ │    │
      ├────┼────┤
    1 │    │ 3● │
      └────┴────┘
        a    b
    >>> print(grid([["1", "2"]], ranks=False, ascii_only=True))
    +---+---+
    | 1 | 2 |
    +---+---+
    """
    columns = len(rows[0]) if rows else 0
    if any(len(row) != columns for row in rows):
        raise BoomkitError(f"the rows of a text board differ in length: {[len(row) for row in rows]}")
    wide = max((len(cell) for row in rows for cell in row), default=1)
    bar, edge = ("-", "|") if ascii_only else ("─", "│")
    tops = ("+++", "+++", "+++") if ascii_only else ("┌┬┐", "├┼┤", "└┴┘")
    label = max(len(str(len(rows))), 1)
    indent = " " * (label + 1) if ranks else ""

    def rule(joints: str) -> str:
        return indent + joints[0] + joints[1].join(bar * (wide + 2) for _ in range(columns)) + joints[2]

    lines = [rule(tops[0])]
    for number, row in enumerate(rows):
        if number:
            lines.append(rule(tops[1]))
        rank = f"{len(rows) - number:>{label}} " if ranks else ""
        lines.append(rank + edge + edge.join(f" {cell:<{wide}} " for cell in row) + edge)
    lines.append(rule(tops[2]))
    if ranks:
        files = "".join(f" {chr(97 + column):^{wide}}  " for column in range(columns))
        lines.append((indent + " " + files).rstrip())
    return "\n".join(lines)


def columns(rows: Sequence[Sequence[str]], *, gap: int = 2) -> str:
    """Write rows of words in columns, the first left-aligned and so the others.

    >>> print(columns([["seat 0 ●", "6 cards"], ["seat 1 ▲", "14 cards"]]))
    seat 0 ●  6 cards
    seat 1 ▲  14 cards
    """
    count = max((len(row) for row in rows), default=0)
    wide = [max((len(row[i]) for row in rows if i < len(row)), default=0) for i in range(count)]
    return "\n".join((" " * gap).join(f"{cell:<{wide[i]}}" for i, cell in enumerate(row)).rstrip() for row in rows)


def html_table(
    caption: str,
    rows: Sequence[Sequence[str]],
    *,
    columns: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
) -> str:
    """Write an HTML table with a caption, column heads and row heads, and no style, class or id.

    `columns` are the heads of the columns, `names` those of the rows. What is given is text and is escaped.

    >>> html_table("Lives", [["3"]], columns=["lives"], names=["seat 0 ●"])
    '<table><caption>Lives</caption><thead><tr><td></td><th scope="col">lives</th></tr></thead><tbody><tr><th scope="row">seat 0 ●</th><td>3</td></tr></tbody></table>'
    """  # noqa: E501
    head = ""
    if columns is not None:
        corner = "<td></td>" if names is not None else ""
        cells = "".join(f'<th scope="col">{escape(words)}</th>' for words in columns)
        head = f"<thead><tr>{corner}{cells}</tr></thead>"
    body = []
    for number, row in enumerate(rows):
        first = f'<th scope="row">{escape(names[number])}</th>' if names is not None else ""
        body.append(f"<tr>{first}{''.join(f'<td>{escape(words)}</td>' for words in row)}</tr>")
    return f"<table><caption>{escape(caption)}</caption>{head}<tbody>{''.join(body)}</tbody></table>"


def html_grid(caption: str, rows: Sequence[Sequence[str]]) -> str:
    """Write a board as an HTML table: files as column heads, ranks as row heads, first row on top.

    >>> 'scope="row">2<' in html_grid("Board", [["4▲", ""], ["", "3●"]])
    True
    """
    files = [chr(97 + column) for column in range(len(rows[0]) if rows else 0)]
    ranks = [str(len(rows) - number) for number in range(len(rows))]
    return html_table(caption, rows, columns=files, names=ranks)


def sentences(*said: str) -> str:
    """Join words into a description: each becomes a sentence with a full stop.

    >>> sentences("seat 0 ● to move", "the clock shows 55.", "")
    'seat 0 ● to move. the clock shows 55.'
    """
    return " ".join(words if words.endswith((".", "!", "?")) else f"{words}." for words in said if words)
