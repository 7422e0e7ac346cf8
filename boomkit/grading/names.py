"""Who handed a file in, read from the names that learning platforms give.

Moodle: `Ada Lovelace_123456_assignsubmission_file_/sheet.ipynb`, or the same in one name. Canvas:
`lovelaceada_LATE_4711_815_sheet-2.ipynb` (the last number counts attempts). nbgrader:
`submitted/ada/sheet/sheet.ipynb`. Else a folder is a student, and a file that lies beside others is one, too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

CONTAINERS = frozenset({"submitted", "submissions", "submission", "handins", "abgaben", "abgabe", "einreichungen"})
JUNK_FOLDERS = frozenset({"__MACOSX", ".ipynb_checkpoints", ".git", "__pycache__", ".Trash", ".jupyter", ".ipython"})
JUNK_FILES = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", "timestamp.txt", "feedback.txt", ".gitkeep", ".keep"})

_MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_(?P<kind>file|onlinetext)_?(?P<file>.*)", re.DOTALL)
_CANVAS = re.compile(r"(?P<name>[^_]+)_(?P<late>LATE_)?(?P<id>\d+)_(?P<upload>\d+)_(?P<file>.+)", re.DOTALL)
_ATTEMPT = re.compile(r"(?:[-_ ](?P<dash>\d{1,3})|[ _-]?\((?P<bracket>\d{1,3})\)|[-_ ]Copy(?P<copy>\d{1,3}))$")
_ATTEMPT_FOLDER = re.compile(r"(?:attempt|versuch)[ _-]*(\d{1,3})", re.IGNORECASE)


@dataclass(frozen=True)
class Owner:
    """Who handed in a file, under which name on the platform, and which attempt it is."""

    student: str
    number: str = ""
    """The platform's number of the student or of the participant; empty where there is none."""
    platform: str = ""
    attempt: int = 0
    file: str = ""
    """The file's own name, as the student gave it."""


def is_junk(parts: tuple[str, ...]) -> bool:
    """Say whether a path is something that a computer left there, not a person.

    >>> is_junk(("ada", ".ipynb_checkpoints", "x-checkpoint.ipynb")), is_junk(("ada", "x.ipynb"))
    (True, False)
    """
    return any(part in JUNK_FOLDERS for part in parts[:-1]) or parts[-1] in JUNK_FILES or parts[-1].startswith("._")


def attempt_of(name: str) -> int:
    """Return the number that a platform or a browser has put behind a file's name; 0 if there is none.

    >>> attempt_of("05_trees-2.ipynb"), attempt_of("05_trees (3).ipynb"), attempt_of("05_trees.ipynb")
    (2, 3, 0)
    """
    stem = name[:-6] if name.lower().endswith(".ipynb") else name.rpartition(".")[0] or name
    found = _ATTEMPT.search(stem)
    return int(next(number for number in found.groups() if number)) if found else 0


def owner_of(parts: tuple[str, ...]) -> Owner:
    """Read the owner from the path below the folder that was handed over.

    >>> owner_of(("Zoë Groß [3]_42_assignsubmission_file_", "05_trees.ipynb")).student
    'Zoë Groß [3]'
    >>> owner_of(("groszoe_LATE_7_99_05_trees-2.ipynb",))
    Owner(student='groszoe', number='7', platform='canvas', attempt=2, file='05_trees.ipynb')
    >>> owner_of(("zoe", "05_trees.ipynb")).student, owner_of(("zoe.ipynb",)).student
    ('zoe', 'zoe')
    """
    while len(parts) > 1 and parts[0].lower() in CONTAINERS:
        parts = parts[1:]
    for depth, part in enumerate(parts):
        if found := _MOODLE.fullmatch(part):
            file = "/".join((*([found["file"]] if found["file"] else []), *parts[depth + 1 :]))
            attempt = _folder_attempt(parts[depth + 1 : -1]) or attempt_of(parts[-1])
            return Owner(found["name"].strip(), found["id"], "moodle", attempt, file or part)
    if found := _CANVAS.fullmatch(parts[-1]):
        attempt = attempt_of(found["file"])
        stem, dot, ending = found["file"].rpartition(".")
        stem = stem.removesuffix(f"-{attempt}") if attempt else stem
        return Owner(found["name"], found["id"], "canvas", attempt, stem + dot + ending)
    if len(parts) > 1:
        attempt = _folder_attempt(parts[1:-1]) or attempt_of(parts[-1])
        return Owner(parts[0], "", "", attempt, "/".join(parts[1:]))
    stem = re.sub(r"(\.ipynb)?(\.(txt|json|ipynb|py))?$", "", parts[0], flags=re.IGNORECASE)
    return Owner(stem or parts[0], "", "", 0, parts[0])


def _folder_attempt(parts: tuple[str, ...]) -> int:
    return max((int(found[1]) for part in parts if (found := _ATTEMPT_FOLDER.search(part))), default=0)
