"""Find the submissions in whatever a teacher has: a folder, a zip from a learning platform, nbgrader's tree, a file.

Nothing is unpacked to disk, no link is followed, nothing that is no plain file is opened, and whatever cannot be read
stays in the list with the reason.
"""

from __future__ import annotations

import io
import os
import stat
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from boomkit.errors import BoomkitError
from boomkit.grading.names import CONTAINERS, Owner, is_junk, owner_of
from boomkit.grading.notebook import MAX_BYTES

MAX_ENTRIES = 200_000
NESTED_ZIP_BYTES = 64 * 1024 * 1024


class CollectError(BoomkitError, ValueError):
    """There is nothing to grade at the place that was named."""


class CannotReadError(BoomkitError, OSError):
    """One file of the class cannot be read; the message is the reason for its row."""


@dataclass(frozen=True)
class Submission:
    """One file that somebody handed in. `read` gives its bytes or raises CannotReadError."""

    owner: Owner
    file: str
    """Its path below the folder or zip, with forward slashes."""
    when: tuple[int, ...]
    """When it was last changed, as far as the folder or zip knows: only for the order of attempts."""
    read: Callable[[], bytes] = field(repr=False, compare=False)

    @property
    def order(self) -> tuple[int, tuple[int, ...], str]:
        """Return what puts attempts in order: the platform's number, the time, the name."""
        return (self.owner.attempt, self.when, self.file)


def collect(place: Path) -> tuple[Submission, ...]:
    """Return every file handed in below `place`, ordered by student and file.

    Raises:
        CollectError: when there is no such place, or nothing in it.
    """
    if not place.exists():
        raise CollectError(f"There is nothing at {place}: give a folder of submissions, a zip or a notebook.")
    if place.is_dir():
        found = list(_from_folder(place))
    elif zipfile.is_zipfile(place) or place.suffix.lower() == ".zip":
        found = list(_from_zip(place))
    else:
        found = [_from_file(place, (place.name,))]
    if not found:
        raise CollectError(f"There are no files in {place}: give a folder of submissions, a zip or a notebook.")
    wrapped = _is_wrapped([tuple(raw.file.split("/")) for raw in found], place.stem)
    made = [_submission(raw, wrapped) for raw in found]
    return tuple(sorted(made, key=lambda submission: (submission.owner.student, submission.file)))


@dataclass(frozen=True)
class _Raw:
    """A file before it is known whose it is. `inner` is the name within a zip that was handed in."""

    file: str
    when: tuple[int, ...]
    read: Callable[[], bytes]
    inner: str = ""


def _submission(raw: _Raw, wrapped: bool) -> Submission:
    parts = tuple(raw.file.split("/"))
    owner = owner_of(parts[1:] if wrapped else parts)
    if raw.inner:
        owner = replace(owner, file=raw.inner)
    name = f"{raw.file}/{raw.inner}" if raw.inner else raw.file
    return Submission(owner, name, raw.when, raw.read)


def _is_wrapped(files: list[tuple[str, ...]], place: str) -> bool:
    """Say whether everything lies in one folder that is the class, not a student.

    >>> _is_wrapped([("class", "ada.ipynb"), ("class", "bob.ipynb")], "download")
    True
    >>> _is_wrapped([("ada", "ps1", "ps1.ipynb"), ("ada", "ps2", "ps2.ipynb")], "submitted")
    False
    """
    tops = {parts[0] for parts in files if len(parts) > 1}
    if len(tops) != 1 or any(len(parts) == 1 for parts in files) or place.lower() in CONTAINERS:
        return False
    if owner_of(("x", *files[0])).platform == "moodle" and not owner_of(files[0][1:]).platform:
        return False  # the one folder is a student's own
    nbgrader = all(len(parts) > 2 and parts[1] == parts[2].rpartition(".")[0] for parts in files)
    return len({parts[1] for parts in files}) > 1 and not nbgrader


# -------------------------------------------------------------------------------------------------------- folders


def _from_folder(place: Path) -> Iterator[_Raw]:
    for root, folders, files in os.walk(place):
        folders.sort()
        for name in sorted(files):
            path = Path(root, name)
            parts = tuple(map(_printable, path.relative_to(place).parts))
            if is_junk(parts):
                continue
            if name.lower().endswith(".zip") and _is_plain(path):
                yield from _from_nested_zip(_file_reader(path), parts)
            else:
                yield _from_file(path, parts)
        for name in [name for name in folders if Path(root, name).is_symlink()]:
            parts = tuple(map(_printable, Path(root, name).relative_to(place).parts))
            yield _unreadable(parts, "It is a link to another folder; links are not followed.")


def _from_file(path: Path, parts: tuple[str, ...]) -> _Raw:
    try:
        changed = path.lstat().st_mtime_ns
    except OSError:
        changed = 0
    return _Raw("/".join(parts), (changed,), _file_reader(path))


def _is_plain(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _file_reader(path: Path) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            mode = path.lstat().st_mode
            if stat.S_ISLNK(mode):
                raise CannotReadError("It is a link to another file; links are not followed.")
            if not stat.S_ISREG(mode):
                raise CannotReadError("It is no plain file.")
            with path.open("rb") as file:
                return _bounded(file)
        except CannotReadError:
            raise
        except OSError as error:
            raise CannotReadError(f"The file cannot be read ({error.strerror or error}).") from None

    return read


def _bounded(file: IO[bytes], limit: int = MAX_BYTES) -> bytes:
    data = file.read(limit + 1)
    if len(data) > limit:
        raise CannotReadError(f"The file has more than {limit // 2**20} MiB.")
    return data


def _unreadable(parts: tuple[str, ...], reason: str, inner: str = "") -> _Raw:
    def read() -> bytes:
        raise CannotReadError(reason)

    return _Raw("/".join(parts), (0,), read, inner)


def _printable(name: str) -> str:
    """Return a file's name as text that every file can hold (names are bytes and need not be UTF-8)."""
    return os.fsencode(name).decode("utf-8", "replace") if os.name != "nt" else name


# ----------------------------------------------------------------------------------------------------------- zips


def _from_zip(place: Path) -> Iterator[_Raw]:
    try:
        archive = zipfile.ZipFile(place)
        entries = _entries(archive)
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise CollectError(f"{place} cannot be opened as a zip ({error}): download it again.") from None
    for entry, parts in entries:
        if parts[-1].lower().endswith(".zip"):
            yield from _from_nested_zip(_zip_reader(archive, entry, NESTED_ZIP_BYTES), parts)
        else:
            yield _Raw("/".join(parts), tuple(entry.date_time), _zip_reader(archive, entry))


def _from_nested_zip(read: Callable[[], bytes], parts: tuple[str, ...]) -> Iterator[_Raw]:
    """Yield the files of a zip that a student handed in, as if they lay in a folder of the zip's name."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(read()))
        entries = _entries(archive)
    except CannotReadError as error:
        yield _unreadable(parts, str(error))
        return
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        yield _unreadable(parts, f"The zip file is broken ({error}).")
        return
    if not entries:
        yield _unreadable(parts, "The zip file is empty.")
    for entry, inner in entries:
        name = "/".join(inner)
        if inner[-1].lower().endswith(".zip"):
            yield _unreadable(parts, "It is a zip within a zip.", name)
        else:
            yield _Raw("/".join(parts), tuple(entry.date_time), _zip_reader(archive, entry), name)


def _entries(archive: zipfile.ZipFile) -> list[tuple[zipfile.ZipInfo, tuple[str, ...]]]:
    """Return the files of a zip with the parts of their names, without what computers leave there."""
    found = []
    for entry in archive.infolist()[:MAX_ENTRIES]:
        parts = tuple(part for part in _entry_name(entry).replace("\\", "/").split("/") if part not in ("", ".", ".."))
        if not entry.is_dir() and parts and not is_junk(parts):
            found.append((entry, parts))
    return found


def _entry_name(entry: zipfile.ZipInfo) -> str:
    """Return an entry's name; names without the UTF-8 flag are often UTF-8 all the same."""
    name = entry.filename
    if not entry.flag_bits & 0x800:
        try:
            name = name.encode("cp437").decode("utf-8")
        except UnicodeError:
            name = entry.filename
    return name.encode("utf-8", "replace").decode("utf-8")


def _zip_reader(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, limit: int = MAX_BYTES) -> Callable[[], bytes]:
    def read() -> bytes:
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise CannotReadError("It is a link to another file; links are not followed.")
        if entry.flag_bits & 0x1:
            raise CannotReadError("The file is encrypted.")
        try:
            with archive.open(entry) as file:
                return _bounded(file, limit)
        except CannotReadError:
            raise
        except Exception as error:  # zlib, struct, unknown methods: a broken entry can break in many ways
            raise CannotReadError(f"The file in the zip is broken ({type(error).__name__}: {error}).") from None

    return read
