"""Answer regions: what of a solution cell the student gets."""

from __future__ import annotations

import json

from boomkit.grading.schema import SheetError

BEGIN = "### BEGIN SOLUTION"
END = "### END SOLUTION"


def skeleton(source: str, stub: str = "", *, task: str = "write this part") -> str:
    r"""Return the skeleton of an answer cell.

    Each region between `### BEGIN SOLUTION` and `### END SOLUTION` becomes the stub, indented as its first marker; a
    cell without regions becomes the stub as a whole. SheetError if there is neither, or markers do not pair.

    >>> print(skeleton("def one():\n    ### BEGIN SOLUTION\n    return 1\n    ### END SOLUTION", task="E1: one"))
    def one():
        # Write your code here.
        raise NotImplementedError("E1: one")
    >>> skeleton("half = 1 / 2", stub="half = ...")
    'half = ...'
    """
    made: list[str] = []
    inside = found = False
    for line in source.split("\n"):
        word = line.strip()
        if word.startswith(BEGIN):
            if inside:
                raise SheetError(f"a second {BEGIN!r} stands before {END!r}.")
            inside = found = True
            indent = line[: len(line) - len(line.lstrip())]
            asked = json.dumps(task, ensure_ascii=False)
            text = stub or f"# Write your code here.\nraise NotImplementedError({asked})"
            made += [f"{indent}{part}" if part else "" for part in text.split("\n")]
        elif word.startswith(END):
            if not inside:
                raise SheetError(f"{END!r} stands without {BEGIN!r} before it.")
            inside = False
        elif not inside:
            made.append(line)
    if inside:
        raise SheetError(f"{BEGIN!r} has no {END!r} after it.")
    if not found and not stub:
        raise SheetError(f"the answer cell has no lines {BEGIN!r} and {END!r}, and its metadata has no 'stub'.")
    return "\n".join(made).strip("\n") if found else stub


def without_markers(source: str) -> str:
    r"""Return an answer cell without its marker lines: what a student who solved it would have.

    >>> without_markers("### BEGIN SOLUTION\nx = 1\n### END SOLUTION")
    'x = 1'
    """
    return "\n".join(line for line in source.split("\n") if not line.strip().startswith((BEGIN, END)))
