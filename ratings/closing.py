"""The digest of a closing of the books. Needs nothing but Python.

A span of days is closed: its changes in force, in the order of their entries, then of pools (as
text) and of players (by id), are a line each, and the SHA-256 of the digest of the closing before,
a line feed and these lines is the digest of this one. A line, with a line feed at its end:

    day at game nth pool player before after games_before

and, by terms 2, two more words: the deviations before and after. `at` is in UTC with microseconds,
ratings and deviations are thousandths of a point.

>>> one = Closed("2026-01-01", "2026-01-05T20:00:00.000000Z", "g1", 0, "2", 7, 1500000, 1520000, 0)
>>> closed_line(one)
'2026-01-01 2026-01-05T20:00:00.000000Z g1 0 2 7 1500000 1520000 0\\n'
>>> closing_digest("", [one])[:16]
'fa81f7e2bf089ef0'
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple


class Closed(NamedTuple):
    """A change in force, as far as a closing says it. In their order by the first six fields."""

    day: str
    at: str
    game: str
    nth: int
    pool: str
    player: int
    before: int
    after: int
    games_before: int
    deviation_before: int | None = None
    deviation: int | None = None


def closed_line(change: Closed) -> str:
    words = change[:9] if change.deviation is None else change
    return " ".join(map(str, words)) + "\n"


def closing_digest(previous: str, changes: Iterable[Closed]) -> str:
    """Of the changes of a span, in order; `previous`: the digest of the closing before, or ""."""
    digest = sha256(f"{previous}\n".encode())
    for change in changes:
        digest.update(closed_line(change).encode())
    return digest.hexdigest()
