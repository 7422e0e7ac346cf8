"""Batch play on a cluster of separate processes: the results of one machine, also when a worker dies in the middle."""

import os
import signal

import pytest

import boomkit
from boomkit import simulate

distributed = pytest.importorskip("distributed", reason="a cluster needs the extra [cluster]")
pytestmark = pytest.mark.slow

GAME = boomkit.load("jokers_go_boom", n_rounds=1)
COUNT = 400


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
        ) as cluster,
        distributed.Client(cluster) as made,
    ):
        yield made


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr("boomkit.simulate.batches.CHUNK", 20)


def rows(played):
    counters = {name: list(values) for name, values in played.counters.items()}
    return list(played.lengths), list(played.draws), [tuple(row) for row in played.returns], counters


def test_a_cluster_plays_what_one_machine_plays(client):
    alone = simulate.batch(GAME, COUNT, seed=7, use_numba=False)
    told = []
    shared = simulate.batch(
        GAME, COUNT, seed=7, use_numba=False, cluster=client, progress=lambda *done: told.append(done)
    )
    assert shared.complete
    assert rows(shared) == rows(alone)
    assert told[-1] == (COUNT, COUNT)
    address = simulate.batch(GAME, 50, seed=7, use_numba=False, cluster=client.scheduler.address)
    assert rows(address) == rows(simulate.batch(GAME, 50, seed=7, use_numba=False))


@pytest.mark.parametrize("victim", [0, 1])
def test_a_worker_that_is_killed_costs_nothing_but_time(client, victim):
    client.wait_for_workers(2, timeout=60)
    before = client.run(os.getpid)
    killed = []

    def kill_one(done, total):
        if not killed and done < total / 2:
            killed.append(sorted(before.values())[victim])
            os.kill(killed[0], signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)

    played = simulate.batch(GAME, COUNT, seed=9, use_numba=False, cluster=client, progress=kill_one)
    assert killed
    assert played.complete
    assert rows(played) == rows(simulate.batch(GAME, COUNT, seed=9, use_numba=False))
    client.wait_for_workers(2, timeout=60)
    assert killed[0] not in client.run(os.getpid).values()


def test_interruption_keeps_the_first_chunks(client):
    def stop(done, total):
        if done >= 100:
            raise KeyboardInterrupt

    played = simulate.batch(GAME, COUNT, seed=3, use_numba=False, cluster=client, progress=stop)
    assert not played.complete
    whole = simulate.batch(GAME, COUNT, seed=3, use_numba=False)
    assert list(played.lengths) == list(whole.lengths)[: len(played)]


def test_a_scheduler_that_does_not_answer_is_said():
    with pytest.raises(boomkit.BoomkitError, match="dask scheduler"):
        simulate.batch(GAME, 5, cluster="tcp://127.0.0.1:9")
