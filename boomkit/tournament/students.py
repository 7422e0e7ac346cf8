"""Students' agents: a file or notebook that defines `agent`, run in an isolated process with a budget a move."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self

from boomkit.core import Action, Game, Observation
from boomkit.errors import BoomkitError
from boomkit.grading.schema import Limits
from boomkit.grading.worker import Worker

FORBIDDEN = ("boomkit.agents", "boomkit.tournament", "boomkit.simulate", "boomkit.bridges", "boomkit.games.*.agents")
"""What a student's agent may not import: it would be somebody else's agent."""
START_SECONDS = 20.0

PRELUDE = """
import json as _json, random as _random
import boomkit as _boomkit
_game = _boomkit.load({name!r}, **_json.loads({options!r}))
def __boomkit_move__(text):
    data = _json.loads(text)
    seen = _game.read_observation(data["observation"])
    rng = _random.Random(data["seed"])
    __boomkit_ask__(str(agent(seen, tuple(data["actions"]), rng)))
"""


class AgentFaultError(BoomkitError):
    """An agent lost its game by a fault of its own: an illegal action, an exception, or too much time."""


def find_agents(folder: Path) -> dict[str, Path]:
    """Return the students' files of a folder by name, in order; raise BoomkitError if there are none."""
    files = sorted(path for path in folder.glob("*") if path.suffix in (".py", ".ipynb"))
    if not files:
        raise BoomkitError(f"There is no agent in {folder}: no file that ends in .py or .ipynb.")
    return {path.stem: path for path in files}


def source_of(path: Path) -> str:
    """Return the code of a file, or of all code cells of a notebook in order."""
    text = path.read_text(encoding="utf-8-sig")
    if path.suffix != ".ipynb":
        return text
    try:
        cells = json.loads(text)["cells"]
        return "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    except (ValueError, KeyError, TypeError) as error:
        raise BoomkitError(f"{path.name} is not a notebook that can be read: {error}.") from None


class StudentAgent:
    """An agent from a student's file; use it as a context manager, so that its process ends with it."""

    def __init__(self, game: Game, path: Path, *, seconds: float = 2.0, trust: bool = False) -> None:
        self.game = game
        self.path = path
        self.seconds = seconds
        self.fault: str | None = None
        self._worker = Worker(
            limits=Limits(seconds=max(seconds, 1.0)), forbidden=FORBIDDEN, preload=("boomkit",), trust=trust
        )

    def __enter__(self) -> Self:
        self._worker.__enter__()
        self._worker.start_student()
        self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._worker.__exit__(kind, error, trace)

    def _start(self) -> None:
        """Run the student's code and what asks it for moves; a file that does not run loses every game."""
        prelude = PRELUDE.format(name=self.game.name, options=json.dumps(self.game.given))
        try:
            code = source_of(self.path)
        except (BoomkitError, UnicodeDecodeError) as error:
            self.fault = str(error)
            return
        for source in (code, "agent", prelude):
            reply = self._worker.run_cell(source, timeout=START_SECONDS)
            if reply.status != "ok":
                self.fault = f"its file does not run: {_trouble(reply)}"
                return

    def __call__(self, observation: Observation, actions: tuple[Action, ...], rng: Random) -> str:
        """Ask the student's process for a move; raise AgentFaultError if none comes."""
        if self.fault is not None:
            raise AgentFaultError(self.fault)
        message = {
            "observation": observation.to_dict(),
            "actions": list(map(str, actions)),
            "seed": rng.randrange(2**32),
        }
        said: list[Any] = []
        reply = self._worker.run_cell(
            f"__boomkit_move__({json.dumps(message)!r})", timeout=self.seconds, answer=said.append
        )
        if reply.status in ("timeout", "died", "memory", "unreadable"):
            self._worker.start_student()
            self._start()
        if reply.status != "ok" or not said:
            raise AgentFaultError(_trouble(reply))
        return str(said[-1])


def _trouble(reply: Any) -> str:
    """Say in a few words what went wrong in a student's process."""
    if reply.status == "timeout":
        return "took too long for one move"
    for output in reply.outputs:
        if output.get("output_type") == "error":
            return f"raised {output['ename']}: {output['evalue']}"
    return {"memory": "used too much memory", "died": "ended its process"}.get(reply.status, "gave no answer")
