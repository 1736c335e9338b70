"""Similarity of two logs, independent of their headers: a game typed twice, with a
slip.

A log is its *lines*: the canonical entries with the seat, in turn order from 1, in the place of
each colour (as ``engine.identity`` has them). Of a game a few *marks* are kept: the smallest hashes
of all runs of ``RUN`` lines that follow each other (A. Broder, *On the resemblance and containment
of documents*, 1997: a sketch of the bottom hashes). Two logs that have most runs in common nearly
always have a mark in common, wherever they differ; strangers seldom do. What has a mark in common
is compared line by line.

Nothing here reads or writes the database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, repeat
from typing import Final, NamedTuple

RUN: Final = 6
"""Lines of a run. Stored marks are of this length: another one wants all of them made again."""

MARKS: Final = 8
"""Marks of a game."""

NEARLY: Final = 0.85
"""Logs are nearly the same from this share of equal lines on."""

PRIME: Final = (1 << 61) - 1
BASE: Final = 0x0B5A_D4EC_EDA1_CE2A
LEAVES: Final = pow(BASE, RUN, PRIME)

Lines = tuple[str, ...]


def log_lines(log: str) -> Lines:
    """The lines of a canonical `log`, as ``Game.log`` has it."""
    header, _, body = log.partition("\n\n")
    seats = next(line for line in header.splitlines() if line.startswith("seats: "))
    for number, word in enumerate(seats.split()[1:], 1):
        body = body.replace(word.partition("=")[0], str(number))
    return tuple(body.splitlines())


def marks_of(lines: Sequence[str]) -> list[int]:
    """The marks of a log, ascending: at most ``MARKS`` different whole numbers from 0 to 2**61 - 2.
    A log of fewer lines than a run has none.

    The hash of a run is a polynomial in the hashes of its lines, so that each follows from the one
    before it (R. Karp, M. Rabin, *Efficient randomized pattern-matching algorithms*, 1987).
    """
    hashes = [*map(_hash, lines)]
    leaving = chain(repeat((0, 0), RUN), hashes)
    value = 0
    runs = [
        value := (value * BASE + new + gone) % PRIME
        for (new, _), (_, gone) in zip(hashes, leaving, strict=False)
    ]
    return sorted({*runs[RUN - 1 :]})[:MARKS]


def share(first: Sequence[str], second: Sequence[str]) -> float:
    """The share of lines that both have, in the same order: from 0 to 1, and 0 where it is known
    soon to be below ``NEARLY``."""
    together = len(first) + len(second)
    common = (Counter(first) & Counter(second)).total()
    if 2 * common < NEARLY * together:
        return 0.0
    return _aligned(first, second).ratio()


class Parting(NamedTuple):
    """First difference of two logs: `equal` lines are the same before it. `first_lines` and
    `second_lines` are the
    lines that follow there until the logs agree again; none, where one of them has a line more."""

    equal: int
    first_lines: Lines
    second_lines: Lines


def parting(first: Lines, second: Lines) -> Parting | None:
    """The first difference; ``None`` if there is none."""
    for kind, begin, end, begins, ends in _aligned(first, second).get_opcodes():
        if kind != "equal":
            return Parting(begin, first[begin:end], second[begins:ends])
    return None


def side_by_side(first: Lines, second: Lines) -> list[tuple[int | None, int | None, bool]]:
    """Rows for both logs side by side: the index of a line in each of them, or ``None`` where
    that log has none, and whether they are equal."""
    rows: list[tuple[int | None, int | None, bool]] = []
    for kind, begin, end, begins, ends in _aligned(first, second).get_opcodes():
        for step in range(max(end - begin, ends - begins)):
            left = begin + step if begin + step < end else None
            right = begins + step if begins + step < ends else None
            rows.append((left, right, kind == "equal"))
    return rows


# --- inside -------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def _hash(line: str) -> tuple[int, int]:
    """The hash of a line, and what takes it out of a run that has moved past it."""
    digest = blake2b(line.encode(), digest_size=8).digest()
    value = int.from_bytes(digest, "big") % PRIME
    return value, -value * LEAVES % PRIME


def _aligned(first: Sequence[str], second: Sequence[str]) -> SequenceMatcher[str]:
    return SequenceMatcher(None, first, second, autojunk=False)
