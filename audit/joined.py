"""The lines of a dump that belong together: of each game, in the order of rating.

All files stand in that order, so that one game of each is in memory; what belongs to no game stands
behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from audit import fields
from audit.differences import Difference
from audit.dump import Dump, Unreadable, counted, file_of, lines, parsed
from audit.fields import Line, Wrong

Key = tuple[str, str, str]
"""The day of a game, the moment it was accepted, its id; as texts they are in that order too."""

STRAY: Final[Key] = ("~", "", "")
"""Behind all games."""

OF_GAMES: Final = ("games", "standings", "verifications", "tables", "ledger", "pins")
"""A dump from before there were pins has no file of them."""
MOST: Final = 50_000
"""Lines of one file that are about one game."""
PIECE: Final = 500
"""Stray lines that are taken at once."""


class Said(NamedTuple):
    """A line: its number, and the bytes."""

    number: int
    raw: bytes


class Bundle(NamedTuple):
    """All lines of a dump about one game, by file; ledger rows also as objects."""

    key: Key
    lines: dict[str, list[Said]]
    ledger: list[tuple[int, Line]]


class Stream:
    """A file that is read game by game."""

    def __init__(self, dump: Dump, name: str) -> None:
        self.name = name
        self.count = 0
        self.key: Key | None = ("", "", "")
        self._lines = lines(dump, name)
        self._next: tuple[int, bytes, Line] = (0, b"", {})
        self._advance()

    def take(self, key: Key) -> Iterator[tuple[int, bytes, Line]]:
        """The lines of the game with this key; of stray ones some."""
        most = PIECE if key == STRAY else MOST
        while self.key == key:
            yield self._next
            self._advance()
            most -= 1
            if not most and key == STRAY:
                return
            if not most:
                raise Unreadable(f"{file_of(self.name)}:{self.count}: too many lines of one game")

    def _advance(self) -> None:
        following = next(self._lines, None)
        if following is None:
            self.key = None
            return
        number, raw = following
        self.count = number
        said = parsed(raw, file_of(self.name), number)
        try:
            key = key_of(said, "id" if self.name == "games" else "game")
        except Wrong as error:
            raise Unreadable(f"{file_of(self.name)}:{number}: {error}") from None
        if self.key is not None and key < self.key:
            raise Unreadable(f"{file_of(self.name)}:{number}: it stands behind a later game")
        self.key = key
        self._next = number, raw, said


def key_of(said: Line, name: str) -> Key:
    if said.get("played_on") is None:
        return STRAY
    return (
        fields.day(said, "played_on"),
        fields.moment(said, "accepted_at"),
        fields.text(said, name),
    )


class Joined:
    """Iterate over it: the bundles. Afterwards `differences` says which files have more or fewer
    lines than the manifest says."""

    def __init__(self, dump: Dump) -> None:
        self._dump = dump
        names = [name for name in OF_GAMES if file_of(name) in dump.files]
        self._streams = [Stream(dump, name) for name in names]

    def __iter__(self) -> Iterator[Bundle]:
        while keys := [stream.key for stream in self._streams if stream.key is not None]:
            yield self._bundle(min(keys))

    def _bundle(self, key: Key) -> Bundle:
        found: dict[str, list[Said]] = {}
        ledger: list[tuple[int, Line]] = []
        for stream in self._streams:
            taken = list(stream.take(key))
            if stream.name == "ledger":
                ledger = [(number, said) for number, _raw, said in taken]
            else:
                found[stream.name] = [Said(number, raw) for number, raw, _said in taken]
        return Bundle(key, found, ledger)

    @property
    def differences(self) -> Iterator[Difference]:
        for stream in self._streams:
            yield from counted(self._dump, stream.name, stream.count)
