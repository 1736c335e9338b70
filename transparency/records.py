"""What there are leaves of, and what is hashed of each: the line that a dump has of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from games import lines
from games.services.recorded import STANDING, VERIFICATION

Lines = Callable[[Sequence[str]], Iterable[tuple[str, lines.Line]]]
"""The lines of records, by the ids that their leaves name; without those that are not there."""


def _verifications(ids: Sequence[str]) -> Iterator[tuple[str, lines.Line]]:
    for line in lines.verification_lines([int(one) for one in ids]):
        yield str(line["id"]), line


def _standings(ids: Sequence[str]) -> Iterator[tuple[str, lines.Line]]:
    for line in lines.standing_lines(ids):
        yield str(line["game"]), line


KINDS: Final[dict[str, Lines]] = {
    VERIFICATION: _verifications,
    STANDING: _standings,
}


def digests(kind: str, ids: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Of these records the id and the SHA-256 of the line."""
    for record, line in KINDS[kind](ids):
        yield record, lines.digest_of(line)
