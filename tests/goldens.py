"""Golden files: texts that a test compares with what comes out, and that one command renews.

``make goldens`` (or pytest with ``BOOMKIT_GOLDENS=renew``) writes them again; the diff is what a reviewer reads.
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def check_golden(name: str, text: str) -> None:
    """Compare a text with the golden file of this name, or write it when goldens are renewed."""
    path = FOLDER / name
    if os.environ.get("BOOMKIT_GOLDENS") == "renew":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    assert path.is_file(), f"there is no golden file {name}; write it with: make goldens"
    golden = path.read_text(encoding="utf-8")
    if golden != text:
        lines = difflib.unified_diff(golden.splitlines(), text.splitlines(), "golden", "now", lineterm="", n=2)
        shown = "\n".join(list(lines)[:40])
        raise AssertionError(f"{name} differs from its golden file; if that is meant: make goldens\n{shown}")
