"""Send the chunks of a batch to a Dask cluster; what comes back is what one machine would have computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from boomkit.errors import BoomkitError

RETRIES = 5
"""How often a chunk is sent again after a worker died with it: that costs time and nothing else."""


@contextmanager
def _client(cluster: Any) -> Iterator[Any]:
    """Give the client that was passed, or connect to an address and let go of it afterwards."""
    try:
        from distributed import Client
    except ImportError:
        raise BoomkitError("A cluster needs Dask: pip install 'boomkit[cluster]'.") from None
    if not isinstance(cluster, str):
        yield cluster
        return
    try:
        client = Client(cluster, timeout="10s")
    except OSError as error:
        raise BoomkitError(f"No Dask scheduler answers at {cluster!r} ({error}); start one: dask scheduler.") from None
    with client:
        yield client


def _play(play: Callable[[int, range], Any], seed: int, chunk: range) -> Any:
    return play(seed, chunk)


def run_chunks(
    cluster: Any,
    play: Callable[[int, range], Any],
    seed: int,
    chunks: Sequence[range],
    progress: Callable[[int, int], None] | None,
) -> tuple[list[Any], bool]:
    """Play chunks on a cluster and return their results in order; Ctrl-C keeps the chunks that are done."""
    total = sum(map(len, chunks))
    with _client(cluster) as client:
        from distributed import as_completed

        # What plays goes along with each chunk: data left with one worker would be lost with it.
        futures = [client.submit(_play, play, seed, chunk, pure=False, retries=RETRIES) for chunk in chunks]
        sizes = {future.key: len(chunk) for future, chunk in zip(futures, chunks, strict=True)}
        done = 0
        try:
            for future in as_completed(futures):
                done += sizes[future.key]
                if progress is not None:
                    progress(done, total)
            return client.gather(futures), True
        except KeyboardInterrupt:
            kept = []
            for future in futures:
                if future.status != "finished":
                    break
                kept.append(future.result())
            client.cancel(futures)
            return kept, False
