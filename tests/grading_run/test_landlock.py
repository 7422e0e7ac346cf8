"""Landlock, the second wall: tried in a process of its own, and in a worker that nothing else shuts in."""

import json
import os
import subprocess
import sys

import pytest

from boomkit.grading.inside import landlock
from boomkit.grading.schema import Limits
from boomkit.grading.worker import Worker

pytestmark = pytest.mark.skipif(not landlock.version(), reason="this kernel has no Landlock")

TRY = """
import json, os, signal, socket, sys
from boomkit.grading.inside.landlock import restrict

inside, outside, port = sys.argv[1:]
def tried(what):
    try:
        what()
    except OSError as error:
        return type(error).__name__
    return "done"

def write(folder):
    with open(os.path.join(folder, "x"), "w") as file:
        file.write("x")

server = socket.create_server(("127.0.0.1", 0))
place = server.getsockname()
def connect():
    socket.create_connection(place, 2).close()

acts = {
    "write inside": lambda: write(inside),
    "write outside": lambda: write(outside),
    "move out": lambda: os.rename(os.path.join(inside, "x"), os.path.join(outside, "y")),
    "cut": lambda: os.truncate(os.path.join(outside, "kept"), 0),
    "read outside": lambda: open(os.path.join(outside, "kept")).read(),
    "connect": connect,
    "signal": lambda: os.kill(os.getppid(), 0),
}
before = {name: tried(act) for name, act in acts.items() if name != "move out"}
known = restrict((inside,))
print(json.dumps([known, before, {name: tried(act) for name, act in acts.items()}]))
"""


def test_it_refuses_writing_connections_and_signals(tmp_path):
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "kept").write_text("kept", encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-c", TRY, str(inside), str(outside), "0"], capture_output=True, check=True, encoding="utf-8"
    )
    known, before, after = json.loads(told.stdout)
    assert known == landlock.version()
    assert set(before.values()) == {"done"}, "without it all of this works"
    assert after["write inside"] == after["read outside"] == "done"
    assert after["write outside"] == "PermissionError"
    assert after["move out"] != "done"
    if known >= 3:
        assert after["cut"] == "PermissionError"
    if known >= 4:
        assert after["connect"] == "PermissionError"
    if known >= 6:
        assert after["signal"] == "PermissionError"


def test_a_folder_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        landlock.restrict((str(tmp_path / "missing"),))
    (tmp_path / "free").write_text("still free", encoding="utf-8")


def test_a_worker_that_only_forks_cannot_write_elsewhere_or_end_its_grader(tmp_path):
    with Worker(limits=Limits(seconds=3), isolation="fork", trust=True) as worker:
        worker.start_student()
        assert not worker.isolated, "it still reads what this account reads"
        assert worker.run_cell("open('mine', 'w').write('x')", timeout=3).status == "ok"
        assert worker.run_cell(f"open({str(tmp_path / 'x')!r}, 'w')", timeout=3).error == "PermissionError"
        if landlock.version() >= 6:
            assert worker.run_cell(f"import os; os.kill({os.getpid()}, 0)", timeout=3).error == "PermissionError"
    assert not (tmp_path / "x").exists()
