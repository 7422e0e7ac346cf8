"""Authoring, checking and grading of notebooks: knows notebooks and nothing of games.

What an author of exercises imports stands here; everything else is imported from its module (`boomkit.grading.check`,
`boomkit.grading.release`, …).
"""

from boomkit.grading.schema import Case

__all__ = ["Case"]
