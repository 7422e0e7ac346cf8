"""The gradebook: one SQLite file that holds every result as it comes, keyed by all that it depends on.

A result's key is a hash of the submission's bytes, the master's bytes, the seed and the versions: what is there need
not be graded again, whatever happened to the run that graded it.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boomkit.errors import BoomkitError
from boomkit.grading.roster import Entry

FILE = "gradebook.sqlite"
FORMAT = "1"

_TABLES = """
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (
    key TEXT PRIMARY KEY, sheet TEXT NOT NULL, status TEXT NOT NULL, reason TEXT NOT NULL,
    result TEXT NOT NULL, prints TEXT NOT NULL, seconds REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rows (
    position INTEGER PRIMARY KEY, student TEXT NOT NULL, number TEXT NOT NULL, platform TEXT NOT NULL,
    file TEXT NOT NULL, sheet TEXT NOT NULL, key TEXT NOT NULL, status TEXT NOT NULL, reason TEXT NOT NULL,
    notes TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS sheets (position INTEGER PRIMARY KEY, name TEXT NOT NULL, about TEXT NOT NULL);
"""


class StoreError(BoomkitError, RuntimeError):
    """The gradebook cannot be opened or is not one of ours."""


@dataclass(frozen=True)
class Result:
    """What came of one submission. `status` is `graded` or `unreadable`; `failed` is never stored."""

    status: str
    reason: str = ""
    result: Mapping[str, Any] | None = None
    prints: Mapping[str, Sequence[int]] | None = None
    """Fingerprints of the answers, by exercise: to find near-identical ones."""
    seconds: float = 0.0


@dataclass(frozen=True)
class Row:
    """One row of the gradebook as reports see it."""

    student: str
    number: str
    platform: str
    file: str
    sheet: str
    key: str
    status: str
    reason: str
    notes: tuple[str, ...]
    result: Mapping[str, Any] | None
    prints: Mapping[str, Sequence[int]]
    seconds: float


def result_key(digest: str, master: str, seed: str, versions: Mapping[str, str]) -> str:
    """Return the key of a result: a hash of everything that it depends on.

    >>> result_key("a", "b", "c", {}) == result_key("a", "b", "d", {})
    False
    """
    return hashlib.sha256(
        json.dumps([digest, master, seed, dict(versions)], sort_keys=True).encode("utf-8")
    ).hexdigest()


class Gradebook:
    """An open gradebook. Every change is on disk when its method returns."""

    def __init__(self, folder: Path, *, create: bool = True) -> None:
        """Open the gradebook of a folder; StoreError when there is none (and none is to be made) or it is broken."""
        path = folder / FILE
        if create:
            folder.mkdir(parents=True, exist_ok=True)
        elif not path.is_file():
            raise StoreError(f"There is no {FILE} in {folder}: run `boomkit grade` with --out {folder} first.")
        try:
            self._base = sqlite3.connect(path, isolation_level=None, timeout=30)
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = NORMAL")
            self._base.executescript(_TABLES)
            found = self.about("format")
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{path} cannot be read as a gradebook ({error}): move it away and grade again.") from None
        if found is None:
            self.set_about("format", FORMAT)
        elif found != FORMAT:
            raise StoreError(f"{path} was written by another version of boomkit (format {found}): use another --out.")

    def about(self, name: str) -> str | None:
        """Return a stored fact."""
        found = self._base.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()
        return None if found is None else str(found[0])

    def set_about(self, name: str, value: str) -> None:
        """Store a fact."""
        self._base.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (name, value))

    def seed(self, given: str | None) -> str:
        """Return the run's secret: the one given, else the one kept here, else a new one that is kept."""
        if given is not None:
            self.set_about("seed", given)
            return given
        kept = self.about("seed")
        if kept is None:
            kept = secrets.token_hex(16)
            self.set_about("seed", kept)
        return kept

    # ------------------------------------------------------------------------------------------------- results

    def known(self) -> set[str]:
        """Return the keys of all results that are here."""
        return {row[0] for row in self._base.execute("SELECT key FROM results")}

    def add(self, key: str, sheet: str, result: Result) -> None:
        """Store a result."""
        values = (
            key,
            sheet,
            result.status,
            result.reason,
            _text(result.result),
            _text(result.prints or {}),
            result.seconds,
        )
        self._base.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?, ?)", values)

    def set_rows(self, entries: Iterable[tuple[Entry, str]]) -> None:
        """Replace the list of submissions: entries with the keys of their results ("" for those that have none)."""
        with self._transaction():
            self._base.execute("DELETE FROM rows")
            for position, (entry, key) in enumerate(entries):
                status = "" if key else "unreadable"
                values = (
                    position, entry.student, entry.number, entry.platform, entry.file, entry.sheet, key, status,
                    entry.reason, _text(entry.notes),
                )  # fmt: skip
                self._base.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)

    def set_failed(self, key: str, reason: str) -> None:
        """Note on the rows of a key that the grader itself failed; the next run tries again."""
        self._base.execute("UPDATE rows SET status = 'failed', reason = ? WHERE key = ?", (reason, key))

    def rows(self) -> Iterator[Row]:
        """Yield the rows in order, with their results where there are any."""
        query = """
            SELECT rows.student, rows.number, rows.platform, rows.file, rows.sheet, rows.key,
                   coalesce(results.status, nullif(rows.status, ''), 'not graded'),
                   coalesce(results.reason, nullif(rows.reason, ''), ''),
                   rows.notes, results.result, results.prints, results.seconds
            FROM rows LEFT JOIN results ON rows.key = results.key ORDER BY rows.position
        """
        for *texts, notes, result, prints, seconds in self._base.execute(query):
            student, number, platform, file, sheet, key, status, reason = map(str, texts)
            yield Row(
                student,
                number,
                platform,
                file,
                sheet,
                key,
                status,
                reason,
                tuple(json.loads(notes)),
                json.loads(result) if result else None,
                json.loads(prints or "{}"),
                seconds or 0.0,
            )

    # -------------------------------------------------------------------------------------------------- sheets

    def set_sheets(self, sheets: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Replace what reports need to know of the sheets."""
        with self._transaction():
            self._base.execute("DELETE FROM sheets")
            for position, (name, about) in enumerate(sheets):
                self._base.execute("INSERT INTO sheets VALUES (?, ?, ?)", (position, name, _text(about)))

    def sheets(self) -> dict[str, dict[str, Any]]:
        """Return what reports need to know of the sheets, in order."""
        found = self._base.execute("SELECT name, about FROM sheets ORDER BY position")
        return {name: json.loads(about) for name, about in found}

    def _transaction(self) -> sqlite3.Connection:
        self._base.execute("BEGIN IMMEDIATE")
        return self._base  # as a context manager it commits, or rolls back on an error

    def close(self) -> None:
        """Close the file; the journal goes into it."""
        self._base.close()

    def __enter__(self) -> Gradebook:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
