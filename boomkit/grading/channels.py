"""Channels between the grader and a student's process: one JSON line at a time, bounded in length and in time."""

from __future__ import annotations

import contextlib
import json
import queue
import select
import socket
import subprocess
import threading
import time
from collections.abc import Mapping
from typing import Any, Protocol

from boomkit.grading.schema import ReplyStatus


class Gone(Exception):  # noqa: N818
    """The other end of a channel has closed, or sends what no worker sends."""

    def __init__(self, status: ReplyStatus, detail: str) -> None:
        """Keep how to report it."""
        super().__init__(detail)
        self.status: ReplyStatus = status


class Channel(Protocol):
    """A line at a time, both ways, with a deadline."""

    def send(self, message: Mapping[str, Any]) -> None:
        """Send one message."""

    def receive(self, seconds: float) -> bytes | None:
        """Return the next line, or None when none came in time; Gone at the end."""

    def close(self) -> None:
        """Hang up."""


class SocketChannel:
    """A channel over a Unix socket."""

    def __init__(self, end: socket.socket, limit: int) -> None:
        self.end = end
        self.limit = limit
        self._rest = bytearray()
        self._searched = 0

    def send(self, message: Mapping[str, Any]) -> None:
        """Send one message; Gone when nobody takes it."""
        self.end.settimeout(5.0)
        try:
            self.end.sendall(json.dumps(message).encode("ascii") + b"\n")
        except OSError as error:
            raise Gone("died", f"the process took no message ({error})") from None

    def receive(self, seconds: float) -> bytes | None:
        """Return the next line, or None when none came in time; Gone when the end is closed or the line too long."""
        until = time.monotonic() + seconds
        while (at := self._rest.find(b"\n", self._searched)) < 0:
            self._searched = len(self._rest)
            if len(self._rest) > self.limit:
                raise Gone("unreadable", "a message was longer than allowed")
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.end], [], [], left)[0]:
                return None
            try:
                piece = self.end.recv(1 << 16)
            except OSError:
                piece = b""
            if not piece:
                raise Gone("died", "the process ended")
            self._rest += piece
        line = bytes(self._rest[:at])
        del self._rest[: at + 1]
        self._searched = 0
        return line

    def close(self) -> None:
        """Hang up."""
        self.end.close()


class PipeChannel:
    """A channel over the pipes of a process, read by a thread: works on every system."""

    def __init__(self, process: subprocess.Popen[bytes], limit: int) -> None:
        self.process = process
        self._lines: queue.Queue[bytes | Gone] = queue.Queue()
        threading.Thread(target=self._read, args=(limit,), daemon=True).start()

    def _read(self, limit: int) -> None:
        stream = self.process.stdout
        assert stream is not None
        while True:
            try:
                line = stream.readline(limit)
            except (OSError, ValueError):
                line = b""
            if not line.endswith(b"\n"):
                self._lines.put(
                    Gone("unreadable", "a message was longer than allowed")
                    if line
                    else Gone("died", "the process ended")
                )
                return
            self._lines.put(line[:-1])

    def send(self, message: Mapping[str, Any]) -> None:
        """Send one message; Gone when nobody takes it."""
        stream = self.process.stdin
        assert stream is not None
        try:
            stream.write(json.dumps(message).encode("ascii") + b"\n")
            stream.flush()
        except (OSError, ValueError) as error:
            raise Gone("died", f"the process took no message ({error})") from None

    def receive(self, seconds: float) -> bytes | None:
        """Return the next line, or None when none came in time; Gone at the end."""
        try:
            line = self._lines.get(timeout=max(seconds, 0.001))
        except queue.Empty:
            return None
        if isinstance(line, Gone):
            raise line
        return line

    def close(self) -> None:
        """Hang up."""
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
