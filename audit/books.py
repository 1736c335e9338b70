"""The books of a dump: entries that are not where their game was played, closings, terms.

``docs/ratings.md`` says what they are. There are few: they are in memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from typing import Final, NamedTuple

from audit import fields
from audit.dump import Dump, UnreadableDump, compare_line_count, file_name, parse_line, read_lines
from audit.fields import AuditDifference, Line, WrongField

BOOKS: Final = file_name("books")
RECORDS: Final = ("entry", "closing", "terms")
NEVER: Final = "~"
"""As a day: later than all."""
KINDS: Final = ("late", "reversal", "again")
MAX_LINES: Final = 2_000_000

Place = tuple[str, str, str, int]
"""The place of an entry in the order of rating: day, moment, game, number."""

Seats = list[tuple[int, int]]
"""Rated players with their places, in the order of seats."""


class BooksEntry(NamedTuple):
    """An entry that is elsewhere, from `line`. `seats` of a reversal: who was rated."""

    place: Place
    line: int
    kind: str
    reverses: int
    seats: Seats


class BooksClosing(NamedTuple):
    line: int
    through: str
    changes: int
    digest: str
    previous: str
    moment: str


class BooksTerms(NamedTuple):
    """Terms of ratings, from a day of the books on."""

    line: int
    terms: int
    from_day: str
    moment: str


class Books:
    """`entries` that hold, by game; `closings` by their days; `since`: the day from which terms 2
    hold; `count` of lines."""

    def __init__(self, dump: Dump) -> None:
        self.entries: dict[str, list[BooksEntry]] = defaultdict(list)
        self.closings: list[BooksClosing] = []
        self.count = 0
        self.since = NEVER
        self._dump = dump
        self._terms: list[BooksTerms] = []
        for number, raw in read_lines(dump, "books"):
            line = parse_line(raw, BOOKS, number)
            self.count = number
            if number > MAX_LINES:
                raise UnreadableDump(f"{BOOKS}: more than {MAX_LINES} lines")
            try:
                self._add(number, line)
            except WrongField as error:
                raise UnreadableDump(f"{BOOKS}:{number}: {error}") from None
        self.closings.sort(key=lambda closing: closing.through)

    def _add(self, number: int, line: Line) -> None:
        record = fields.text_field(line, "record")
        if record not in RECORDS:
            raise WrongField("record: expected entry, closing or terms")
        if record == "terms":
            row = BooksTerms(
                number,
                fields.number_field(line, "terms"),
                fields.day_field(line, "from_day"),
                fields.moment_field(line, "at"),
            )
            self._terms.append(row)
            self.since = min(self.since, row.from_day)
        elif record == "closing":
            previous = fields.text_or_none(line, "previous") or ""
            through, digest = fields.day_field(line, "through"), fields.text_field(line, "digest")
            changes = fields.number_field(line, "changes")
            moment = fields.moment_field(line, "at")
            self.closings.append(BooksClosing(number, through, changes, digest, previous, moment))
        elif not fields.flag_field(line, "retired"):
            entry = parse_entry_line(number, line)
            self.entries[entry.place[2]].append(entry)

    def check(self) -> Iterator[AuditDifference]:
        """Contradictions within the books."""
        yield from compare_line_count(self._dump, "books", self.count)
        before = ""
        for closing in self.closings:
            if closing.previous != before:
                yield AuditDifference(BOOKS, closing.line, "previous", closing.previous, before)
            before = closing.digest
        for number, row in enumerate(self._terms):
            if number or row.terms != 2:
                yield AuditDifference(BOOKS, row.line, "terms", row.terms, "terms 2, once")
            closed = [c.through for c in self.closings if c.moment < row.moment]
            if closed and row.from_day <= max(closed):
                label, follows = "terms 2 from", f"after {max(closed)}, closed before"
                yield AuditDifference(BOOKS, row.line, label, row.from_day, follows)

    def second(self, day: str) -> bool:
        """True if entries of `day` are rated by terms 2."""
        return day >= self.since

    def closed(self, day: str) -> bool:
        return bool(self.closings) and day <= self.closings[-1].through


def parse_entry_line(number: int, line: Line) -> BooksEntry:
    """Raises ``Wrong``."""
    kind = fields.text_field(line, "kind")
    if kind not in KINDS:
        raise WrongField("kind: expected late, reversal or again")
    place = (
        *(
            fields.day_field(line, "day"),
            fields.moment_field(line, "at"),
            fields.text_field(line, "game"),
        ),
        fields.number_field(line, "nth"),
    )
    reverses = fields.number_field(line, "reverses") if kind == "reversal" else 0
    return BooksEntry(place, number, kind, reverses, _seats(line) if kind == "reversal" else [])


def _seats(line: Line) -> Seats:
    value = line.get("seats")
    seats: Seats = []
    for pair in value if isinstance(value, list) else []:
        player, place = pair if isinstance(pair, list) and len(pair) == 2 else (None, None)
        if type(player) is not int or type(place) is not int:
            raise WrongField("seats: expected a list of player and place")
        seats.append((player, place))
    if len(seats) < 2 or len({player for player, _ in seats}) < len(seats):
        raise WrongField("seats: expected two players or more")
    return seats


class ClosingDigests:
    """Compares the digest of each closing with the changes that follow, in their order."""

    def __init__(self, books: Books) -> None:
        self._closings = books.closings
        self._number = 0
        self._changes = 0
        self._digest = sha256(b"\n")

    def change(self, day: str, words: tuple[object, ...]) -> Iterator[AuditDifference]:
        """The next change in force; `words` as a line of a closing has them."""
        yield from self.until(day)
        if self._number < len(self._closings):
            self._digest.update(f"{' '.join(map(str, words))}\n".encode())
            self._changes += 1

    def until(self, day: str) -> Iterator[AuditDifference]:
        """Whatever follows is of `day` or later; `~` at the end."""
        while self._number < len(self._closings) and self._closings[self._number].through < day:
            yield from self._end(self._closings[self._number])

    def _end(self, closing: BooksClosing) -> Iterator[AuditDifference]:
        label = f"closing through {closing.through}"
        if closing.changes != self._changes:
            yield AuditDifference(
                BOOKS, closing.line, f"{label} changes", closing.changes, self._changes
            )
        if closing.digest != self._digest.hexdigest():
            yield AuditDifference(
                BOOKS, closing.line, label, closing.digest, self._digest.hexdigest()
            )
        self._number += 1
        self._changes = 0
        self._digest = sha256(f"{closing.digest}\n".encode())
