"""Authoring, checking and grading of notebooks: knows notebooks and nothing of games.

Exercise sheets import `show`, `evidence` and `dialog`; the authors' own cells import `Case` and the kinds of inputs
besides plain data. Everything else is imported from its module (`boomkit.grading.check`, `boomkit.grading.release`, …).
"""

from boomkit.grading.kernel_side import dialog, evidence, show
from boomkit.grading.literals import Expression, Function, Game, Position
from boomkit.grading.schema import Case

__all__ = ["Case", "Expression", "Function", "Game", "Position", "dialog", "evidence", "show"]
