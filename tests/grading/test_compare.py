"""Comparators, evidence, inputs: the small parts."""

from __future__ import annotations

import json
import random
from collections import Counter, OrderedDict, deque
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boomkit.grading.compare import _same_by_nbval, compare, same_outputs
from boomkit.grading.kernel_side import plain
from boomkit.grading.lines import as_python, decode, read_lines
from boomkit.grading.literals import Expression, Function, Game, Position, Writer
from boomkit.grading.messages import teaching_message
from boomkit.grading.parameters import Rendered, with_region, without_region
from boomkit.grading.schema import CaseNote, CellReply, Check, CompareSpec, SheetError, Verdict


def reply(text: str, **more: Any) -> CellReply:
    return CellReply("ok", ({"output_type": "stream", "name": "stdout", "text": text},) if text else (), **more)


def judged(spec: CompareSpec, wanted: str, got: str, cases: tuple[str, ...] = (), **space: Any) -> Verdict:
    check = Check("E1-a", "E1", "c", "", compare=spec)
    rendered = Rendered(check, "", tuple(CaseNote(text) for text in cases), {"cases": list(cases)}, space)
    return compare(check, reply(wanted).outputs, reply(got), rendered)


def line(given: Any, out: Any) -> str:
    return json.dumps({"in": plain(given), "out": plain(out)}) + "\n"


@pytest.mark.parametrize(
    ("spec", "wanted", "got", "passed"),
    [
        (CompareSpec(), "1\n2\n", "1\n2\n", True),
        (CompareSpec(), "1\n2\n", "1\n2", False),
        (CompareSpec(), "1\n", "1\n1\n", False),
        (CompareSpec("lines"), "1\n2\n", "1  \n\n2", True),
        (CompareSpec("lines"), "1\n2\n", "2\n1\n", False),
        (CompareSpec("json"), '{"in": 1, "out": {"a": 1, "b": 2}}', '{"in":  1, "out": {"b": 2, "a": 1}}', True),
        (CompareSpec("json"), line(1, 1), line(1, True), False),
        (CompareSpec("json"), line(1, 1), line(1, 1.0), False),
        (CompareSpec("json"), line(1, 1), line(2, 1), False),
        (CompareSpec("set"), "1\n2\n", "2\n1\n", True),
        (CompareSpec("set"), "1\n2\n", "2\n1\n1\n", False),
        (CompareSpec("set"), line(1, {1, 2}), line(1, [2, 1, 1]), True),
        (CompareSpec("set"), line(1, {1, 2}), line(1, [2]), False),
        (CompareSpec("set"), line(1, {1, 2}), line(2, [1, 2]), False),
        (CompareSpec("float"), line(1, 0.3), line(1, 0.1 + 0.2), True),
        (CompareSpec("float"), line(1, [0.3, {"a": 1.0}]), line(1, [0.3, {"a": 1}]), True),
        (CompareSpec("float"), line(1, Fraction(1, 2)), line(1, 0.5), True),
        (CompareSpec("float", tolerance=0.01), line(1, 0.3), line(1, 0.32), False),
        (CompareSpec("float"), line(1, float("inf")), line(1, float("inf")), True),
        (CompareSpec("float"), line(1, float("nan")), line(1, float("nan")), False),
        (CompareSpec("float"), line(1, 1.0), line(1, "1.0"), False),
        (CompareSpec("float"), line(1, 1.0), '{"in": 1, "out": 1' + "0" * 400 + "}\n", False),
        (CompareSpec("float"), line(1, 1.0), line(1, None), False),
        (CompareSpec("at_least", k=2), "1\n2\n3\n", "1\n2\n9\n", True),
        (CompareSpec("at_least", k=0.9), "1\n2\n3\n", "1\n2\n9\n", False),
        (CompareSpec("at_least", k=2), "1\n2\n3\n", "1\n2\n", False),
        (CompareSpec("at_least", k=2, of="set"), line(1, {1}) * 2, line(1, [1]) * 2, True),
    ],
)
def test_comparators(spec: CompareSpec, wanted: str, got: str, passed: bool) -> None:
    assert judged(spec, wanted, got).passed is passed


@pytest.mark.parametrize("kind", ["text", "json", "lines", "set", "float"])
def test_a_students_own_prints_between_the_evidence_do_not_count(kind: Any) -> None:
    wanted = line(1, 1) + line(2, 4)
    noisy = "here\n" + line(1, 1) + "there 2 " + line(2, 4) + '{"x": 1}\n'
    assert judged(CompareSpec(kind), wanted, noisy).passed
    assert not judged(CompareSpec(kind), wanted, noisy + line(3, 9)).passed
    assert not judged(CompareSpec(kind), wanted, line(1, 1) + noisy).passed
    assert not judged(CompareSpec(kind), "here\n" + wanted, wanted).passed


def test_nbval_compares_pictures_and_results_too() -> None:
    check = Check("E1-a", "E1", "c", "")
    result = {"output_type": "execute_result", "data": {"text/plain": "1"}, "metadata": {}, "execution_count": 3}
    picture = {"output_type": "display_data", "data": {"image/svg+xml": "<svg/>"}, "metadata": {}}
    blame = {"output_type": "stream", "name": "stderr", "text": "a print of the student\n"}
    other = {**picture, "data": {"image/svg+xml": "<svg></svg>"}}

    def passes(*got: dict[str, Any]) -> bool:
        return compare(check, (result, picture), CellReply("ok", got), Rendered(check, "")).passed

    assert passes(result, picture)
    assert passes({**result, "execution_count": 7}, blame, picture)
    assert not passes(result, other)
    assert not passes(result)
    assert not passes({"output_type": "stream", "name": "stdout", "text": 7}, {"output_type": "display_data"})


texts = st.text("ab\n\r 1", min_size=1, max_size=6)
streams = st.lists(st.tuples(st.sampled_from(["stdout", "stderr"]), texts), max_size=3)


@given(streams, streams)
def test_the_short_way_to_compare_printed_text_is_nbvals(one: list[Any], other: list[Any]) -> None:
    def outputs(pairs: list[Any]) -> tuple[dict[str, Any], ...]:
        return tuple({"output_type": "stream", "name": name, "text": text} for name, text in pairs)

    for left, right in ((one, other), (one, one), (one, [*one, ("stderr", "x")])):
        assert same_outputs(outputs(left), outputs(right)) == _same_by_nbval(outputs(left), outputs(right))


def test_the_first_wrong_input_is_named() -> None:
    wanted = line([1], 1) + line([2], 4) + line([3], 9)
    verdict = judged(CompareSpec(), wanted, line([1], 1) + line([2], 5) + line([3], 10), ("(1,)", "(2,)", "(3,)"))
    assert (verdict.case, verdict.given, verdict.got, verdict.right, verdict.total) == (1, "(2,)", "5", 1, 3)
    assert teaching_message(verdict) == "For the input (2,) your code gave 5."
    short = judged(CompareSpec(), wanted, line([1], 1))
    assert teaching_message(short) == "Not everything asked for came out."
    assert judged(CompareSpec(), wanted, "").kind == "no output"
    assert "2 lines more" in teaching_message(judged(CompareSpec(), wanted, wanted + 2 * line([4], 16)))


@pytest.mark.parametrize(
    ("answer", "passed", "message"),
    [
        (True, True, ""),
        (False, False, ""),
        (None, False, ""),
        (1, False, ""),
        ("Cards were lost.", False, "Cards were lost."),
        ((1, "Here."), False, "Here."),
        ((7, "Nowhere."), False, ""),
    ],
)
def test_a_judge_must_say_true(answer: Any, passed: bool, message: str) -> None:
    spec = CompareSpec("judge", name="judge")
    verdict = judged(spec, "", line(1, 1) + line(2, 2), ("1", "2"), judge=lambda lines, cases: answer)
    assert (verdict.passed, verdict.message) == (passed, message)


def test_a_judge_that_cannot_read_what_came_is_no_pass() -> None:
    def judge(lines: Any, cases: Any, expected: Any) -> bool:
        return bool(lines[0].out[0] == expected[0].out)

    spec = CompareSpec("judge", name="judge")
    assert judged(spec, line(1, 5), line(1, [5]), judge=judge).passed
    assert not judged(spec, line(1, 5), line(1, 5), judge=judge).passed
    assert not judged(spec, line(1, 5), "rubbish", judge=judge).passed
    assert not judged(spec, line(1, 5), "", judge=judge).passed


def test_a_judge_is_told_the_true_inputs_whatever_the_student_shows() -> None:
    def judge(lines: Any, cases: Any) -> bool:
        return all(line.out == line.given**2 for line in lines) and len(lines) == 2

    spec = CompareSpec("judge", name="judge")
    wanted = line(3, 9) + line(4, 16)
    assert judged(spec, wanted, line(3, 9) + line(4, 16), judge=judge).passed
    assert not judged(spec, wanted, line(1, 1) + line(1, 1), judge=judge).passed
    assert not judged(spec, "", line(1, 1) + line(1, 1), judge=judge).passed


@pytest.mark.parametrize(("status", "kind"), [("timeout", "time"), ("memory", "memory"), ("died", "died")])
def test_a_run_that_was_ended_says_how(status: Any, kind: str) -> None:
    check = Check("E1-a", "E1", "c", "")
    assert compare(check, (), CellReply(status), Rendered(check, "")).kind == kind
    assert compare(check, (), CellReply("error", error="MemoryError"), Rendered(check, "")).kind == "memory"


# ------------------------------------------------------------------------------------------------- evidence

leaves = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3) | st.fractions()
hashables = st.recursive(leaves, lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3), max_leaves=8)
values = hashables | st.dictionaries(hashables, hashables, max_size=3)


@given(values)
def test_evidence_keeps_values(value: Any) -> None:
    text = json.dumps({"in": 0, "out": plain(value)}, allow_nan=False)
    [read] = read_lines(text)
    assert read.out == value
    assert isinstance(as_python(read.raw["out"]), str)


def test_evidence_has_one_stable_form() -> None:
    numbers = list(range(40))
    for seed in range(5):
        random.Random(seed).shuffle(numbers)
        assert plain(set(numbers)) == {"set": sorted(numbers)}
        texts = [f"{number} apples" for number in numbers]
        assert plain({*texts, None}) == {"set": [*sorted(texts), None]}
    assert plain(OrderedDict(b=1, a=2)) == plain({"a": 2, "b": 1})
    assert plain(Counter({2: 1, 1: 2})) == {"dict": [[1, 2], [2, 1]]}
    assert plain({"set": 1}) == {"dict": [["set", 1]]}
    assert plain(-0.0) == 0.0
    assert plain(float("nan")) == {"float": "nan"}
    assert plain(object()) == {"object": "object"}
    assert plain(plain) == {"object": "function"}
    assert plain(iter([])) == {"object": "list_iterator"}


@pytest.mark.parametrize(
    "text", ['{"in": 1, "out": {"fraction": "1/0"}}', '{"in": 1, "out": ' + "[" * 5000, "1" * 9000]
)
def test_lines_that_cannot_be_read_are_text(text: str) -> None:
    assert not read_lines(text)[0].is_evidence


def test_decoding_what_is_no_set_of_hashables_is_text_too() -> None:
    assert not read_lines('{"in": 1, "out": {"set": [{"a": 1}]}}')[0].is_evidence
    assert decode({"set": [[1, 2]], "more": 1}) == {"set": ((1, 2),), "more": 1}


# --------------------------------------------------------------------------------------------------- inputs


@given(values)
def test_inputs_written_as_source_are_the_same_values(value: Any) -> None:
    writer = Writer()
    text = writer.text([value, deque([1]), Counter("aab")])
    space: dict[str, Any] = {}
    exec("\n".join(writer.before()), space)
    assert eval(text, space) == [value, deque([1]), Counter("aab")]


def test_inputs_that_are_made_in_the_students_process() -> None:
    writer = Writer()
    square = Function("def secret_name(n):\n    return n * n\n", "secret_name")
    text = writer.text([(square, Expression("math.pi", needs=("import math",))), (square, 2)])
    space: dict[str, Any] = {}
    exec("\n".join(writer.before()), space)
    [(function, pi), (again, _two)] = eval(text, space)
    assert (function(3), function.__name__, again is function, round(pi, 2)) == (9, "given_1", True, 3.14)
    assert "secret_name" not in space
    assert Writer().text((Game("nim", heap=3), Position("nim", "3"))) == (
        "(boomkit.load('nim', heap=3), boomkit.load('nim').read('3'))"
    )
    assert json.loads(Position("nim", "3", heap=3).to_text()) == {"game": "nim", "options": {"heap": 3}, "text": "3"}
    with pytest.raises(SheetError, match="an input is a object"):
        Writer().text([object()])


def test_the_inputs_region_is_replaced_and_removed() -> None:
    first = with_region("show(f)", "a = [1]")
    second = with_region(first, "a = [2]\nb = 3")
    assert without_region(second) == "show(f)"
    assert "a = [1]" not in second
    with pytest.raises(SheetError, match="or neither"):
        with_region(first + "\n### END INPUTS", "a = 1")
