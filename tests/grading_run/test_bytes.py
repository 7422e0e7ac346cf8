"""Whatever bytes come, there is a result with a reason, and the next submission is graded as if nothing had been."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boomkit.grading.pool import Job, _Seat, run_jobs
from boomkit.grading.run import read_masters, with_expected
from boomkit.grading.similar import prints, similar
from boomkit.grading.task import Assignment, Grader


@pytest.fixture(scope="module")
def assignment(master):
    sheets = {name: sheet for name, (sheet, _) in read_masters(master.parent).items()}
    made, _, _ = with_expected(Assignment(sheets, {}, "seed", trust=True))
    return made


@pytest.fixture(scope="module")
def grader(assignment):
    made = Grader(assignment)
    yield made
    made.close()


def total(result):
    checks = (check for exercise in result.result["exercises"] for check in exercise["checks"])
    return sum(check["earned"] for check in checks)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=20,
)
cells = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("cell_type", "source", "metadata", "id", "outputs"), json_values)
)
notebooks = st.fixed_dictionaries(
    {
        "cells": st.lists(cells | json_values, max_size=4) | json_values,
        "nbformat": st.sampled_from([4, 3, 2, 99, "4", None]),
    },
    optional={"metadata": json_values, "nbformat_minor": json_values, "worksheets": json_values},
)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.binary(max_size=300) | notebooks.map(lambda nb: json.dumps(nb).encode("utf-8", "surrogatepass")))
def test_any_bytes(grader, data):
    result = grader.grade("91_numbers", data)
    assert result.status in ("graded", "unreadable")
    assert result.reason if result.status == "unreadable" else total(result) == 0


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xef\xbb\xbf",
        b"{",
        b"[" * 200_000,
        b'{"cells": ' + b"[" * 5_000 + b"]" * 5_000 + b"}",
        b"1e999999",
        b'{"nbformat": 4, "cells": [{"cell_type": "code", "source": ' + b"9" * 6_000 + b"}]}",
        "ab\ud800".encode("utf-16", "surrogatepass"),
        b"\0" * 1_000,
        b"\x1f\x8b\x08" + bytes(100),
        b"<!DOCTYPE html><html><body>Sign in to continue</body></html>",
        b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n",
    ],
    ids=lambda data: repr(data[:12]),
)
def test_bytes_that_break_readers(grader, data):
    result = grader.grade("91_numbers", data)
    assert result.status == "unreadable" or total(result) == 0
    assert result.status == "graded" or result.reason


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(place=st.integers(0, 10**6), junk=st.binary(min_size=1, max_size=8))
def test_a_damaged_notebook_never_earns_more(grader, hand_in, place, junk):
    data = bytearray(hand_in(N1="def double(n):\n    return 0\n"))
    place %= len(data)
    data[place : place + len(junk)] = junk
    result = grader.grade("91_numbers", bytes(data))
    assert result.status == "unreadable" or total(result) <= 2


def test_after_all_that_an_honest_one_has_full_marks(grader, hand_in):
    assert total(grader.grade("91_numbers", hand_in())) == 5


def test_a_grading_process_that_falls_is_replaced(assignment, hand_in):
    seat = _Seat(assignment)
    try:
        assert seat.grade(Job("a", "91_numbers", hand_in())).status == "graded"
        seat.process.kill()
        seat.process.wait(10)
        assert seat.grade(Job("b", "91_numbers", hand_in())).status == "graded"
        assert seat.grade(Job("c", "91_numbers", b"", "It is gone.")).reason == "It is gone."
    finally:
        seat.close()


def test_a_run_that_is_left_early_leaves_no_process(assignment, hand_in):
    results = run_jobs(assignment, iter([Job(str(n), "91_numbers", hand_in()) for n in range(20)]), 2)
    next(results)
    results.close()


def test_answers_that_are_alike():
    own = "def walk(graph, start):\n    seen = [start]\n    for node in seen:\n        for other in graph[node]:\n"
    own += "            if other not in seen:\n                seen.append(other)\n"
    own += "    return {n: len(graph[n]) for n in seen}\n"
    renamed = own.replace("seen", "done").replace("graph", "g") + "# mine\n"
    others = [f"def walk(graph, start):\n    return {'+'.join(['start'] * n)}\n" for n in range(1, 9)]
    answers = [{"A": prints(source)} for source in (own, *others, renamed)]
    assert [(pair.first, pair.second) for pair in similar(answers)] == [(0, 9)]
    assert prints("def broken(:\n  'x") is not None
