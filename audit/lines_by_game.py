"""The lines of a dump that belong together: of each game, in the order of rating.

All files stand in that order, so that one game of each is in memory; what belongs to no game stands
behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from audit import fields
from audit.clubs import ClubRows, rows_of_standing
from audit.dump import Dump, UnreadableDump, compare_line_count, file_name, parse_line, read_lines
from audit.fields import AuditDifference, Line, WrongField
from audit.leaf_moments import moments_after_dump

Key = tuple[str, str, str]
"""The day of a game, the moment it was accepted, its id; as texts they are in that order too."""

STRAY: Final[Key] = ("~", "", "")
"""Behind all games."""

OF_GAMES: Final = (
    *("games", "standings", "verifications", "tables", "ledger", "pins", "deals"),
    "decisions",
)
"""A dump from before there were pins, deals or decisions has no file of them."""
MAX_LINES_OF_GAME: Final = 50_000
"""Lines of one file that are about one game."""
PIECE: Final = 500
"""Stray lines that are taken at once."""


class NumberedLine(NamedTuple):
    """A line: its number, and the bytes."""

    number: int
    raw: bytes


class GameLines(NamedTuple):
    """All lines of a dump about one game, by file; ledger rows as objects. `names`: by player of a
    seat the names by which a log may mean them. `club_members`: rows of members of the club whose
    arbiter vouches."""

    key: Key
    lines: dict[str, list[NumberedLine]]
    ledger: list[tuple[int, Line]]
    names: dict[int, frozenset[str]] = {}  # noqa: RUF012  (nothing is written into it)
    club_members: Sequence[Line] = ()


class FileStream:
    """A file that is read game by game. `later`: moments in it after the dump was made, not more
    than some."""

    def __init__(self, dump: Dump, name: str) -> None:
        self.name = name
        self.count = 0
        self.later: list[AuditDifference] = []
        self._dumped_at = dump.made_at
        self.key: Key | None = ("", "", "")
        self._lines = read_lines(dump, name)
        self._next: tuple[int, bytes, Line] = (0, b"", {})
        self._advance()

    def take(self, key: Key) -> Iterator[tuple[int, bytes, Line]]:
        """The lines of the game with this key; of stray ones some."""
        remaining = PIECE if key == STRAY else MAX_LINES_OF_GAME
        while self.key == key:
            yield self._next
            self._advance()
            remaining -= 1
            if not remaining and key == STRAY:
                return
            if not remaining:
                raise UnreadableDump(
                    f"{file_name(self.name)}:{self.count}: too many lines of one game"
                )

    def _advance(self) -> None:
        following = next(self._lines, None)
        if following is None:
            self.key = None
            return
        number, raw = following
        self.count = number
        line = parse_line(raw, file_name(self.name), number)
        try:
            key = game_key(line, "id" if self.name == "games" else "game")
        except WrongField as error:
            raise UnreadableDump(f"{file_name(self.name)}:{number}: {error}") from None
        if self.key is not None and key < self.key:
            raise UnreadableDump(f"{file_name(self.name)}:{number}: it stands behind a later game")
        self.key = key
        self._next = number, raw, line
        if len(self.later) < PIECE:
            file = file_name(self.name)
            self.later += moments_after_dump(self._dumped_at, file, number, line)


def game_key(line: Line, name: str) -> Key:
    if line.get("played_on") is None:
        return STRAY
    return (
        fields.day_field(line, "played_on"),
        fields.moment_field(line, "accepted_at"),
        fields.text_field(line, name),
    )


def _players(line: Line) -> Iterator[int]:
    """Players of the seats in a game's line, as far as they are numbers."""
    seats = line.get("seats")
    for seat in seats if isinstance(seats, list) else ():
        player = seat.get("player") if isinstance(seat, dict) else None
        if isinstance(player, int):
            yield player


class DumpByGame:
    """Iterate over it: the bundles. Afterwards `differences` says which files have more or fewer
    lines than the manifest says, and which moments are after the dump."""

    def __init__(
        self,
        dump: Dump,
        names_in_logs: Mapping[int, frozenset[str]],
        club_rows: ClubRows | None = None,
    ) -> None:
        self._dump = dump
        self._names = names_in_logs
        self._club_rows = club_rows or {}
        names = [name for name in OF_GAMES if file_name(name) in dump.files]
        self._streams = [FileStream(dump, name) for name in names]

    def __iter__(self) -> Iterator[GameLines]:
        while keys := [stream.key for stream in self._streams if stream.key is not None]:
            yield self._bundle(min(keys))

    def _bundle(self, key: Key) -> GameLines:
        lines_by_file: dict[str, list[NumberedLine]] = {}
        ledger: list[tuple[int, Line]] = []
        names: dict[int, frozenset[str]] = {}
        members: list[Line] = []
        for stream in self._streams:
            rows = list(stream.take(key))
            if stream.name == "games" and key != STRAY:
                names = {
                    player: self._names.get(player, frozenset())
                    for _number, _raw, line in rows
                    for player in _players(line)
                }
            if stream.name == "standings":
                members = [
                    row
                    for _number, _raw, line in rows
                    for row in rows_of_standing(line, self._club_rows)
                ]
            if stream.name == "ledger":
                ledger = [(number, line) for number, _raw, line in rows]
            else:
                lines_by_file[stream.name] = [
                    NumberedLine(number, raw) for number, raw, _line in rows
                ]
        return GameLines(key, lines_by_file, ledger, names, members)

    @property
    def differences(self) -> Iterator[AuditDifference]:
        for stream in self._streams:
            yield from stream.later
            yield from compare_line_count(self._dump, stream.name, stream.count)
