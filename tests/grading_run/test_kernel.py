"""The reference: a real ipykernel gives the points that the fast workers give."""

import csv
import shutil

import pytest

from boomkit.grading.kernel import KernelRunner
from boomkit.grading.run import grade
from boomkit.grading.schema import Limits

pytestmark = pytest.mark.skipif(shutil.which("bwrap") is None, reason="a kernel is shut in by bubblewrap alone")


@pytest.fixture(scope="module")
def kernel():
    made = KernelRunner(Limits(seconds=2, output_kb=64), ("statistics",))
    made.start_student()
    yield made
    made.close()


def test_a_real_kernel_shows_what_nbval_would_see(kernel):
    assert kernel.isolated
    reply = kernel.run_cell("print('ä')\n{'b': 1}", timeout=2)
    assert reply.text == "ä\n"
    assert reply.outputs[1]["data"]["text/plain"] == "{'b': 1}"
    assert kernel.run_cell("1 / 0", timeout=2).error == "ZeroDivisionError"
    assert kernel.run_cell("import statistics", timeout=2).error == "ModuleNotFoundError"
    assert kernel.run_cell("open('/etc/passwd')", timeout=2).error == "FileNotFoundError"


def test_a_dialog_with_a_real_kernel(kernel):
    reply = kernel.run_cell("[__boomkit_ask__(n) for n in range(3)]", timeout=2, answer=lambda n: n * n)
    assert reply.outputs[0]["data"]["text/plain"] == "[0, 1, 4]"
    assert kernel.run_cell("__boomkit_ask__(1)", timeout=2).error == "RuntimeError"


def test_a_kernel_that_hangs_or_dies_is_ended(kernel):
    assert kernel.run_cell("while True: pass", timeout=0.2).status == "timeout"
    kernel.start_student()
    assert kernel.run_cell("import os; os._exit(1)", timeout=2).status == "died"
    kernel.start_student()
    assert kernel.run_cell("1", timeout=2).status == "ok"


@pytest.mark.slow
def test_both_kernels_give_equal_points(master, hand_in, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    answers = [
        {},
        {"N1": "def double(n):\n    return str(2 * n)\n"},
        {"N2": "print('noise')\ndef digits(n):\n    print(n)\n    return n % 9\n"},
        {"N3": "def odd(n):\n    while n: pass\n", "N1": "x = \n"},
        {"N1": "import os\ndef double(n):\n    os._exit(1)\n"},
    ]
    for number, given in enumerate(answers):
        (folder / f"{number}.ipynb").write_bytes(hand_in(**given))
    tables = []
    for kernel in ("fork", "ipykernel"):
        grade(folder, master.parent, tmp_path / kernel, jobs=2, seed="k", kernel=kernel)
        with (tmp_path / kernel / "grades.csv").open(encoding="utf-8", newline="") as file:
            tables.append(
                [[row[key] for key in ("student", "N1", "N2", "N3", "total")] for row in csv.DictReader(file)]
            )
    assert tables[0] == tables[1]
    assert [row[-1] for row in tables[0]] == ["5", "2", "4", "1", "2"]
