"""HTML pages without a library: escaping, one look for light and dark, pages that run and load nothing."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

_STYLE = """
:root { color-scheme: light dark; --line: #8888; --soft: #8882; --good: #2a7d4f; --part: #b36b00; --none: #777; }
@media (prefers-color-scheme: dark) { :root { --good: #5cc98d; --part: #f0a840; --none: #aaa; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { text-align: left; padding: .25rem .75rem; }
th, td { border-bottom: 1px solid var(--line); vertical-align: top; } td.n, th.n { text-align: right; }
section { border: 1px solid var(--line); border-radius: .5rem; padding: .25rem 1rem 1rem; margin: 1rem 0; }
.correct h3::before { content: "✓ "; color: var(--good); } .not-yet h3::before { content: "◐ "; color: var(--part); }
.not-attempted h3::before { content: "○ "; color: var(--none); }
code { background: var(--soft); padding: .1em .3em; border-radius: .2em; overflow-wrap: anywhere; }
.note { color: var(--none); } svg { max-width: 100%; height: auto; } svg text { fill: currentColor; }
.bar { fill: var(--good); } .bar.part { fill: var(--part); } .bar.none { fill: var(--none); }
"""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def text(value: object) -> str:
    """Return text as HTML shows it: nothing in it is markup, and nothing in it is unprintable.

    >>> text("<script>")
    '&lt;script&gt;'
    """
    shown = "".join(
        letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}" for letter in str(value)
    )
    return html.escape(shown)


def page(title: str, body: Iterable[str]) -> str:
    """Return a whole page; `body` is HTML already."""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{text(title)}</title>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width">\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n'
        + "\n".join(body)
        + "\n</main>\n</body>\n</html>\n"
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: frozenset[int] = frozenset()) -> str:
    """Return a table of HTML cells; the columns in `numbers` stand to the right."""

    def cells(tag: str, values: Sequence[str]) -> str:
        return "".join(
            f"<{tag}{' class=n' if place in numbers else ''}>{value}</{tag}>" for place, value in enumerate(values)
        )

    body = "\n".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<table>\n<thead><tr>{cells('th', head)}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def bars(title: str, values: Sequence[tuple[str, int]]) -> str:
    """Return a bar chart as SVG: a bar for each (label, count), with a description that can be read aloud."""
    most = max((count for _, count in values), default=0) or 1
    width, height, step = 40 * max(1, len(values)), 120, 40
    told = "; ".join(f"{label}: {count}" for label, count in values)
    parts = [
        f'<svg role="img" viewBox="0 0 {width} {height + 40}" width="{width}" xmlns="http://www.w3.org/2000/svg">',
        f"<title>{text(title)}</title><desc>{text(told)}</desc>",
    ]
    for place, (label, count) in enumerate(values):
        tall = round(height * count / most)
        x = step * place
        parts.append(f'<rect class="bar" x="{x + 4}" y="{height - tall + 16}" width="{step - 8}" height="{tall}"/>')
        middle = f'x="{x + step // 2}" text-anchor="middle" font-size="11"'
        parts.append(f'<text {middle} y="{height - tall + 12}">{count or ""}</text>')
        parts.append(f'<text {middle} y="{height + 32}">{text(label)}</text>')
    return "".join(parts) + "</svg>"


def shares(title: str, right: int, wrong: int, open_: int) -> str:
    """Return one stacked bar as SVG: how many are right, not yet right, not attempted."""
    whole = (right + wrong + open_) or 1
    told = f"{right} right, {wrong} not yet, {open_} not attempted"
    parts = [f'<svg role="img" viewBox="0 0 200 14" width="200"><title>{text(title)}</title><desc>{told}</desc>']
    x = 0.0
    for kind, count in (("", right), (" part", wrong), (" none", open_)):
        wide = 200 * count / whole
        if count:
            parts.append(f'<rect class="bar{kind}" x="{x:.1f}" y="0" width="{wide:.1f}" height="14"/>')
        x += wide
    return "".join(parts) + "</svg>"
