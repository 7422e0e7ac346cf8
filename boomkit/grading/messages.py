"""Sentences for the person who wrote the code. The first one teaches: the input, what came out, the rule it breaks."""

from __future__ import annotations

from boomkit.grading.schema import CheckResult, ExerciseResult, Verdict

_ENDINGS = {
    "time": "It took longer than it may: is there a loop that never ends, or work done twice?",
    "memory": "It used more memory than it may.",
    "too much output": "It printed more than it may.",
    "died": "The Python process ended before the check was through.",
    "unreadable": "What came back could not be read.",
    "no output": "Nothing came out where something was asked for.",
    "not attempted": "Not attempted.",
}


def teaching_message(verdict: Verdict) -> str:
    """Say what a verdict means: the input, what came out, the rule it breaks.

    >>> teaching_message(Verdict(False, "wrong value", 0, "(3, 4)", "8", "Sides are multiplied.", "R-1"))
    'For the input (3, 4) your code gave 8. Sides are multiplied. (R-1)'
    """
    if verdict.passed:
        return "Right."
    parts = [_what_happened(verdict), verdict.message, f"({verdict.clause})" if verdict.clause else ""]
    return " ".join(part for part in parts if part)


def _what_happened(verdict: Verdict) -> str:
    if verdict.kind in _ENDINGS:
        return _ENDINGS[verdict.kind]
    if verdict.kind == "exception":
        got = verdict.got.rstrip(".")
        raised = verdict.error or "an exception"
        if verdict.given:
            return f"For the input {verdict.given} your code raised {raised}."
        detail = f": {got}" if got and not got.startswith(raised) else ""
        return f"Your code raised {got if got.startswith(raised) else raised + detail}."
    if verdict.given:
        return f"For the input {verdict.given} your code gave {verdict.got}."
    return f"Your code gave {verdict.got}." if verdict.got else ""


def first_failure(exercise: ExerciseResult) -> CheckResult | None:
    """Return the first check of an exercise that is not right, visible ones before hidden ones."""
    wrong = [check for check in exercise.checks if not check.verdict.passed]
    return next((check for check in wrong if not check.hidden), wrong[0] if wrong else None)


def number(points: float) -> str:
    """Write points without a needless decimal.

    >>> number(2.0), number(0.5)
    ('2', '0.5')
    """
    return f"{points:g}"


def worth(points: float) -> str:
    """Write a number of points.

    >>> worth(1), worth(2.5)
    ('1 point', '2.5 points')
    """
    return f"{number(points)} point{'' if points == 1 else 's'}"


def score(exercise: ExerciseResult) -> str:
    """Say how far an exercise has come, and that the grader looks further."""
    right = sum(check.verdict.passed for check in exercise.checks)
    return (
        f"visible checks: {right} of {len(exercise.checks)}; the grader uses other positions "
        f"({number(exercise.earned)} of {worth(exercise.points)} here)"
    )
