"""The books of a dump: entries that are not where their game was played, and closings.

``docs/ratings.md`` says what they are. There are few: they are in memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from typing import Final, NamedTuple

from audit import fields
from audit.differences import Difference
from audit.dump import Dump, Unreadable, counted, file_of, lines, parsed
from audit.fields import Line, Wrong

BOOKS: Final = file_of("books")
KINDS: Final = ("late", "reversal", "again")
MOST: Final = 2_000_000

Place = tuple[str, str, str, int]
"""The place of an entry in the order of rating: day, moment, game, number."""

Seats = list[tuple[int, int]]
"""Rated players with their places, in the order of seats."""


class Entry(NamedTuple):
    """An entry that is elsewhere, from `line`. `seats` of a reversal: who was rated."""

    place: Place
    line: int
    kind: str
    reverses: int
    seats: Seats


class Closing(NamedTuple):
    line: int
    through: str
    changes: int
    digest: str
    previous: str


class Books:
    """`entries` that hold, by game; `closings` by their days; `count` of lines."""

    def __init__(self, dump: Dump) -> None:
        self.entries: dict[str, list[Entry]] = defaultdict(list)
        self.closings: list[Closing] = []
        self.count = 0
        self._dump = dump
        for number, raw in lines(dump, "books"):
            said = parsed(raw, BOOKS, number)
            self.count = number
            if number > MOST:
                raise Unreadable(f"{BOOKS}: more than {MOST} lines")
            try:
                self._add(number, said)
            except Wrong as error:
                raise Unreadable(f"{BOOKS}:{number}: {error}") from None
        self.closings.sort(key=lambda one: one.through)

    def _add(self, number: int, said: Line) -> None:
        if fields.text(said, "record") == "closing":
            previous = fields.text_or_none(said, "previous") or ""
            through, digest = fields.day(said, "through"), fields.text(said, "digest")
            changes = fields.number(said, "changes")
            self.closings.append(Closing(number, through, changes, digest, previous))
        elif not fields.yes(said, "retired"):
            entry = entry_of(number, said)
            self.entries[entry.place[2]].append(entry)

    def check(self) -> Iterator[Difference]:
        """Contradictions within the books."""
        yield from counted(self._dump, "books", self.count)
        before = ""
        for one in self.closings:
            if one.previous != before:
                yield Difference(BOOKS, one.line, "previous", one.previous, before)
            before = one.digest

    def closed(self, day: str) -> bool:
        return bool(self.closings) and day <= self.closings[-1].through


def entry_of(number: int, said: Line) -> Entry:
    """Raises ``Wrong``."""
    kind = fields.text(said, "kind")
    if kind not in KINDS:
        raise Wrong("kind: expected late, reversal or again")
    place = (
        *(fields.day(said, "day"), fields.moment(said, "at"), fields.text(said, "game")),
        fields.number(said, "nth"),
    )
    reverses = fields.number(said, "reverses") if kind == "reversal" else 0
    return Entry(place, number, kind, reverses, _seats(said) if kind == "reversal" else [])


def _seats(said: Line) -> Seats:
    value = said.get("seats")
    found: Seats = []
    for one in value if isinstance(value, list) else []:
        player, place = one if isinstance(one, list) and len(one) == 2 else (None, None)
        if type(player) is not int or type(place) is not int:
            raise Wrong("seats: expected a list of player and place")
        found.append((player, place))
    if len(found) < 2 or len({player for player, _ in found}) < len(found):
        raise Wrong("seats: expected two players or more")
    return found


class Closings:
    """Compares the digest of each closing with the changes that follow, in their order."""

    def __init__(self, books: Books) -> None:
        self._closings = books.closings
        self._number = 0
        self._changes = 0
        self._digest = sha256(b"\n")

    def change(self, day: str, words: tuple[object, ...]) -> Iterator[Difference]:
        """The next change in force; `words` as a line of a closing has them."""
        yield from self.until(day)
        if self._number < len(self._closings):
            self._digest.update(f"{' '.join(map(str, words))}\n".encode())
            self._changes += 1

    def until(self, day: str) -> Iterator[Difference]:
        """Whatever follows is of `day` or later; `~` at the end."""
        while self._number < len(self._closings) and self._closings[self._number].through < day:
            yield from self._end(self._closings[self._number])

    def _end(self, one: Closing) -> Iterator[Difference]:
        what = f"closing through {one.through}"
        if one.changes != self._changes:
            yield Difference(BOOKS, one.line, f"{what} changes", one.changes, self._changes)
        if one.digest != self._digest.hexdigest():
            yield Difference(BOOKS, one.line, what, one.digest, self._digest.hexdigest())
        self._number += 1
        self._changes = 0
        self._digest = sha256(f"{one.digest}\n".encode())
