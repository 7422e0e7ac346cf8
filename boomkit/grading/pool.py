"""Processes that grade in parallel: each holds a warm worker, is watched, and is replaced when it falls.

Orders go in as pickles (from us to us), results come back as lines of JSON: no submission is ever unpickled.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from boomkit.grading.channels import Gone, PipeChannel
from boomkit.grading.store import Result
from boomkit.grading.task import Assignment, Grader, limit_grader

LINE_LIMIT = 64 << 20
START_SECONDS = 120.0


@dataclass(frozen=True)
class Job:
    """One submission to grade; `problem` says why it could not be read after all."""

    key: str
    sheet: str
    data: bytes
    problem: str = ""


def run_jobs(assignment: Assignment, jobs: Iterator[Job], count: int) -> Generator[tuple[Job, Result], None, None]:
    """Grade the jobs in `count` processes; yield each with its result as it comes.

    A process that ends or hangs is replaced and its job is tried once more; then its result is `failed`.
    """
    done: queue.Queue[tuple[Job, Result] | BaseException | None] = queue.Queue()
    lock = threading.Lock()
    stop = threading.Event()

    def next_job() -> Job | None:
        with lock:
            return None if stop.is_set() else next(jobs, None)

    def work() -> None:
        seat = _Seat(assignment)
        try:
            while (job := next_job()) is not None:
                done.put((job, seat.grade(job)))
        except BaseException as error:
            done.put(error)
        finally:
            seat.close()
            done.put(None)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    left = count
    try:
        while left:
            found = done.get()
            if found is None:
                left -= 1
            elif isinstance(found, BaseException):
                raise found
            else:
                yield found
    finally:
        stop.set()
        for thread in threads:
            thread.join(timeout=30)


class _Seat:
    """One grading process, started when first needed and again when it has fallen."""

    def __init__(self, assignment: Assignment) -> None:
        self.assignment = assignment
        self.process: subprocess.Popen[bytes] | None = None
        self.channel: PipeChannel | None = None

    def grade(self, job: Job) -> Result:
        """Grade a job; never raises for what the submission or the process does."""
        if job.problem:
            return Result("failed", job.problem)
        reason = ""
        for _ in range(2):
            try:
                return self._grade(job)
            except (Gone, OSError) as error:
                self.close()
                reason = str(error)
        return Result("failed", f"The grading process did not get through it ({reason}).")

    def _grade(self, job: Job) -> Result:
        channel = self.channel or self._start()
        limits = self.assignment.sheets[job.sheet].limits
        channel.send({"sheet": job.sheet, "data": base64.b64encode(job.data).decode("ascii")})
        line = channel.receive(4 * limits.total_seconds + 120)
        if line is None:
            raise Gone("timeout", "no end in sight")
        return Result(**json.loads(line))

    def _start(self) -> PipeChannel:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", "from boomkit.grading.pool import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self.process.stdin is not None
        self.channel = PipeChannel(self.process, LINE_LIMIT)
        pickle.dump(self.assignment, self.process.stdin)
        self.process.stdin.flush()
        if self.channel.receive(START_SECONDS) is None:
            raise Gone("timeout", "it did not get ready")
        return self.channel

    def close(self) -> None:
        """End the process: at the end of its input it ends its workers and itself."""
        process, self.process, self.channel = self.process, None, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def serve() -> None:
    """Be a grading process: read the assignment, then one submission a line, until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one decides when to stop
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing but results goes out
    assignment: Assignment = pickle.load(sys.stdin.buffer)
    limit_grader()
    grader = Grader(assignment)

    def say(message: Any) -> None:
        out.write(json.dumps(message).encode("ascii") + b"\n")
        out.flush()

    try:
        say("ready")
        for line in sys.stdin.buffer:
            order = json.loads(line)
            say(asdict(grader.grade(order["sheet"], base64.b64decode(order["data"]))))
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    finally:
        grader.close()
