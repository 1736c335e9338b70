"""The log of a game as data: set-up, names, entries."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from engine.entries import Entry
from engine.errors import SetupError
from engine.setup import Setup
from engine.vocabulary import Colour

LOG_BYTE_LIMIT: Final = 1 << 20
LOG_ENTRY_LIMIT: Final = 5_000
LONGEST_NAME: Final = 80

COMMITTED: Final = "committed "
STATED_TERMS: Final = (3,)
"""Terms of dealing that a log names; 1 and 2 are told by its promises."""

HEX: Final = re.compile("[0-9a-f]{64}")
HEX_EXPECTED: Final = "expected 64 digits or letters a to f"


@dataclass(frozen=True)
class Header:
    """Header of a log: all before the first entry.

    `names`: by seat, empty where unknown. `chance`: ``observed``, ``dealt`` or ``committed
    sha256:…``. `played`: the day. `result`: the points that the log claims, by seat.

    `secret` and `entropy`, both or neither: 64 digits, and by seat 64 digits or nothing; what a
    committed deal followed from (``docs/fair-dealing.md``). `promises`, only with them: by seat
    the digest of the share that was promised, or nothing; empty in a log of terms 1. `dealing`,
    only with them: the terms of dealing that the log names, 0 where it names none. `replaced`: by
    seat the number of the entry from which on a computer player acted, 0 for never; empty if none
    did.

    Raises ``SetupError`` for what a header line cannot carry.
    """

    setup: Setup
    names: tuple[str, ...] = ()
    chance: str = "observed"
    played: date | None = None
    result: tuple[int, ...] | None = None
    secret: str = ""
    entropy: tuple[str, ...] = ()
    replaced: tuple[int, ...] = ()
    promises: tuple[str, ...] = ()
    dealing: int = 0

    @property
    def deal_terms(self) -> int:
        """The terms of dealing of what the log reveals; 0 where it reveals nothing."""
        if not self.secret:
            return 0
        return self.dealing or (2 if self.promises else 1)

    def unrevealed(self) -> Header:
        """The header without what a committed deal followed from."""
        return replace(self, dealing=0, promises=(), secret="", entropy=())

    def __post_init__(self) -> None:
        if not self.names:
            object.__setattr__(self, "names", ("",) * len(self.setup.seats))
        if len(self.names) != len(self.setup.seats):
            raise SetupError("seats", "give one name for each seat, empty if unknown")
        for name in filter(None, self.names):
            check_name(name)
        if self.secret or self.entropy or self.promises or self.dealing:
            self._check_revealed()
        if self.replaced:
            self._check_replaced()

    def _check_revealed(self) -> None:
        if not self.chance.startswith(COMMITTED):
            raise SetupError(
                self._first_revealed(), "only a deal that was fixed in advance has this line"
            )
        if not self.secret:
            raise SetupError(self._first_revealed(), "without the secret this line proves nothing")
        if not self.entropy:
            raise SetupError("secret", "without the entropy this line proves nothing")
        if not HEX.fullmatch(self.secret):
            raise SetupError("secret", f"{HEX_EXPECTED}, not {self.secret[:40]!r}")
        self._check_by_seat("entropy", "share", self.entropy)
        if self.promises:
            self._check_by_seat("promises", "promise", self.promises)
        if self.dealing and not self.promises:
            raise SetupError("dealing", "without the promises this line proves nothing")
        if self.dealing and self.dealing not in STATED_TERMS:
            raise SetupError("dealing", f"expected {STATED_TERMS[-1]}, not {self.dealing}")

    def _first_revealed(self) -> str:
        fields = ("secret", "entropy", "promises", "dealing")
        return next(field for field in fields if getattr(self, field))

    def _check_by_seat(self, field: str, expected: str, values: tuple[str, ...]) -> None:
        if len(values) != len(self.setup.seats):
            raise SetupError(field, f"give one {expected} for each seat, empty if there is none")
        for digits in filter(None, values):
            if not HEX.fullmatch(digits):
                raise SetupError(field, f"{HEX_EXPECTED}, not {digits[:40]!r}")

    def _check_replaced(self) -> None:
        if len(self.replaced) != len(self.setup.seats):
            raise SetupError("replaced", "give one number for each seat, 0 for never")
        if not all(0 <= number <= LOG_ENTRY_LIMIT for number in self.replaced):
            raise SetupError("replaced", f"an entry number has to be from 1 to {LOG_ENTRY_LIMIT}")
        if not any(self.replaced):
            object.__setattr__(self, "replaced", ())


@dataclass(frozen=True)
class Log:
    """A log as read or made; nothing says yet that it is legal.

    `lines`: the line of each entry in the text it was read from, empty if there was none;
    `fields` likewise the lines of the header, by field. `comments`: (number of entries before it,
    text).
    """

    header: Header
    entries: tuple[Entry, ...] = ()
    lines: Sequence[int] = field(default=(), compare=False)
    fields: Mapping[str, int] = field(default_factory=dict, compare=False)
    comments: tuple[tuple[int, str], ...] = ()

    @property
    def setup(self) -> Setup:
        return self.header.setup

    def line(self, index: int) -> int:
        """The line of entry `index`, 0 if unknown; past the end, the line after the last."""
        if not self.lines:
            return 0
        return self.lines[index] if index < len(self.lines) else self.lines[-1] + 1

    def field_line(self, name: str) -> int:
        """The line of a header field, 0 if unknown."""
        return self.fields.get(name, 0)


def check_name(name: str) -> None:
    """Refuse a player's name that a header line could not carry."""
    if len(name) > LONGEST_NAME:
        raise SetupError("seats", f"a name can have at most {LONGEST_NAME} characters")
    if not name.isprintable() or "#" in name or "=" in name or " ".join(name.split()) != name:
        raise SetupError(
            "seats", f"{name[:40]!r} cannot be a name: no '#', no '=', no spaces at its ends"
        )
    for word in name.split():
        if word in Colour.words():
            raise SetupError(
                "seats", f"a name cannot contain the colour {word}; for a seat, write {word}="
            )
