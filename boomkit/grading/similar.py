"""Find near-identical answers: fingerprints of their tokens, compared by what few others have.

Names, numbers, comments and layout do not matter; what everybody shares (the skeleton, the obvious solution) does not
count. What is found is worth a look, no more: it is no proof.
"""

from __future__ import annotations

import hashlib
import io
import keyword
import tokenize
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WINDOW = 6
"""Tokens in a fingerprint."""

CHOICE = 4
"""Of so many neighbouring fingerprints one is kept (winnowing)."""

LEAST = 8
"""Fingerprints that two answers must share at least."""

SHARE = 0.8
MAX_PRINTS = 400
_LAYOUT = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING, tokenize.ENDMARKER})


@dataclass(frozen=True)
class Pair:
    """Two submissions whose answers to an exercise are nearly the same."""

    exercise: str
    first: int
    second: int
    share: float
    """The part of the smaller answer's fingerprints that the other has as well."""


def words(source: str) -> list[str]:
    """Return the tokens of a program, names and literals by kind alone; of a broken one as far as it can be read.

    >>> words("x = 1  # one") == words("total = 27")
    True
    """
    found: list[str] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type in _LAYOUT:
                continue
            if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
                found.append("name")
            elif token.type in (tokenize.NUMBER, tokenize.STRING):
                found.append(tokenize.tok_name[token.type])
            else:
                found.append(token.string if token.type not in (tokenize.INDENT, tokenize.DEDENT) else token.string[:1])
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass
    return found


def prints(source: str) -> tuple[int, ...]:
    """Return the fingerprints of a program: hashes of a choice of its runs of tokens."""
    tokens = words(source[:100_000])
    runs = [" ".join(tokens[start : start + WINDOW]) for start in range(len(tokens) - WINDOW + 1)]
    hashes = [int.from_bytes(hashlib.blake2b(run.encode("utf-8"), digest_size=6).digest(), "big") for run in runs]
    chosen = {min(hashes[start : start + CHOICE]) for start in range(max(1, len(hashes) - CHOICE + 1)) if hashes}
    return tuple(sorted(chosen)[:MAX_PRINTS])


def similar(answers: Sequence[Mapping[str, Sequence[int]]], common: float = 0.02) -> tuple[Pair, ...]:
    """Return the pairs that share most of what few share. `answers` has the fingerprints by exercise.

    A fingerprint that more than the part `common` of all answers have (and at least five) does not count.
    """
    found: list[Pair] = []
    for exercise in sorted({name for answer in answers for name in answer}):
        column = [frozenset(answer.get(exercise, ())) for answer in answers]
        owners: dict[int, list[int]] = defaultdict(list)
        for number, own in enumerate(column):
            for value in own:
                owners[value].append(number)
        most = max(5, int(len(answers) * common))
        rare = {value: holders for value, holders in owners.items() if len(holders) <= most}
        sizes: Counter[int] = Counter()
        shared: Counter[tuple[int, int]] = Counter()
        for holders in rare.values():
            sizes.update(holders)
            shared.update((a, b) for place, a in enumerate(holders) for b in holders[place + 1 :])
        for (a, b), count in shared.items():
            share = count / min(sizes[a], sizes[b])
            if count >= LEAST and share >= SHARE:
                found.append(Pair(exercise, a, b, share))
    return tuple(sorted(found, key=lambda pair: (-pair.share, pair.exercise, pair.first, pair.second)))
