"""The log of a game as data: set-up, names, entries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final, NamedTuple

from engine.actions import Action
from engine.errors import SetupError
from engine.setup import Setup
from engine.vocabulary import Colour

MOST_BYTES: Final = 1 << 20
MOST_ENTRIES: Final = 5_000
LONGEST_NAME: Final = 80


class Entry(NamedTuple):
    """Who wrote it (``BANK`` for chance), and what."""

    seat: int
    action: Action


@dataclass(frozen=True)
class Header:
    """What is said before the first entry.

    `names`: by seat, empty where unknown. `chance`: ``observed``, ``dealt`` or ``committed
    sha256:…``. `played`: the day. `result`: the points that the log claims, by seat. Raises
    ``SetupError`` for a name that a header line cannot carry.
    """

    setup: Setup
    names: tuple[str, ...] = ()
    chance: str = "observed"
    played: date | None = None
    result: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if not self.names:
            object.__setattr__(self, "names", ("",) * len(self.setup.seats))
        if len(self.names) != len(self.setup.seats):
            raise SetupError("seats", "there is one name a seat, empty where unknown")
        for name in filter(None, self.names):
            check_name(name)


@dataclass(frozen=True)
class Log:
    """A log as read or made; nothing says yet that it is legal.

    `lines`: the line of each entry in the text it was read from, empty if there was none;
    `result_line` likewise. `comments`: (number of entries before it, text).
    """

    header: Header
    entries: tuple[Entry, ...] = ()
    lines: Sequence[int] = field(default=(), compare=False)
    result_line: int = field(default=0, compare=False)
    comments: tuple[tuple[int, str], ...] = ()

    @property
    def setup(self) -> Setup:
        return self.header.setup

    def line(self, index: int) -> int:
        """The line of entry `index`, 0 if unknown; past the end, the line after the last."""
        if not self.lines:
            return 0
        return self.lines[index] if index < len(self.lines) else self.lines[-1] + 1


def check_name(name: str) -> None:
    """Refuse a player's name that a header line could not carry."""
    if len(name) > LONGEST_NAME:
        raise SetupError("seats", f"a name has at most {LONGEST_NAME} characters")
    if not name.isprintable() or "#" in name or "=" in name or " ".join(name.split()) != name:
        raise SetupError("seats", f"{name[:40]!r} cannot be a name: no '#', '=', outer spaces")
    for word in name.split():
        if word in Colour.words():
            raise SetupError("seats", f"a name with the colour {word} in it: write {word}=")
