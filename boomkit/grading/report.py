"""Write what comes out of a gradebook: the table, a page a student, a page of the class, tables for other systems."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import quote

from boomkit.grading.classpage import class_page
from boomkit.grading.exports import write_canvas, write_grades, write_moodle, write_table, write_whole
from boomkit.grading.feedback import Draw, feedback_page, file_names
from boomkit.grading.store import Gradebook, Row


def report(
    out: Path, *, canvas: bool = False, moodle: bool = False, excel: bool = False, draw: Draw | None = None
) -> tuple[Path, ...]:
    """Write all reports of the gradebook in `out`; return the paths.

    `canvas` and `moodle` add the tables that these import; `excel` begins tables with a byte order mark; `draw` turns
    position texts into pictures. Everything but `times.csv` is the same for the same grades, byte for byte.

    Raises:
        StoreError: when `out` has no gradebook.
    """
    with Gradebook(out, create=False) as book:
        rows, sheets = list(book.rows()), book.sheets()
        made = [write_grades(book, out, excel=excel)]
        people: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            people[row.student].append(row)
        files = file_names(list(people))
        for student, mine in people.items():
            made.append(write_whole(out / "feedback" / files[student], feedback_page(student, mine, sheets, draw)))
        links = {student: quote(file) for student, file in files.items()}
        made.append(write_whole(out / "class.html", class_page(rows, sheets, links, book.about("isolated") == "True")))
        made.append(write_table(out / "times.csv", _times(rows), excel=excel))
        if canvas:
            made.append(write_canvas(book, out, excel=excel))
        if moodle:
            made += write_moodle(book, out, excel=excel)
    return tuple(made)


def _times(rows: Sequence[Row]) -> Iterable[Sequence[str]]:
    """Yield how long grading took, for whole submissions and for each check.

    It depends on the machine and its load, so it stands apart from the rest.
    """
    yield ("sheet", "check", "submissions", "median seconds", "longest seconds", "longest of")
    times: dict[tuple[str, str], list[tuple[float, str]]] = defaultdict(list)
    for row in rows:
        if row.result is not None:
            times[row.sheet, ""].append((row.seconds, row.student))
            for exercise in row.result["exercises"]:
                for check in exercise["checks"]:
                    if check["verdict"]["kind"] != "not attempted":
                        times[row.sheet, check["check"]].append((check.get("seconds", 0.0), row.student))
    for (sheet, check), found in sorted(times.items()):
        longest, student = max(found)
        middle = statistics.median(seconds for seconds, _ in found)
        yield (sheet, check, str(len(found)), f"{middle:.3f}", f"{longest:.3f}", student)
