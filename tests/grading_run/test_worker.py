"""Workers: what a cell shows, how it can end, and that every level of isolation tells the same story."""

import shutil
import sys
import time

import pytest

from boomkit.grading.schema import Limits
from boomkit.grading.worker import Worker, WorkerError

LINUX = sys.platform.startswith("linux")
SMALL = Limits(seconds=2, total_seconds=20, memory_mb=200, output_kb=64, files_mb=4, processes=8)


def levels() -> list[str]:
    found = ["fork", "spawn"]
    if LINUX:
        found.append("unshare")
    if shutil.which("bwrap"):
        found.append("bwrap")
    return found


@pytest.fixture(scope="module", params=levels())
def worker(request):
    try:
        made = Worker(
            limits=SMALL, isolation=request.param, trust=True, preload=("fractions",), forbidden=("statistics",)
        )
    except WorkerError as error:
        pytest.skip(str(error))
    with made:
        yield made


@pytest.fixture
def student(worker):
    worker.start_student()
    yield worker
    worker.end_student()


def test_shows_streams_and_the_last_value_as_ipython_does(student):
    reply = student.run_cell("print('ä', end='')\nprint(1)\n{'b': 2, 'a': [1.0, None]}", timeout=2)
    assert reply.status == "ok"
    assert reply.outputs[0] == {"output_type": "stream", "name": "stdout", "text": "ä1\n"}
    assert reply.outputs[1]["data"]["text/plain"] == "{'b': 2, 'a': [1.0, None]}"


def test_long_values_are_printed_one_item_a_line(student):
    text = student.run_cell("list(range(100))", timeout=2).outputs[0]["data"]["text/plain"]
    assert text.startswith("[0,\n 1,\n")


def test_names_live_on_and_none_is_not_shown(student):
    student.run_cell("x = 20", timeout=2)
    assert student.run_cell("x += 1\nNone", timeout=2).outputs == ()
    assert student.run_cell("x * 2;", timeout=2).outputs == ()
    assert student.run_cell("x * 2", timeout=2).outputs[0]["data"]["text/plain"] == "42"


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("x = ", "SyntaxError"),
        ("import sys; sys.exit(0)", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("class E(BaseException):\n    def __str__(self): raise self\nraise E", "E"),
        ("def f(): f()\nf()", "RecursionError"),
        ("while True: print('x' * 100)", "TooMuchOutput"),
        ("try:\n    print('x' * 1_000_000)\nexcept BaseException:\n    pass", "TooMuchOutput"),
        ("import os\nfor _ in range(1000): os.write(1, b'x' * 1000)", "TooMuchOutput"),
    ],
)
def test_exceptions_are_replies(student, source, name):
    reply = student.run_cell(source, timeout=2)
    assert (reply.status, reply.error) == ("error", name)
    assert sum(len(str(output)) for output in reply.outputs) < 200_000
    assert student.run_cell("'alive'", timeout=2).status == "ok"


def test_exit_leaves_the_process_alive(student):
    assert student.run_cell("exit()\nquit()", timeout=2).status == "ok"
    assert student.run_cell("1", timeout=2).status == "ok"


def test_shell_lines_magics_and_await(student):
    assert student.run_cell("!echo shell", timeout=2).text == "shell\n"
    assert "Wall time" in student.run_cell("%time 3", timeout=2).text
    assert (
        student.run_cell("import asyncio\nawait asyncio.sleep(0)\n5", timeout=2).outputs[0]["data"]["text/plain"] == "5"
    )


def test_display_and_rich_representations(student):
    reply = student.run_cell("class P:\n    def _repr_html_(self): return '<b>p</b>'\ndisplay(P())\nP()", timeout=2)
    assert [output["output_type"] for output in reply.outputs] == ["display_data", "execute_result"]
    assert reply.outputs[1]["data"]["text/html"] == "<b>p</b>"


def test_an_endless_loop_ends_in_time(student):
    began = time.monotonic()
    reply = student.run_cell("while True: pass", timeout=0.5)
    assert reply.status == "timeout"
    assert time.monotonic() - began < 10
    assert student.run_cell("1", timeout=1).status == "died"
    student.start_student()
    assert student.run_cell("1", timeout=1).status == "ok"


@pytest.mark.parametrize(
    "source", ["import os; os._exit(3)", "import os; os.kill(os.getpid(), 9)", "import os; os.abort()"]
)
def test_a_dead_process_is_reported(student, source):
    assert student.run_cell(source, timeout=2).status == "died"
    student.start_student()
    assert student.run_cell("1", timeout=1).status == "ok"


@pytest.mark.skipif(not LINUX, reason="limits on memory are Linux's")
def test_memory_is_bounded(student):
    reply = student.run_cell("x = bytearray(1 << 30)", timeout=2)
    assert reply.error == "MemoryError" or reply.status in ("died", "memory")
    reply = student.run_cell("y = []\nwhile True: y.append(bytearray(1 << 20))", timeout=5)
    assert reply.error == "MemoryError" or reply.status in ("died", "memory")


def test_forbidden_modules_are_not_there(student):
    for source in ("import statistics", "from statistics import mean", "__import__('statistics')"):
        assert student.run_cell(source, timeout=2).error == "ModuleNotFoundError"


def test_students_do_not_meet(worker):
    worker.start_student()
    worker.run_cell("secret = 1\nopen('left.txt', 'w').write('x')\nimport builtins; builtins.left = 1", timeout=2)
    worker.start_student()
    reply = worker.run_cell(
        "import os, builtins\n('secret' in globals(), os.listdir(), hasattr(builtins, 'left'))", timeout=2
    )
    assert reply.outputs[0]["data"]["text/plain"] == "(False, [], False)"


def test_chance_and_hashes_are_the_same_each_time(worker):
    seen = set()
    for _ in range(2):
        worker.start_student()
        reply = worker.run_cell("import random, time\n(random.random(), hash('a'), time.tzname[0])", timeout=2)
        seen.add(reply.outputs[0]["data"]["text/plain"])
    assert len(seen) == 1
    assert "UTC" in seen.pop()


def test_a_dialog(student):
    def double(message):
        if message == "stop":
            raise StopIteration
        return {"twice": message * 2}

    reply = student.run_cell("[__boomkit_ask__(n)['twice'] for n in range(3)]", timeout=2, answer=double)
    assert reply.outputs[0]["data"]["text/plain"] == "[0, 2, 4]"
    reply = student.run_cell("__boomkit_ask__('stop')", timeout=2, answer=double)
    assert (reply.error, reply.detail) == ("RuntimeError", "The dialog is over.")
    assert student.run_cell("__boomkit_ask__(1)", timeout=2).error == "RuntimeError"


def test_time_in_the_answer_does_not_count(student):
    def slow(message):
        time.sleep(0.8)
        return message

    reply = student.run_cell("__boomkit_ask__(7)", timeout=0.2, answer=slow)
    assert reply.status == "ok"
    assert reply.seconds < 0.5


def test_files_lie_in_the_folder():
    with Worker(limits=SMALL, files={"data.txt": "ü\n".encode()}, trust=True) as made:
        made.start_student()
        assert made.run_cell("open('data.txt').read()", timeout=2).outputs[0]["data"]["text/plain"] == "'ü\\n'"
        made.run_cell("open('data.txt', 'w').write('changed')", timeout=2)
        made.start_student()
        assert "ü" in made.run_cell("print(open('data.txt').read())", timeout=2).text


def test_without_isolation_there_must_be_trust():
    for level in ("fork", "spawn"):
        with pytest.raises(WorkerError, match="trust-submissions"):
            Worker(isolation=level)
    with pytest.raises(WorkerError, match="no isolation called 'chroot'"):
        Worker(isolation="chroot")


def test_a_failing_preload_is_told():
    with pytest.raises(WorkerError, match="no_such_module"):
        Worker(preload=("no_such_module",), trust=True, isolation="fork")
