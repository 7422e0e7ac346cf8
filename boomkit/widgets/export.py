"""Export a notebook as one HTML file that opens from disk: replays and trees alive, moves greyed.

The notebook is run, so that its widgets exist; the file holds each widget's script once and the state of each widget.
There is no Jupyter, no Python and no network in the page.
"""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat

from boomkit.errors import BoomkitError
from boomkit.widgets.base import script, sheet

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
WIDGET_STATE = "application/vnd.jupyter.widget-state+json"
_HIDDEN = ("layout", "tabbable", "tooltip")
_PICTURES = ("image/png", "image/jpeg")
_PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>{style}</style></head>
<body class="boomkit"><main>
{body}
</main>
{scripts}
<script type="module">{page}</script>
</body></html>
"""
_STYLE = """
body{margin:0;background:var(--bk-paper);color:var(--bk-ink);font:16px/1.6 Inter,ui-sans-serif,system-ui,sans-serif}
main{max-width:1060px;margin:0 auto;padding:24px 20px 60px}
main>pre,main .source pre,main .output pre{background:var(--bk-felt);border-radius:9px;padding:10px 14px;overflow:auto;
font:13px/1.5 ui-monospace,'DejaVu Sans Mono',monospace;white-space:pre-wrap}
main .output{margin:6px 0 18px}main table{border-collapse:collapse}main td,main th{border:1px solid var(--bk-line);
padding:3px 9px}main a{color:var(--bk-focus)}main img,main .output>svg{max-width:100%}
main .error{color:var(--bk-boom)}main .anchor-link{display:none}
"""


def export_notebook(path: Path | str, out: Path | str | None = None, *, execute: bool = True) -> Path:
    """Write `path`, a notebook, as one HTML file beside it, or as `out`, and return where it is.

    With `execute=False` the outputs that are saved in the notebook are shown as they are, without live widgets unless
    their state was saved too. Raises BoomkitError with a sentence if the notebook is missing or stops at an error.
    """
    source = Path(path)
    if source.suffix != ".ipynb" or not source.is_file():
        raise BoomkitError(f"{str(source)!r} is not a notebook; give the path of an .ipynb file.")
    notebook = nbformat.read(source, as_version=4)
    if execute:
        _run(notebook, source)
    target = Path(out) if out is not None else source.with_suffix(".html")
    target.write_text(page(notebook, source.stem), encoding="utf-8")
    return target


def _run(notebook: Any, source: Path) -> None:
    """Run every cell in a fresh kernel, in the notebook's folder, and keep the state of the widgets."""
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    client = NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(source.parent.resolve())}}
    )
    try:
        client.execute()
    except CellExecutionError as error:
        raise BoomkitError(
            f"{source.name} stops at an error, so it was not exported: {error.ename}: {error.evalue}. "
            "Run it in JupyterLab and mend the cell."
        ) from None


def page(notebook: Any, title: str = "boomkit") -> str:
    """Return a notebook with its outputs as one HTML page."""
    states = notebook.metadata.get("widgets", {}).get(WIDGET_STATE, {}).get("state", {})
    used: dict[str, None] = {}
    body = "\n".join(part for cell in notebook.cells for part in _cell(cell, states, used))
    scripts = "\n".join(
        f'<script type="text/plain" id="{name}">{_safe(text)}</script>' for name, text in _scripts(states, used)
    )
    return _PAGE.format(
        language=notebook.metadata.get("language", "en"),
        title=html.escape(_heading(notebook) or title),
        style=sheet() + _STYLE,
        body=body,
        scripts=scripts,
        page=_safe(script("page")),
    )


def _heading(notebook: Any) -> str:
    for cell in notebook.cells:
        for line in cell.source.splitlines() if cell.cell_type == "markdown" else ():
            if line.startswith("# "):
                return str(line[2:].strip())
    return ""


def _cell(cell: Any, states: dict[str, Any], used: dict[str, None]) -> Iterator[str]:
    if cell.cell_type == "markdown":
        from nbconvert.filters.markdown_mistune import markdown2html_mistune

        yield markdown2html_mistune(cell.source)
    elif cell.cell_type == "code":
        if cell.source.strip() and not cell.metadata.get("jupyter", {}).get("source_hidden"):
            yield f'<div class="source"><pre>{html.escape(cell.source)}</pre></div>'
        for output in cell.outputs:
            yield f'<div class="output">{_output(output, states, used)}</div>'


def _output(output: Any, states: dict[str, Any], used: dict[str, None]) -> str:
    """Show one output by the best form that this page can show."""
    if output.output_type == "stream":
        return f"<pre>{html.escape(output.text)}</pre>"
    if output.output_type == "error":
        return f'<pre class="error">{html.escape(f"{output.ename}: {output.evalue}")}</pre>'
    data = output.get("data", {})
    widget = _widget(data.get(WIDGET_VIEW, {}).get("model_id", ""), states, used)
    if widget:
        return widget
    for kind in ("image/svg+xml", "text/html"):
        if kind in data:
            return "".join(data[kind])
    for kind in _PICTURES:
        if kind in data:
            return f'<img alt="" src="data:{kind};base64,{_clean(data[kind])}">'
    if "text/markdown" in data:
        from nbconvert.filters.markdown_mistune import markdown2html_mistune

        return str(markdown2html_mistune("".join(data["text/markdown"])))
    return f"<pre>{html.escape(''.join(data.get('text/plain', '')))}</pre>"


def _clean(picture: str) -> str:
    return base64.b64encode(base64.b64decode(picture)).decode("ascii")


def _widget(model: str, states: dict[str, Any], used: dict[str, None]) -> str:
    """Write the state of one of the kit's widgets, or nothing if the output is none."""
    state = states.get(model, {}).get("state", {})
    name = _script_name(state)
    if not name:
        return ""
    used[name] = None
    own = {key: value for key, value in state.items() if not key.startswith("_") and key not in _HIDDEN}
    return f'<script type="application/json" data-widget="{name}">{_json(own)}</script>'


def _script_name(state: dict[str, Any]) -> str:
    """Find which of the kit's scripts a saved widget runs; another program's widget has none of them."""
    module, _, kind = str(state.get("_anywidget_id", "")).rpartition(".")
    if not module.startswith("boomkit.widgets."):
        return ""
    return f"bk-{kind}"


def _scripts(states: dict[str, Any], used: dict[str, None]) -> Iterator[tuple[str, str]]:
    """Return each script that is used, once, as the widget itself brought it."""
    for name in used:
        for entry in states.values():
            if _script_name(entry.get("state", {})) == name:
                yield name, str(entry["state"]["_esm"])
                break


def _json(data: Any) -> str:
    """Write JSON that cannot end the script element it stands in."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")


def _safe(code: str) -> str:
    """Keep the text of a script from ending its element."""
    return code.replace("</script", "<\\/script")
