"""The same work on a Dask cluster: chunks of submissions go out, results come back, nothing else differs."""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Generator, Iterator
from dataclasses import asdict
from typing import Any

from boomkit.errors import BoomkitError
from boomkit.grading.pool import Job
from boomkit.grading.store import Result
from boomkit.grading.task import Assignment, Grader

CHUNK = 8
"""Submissions in one task: a task costs Dask a millisecond or more."""

_graders: OrderedDict[str, Grader] = OrderedDict()


class ClusterError(BoomkitError, RuntimeError):
    """The cluster cannot be reached, or Dask is not installed."""


def grade_chunk(assignment: Assignment, mark: str, jobs: list[tuple[str, bytes]]) -> list[dict[str, Any]]:
    """Grade some submissions on a worker of the cluster, which keeps its warm processes for the next chunk."""
    if mark not in _graders:
        while _graders:
            _graders.popitem()[1].close()
        _graders[mark] = Grader(assignment)
    return [asdict(_graders[mark].grade(sheet, data)) for sheet, data in jobs]


def run_on_cluster(
    address: str, assignment: Assignment, jobs: Iterator[Job]
) -> Generator[tuple[Job, Result], None, None]:
    """Grade the jobs on the cluster at `address` (`local` starts one here); yield each with its result as it comes.

    A worker must grade one submission at a time: start workers with one thread each.

    Raises:
        ClusterError: Dask is missing, or the cluster does not answer.
    """
    try:
        from distributed import Client, LocalCluster, as_completed
    except ImportError:
        raise ClusterError("Grading on a cluster needs Dask: pip install 'boomkit[cluster]'.") from None
    own = LocalCluster(threads_per_worker=1, dashboard_address=None) if address == "local" else None
    try:
        client = Client(own or address, timeout="20s")
    except (OSError, ValueError) as error:
        raise ClusterError(f"The cluster at {address} does not answer ({error}).") from None
    try:
        shared = client.scatter(assignment, broadcast=True)
        mark = str(shared.key)

        def submit() -> Any:
            chunk = list(itertools.islice(jobs, CHUNK))
            if not chunk:
                return None
            orders = [(job.sheet, job.data) for job in chunk if not job.problem]
            future = client.submit(grade_chunk, shared, mark, orders, pure=False, retries=1)
            chunks[future.key] = chunk
            return future

        chunks: dict[str, list[Job]] = {}
        width = 2 * max(1, sum(client.nthreads().values()))
        waiting = as_completed([future for _ in range(width) if (future := submit()) is not None])
        for future in waiting:
            chunk = chunks.pop(future.key)
            yield from _results(chunk, future)
            if (following := submit()) is not None:
                waiting.add(following)
    finally:
        client.close()
        if own is not None:
            own.close()


def _results(chunk: list[Job], future: Any) -> Iterator[tuple[Job, Result]]:
    try:
        found = [Result(**data) for data in future.result()]
    except Exception as error:  # whatever a cluster does, the next run tries again
        found = [Result("failed", f"The cluster did not get through it ({error}).")] * len(chunk)
    results = iter(found)
    for job in chunk:
        yield job, Result("failed", job.problem) if job.problem else next(results)
