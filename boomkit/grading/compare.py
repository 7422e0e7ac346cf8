"""Compare what a check showed with what the solution showed, in the grader's process.

nbval stays the definition of equal: the default comparator calls its comparison. The others read the evidence lines.
"""

from __future__ import annotations

import copy
import inspect
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from boomkit.grading.lines import (
    EvidenceLine,
    as_python,
    kind_of,
    read_lines,
    same_json,
    same_numbers,
    same_set,
    same_text,
)
from boomkit.grading.parameters import Rendered
from boomkit.grading.schema import CaseNote, CellReply, Check, CompareSpec, Outputs, Verdict, VerdictKind

_SKIPPED = (
    *("metadata", "traceback", "prompt_number", "output_type", "name", "execution_count"),
    *("application/vnd.jupyter.widget-view+json", "image/png", "image/jpeg"),
    "stderr",
)
"""What nbval leaves out, and standard error: there the student's own prints go."""

_EVIDENCE = '{"in": '
"""How a line of evidence begins."""

LineTest = Callable[[EvidenceLine, EvidenceLine], bool]

_ENDED: dict[str, VerdictKind] = {
    "timeout": "time",
    "memory": "memory",
    "died": "died",
    "unreadable": "unreadable",
}
_ERRORS: dict[str, VerdictKind] = {
    "MemoryError": "memory",
    "TooMuchOutput": "too much output",
    "NotImplementedError": "not attempted",
}


def compare(check: Check, expected: Outputs, reply: CellReply, rendered: Rendered) -> Verdict:
    """Judge one check from what its cell showed. Whatever is not clearly right is not right."""
    if reply.status in _ENDED:
        return _say(check, Verdict(False, _ENDED[reply.status]))
    if reply.status != "ok" or any(output.get("output_type") == "error" for output in reply.outputs):
        kind = _ERRORS.get(reply.error, "exception")
        return _say(check, Verdict(False, kind, error=reply.error[:80], got=reply.detail[:200]))
    wanted = read_lines(_text(expected))
    reply = _without_prints(wanted, reply)
    if check.compare.kind == "judge":
        return _say(check, _judged(check, expected, reply, rendered))
    got = read_lines(reply.text)
    if (wanted and not got) or (expected and not reply.outputs):
        return _say(check, Verdict(False, "no output", total=len(wanted)))
    passed, agree = _passed(check.compare, expected, reply, wanted, got)
    right = sum(agree)
    if passed:
        return Verdict(True, "right", right=right, total=len(wanted))
    first = agree.index(False) if False in agree else None
    return _say(check, _wrong(first, wanted, got, rendered.cases, right))


def _without_prints(wanted: tuple[EvidenceLine, ...], reply: CellReply) -> CellReply:
    """Leave out what a student's own prints wrote between the lines of evidence, where only evidence is wanted."""
    if not wanted or not all(line.is_evidence for line in wanted):
        return reply
    text = reply.text
    kept = [line[max(line.find(_EVIDENCE), 0) :] for line in text.split("\n") if _EVIDENCE in line]
    quiet = "".join(f"{line}\n" for line in kept)
    if quiet == text:
        return reply
    others = tuple(output for output in reply.outputs if output.get("name") != "stdout")
    printed = ({"output_type": "stream", "name": "stdout", "text": quiet},) if quiet else ()
    return replace(reply, outputs=(*printed, *others))


def _text(outputs: Outputs) -> str:
    return CellReply("ok", outputs).text


def _passed(
    spec: CompareSpec,
    expected: Outputs,
    reply: CellReply,
    wanted: tuple[EvidenceLine, ...],
    got: tuple[EvidenceLine, ...],
) -> tuple[bool, list[bool]]:
    """Return whether a check passed, and for each expected line whether it agrees."""
    if spec.kind == "set" and not all(line.is_evidence for line in wanted):
        return Counter(line.text.strip() for line in wanted) == Counter(line.text.strip() for line in got), []
    agree = _agree(wanted, got, line_test(spec))
    if spec.kind == "text":
        return same_outputs(expected, reply.outputs), agree
    if spec.kind == "at_least":
        needed = spec.k if spec.k >= 1 else spec.k * len(wanted)
        return len(got) == len(wanted) and sum(agree) >= needed, agree
    return len(got) == len(wanted) and all(agree), agree


def _agree(wanted: tuple[EvidenceLine, ...], got: tuple[EvidenceLine, ...], test: LineTest) -> list[bool]:
    return [number < len(got) and test(line, got[number]) for number, line in enumerate(wanted)]


def line_test(spec: CompareSpec) -> LineTest:
    """Return the test of two lines that a comparator uses."""
    kind = spec.of if spec.kind == "at_least" else spec.kind
    if kind == "float":
        return lambda one, other: same_numbers(one, other, spec.tolerance, spec.relative)
    return {"set": same_set, "json": same_json}.get(kind, same_text)


def same_outputs(expected: Outputs, got: Outputs) -> bool:
    r"""Say whether two lists of outputs are equal by nbval's own comparison; standard error is left out.

    Where both are nothing but printed text, which is nearly always, that is equality of the two texts.

    >>> one = ({"output_type": "stream", "name": "stdout", "text": "1\n"},)
    >>> same_outputs(one, one), same_outputs(one, ())
    (True, False)
    """
    texts = (_printed(expected), _printed(got))
    if None not in texts:
        return texts[0] == texts[1]
    return _same_by_nbval(expected, got)


def _printed(outputs: Outputs) -> str | None:
    """Return the text of outputs that are standard output alone, without the signs that nbval acts on, else None."""
    kept = [output for output in outputs if output.get("name") != "stderr"]
    texts = [output.get("text") for output in kept if output.get("output_type") == "stream"]
    if len(texts) < len(kept) or not all(isinstance(text, str) for text in texts):
        return None
    text = "".join(map(str, texts))
    return None if "\r" in text or "\b" in text else text


def _same_by_nbval(expected: Outputs, got: Outputs) -> bool:
    """Call nbval's comparison."""
    import nbformat
    from nbval.plugin import IPyNbCell, coalesce_streams, nocolors

    cell = SimpleNamespace(  # what nbval's comparison asks of its cell, without a test session around it
        parent=SimpleNamespace(skip_compare=_SKIPPED, sanitize_patterns={}),
        colors=nocolors,
        sanitize=lambda text: text,
        format_output_compare=lambda key, left, right: None,
        comparison_traceback=[],
    )
    try:
        ready = [coalesce_streams([nbformat.from_dict(copy.deepcopy(o)) for o in some]) for some in (got, expected)]
        return bool(IPyNbCell.compare_outputs(cell, *ready))
    except (AttributeError, KeyError, TypeError, ValueError):
        return False  # outputs of a shape that no kernel writes


def _wrong(
    first: int | None,
    wanted: tuple[EvidenceLine, ...],
    got: tuple[EvidenceLine, ...],
    cases: tuple[CaseNote, ...],
    right: int,
) -> Verdict:
    """Describe the first line that is wrong."""
    total = len(wanted)
    if first is None or first >= len(got):
        more = len(got) - total
        message = f"{more} lines more than asked for came out." if more > 0 else "Not everything asked for came out."
        return Verdict(False, "wrong value", message=message, right=right, total=total)
    note = cases[first] if len(cases) == total else CaseNote("")
    line, want = got[first], wanted[first]
    kind: VerdictKind = "wrong value"
    message = note.message
    if not line.is_evidence:
        shown = line.text[:200]
    elif line.error:
        kind, shown = "exception", f"{line.error} was raised"
    else:
        shown = as_python(line.raw.get("out"))
        if line.changed and not want.changed:
            shown += ", and changed its input"
        elif want.is_evidence and kind_of(want.raw.get("out")) != kind_of(line.raw.get("out")) and not want.error:
            shown += f" ({kind_of(line.raw.get('out'))} where {kind_of(want.raw.get('out'))} is asked for)"
    given = note.text or (as_python(want.raw["in"]) if want.is_evidence else "")
    return Verdict(
        False,
        kind,
        first,
        given if len(given) <= 200 else f"{given[:197]}…",
        shown,
        message,
        note.clause,
        note.position,
        right,
        total,
        want.text,
        line.error[:80],
    )


def _say(check: Check, verdict: Verdict) -> Verdict:
    """Fill in the check's own message and clause where the input brought none."""
    if verdict.passed or (verdict.message and verdict.clause):
        return verdict
    message = verdict.message or (check.message if verdict.kind in ("wrong value", "exception") else "")
    return Verdict(**{**verdict.__dict__, "message": message, "clause": verdict.clause or check.clause})


def _with_given(line: EvidenceLine, wanted: tuple[EvidenceLine, ...]) -> EvidenceLine:
    """Put the true input in the place of the one that the student's process said it had; None where there is none."""
    if not line.is_evidence:
        return line
    true = wanted[0] if wanted and wanted[0].is_evidence else None
    return replace(line, given=true.given if true else None, raw={**line.raw, "in": true.raw["in"] if true else None})


def _judged(check: Check, expected: Outputs, reply: CellReply, rendered: Rendered) -> Verdict:
    """Call the author's judge: `True` is right, `False`, a sentence or (index, sentence) is wrong."""
    wanted = read_lines(_text(expected))
    lines = tuple(_with_given(line, wanted[n : n + 1]) for n, line in enumerate(read_lines(reply.text)))
    total = len(lines)
    judge = rendered.space.get(check.compare.name)
    if not callable(judge):
        return Verdict(False, "unreadable", message=f"The judge {check.compare.name} is not there.", total=total)
    arguments: dict[str, Any] = copy.deepcopy(rendered.values)  # the next student's judge must find them unchanged
    if "expected" in inspect.signature(judge).parameters:
        arguments["expected"] = wanted
    try:
        answer = judge(lines, **arguments)
    except Exception as error:
        # What a student showed was not what the judge could read: that is wrong, and the author sees why.
        return Verdict(False, "wrong value", total=total, expected=f"the judge raised {type(error).__name__}: {error}")
    if answer is True:
        return Verdict(True, "right", right=total, total=total)
    if isinstance(answer, tuple) and len(answer) == 2 and answer[0] in range(total):
        verdict = _wrong(answer[0], lines, lines, rendered.cases, answer[0])
        return Verdict(**{**verdict.__dict__, "message": str(answer[1]) or verdict.message, "expected": ""})
    message = answer if isinstance(answer, str) else ""
    return Verdict(False, "wrong value" if lines else "no output", message=message, total=total)
