"""Source that the grader runs in the student's process: the evidence helper, and order before each check."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources

IMPORT = "from boomkit.grading import "
"""How a sheet imports the helper. The grader drops such lines and brings the helper itself: `boomkit` may be absent."""

NAMES = ("show", "evidence", "dialog")
"""The helper's names that a sheet may use."""

_START = """
def _bring(source):
    import builtins, sys, types
    helper = types.ModuleType("evidence")
    sys.modules["evidence"] = helper
    exec(compile(source, "<evidence>", "exec"), helper.__dict__)
    builtins.__boomkit_evidence__ = helper
_bring({source!r})
del _bring
"""

_BEFORE = """
def _order(keep):
    import builtins, json
    space = globals()
    gone = sorted(n for n in space if n in builtins.__dict__ and n not in keep and not n.startswith("_"))
    for name in gone:
        del space[name]
    for name in {names!r}:
        space[name] = getattr(builtins.__boomkit_evidence__, name)
    print(json.dumps({{"removed": gone}}))
_order({keep!r})
del _order
"""

_IPYTHON = ("display", "exit", "get_ipython", "quit", "open", "copyright", "credits", "license")


@lru_cache(maxsize=1)
def start_source() -> str:
    """Return the source that brings the evidence helper into a process that has it not."""
    text = resources.files("boomkit.grading").joinpath("kernel_side.py").read_text(encoding="utf-8")
    return _START.format(source=text) + bind_source()


def bind_source() -> str:
    """Return the source that names the helper in the student's namespace, where a warm process has it already."""
    return "".join(f"{name} = __boomkit_evidence__.{name}\n" for name in NAMES)


@lru_cache(maxsize=64)
def before_check_source(keep: tuple[str, ...] = ()) -> str:
    """Return the source that removes names which shadow builtins (but those in `keep`) and restores the helper.

    It prints one line of JSON: `{"removed": [...]}`.
    """
    return _BEFORE.format(names=NAMES, keep=tuple(sorted({*keep, *_IPYTHON})))


def removed_names(text: str) -> tuple[str, ...]:
    r"""Read what `before_check_source` printed; a text that a student tampered with tells nothing.

    >>> removed_names('{"removed": ["len", "sum"]}\n')
    ('len', 'sum')
    >>> removed_names("rubbish")
    ()
    """
    try:
        names = json.loads(text.strip().splitlines()[-1])["removed"]
        return tuple(str(name)[:40] for name in names)[:20]
    except (ValueError, LookupError, TypeError, RecursionError):
        return ()


def without_helper_import(source: str) -> str:
    r"""Drop the lines that import the evidence helper; the grader brings it.

    >>> without_helper_import("from boomkit.grading import show\nx = 1")
    'x = 1'
    """
    if IMPORT not in source:
        return source
    return "\n".join(line for line in source.split("\n") if not _imports_helper(line))


def _imports_helper(line: str) -> bool:
    if not line.startswith(IMPORT):
        return False
    names = {name.strip() for name in line[len(IMPORT) :].split("#")[0].strip().strip("()").split(",")}
    return names <= set(NAMES)
