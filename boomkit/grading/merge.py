"""Lay a submission into the master: only answers are taken, everything else is the master's own.

The master's order is law. An answer is found by its cell id, else by the exercise in its metadata, else by the
top-level names that the exercise must define; every fallback is noted. A student's other cells run after the nearest
master cell before them, but never after the check of that exercise.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from boomkit.grading.code import is_only_comments, is_unwritten, same_code, top_level_names, unfenced
from boomkit.grading.nodes import Node
from boomkit.grading.notebook import read_notebook
from boomkit.grading.prelude import without_helper_import
from boomkit.grading.schema import KEY, Cell, Exercise, MergedCell, MergedSheet, Sheet

MAX_LOOKED = 2_000_000
"""Characters of a submission's cells that are searched for names; what comes after is still run."""


def merge(master: Sheet, data: bytes) -> MergedSheet:
    """Merge the bytes of a submission into the master; UnreadableError if they are no notebook."""
    nb, notes = read_notebook(data)
    return merge_notebook(master, nb, notes)


def merge_notebook(master: Sheet, nb: Node, notes: tuple[str, ...] = ()) -> MergedSheet:
    """Merge a notebook into the master."""
    merging = _Merging(master, list(notes))
    merging.sort_cells(nb)
    for exercise in master.exercises:
        merging.find_answer(exercise)
    return merging.result()


@dataclass
class _Found:
    """One cell of a submission and what it was taken for."""

    source: str
    code: bool
    place: int
    """Index of the nearest master cell before it (or of itself); -1 before all."""
    master: Cell | None = None
    exercise: str = ""
    by: str = ""
    names: frozenset[str] = frozenset()


@dataclass
class _Merging:
    master: Sheet
    notes: list[str]
    cells: list[_Found] = field(default_factory=list)
    answers: dict[str, list[_Found]] = field(default_factory=dict)
    attempted: set[str] = field(default_factory=set)
    looked: int = 0

    # ------------------------------------------------------------------------------------ which cell is which

    def sort_cells(self, nb: Node) -> None:
        """Recognise the cells of the submission, in its own order."""
        copies = Counter(cell.id for cell in nb.cells if cell.id)
        place = -1
        for cell in nb.cells:
            known, by = self._recognise(cell, copies)
            if known is not None:
                place = self.master.cells.index(known)
            code = cell.cell_type == "code"
            source = without_helper_import(cell.source if code else unfenced(cell.source))
            self.looked += len(source)
            names = top_level_names(source) if self.looked <= MAX_LOOKED else frozenset()
            found = _Found(source, code, place, known, names=names)
            if known is not None and known.role == "answer":
                found.exercise, found.by = known.exercise, by
            self.cells.append(found)

    def _recognise(self, cell: Node, copies: Counter[str]) -> tuple[Cell | None, str]:
        """Find the master cell that a cell is: by id, by metadata, by its very text."""
        if copies[cell.id] == 1:
            for known in self.master.cells:
                if known.id == cell.id:
                    return known, "id"
        ours = cell.metadata.get(KEY) or {}
        for known in self.master.cells:
            if known.role == "answer" and ours.get("role") == "answer" and ours.get("exercise") == known.exercise:
                return known, "metadata"
            if known.role == "check" and ours.get("role") == "check" and known.check == ours.get("check"):
                return known, "metadata"
        if cell.source.strip():
            for known in self.master.cells:
                if known.role != "answer" and known.source.strip() == cell.source.strip():
                    return known, "text"
            for exercise in self.master.exercises:
                if all(name in cell.source for name in exercise.requires) and same_code(exercise.stub, cell.source):
                    return next(known for known in self.master.cells if known.id == exercise.cell_id), "text"
        return None, ""

    # ------------------------------------------------------------------------------------------- the answers

    def find_answer(self, exercise: Exercise) -> None:
        """Choose the cells that answer one exercise."""
        claimed = [found for found in self.cells if found.exercise == exercise.id]
        written = [found for found in claimed if not self._is_skeleton(exercise, found)]
        missing = set(exercise.requires).difference(*(found.names for found in written))
        if missing:
            written += self._by_names(exercise, missing, written)
        for found in written:
            found.exercise = exercise.id
            if not found.code:
                self.notes.append(f"{exercise.id}: the answer had become a text cell; its text was read as code.")
            if found in claimed and found.by == "metadata":
                self.notes.append(
                    f"{exercise.id}: the answer was found by the exercise in its metadata, not by its id."
                )
        if len(written) > 1:
            self.notes.append(f"{exercise.id}: {len(written)} cells belong to the answer; they run in their order.")
        if not claimed and not written:
            self.notes.append(f"{exercise.id}: no answer cell was found.")
        if written:
            self.attempted.add(exercise.id)
        self.answers[exercise.id] = written or [found for found in claimed if found.code]

    def _is_skeleton(self, exercise: Exercise, found: _Found) -> bool:
        """Say whether a cell is still what the student was given, or as good as that."""
        return (
            is_only_comments(found.source)
            or same_code(found.source, exercise.stub)
            or is_unwritten(found.source, exercise.requires)
        )

    def _by_names(self, exercise: Exercise, missing: set[str], written: list[_Found]) -> list[_Found]:
        """Look for the missing names: in free cells first, then in cells that were taken for something else."""
        # A cell that the student wrote freely counts before a check or setup cell that was written over.
        for rank in (0, 1, 2):
            found = [
                cell
                for cell in self.cells
                if self._rank(cell, exercise) == rank and cell.names & missing and cell not in written
            ]
            if found:
                names = ", ".join(sorted(missing & frozenset().union(*(cell.names for cell in found))))
                self.notes.append(f"{exercise.id}: the answer was found by the name it defines ({names}).")
                return found
        return []

    def _rank(self, cell: _Found, exercise: Exercise) -> int:
        if cell.master is None:
            return 0
        if cell.master.role == "answer":
            other = self.master.exercise(cell.exercise)
            strange = cell.exercise != exercise.id and not cell.names & set(other.requires)
            return 1 if strange and not self._is_skeleton(other, cell) else 9
        changed = cell.source.strip() != without_helper_import(cell.master.source).strip()
        return 2 if changed else 9

    # -------------------------------------------------------------------------------------------- the result

    def result(self) -> MergedSheet:
        """Put everything into the master's order."""
        taken = {id(found) for cells in self.answers.values() for found in cells}
        extras = self._extras(taken)
        made: list[MergedCell] = [MergedCell("extra", found.source) for found in extras.get(-1, [])]
        for place, cell in enumerate(self.master.cells):
            if cell.role == "setup":
                # What a student added to a setup cell runs first: imports stay, and the master's names win.
                made += [MergedCell("extra", found.source) for found in self._changed(cell, taken)]
                made.append(MergedCell("setup", without_helper_import(cell.source)))
            elif cell.role == "answer":
                made += [MergedCell("answer", f.source, cell.exercise) for f in self.answers[cell.exercise]]
            elif cell.role == "check":
                made.append(MergedCell("check", cell.source, cell.exercise, cell.check))
            made += [MergedCell("extra", found.source) for found in extras.get(place, [])]
        self._note_changes()
        return MergedSheet(tuple(made), tuple(dict.fromkeys(self.notes)), frozenset(self.attempted))

    def _extras(self, taken: set[int]) -> dict[int, list[_Found]]:
        """Return the student's own cells by the master cell after which they run."""
        extras: dict[int, list[_Found]] = {}
        for found in self.cells:
            own = found.master is None or found.master.role == "text"
            if found.code and own and id(found) not in taken and not is_only_comments(found.source):
                if found.master is not None and found.source.strip() == found.master.source.strip():
                    continue
                extras.setdefault(self._before_checks(found.place), []).append(found)
        return extras

    def _before_checks(self, place: int) -> int:
        """Move a place that lies after a check to before the first check of that exercise."""
        if place < 0 or self.master.cells[place].role != "check":
            return place
        exercise = self.master.cells[place].exercise
        first = next(
            i for i, cell in enumerate(self.master.cells) if cell.role == "check" and cell.exercise == exercise
        )
        return first - 1

    def _changed(self, cell: Cell, taken: set[int]) -> list[_Found]:
        return [
            found
            for found in self.cells
            if found.master is cell
            and found.code
            and id(found) not in taken
            and not same_code(found.source, without_helper_import(cell.source))
        ]

    def _note_changes(self) -> None:
        """Note the setup and check cells of the master that the submission had changed or lost."""
        for cell in self.master.cells:
            if cell.role not in ("setup", "check"):
                continue
            there = [found for found in self.cells if found.master is cell]
            what = f"check {cell.check}" if cell.check else f"setup cell {cell.id}"
            if any(not same_code(found.source, without_helper_import(cell.source)) for found in there):
                self.notes.append(f"The {what} had been changed; the original was used.")
