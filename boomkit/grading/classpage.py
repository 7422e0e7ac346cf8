"""The teacher's page: how the class did, item by item, what went wrong most often, and what looks alike."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from boomkit.grading.exports import points_by_exercise, reason_of
from boomkit.grading.messages import number
from boomkit.grading.page import bars, page, shares, table, text
from boomkit.grading.similar import Pair, similar
from boomkit.grading.store import Row

COMMON = 3
"""How many of the commonest wrong answers are shown."""

MOST_PAIRS = 200
CLASSES = 10
"""Bars in the picture of the totals, where there are more points than `SINGLE_BARS`."""

SINGLE_BARS = 16
"""Up to so many points each whole point has a bar of its own."""


@dataclass
class Item:
    """Statistics of one exercise."""

    right: int = 0
    not_yet: int = 0
    open: int = 0
    earned: list[float] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    wrong: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Wrong answers: (check, input, what came out)."""

    def add(self, exercise: Mapping[str, Any]) -> None:
        """Count one submission's exercise (as the store holds it)."""
        outcome = exercise["outcome"]
        self.right += outcome == "correct"
        self.not_yet += outcome == "not yet"
        self.open += outcome == "not attempted"
        self.earned.append(sum(check["earned"] for check in exercise["checks"]))
        if outcome != "not yet":
            return
        for check in exercise["checks"]:
            verdict = check["verdict"]
            if not verdict["passed"]:
                self.kinds[verdict["kind"]] += 1
                if not check["hidden"] and verdict["given"]:
                    got = verdict["error"] or verdict["got"]
                    self.wrong[check["title"] or check["check"], verdict["given"][:120], got[:120]] += 1

    @property
    def share(self) -> float:
        """Return the part of the class that is right."""
        return self.right / max(1, self.right + self.not_yet + self.open)


def items(rows: Sequence[Row], sheet: str, exercises: Sequence[str]) -> dict[str, Item]:
    """Return the statistics of a sheet's exercises."""
    found = {name: Item() for name in exercises}
    for row in rows:
        if row.sheet == sheet and row.result is not None:
            for exercise in row.result["exercises"]:
                if exercise["exercise"] in found:
                    found[exercise["exercise"]].add(exercise)
    return found


def class_page(
    rows: Sequence[Row], sheets: Mapping[str, Mapping[str, Any]], files: Mapping[str, str], isolated: bool
) -> str:
    """Return the page of the class; `files` are the students' feedback pages by name."""
    body = ["<h1>The class</h1>", _overview(rows)]
    if not isolated:
        body.append("<p><strong>Not isolated:</strong> the submissions' code ran with the rights of the grader.</p>")
    for name, about in sheets.items():
        body += _of_sheet(name, about, rows)
    body += [*_alike(rows), "<h2>Submissions</h2>", _list(rows, files)]
    return page("The class", body)


def _overview(rows: Sequence[Row]) -> str:
    told = Counter(row.status for row in rows)
    return (
        f"<p>{len(rows)} submissions: "
        + ", ".join(f"{count} {text(status)}" for status, count in sorted(told.items()))
        + ".</p>"
    )


def _of_sheet(name: str, about: Mapping[str, Any], rows: Sequence[Row]) -> Iterator[str]:
    mine = [row for row in rows if row.sheet == name and row.result is not None]
    yield f"<h2>{text(name)} {text(about['title'])}</h2>"
    if not mine:
        yield "<p>Nothing graded yet.</p>"
        return
    totals = [sum(points_by_exercise(row).values()) for row in mine]
    middle = f"mean {statistics.fmean(totals):.1f}, median {statistics.median(totals):.1f}"
    yield f"<p>{len(mine)} graded, {middle} of {number(about['points'])} points.</p>"
    yield bars(f"Totals of {name}", _classes(totals, about["points"]))
    found = items(mine, name, [exercise["id"] for exercise in about["exercises"]])
    lines = []
    for exercise in about["exercises"]:
        item = found[exercise["id"]]
        kinds = ", ".join(f"{text(kind)} {count}" for kind, count in _commonest(item.kinds, 9))
        mean = statistics.fmean(item.earned) if item.earned else 0.0
        picture = shares(exercise["id"], item.right, item.not_yet, item.open)
        lines.append(
            (
                f"{text(exercise['id'])} {text(exercise['title'])}",
                picture,
                f"{100 * item.share:.0f} %",
                str(item.open),
                f"{mean:.2f} of {number(exercise['points'])}",
                kinds,
            )
        )
    head = (
        "Exercise",
        "right, not yet, not attempted",
        "right",
        "not attempted",
        "mean points",
        "failed checks by kind",
    )
    yield table(head, lines, frozenset({2, 3, 4}))
    yield '<p class="note">How long each check took stands in <a href="times.csv">times.csv</a>.</p>'
    yield from _wrong_answers(found)


def _classes(totals: Sequence[float], most: float) -> list[tuple[str, int]]:
    """Return how many totals there are of each whole point, or in ten equal parts; the last holds the full score."""
    if 0 < most <= SINGLE_BARS:
        by_point = Counter(int(total + 1e-9) for total in totals)
        return [(str(point), by_point[point]) for point in range(int(most) + 1)]
    step = (most or 1) / CLASSES
    count = Counter(min(CLASSES - 1, int(total / step + 1e-9)) for total in totals)
    return [(f"{place * step:g}+", count[place]) for place in range(CLASSES)]


def _commonest(counter: Counter[Any], most: int) -> list[tuple[Any, int]]:
    return sorted(counter.items(), key=lambda pair: (-pair[1], pair[0]))[:most]


def _wrong_answers(found: Mapping[str, Item]) -> Iterator[str]:
    lines = [
        (text(exercise), text(check), f"<code>{text(given)}</code>", f"<code>{text(got)}</code>", str(count))
        for exercise, item in found.items()
        for (check, given, got), count in _commonest(item.wrong, COMMON)
        if count > 1
    ]
    if lines:
        yield "<h3>Common wrong answers</h3>"
        yield table(("Exercise", "check", "input", "what came out", "how often"), lines, frozenset({4}))


def _alike(rows: Sequence[Row]) -> Iterator[str]:
    pairs: list[tuple[Pair, Row, Row]] = []
    by_sheet: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.prints:
            by_sheet[row.sheet].append(row)
    for mine in by_sheet.values():
        pairs += [(pair, mine[pair.first], mine[pair.second]) for pair in similar([row.prints for row in mine])]
    yield "<h2>Near-identical answers</h2>"
    if not pairs:
        yield "<p>None stand out.</p>"
        return
    yield "<p>Worth a look, no more: it is no proof. What many share does not count.</p>"
    lines = [
        (text(pair.exercise), text(first.student), text(second.student), f"{100 * pair.share:.0f} %")
        for pair, first, second in pairs[:MOST_PAIRS]
    ]
    yield table(("Exercise", "one", "the other", "alike"), lines, frozenset({3}))
    if len(pairs) > MOST_PAIRS:
        yield f"<p>… and {len(pairs) - MOST_PAIRS} pairs more.</p>"


def _list(rows: Sequence[Row], files: Mapping[str, str]) -> str:
    lines = []
    for row in rows:
        total = number(sum(points_by_exercise(row).values()))
        link = f'<a href="feedback/{text(files[row.student])}">{text(row.student)}</a>'
        lines.append((link, text(row.sheet), total, text(row.status), text(reason_of(row))))
    return table(("Student", "sheet", "points", "status", "what is to be said"), lines, frozenset({2}))
