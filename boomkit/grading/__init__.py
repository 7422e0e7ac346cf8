"""Authoring, checking and grading of notebooks: knows notebooks and nothing of games.

Exercise sheets import `show`, `evidence` and `dialog`; the authors' own cells import `Case` and the kinds of inputs
besides plain data. Everything else is imported from its module (`boomkit.grading.check`, `boomkit.grading.release`, …).
"""

import sys

# Reading a notebook imports jsonschema, and that compiles a grammar of web addresses: a second of every start, for a
# format that no notebook has. Taken as not installed, it is left out.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

from boomkit.grading.kernel_side import dialog, evidence, show  # noqa: E402
from boomkit.grading.literals import Expression, Function, Game, Position  # noqa: E402
from boomkit.grading.schema import Case  # noqa: E402

__all__ = ["Case", "Expression", "Function", "Game", "Position", "dialog", "evidence", "show"]
