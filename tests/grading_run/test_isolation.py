"""Try to get out: read what is hidden, reach other processes, outlive the sandbox, use up the machine.

Each test runs hostile code in a real sandbox and asks from outside what came of it.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boomkit.grading import isolation
from boomkit.grading.schema import Limits
from boomkit.grading.worker import Worker, WorkerError

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="namespaces are Linux's")

LIMITS = Limits(seconds=3, total_seconds=30, memory_mb=150, output_kb=64, files_mb=4, processes=8)
HIDDEN = ("boomkit.search", "boomkit.games.*.agents", "boomkit.agents")


def levels() -> list[str]:
    return [*(["bwrap"] if shutil.which("bwrap") else []), "unshare"]


@pytest.fixture(scope="module", params=levels())
def jail(request):
    try:
        made = Worker(limits=LIMITS, isolation=request.param, forbidden=HIDDEN, preload=("boomkit",))
    except WorkerError as error:
        pytest.skip(str(error))
    with made:
        yield made


def value(jail: Worker, source: str, timeout: float = 3) -> str:
    """Run code in a fresh student's process and return the text of its last value."""
    jail.start_student()
    reply = jail.run_cell(source, timeout=timeout)
    assert reply.status == "ok", reply
    return str(reply.outputs[-1]["data"]["text/plain"])


def test_it_sees_python_and_the_kit_and_nothing_else(jail):
    root = Path(isolation.__file__).parents[2]
    seen = value(jail, f"import os\nsorted(os.listdir({str(root)!r}))")
    assert "solutions" not in seen
    assert "tests" not in seen
    assert "boomkit" in seen
    for place in (
        str(root / "solutions"),
        str(root / "tests"),
        "/etc/passwd",
        "/etc/shadow",
        "/var",
        "/root/.ssh",
        "/home/root",
    ):
        assert value(jail, f"import os\nos.path.exists({place!r})") == "False"


def test_a_file_beside_a_bound_folder_is_hidden_when_asked(tmp_path):
    inside = Path(sys.prefix) / "boomkit-test-hidden"
    inside.mkdir(exist_ok=True)
    try:
        (inside / "answer.txt").write_text("42", encoding="utf-8")
        with Worker(limits=LIMITS, hide=(str(inside),)) as jail:
            assert value(jail, f"import os\nos.listdir({str(inside)!r})") == "[]"
    finally:
        shutil.rmtree(inside)


@pytest.mark.parametrize("module", ["boomkit.search", "boomkit.agents", "boomkit.search.minimax"])
def test_forbidden_modules_can_neither_be_imported_nor_read(jail, module):
    jail.start_student()
    assert jail.run_cell(f"import {module}", timeout=3).error == "ModuleNotFoundError"
    jail.run_cell(
        "import sys\nsys.meta_path[:] = [f for f in sys.meta_path if type(f).__name__ != 'Absent']", timeout=3
    )
    reply = jail.run_cell(f"import {module} as m\nprint([n for n in dir(m) if not n.startswith('_')])", timeout=3)
    assert reply.error == "ModuleNotFoundError" or reply.text == "[]\n"


def test_no_file_of_a_forbidden_module_can_be_opened(jail):
    for pattern in HIDDEN:
        folders, files = isolation.module_files(pattern)
        for file in [*files, *(path for folder in folders for path in Path(folder).rglob("*.py*"))]:
            jail.start_student()
            reply = jail.run_cell(f"open({str(file)!r}, 'rb').read(1)", timeout=3)
            assert reply.status == "error", (file, reply)


def test_the_warm_process_cannot_be_read_traced_or_stopped(jail):
    for source in (
        "open('/proc/1/mem', 'rb+')",
        "open('/proc/1/maps').read()",
        "open('/proc/1/environ').read()",
        "import os; os.listdir('/proc/1/fd')",
        "import os; os.listdir('/proc/1/root')",
    ):
        jail.start_student()
        assert jail.run_cell(source, timeout=3).error in ("PermissionError", "OSError"), source
    trace = "import ctypes\nctypes.CDLL(None, use_errno=True).ptrace(16, {pid}, 0, 0)"
    assert value(jail, trace.format(pid=1)) == "-1"
    value(jail, "import os, signal\nfor n in (9, 15, 19, 2):\n    os.kill(1, n)\n'sent'")
    assert value(jail, "'the next student'") == "'the next student'"


def test_killing_everything_kills_the_student_alone(jail):
    jail.start_student()
    assert jail.run_cell("import os; os.kill(-1, 9)", timeout=3).status in ("error", "died")  # there is nobody else
    jail.start_student()
    assert jail.run_cell("import os; os.kill(0, 9)", timeout=3).status == "died"
    assert value(jail, "1") == "1"


def test_daemons_do_not_outlive_their_student(jail):
    source = """
import os, time
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 64)
            time.sleep(600)
        os._exit(0)
time.sleep(0.2)
len([p for p in os.listdir('/proc') if p.isdigit()]) > 4
"""
    assert value(jail, source) == "True"
    assert int(value(jail, "import os\nlen([p for p in os.listdir('/proc') if p.isdigit()])")) == 2


def test_there_is_no_network(jail):
    for source in (
        "import socket; socket.socket().connect(('127.0.0.1', 80))",
        "import socket; socket.create_connection(('1.1.1.1', 53), timeout=1)",
        "import urllib.request; urllib.request.urlopen('http://example.org', timeout=1)",
        "import socket; socket.socket(socket.AF_INET, socket.SOCK_RAW)",
        "import socket; socket.socket(socket.AF_NETLINK)",
    ):
        jail.start_student()
        assert jail.run_cell(source, timeout=3).status == "error", source


def test_privileges_and_namespaces_cannot_be_had(jail):
    assert value(jail, "import os\n(os.getuid() != 0, os.geteuid() != 0)") == "(True, True)"
    for source in (
        "import os; os.setuid(0)",
        "import os; os.chroot('/')",
        "import os; os.mknod('/student/home/x', 0o20666, 0x103)",
    ):
        jail.start_student()
        assert jail.run_cell(source, timeout=3).status == "error", source
    for call in ("unshare(0x10000000)", "mount(0, b'/', 0, 32, 0)", "syscall(319, b'x', 0)", "shmget(0, 4096, 0o1600)"):
        assert value(jail, f"import ctypes\nctypes.CDLL(None).{call}") == "-1", call
    assert "NoNewPrivs:\\t1" in value(jail, "open('/proc/self/status').read()")
    assert "CapEff:\\t0000000000000000" in value(jail, "open('/proc/self/status').read()")


def test_nothing_but_two_small_folders_can_be_written(jail):
    for place in ("/", "/usr", "/dev", "/sandbox", "/student", sys.prefix, str(Path(isolation.__file__).parent)):
        jail.start_student()
        assert jail.run_cell(f"open({place + '/x'!r}, 'w')", timeout=3).status == "error", place
    source = """
import os
n = 0
try:
    for n in range(100):
        open(f'f{n}', 'wb').write(bytes(1 << 20))
except OSError as error:
    print(error.errno)
n
"""
    jail.start_student()
    reply = jail.run_cell(source, timeout=3)
    assert int(reply.outputs[-1]["data"]["text/plain"]) <= LIMITS.files_mb
    assert value(jail, "import os\nos.listdir('.')") == "[]"


def test_folders_that_resist_are_emptied_all_the_same(jail):
    source = """
import os
os.makedirs('a/b/c')
open('a/b/c/f', 'w').close()
os.chmod('a/b/c', 0); os.chmod('a/b', 0); os.chmod('a', 0)
os.symlink('/usr', 'link')
p = '.'
for _ in range(300):
    p += '/d'
    os.mkdir(p)
"""
    jail.start_student()
    assert jail.run_cell(source, timeout=3).status == "ok"
    assert value(jail, "import os\nos.listdir('.')") == "[]"
    assert Path("/usr/bin").is_dir()


def test_a_fork_bomb_is_bounded(jail):
    jail.start_student()
    reply = jail.run_cell(
        "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass", timeout=1
    )
    assert reply.status in ("timeout", "died", "memory", "unreadable")
    assert value(jail, "'calm'") == "'calm'"


def test_threads_are_bounded(jail):
    source = """
import threading, time
made = 0
try:
    for made in range(1000):
        threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
except RuntimeError:
    pass
made
"""
    jail.start_student()
    reply = jail.run_cell(source, timeout=3)
    assert reply.status != "ok" or int(reply.outputs[-1]["data"]["text/plain"]) < 20


def test_memory_in_many_processes_is_bounded(jail):
    source = """
import os, time
for _ in range(6):
    if os.fork() == 0:
        keep = []
        while len(keep) < 100:
            keep.append(bytearray(1 << 20)); time.sleep(0.005)
        time.sleep(30)
        os._exit(0)
time.sleep(30)
"""
    jail.start_student()
    reply = jail.run_cell(source, timeout=5)
    assert reply.status == "memory", reply


def test_a_flood_on_the_channel_is_cut(jail):
    for source in ("import os\nwhile True: os.write(3, b'x' * 65536)", "import os\nwhile True: os.write(3, b'{}\\n')"):
        jail.start_student()
        assert jail.run_cell(source, timeout=3).status == "unreadable", source
    for line in (
        '{"reply": 7}',
        '{"reply": {"status": "ok", "outputs": [{"output_type": "stream"}]}}',
        "[" * 50_000,
        "1" * 10_000,
    ):
        jail.start_student()
        reply = jail.run_cell(f"import os, time\nos.write(3, {line!r}.encode() + b'\\n')\ntime.sleep(1)", timeout=3)
        assert reply.status == "unreadable", line[:40]


def test_a_forged_reply_is_only_evidence(jail):
    """A student's code may answer for itself, ahead of time: it gets what it wrote, and no verdict was asked of it."""
    forged = '{"reply": {"status": "ok", "outputs": [], "seconds": -1e9}}'
    jail.start_student()
    reply = jail.run_cell(f"import os\nos.write(3, {forged!r}.encode() + b'\\n')", timeout=3)
    assert (reply.status, reply.outputs) == ("ok", ())
    assert reply.seconds >= 0
    assert value(jail, "'the next has a channel of its own'").startswith("'the next")


def test_lone_surrogates_and_control_characters_come_out_clean(jail):
    jail.start_student()
    reply = jail.run_cell("print('\\ud800 \\x00 \\x1b[31m')\n'\\udfff'", timeout=3)
    for output in reply.outputs:
        str(output).encode("utf-8")


def test_a_worker_ends_with_its_grader(jail):
    code = f"""
import os, time
from boomkit.grading.worker import Worker
worker = Worker(isolation={jail.level!r})
worker.start_student()
print(worker._process.pid, flush=True)
worker.run_cell("while True: pass", timeout=60)
"""
    grader = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert grader.stdout is not None
    keeper = int(grader.stdout.readline())
    inside = children(keeper)
    assert inside
    grader.kill()
    grader.wait(10)
    grader.stdout.close()
    until = time.monotonic() + 10
    while time.monotonic() < until and any(os.path.exists(f"/proc/{pid}") for pid in inside):
        time.sleep(0.05)
    assert not [pid for pid in inside if os.path.exists(f"/proc/{pid}")]


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


def test_the_environment_of_the_grader_stays_outside(jail, monkeypatch):
    monkeypatch.setenv("TEACHERS_TOKEN", "secret")
    with Worker(limits=LIMITS, isolation=jail.level) as other:
        assert value(other, "import os\n'TEACHERS_TOKEN' in os.environ") == "False"
        assert (
            value(
                other, "open('/proc/self/environ').read() if __import__('os').access('/proc/self/environ', 4) else ''"
            ).find("secret")
            < 0
        )
