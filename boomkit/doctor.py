"""Is everything there that the kit needs, and what to do if not: behind `boomkit doctor` and `boomkit.ready()`."""

from __future__ import annotations

import html
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

GOOD, NOTE, BAD = "good", "note", "bad"
MARKS = {GOOD: "✓", NOTE: "·", BAD: "✗"}
BRIEF = ("Python", "Packages")
NO_WIDGETS = (
    "· Widgets: they appear when this cell is run. Does this line stay after that? Restart JupyterLab itself, not only "
    "the kernel, and reload the page."
)
IN_BROWSER = sys.platform == "emscripten"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: its name, ``good``, ``note`` or ``bad``, what was found, and the cure if any."""

    name: str
    state: str
    found: str
    cure: str = ""

    def __str__(self) -> str:
        return f"{MARKS[self.state]} {self.name}: {self.found}" + (f" {self.cure}" if self.cure else "")


Check = Callable[[], Iterable[Finding]]


class Report:
    """All findings; shows itself as text in a terminal and as a list in a notebook."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)

    @property
    def good(self) -> bool:
        """Whether nothing that the kit needs is missing."""
        return all(finding.state != BAD for finding in self.findings)

    @property
    def headline(self) -> str:
        """The outcome in one sentence."""
        if self.good:
            return f"All good: boomkit {_installed('boomkit')} is ready."
        count = sum(finding.state == BAD for finding in self.findings)
        return f"{count} thing{' needs' if count == 1 else 's need'} your attention; the lines marked ✗ say what to do."

    def lines(self) -> list[str]:
        """Return the findings to show, one line each."""
        return [str(finding) for finding in self.findings]

    def __repr__(self) -> str:
        return "\n".join([self.headline, *self.lines()])

    def _page(self, *more: str) -> str:
        """Write headline and lines as HTML that a sanitiser leaves alone."""
        lines = "".join(f"<li>{html.escape(line)}</li>" for line in (*self.lines(), *more))
        return f"<p><strong>{html.escape(self.headline)}</strong></p><ul>{lines}</ul>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        """Show the report as a list, or as text."""
        return {"text/plain": repr(self), "text/html": self._page()}


class FirstCell(Report):
    """What a notebook's first cell shows: in short what is there, all that is wrong, and whether widgets are alive."""

    def lines(self) -> list[str]:
        """Leave out what is good and needs no line."""
        return [str(finding) for finding in self.findings if finding.state == BAD or finding.name in BRIEF]

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        """Show the report as a widget; where that does not appear, the list says what to do about it."""
        from boomkit.widgets.alive import Alive

        bundle = Alive(self._page())._repr_mimebundle_()
        live = bundle[0] if isinstance(bundle, tuple) else bundle
        return {**(live or {}), "text/plain": repr(self), "text/html": self._page(NO_WIDGETS)}


def examine(folder: Path | None = None, start_kernel: bool = True) -> Report:
    """Look at everything: Python, packages, games, course, kernel, widgets, write access, optional parts.

    ``folder`` is where the student's files will go (default: the current folder). Starting a kernel, the one check
    that takes seconds, can be left out.
    """
    here = folder or Path.cwd()
    checks: list[Check] = [_python, _packages, _games, _course, _widgets]
    if start_kernel:
        checks.append(_kernel)
    checks += [lambda: _write_access(here), _optional_parts]
    return Report(finding for check in checks for finding in _outcome(check))


def ready() -> FirstCell:
    """Say in a notebook's first cell whether this kernel has what the lessons need, and what to do if not.

    >>> ready().good
    True
    """
    checks: list[Check] = [_python, _packages]
    if not IN_BROWSER:
        checks += [_widgets, _server, lambda: _write_access(Path.cwd())]
    return FirstCell(finding for check in checks for finding in _outcome(check))


def _outcome(check: Check) -> list[Finding]:
    """Run one check; one that fails itself is a finding, and the others still run."""
    try:
        return list(check())
    except Exception as error:
        name = getattr(check, "__name__", "check").strip("_").capitalize()
        return [Finding(name, BAD, f"could not be looked at: {type(error).__name__}: {error}.", "Please report this.")]


def _installed(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def _python() -> Iterable[Finding]:
    from packaging.specifiers import SpecifierSet

    version = ".".join(map(str, sys.version_info[:3]))
    wanted = metadata.metadata("boomkit")["Requires-Python"]
    if SpecifierSet(wanted).contains(version):
        yield Finding("Python", GOOD, version)
    else:
        yield Finding("Python", BAD, f"{version}, and {wanted} is wanted.", "Make an environment with a newer Python.")


def _packages() -> Iterable[Finding]:
    """Compare what is installed with what boomkit's own metadata asks for."""
    from packaging.requirements import Requirement

    wanted = [Requirement(text) for text in metadata.requires("boomkit") or ()]
    found, missing = [], []
    for requirement in wanted:
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        version = _installed(requirement.name)
        if version and requirement.specifier.contains(version, prereleases=True):
            found.append(f"{requirement.name} {version}")
        elif not (IN_BROWSER and requirement.name in ("jupyterlab", "nbval", "typer", "rich")):
            missing.append((requirement, version))
    if missing:
        told = "; ".join(
            f"{requirement} is wanted and {version or 'nothing'} is there" for requirement, version in missing
        )
        yield Finding("Packages", BAD, f"{told}.", _pip(" ".join(f'"{requirement}"' for requirement, _ in missing)))
    else:
        yield Finding("Packages", GOOD, ", ".join(found))


def _games() -> Iterable[Finding]:
    """Load every installed game: a broken one, perhaps from another package, is named."""
    from boomkit.core import discovery

    names = discovery.names()
    for name in names:
        try:
            discovery.load(name)
        except Exception as error:  # whatever a game of somebody else's raises, the others are looked at
            yield Finding("Games", BAD, f"{name} cannot be loaded ({error}).", "Reinstall the package it comes from.")
            return
    yield Finding("Games", GOOD if names else BAD, ", ".join(names) or "none.", "" if names else _pip("boomkit"))


def _course() -> Iterable[Finding]:
    from boomkit import course

    try:
        origin = course.source()
    except course.CourseError as error:
        yield Finding("Course", BAD, str(error))
        return
    counts = [len(list((origin / part).glob("*.ipynb"))) for part in course.PARTS]
    if all(counts):
        yield Finding("Course", GOOD, "{} notebooks and {} exercise sheets".format(*counts))
    else:
        found = "{} notebooks and {} exercise sheets".format(*counts) + f" in {origin}."
        yield Finding("Course", BAD, found, "Install boomkit again, or restore the files.")


def _widgets() -> Iterable[Finding]:
    """Compare the widgets' Python halves with the halves that JupyterLab will send to the browser."""
    from jupyter_core.paths import jupyter_path

    for distribution, extension in (
        ("jupyterlab_widgets", "@jupyter-widgets/jupyterlab-manager"),
        ("anywidget", "anywidget"),
    ):
        place = next(iter(_extension_folders(extension, jupyter_path("labextensions"))), None)
        here = _installed(distribution)
        if place is None:
            found = f"the browser's half of {distribution} is not where JupyterLab looks for it."
            yield Finding("Widgets", BAD, found, _pip(f"--force-reinstall {distribution}"))
            continue
        version = json.loads((place / "package.json").read_text(encoding="utf-8"))["version"]
        if distribution == "anywidget" and version != here:
            found = f"anywidget is {here} in Python and {version} in JupyterLab ({place})."
            yield Finding("Widgets", BAD, found, _pip("--force-reinstall anywidget"))
        else:
            yield Finding("Widgets", GOOD, f"{distribution} {here}, browser's half {version}")


def _extension_folders(extension: str, folders: list[str]) -> Iterable[Path]:
    return (Path(folder, extension) for folder in folders if Path(folder, extension, "package.json").is_file())


def _server() -> Iterable[Finding]:
    """Find out whether the widgets were installed while JupyterLab was running: it only sees them after a restart."""
    from jupyter_core.paths import jupyter_path

    started = _server_start()
    if started is None:
        return
    places = list(_extension_folders("anywidget", jupyter_path("labextensions")))
    if any((place / "package.json").stat().st_ctime > started for place in places):
        found = "the widgets were installed after JupyterLab was started."
        yield Finding("JupyterLab", BAD, found, "Restart JupyterLab itself, not only the kernel, and reload the page.")


def _server_start() -> float | None:
    """Return when the Jupyter server that started this kernel was started itself, in seconds of the epoch, if known."""
    try:
        import psutil

        parent = psutil.Process(os.getppid())
        is_jupyter = any("jupyter" in part for part in parent.cmdline())
        return float(parent.create_time()) if is_jupyter else None
    except Exception:  # no psutil, or a parent that is gone or may not be looked at: nothing can be said
        return None


def _kernel() -> Iterable[Finding]:
    """Start the kernel that a notebook would get and ask it for boomkit."""
    from jupyter_client.kernelspec import NoSuchKernel
    from jupyter_client.manager import start_new_kernel

    cure = _pip("--force-reinstall ipykernel")
    try:
        manager, client = start_new_kernel(kernel_name="python3", startup_timeout=60, stderr=subprocess.DEVNULL)
    except (NoSuchKernel, RuntimeError, OSError) as error:
        yield Finding("Kernel", BAD, f"the kernel python3 does not start ({error}).", cure)
        return
    printed: list[str] = []

    def collect(message: dict[str, dict[str, str]]) -> None:
        printed.append(message["content"].get("text", message["content"].get("evalue", "")))

    try:
        code = "import sys, boomkit; print(sys.executable, boomkit.__file__, sep='\\n')"
        reply = client.execute_interactive(code, timeout=60, output_hook=collect, allow_stdin=False)
    except TimeoutError:
        yield Finding("Kernel", BAD, "the kernel python3 starts and does not answer.", cure)
        return
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    if reply["content"]["status"] != "ok":
        found = f"notebooks run in another Python, which has no boomkit ({' '.join(printed).strip()})."
        yield Finding("Kernel", BAD, found, f"{sys.executable} -m ipykernel install --sys-prefix")
        return
    executable, package = "".join(printed).splitlines()[:2]
    if not Path(package).samefile(Path(__file__).parent / "__init__.py"):
        found = f"notebooks run in {executable}, with another boomkit ({package})."
        yield Finding("Kernel", BAD, found, f"{sys.executable} -m ipykernel install --sys-prefix")
    else:
        yield Finding("Kernel", GOOD, "python3 starts and has boomkit")


def _write_access(folder: Path) -> Iterable[Finding]:
    there = next(place for place in (folder.absolute(), *folder.absolute().parents) if place.exists())
    try:
        with tempfile.NamedTemporaryFile(dir=there, prefix=".boomkit-"):
            yield Finding("Folder", GOOD, f"{folder.absolute()} can be written")
    except OSError as error:
        found = f"{there} cannot be written ({error.strerror})."
        yield Finding("Folder", BAD, found, "Name another folder: boomkit lab FOLDER")


def _optional_parts() -> Iterable[Finding]:
    """Tell what an extra would add; its absence is no fault."""
    for extra, module, use in (
        ("fast", "numba", "a million playouts in seconds"),
        ("cluster", "distributed", "batches and grading on a Dask cluster"),
        ("bridges", "pettingzoo", "the games in OpenSpiel and PettingZoo"),
    ):
        if importlib.util.find_spec(module):
            yield Finding(f"[{extra}]", GOOD, f"installed: {use}")
        else:
            yield Finding(f"[{extra}]", NOTE, f"not installed; it gives {use}.", _pip(f'"boomkit[{extra}]"'))
    if shutil.which("bwrap"):
        yield Finding("Isolation", GOOD, "bubblewrap: submissions are graded in a sandbox")
    else:
        cure = "On Linux: install the package bubblewrap."
        yield Finding("Isolation", NOTE, "no bubblewrap; only who grades other people's code needs it.", cure)


def _pip(what: str) -> str:
    """Return the command that installs something into this Python, whatever is called python on the path."""
    return f"Do: {sys.executable} -m pip install {what}"
