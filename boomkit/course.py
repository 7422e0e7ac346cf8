"""Working copies of the course: lessons and exercises in a folder of one's own, never overwritten once changed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from boomkit.errors import BoomkitError

PARTS = ("notebooks", "exercises")
MANIFEST = ".boomkit-course.json"
MANIFEST_VERSION = 1
DEFAULT_FOLDER = "boomkit-course"
START = "notebooks/00_start.ipynb"


class CourseError(BoomkitError):
    """A working copy cannot be made where it was asked for, or the kit came without its lessons."""


@dataclass
class CopyReport:
    """What a copy did, each a sorted list of paths below the folder, with ``/`` between the parts.

    ``set_aside`` pairs a file the student changed, which was kept, with the file beside it that holds the new version.
    """

    folder: Path
    written: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    set_aside: list[tuple[str, str]] = field(default_factory=list)

    def sentences(self) -> list[str]:
        r"""Say what happened, one sentence a thing worth knowing.

        >>> print(*CopyReport(Path("c"), written=["a"], set_aside=[("b.ipynb", "b.new.ipynb")]).sentences(), sep="\n")
        1 file is new.
        You changed b.ipynb: it was kept as it is, and the new version lies beside it as b.new.ipynb.
        """
        sentences = []
        if self.written:
            sentences.append(f"{_files(len(self.written))} new.")
        if self.updated:
            sentences.append(f"{_files(len(self.updated))} brought up to date.")
        if self.kept:
            sentences.append(f"{_files(len(self.kept))} with your changes, kept as you left it.")
        sentences += [
            f"You changed {old}: it was kept as it is, and the new version lies beside it as {new}."
            for old, new in self.set_aside
        ]
        return sentences or ["Everything is up to date."]


def source() -> Path:
    """Return the folder that holds the kit's own notebooks and exercises: in the wheel, or in the repository checkout.

    Raises CourseError where neither is there.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "course_data", package.parent):
        if (folder / "notebooks").is_dir() and (folder / "exercises").is_dir():
            return folder
    raise CourseError(
        f"This installation of boomkit has no lessons (looked in {package / 'course_data'} and {package.parent}). "
        "Install it again: python -m pip install --force-reinstall boomkit"
    )


def pristine_sheet(name: str) -> Path | None:
    """Return the kit's own copy of an exercise sheet by its name, such as `01_war`; None if there is none."""
    candidate = source() / "exercises" / f"{Path(name).name}.ipynb"
    return candidate if candidate.is_file() else None


def files(folder: Path) -> Iterator[str]:
    """Yield the course's files below a folder, sorted, with ``/`` between the parts; no hidden ones and no caches."""
    for part in PARTS:
        for path in sorted((folder / part).rglob("*")):
            name = path.relative_to(folder)
            if path.is_file() and not any(piece.startswith((".", "__pycache__")) for piece in name.parts):
                yield name.as_posix()


def copy(folder: Path, origin: Path | None = None) -> CopyReport:
    """Make a working copy in a folder, or bring one up to date, and report what was done.

    A file that the student changed since it was written is kept; when the kit has a new version of it, that is put
    beside it as ``name.new.ipynb``. A file that the student deleted comes back: that is how to start a sheet again.
    A manifest of hashes in the folder tells the student's changes from the kit's.

    Raises CourseError if the folder is a file, cannot be written, or is the place that the lessons come from.
    """
    origin = origin or source()
    if folder.exists() and not folder.is_dir():
        raise CourseError(f"{folder} is a file: name a folder for the working copy.")
    if folder.resolve() == origin.resolve():
        raise CourseError(f"{folder} holds the originals of the lessons: name another folder for the working copy.")
    report = CopyReport(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        manifest = _read_manifest(folder)
        for name in files(origin):
            _copy_file(origin, name, manifest, report)
        _write(folder / MANIFEST, _manifest_bytes(manifest))
    except OSError as error:
        raise CourseError(f"The working copy in {folder} could not be written: {error}.") from error
    return report


def _copy_file(origin: Path, name: str, manifest: dict[str, str], report: CopyReport) -> None:
    """Bring one file up to date; its hash in the manifest is that of the version last given, in place or beside."""
    new = (origin / name).read_bytes()
    target = report.folder / name
    given = manifest.get(name)
    manifest[name] = _hash(new)
    if not target.exists():
        _write(target, new)
        report.written.append(name)
        return
    present = target.read_bytes()
    if present == new:
        return
    if _hash(present) == given:
        _write(target, new)
        report.updated.append(name)
    elif given == manifest[name]:
        report.kept.append(name)
    else:
        beside = _name_beside(report.folder, name, new)
        _write(report.folder / beside, new)
        report.set_aside.append((name, beside))


def _name_beside(folder: Path, name: str, new: bytes) -> str:
    """Return the first of ``name.new.ipynb``, ``name.new-2.ipynb``, … that is free or holds these bytes already."""
    path = Path(name)
    number = 1
    while True:
        mark = "new" if number == 1 else f"new-{number}"
        beside = path.with_name(f"{path.stem}.{mark}{path.suffix}")
        if not (folder / beside).exists() or (folder / beside).read_bytes() == new:
            return beside.as_posix()
        number += 1


def _read_manifest(folder: Path) -> dict[str, str]:
    """Return the hashes of what was given before; without a readable manifest every file counts as the student's."""
    try:
        data = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if data["version"] == MANIFEST_VERSION:
            return {str(name): str(value) for name, value in data["files"].items()}
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        pass
    return {}


def _manifest_bytes(manifest: dict[str, str]) -> bytes:
    data = {"version": MANIFEST_VERSION, "boomkit": version("boomkit"), "files": dict(sorted(manifest.items()))}
    return (json.dumps(data, indent=1) + "\n").encode("utf-8")


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, so that an interrupted copy leaves no half notebook."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.part")
    draft.write_bytes(data)
    os.replace(draft, path)


def _files(count: int) -> str:
    return "1 file is" if count == 1 else f"{count} files are"
