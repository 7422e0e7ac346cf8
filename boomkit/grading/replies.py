"""Read what a student's process sent: every value is made anew, and what has another shape is refused."""

from __future__ import annotations

import math
from typing import Any

from boomkit.grading.channels import Gone
from boomkit.grading.schema import CellReply


def clean(text: object) -> str:
    """Return text that every file can hold: lone surrogates are replaced."""
    return str(text).encode("utf-8", "replace").decode("utf-8")


def _clean_data(value: Any) -> Any:
    """Return JSON data with clean text all through."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_clean_data(entry) for entry in value]
    if isinstance(value, dict):
        return {clean(key): _clean_data(entry) for key, entry in value.items()}
    return value


def _output(item: Any) -> dict[str, Any]:
    """Return one output in nbformat's form, made new from what came; ValueError if it has another shape."""
    kind = item["output_type"]
    if kind == "stream" and item["name"] in ("stdout", "stderr") and isinstance(item["text"], str):
        return {"output_type": kind, "name": item["name"], "text": clean(item["text"])}
    if kind in ("execute_result", "display_data") and isinstance(item["data"], dict):
        made = {"output_type": kind, "data": _clean_data(item["data"]), "metadata": {}}
        return made | ({"execution_count": None} if kind == "execute_result" else {})
    if kind == "error" and isinstance(item["traceback"], list):
        trace = [clean(line) for line in item["traceback"][:40]]
        return {"output_type": kind, "ename": clean(item["ename"]), "evalue": clean(item["evalue"]), "traceback": trace}
    raise ValueError(f"an output of the kind {kind!r}")


def read_reply(body: Any) -> CellReply:
    """Make a CellReply of a reply's JSON data.

    Raises:
        Gone: as unreadable, when the data has not the form that the inside program sends.
    """
    try:
        if body["status"] not in ("ok", "error"):
            raise ValueError("an unknown status")
        outputs = tuple(_output(item) for item in body["outputs"])
        failed = body["status"] == "error"
        error, detail = (clean(body["error"]), clean(body["detail"])) if failed else ("", "")
        seconds = float(body.get("seconds", 0.0))
        return CellReply(
            body["status"], outputs, error[:200], detail[:4000], seconds if math.isfinite(seconds) else 0.0
        )
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError, OverflowError) as error:
        raise Gone("unreadable", f"the process sent what is no reply ({type(error).__name__})") from None
