"""A Dask cluster grades as two local processes do. Skipped where Dask is not installed."""

import pytest

from boomkit.grading.cluster import ClusterError, run_on_cluster
from boomkit.grading.run import grade

distributed = pytest.importorskip("distributed")


@pytest.mark.slow
def test_a_cluster_gives_the_same_table(master, hand_in, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(20):
        answers = {} if number % 3 else {"N1": f"def double(n):\n    return n + {number}\n"}
        (folder / f"{number:02d}.ipynb").write_bytes(hand_in(**answers) + b"\n" * number)
    (folder / "bad.ipynb").write_bytes(b"nothing of the kind\0")
    grade(folder, master.parent, tmp_path / "here", seed="c", trust=True)
    summary = grade(folder, master.parent, tmp_path / "there", seed="c", trust=True, cluster="local")
    assert summary.total == 21
    assert not summary.warnings
    assert (tmp_path / "there" / "grades.csv").read_bytes() == (tmp_path / "here" / "grades.csv").read_bytes()


def test_a_cluster_that_does_not_answer(monkeypatch):
    def refuse(*args, **kwargs):
        raise OSError("Timed out")

    monkeypatch.setattr(distributed, "Client", refuse)
    with pytest.raises(ClusterError, match="does not answer"):
        next(run_on_cluster("tcp://127.0.0.1:9", None, iter(())))
