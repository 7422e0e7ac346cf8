"""A class of cheats: each tries to get points without an answer, or to harm the rest. None gains, nobody is harmed.

Every cheat leaves `double` (N1, 3 points) unwritten or wrong and has N2 and N3 right unless it says otherwise.
"""

import csv
import json
import shutil
from pathlib import Path

import pytest

from boomkit.grading.report import report
from boomkit.grading.run import grade

NOTHING = "def double(n):\n    return None\n"


def read_cheats() -> dict[str, str]:
    """Read `cheats.txt`: a line `=== name`, then the code of the answer cell."""
    text = (Path(__file__).parent / "cheats.txt").read_text(encoding="utf-8")
    parts = (part.partition("\n") for part in text.split("=== ")[1:])
    return {name: source.rstrip() + "\n" for name, _, source in parts}


CHEATS = read_cheats()
SPOILS_ITSELF = {"a thread that changes things later", "patched helper", "forges the reply"}
"""These cost their own other answers as well."""


@pytest.fixture(scope="module")
def result(tmp_path_factory, master, hand_in):
    folder, out = tmp_path_factory.mktemp("cheats"), tmp_path_factory.mktemp("out")
    for name, source in CHEATS.items():
        (folder / f"{name}.ipynb").write_bytes(hand_in(N1=source))
    (folder / "honest.ipynb").write_bytes(hand_in())
    nb = json.loads(hand_in(N1=NOTHING))
    for cell in nb["cells"]:  # every other cell edited, tagged, marked
        cell["metadata"].setdefault("tags", []).extend(["skip-execution", "nbval-skip", "raises-exception"])
        if cell["metadata"].get("boomkit", {}).get("role") in ("check", "setup"):
            cell["source"] = "# NBVAL_SKIP\npass"
            cell["metadata"]["boomkit"] |= {"points": 1000, "hidden": False, "compare": {"kind": "set"}, "expected": []}
    nb["metadata"]["kernelspec"] = {"name": "bash", "display_name": "Bash", "language": "bash"}
    nb["metadata"]["boomkit"] |= {"limits": {"seconds": 1e9}, "kind": "solution"}
    (folder / "edited everything.ipynb").write_bytes(json.dumps(nb).encode())
    (folder / "conftest.py").write_text("raise SystemExit", encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --co", encoding="utf-8")
    summary = grade(folder, master.parent, out, jobs=2, seed="h", isolation="auto")
    report(out)
    with (out / "grades.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    return rows, out, summary


pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("bwrap") is None, reason="these run only where they are shut in"),
]


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_earns_nothing_and_the_rest_is_graded(result, name):
    row = result[0][name]
    assert row["N1"] == "0", row
    assert row["status"] == "graded"
    if name not in SPOILS_ITSELF:
        assert (row["N2"], row["N3"]) == ("1", "1"), row


def test_the_honest_one_has_full_marks(result):
    assert result[0]["honest"]["total"] == "5"


def test_edits_outside_the_answers_do_not_matter(result):
    row = result[0]["edited everything"]
    assert (row["N1"], row["N2"], row["N3"], row["total"]) == ("0", "1", "1", "2")


def test_nothing_got_out(result):
    assert not Path("/tmp/pwned").exists()
    assert result[2].isolated
    pages = "".join(path.read_text(encoding="utf-8") for path in result[1].rglob("*.html"))
    assert "<script" not in pages
    assert "\n=HYPERLINK" not in (result[1] / "grades.csv").read_text(encoding="utf-8")


def test_every_file_has_a_row(result):
    assert len(result[0]) == len(CHEATS) + 4
    assert result[0]["conftest"]["reason"]
