"""Messages as JSON lines over a file descriptor: the only thing that crosses the wall of the sandbox."""

from __future__ import annotations

import json
import os
from typing import Any


class Closed(Exception):  # noqa: N818
    """The other side has closed the channel."""


class Lines:
    """Read and write JSON values, one a line, on a pair of blocking file descriptors."""

    def __init__(self, reading: int, writing: int) -> None:
        self.reading = reading
        self.writing = writing
        self._rest = b""

    def send(self, message: Any) -> None:
        """Write one message; `json` escapes what is not ASCII, so a line is always one line."""
        data = json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"
        view = memoryview(data)
        while view:
            view = view[os.write(self.writing, view) :]

    def receive(self) -> Any:
        """Read one message; Closed when the other side has gone."""
        while b"\n" not in self._rest:
            piece = os.read(self.reading, 1 << 16)
            if not piece:
                raise Closed
            self._rest += piece
        line, self._rest = self._rest.split(b"\n", 1)
        return json.loads(line)
