"""Kinds of records with leaves, and their hashed bytes: the line that a dump has of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from archive.releases.lines import pin_line, pins
from audit.history import NOT_HASHED
from games import lines
from games.log_outbox import CLOSING, EDITION, PIN, STANDING, VERIFICATION
from games.models import Edition
from ratings.lines import closing_line
from ratings.models import Closing

Lines = Callable[[Sequence[str]], Iterable[tuple[str, lines.Line]]]
"""The lines of records, by the ids that their leaves name; without those that are not there."""


def _verifications(ids: Sequence[str]) -> Iterator[tuple[str, lines.Line]]:
    for line in lines.verification_lines([int(number) for number in ids]):
        yield str(line["id"]), line


def _standings(ids: Sequence[str]) -> Iterator[tuple[str, lines.Line]]:
    for line in lines.standing_lines(ids):
        yield str(line["game"]), line


def _editions(ids: Sequence[str]) -> Iterator[tuple[str, lines.Line]]:
    for edition in Edition.objects.filter(name__in=ids):
        yield edition.name, lines.edition_line(edition)


def _closings(ids: Sequence[str]) -> Iterator[tuple[str, lines.Line]]:
    rows = Closing.objects.filter(pk__in=list(map(int, ids))).select_related("previous")
    for closing in rows:
        yield str(closing.pk), closing_line(closing)


def _pins(ids: Sequence[str]) -> Iterator[tuple[str, lines.Line]]:
    for pin in pins().filter(pk__in=list(map(int, ids))):
        yield str(pin.pk), pin_line(pin)


KINDS: Final[dict[str, Lines]] = {
    VERIFICATION: _verifications,
    STANDING: _standings,
    EDITION: _editions,
    CLOSING: _closings,
    PIN: _pins,
}


def digests(kind: str, ids: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Of these records the id and the SHA-256 of the line, but for ``NOT_HASHED``."""
    left_out = NOT_HASHED.get(kind, ())
    for record, line in KINDS[kind](ids):
        fields = {name: value for name, value in line.items() if name not in left_out}
        yield record, lines.line_digest(fields)
