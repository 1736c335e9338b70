"""The way in which a game began: the ships of its first rounds, and the first entries of its seats.
Nothing here reads the database."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, cast

from engine import LogSyntaxError, Setup, SetupError, read_log
from engine.entries import Action, Entry, RevealRoundCard
from engine.log import parse_entry, parse_seats
from engine.vocabulary import BANK, Site

LONGEST: Final = 20
"""Entries of seats that belong to an opening."""

END: Final = "/"
"""Behind each step of a path."""


def opening_of_log(log: str) -> list[str]:
    """Steps of the opening of a log in its canonical form. Only its beginning is read."""
    try:
        return opening_steps(_entries(log))
    except (LogSyntaxError, SetupError):  # some other form
        return opening_steps(read_log(log).entries)


def opening_steps(entries: Iterable[Entry]) -> list[str]:
    """Steps of the opening: ``4 3 2 2``, the ships of a round, and ``1 load 1.2``, an entry with
    the number of its seat. What else the bank does is left out: cards differ from game to game.
    Of ships of one size the one that is used first has the lowest number."""
    steps: list[str] = []
    ships = ShipNumbers(())
    played = 0
    for entry in entries:
        action = entry.action
        if isinstance(action, RevealRoundCard):
            ships = ShipNumbers(action.ships)
            steps.append(" ".join(map(str, action.ships)))
        elif entry.seat != BANK:
            steps.append(f"{entry.seat + 1} {ships.text_of(action)}")
            played += 1
        if played == LONGEST:
            break
    return steps


def path_of(steps: Sequence[str]) -> str:
    """Steps as one text."""
    return "".join(f"{step}{END}" for step in steps)


def steps_of(path: str) -> list[str]:
    """The steps of a path."""
    return path.split(END)[:-1]


def pack_path(steps: Sequence[str]) -> bytes:
    """Steps in few bytes. Those of an opening begin with those of each of its beginnings."""
    return "".join(f"{_packed(step)}{END}" for step in steps).encode()


def unpack_path(packed: bytes) -> list[str]:
    """Steps that were packed."""
    return [_unpacked(short) for short in packed.decode().split(END)[:-1]]


class ShipNumbers:
    """Numbers for the ships of a round by which openings that differ in name only are one."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self._sizes = sizes
        self._numbers: dict[int, int] = {}

    def text_of(self, action: Action) -> str:
        """The text of the action with these numbers."""
        ship = getattr(action, "ship", None)
        return self.renumbered(action).text if ship is None else _text(action, self._number(ship))

    def renumbered(self, action: Action) -> Action:
        """The action with these numbers in the place of those of the log."""
        fields: Any = action
        if hasattr(fields, "ship"):
            return cast(Action, replace(fields, ship=self._number(fields.ship)))
        spaces = getattr(fields, "spaces", ())
        if spaces and isinstance(spaces[0], tuple):  # each with its ship
            pairs = tuple((self._number(ship), space) for ship, space in spaces)
            return cast(Action, replace(fields, spaces=pairs))
        return action

    def _number(self, ship: int) -> int:
        if ship not in self._numbers and 0 < ship <= len(self._sizes):
            size = self._sizes[ship - 1]
            alike = [n for n, other in enumerate(self._sizes, 1) if other == size]
            used = set(self._numbers.values())
            self._numbers[ship] = min(number for number in alike if number not in used)
        return self._numbers.get(ship, ship)


# --- inside -------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def _text(action: Action, ship: int) -> str:
    return replace(cast(Any, action), ship=ship).text  # type: ignore[no-any-return]


def _entries(log: str) -> Iterator[Entry]:
    """Entries one after another, as far as they are asked for."""
    head, _, body = log.partition("\n\n")
    _, _, seats = head.partition("\nseats: ")
    setup = _setup(seats.partition("\n")[0])
    return (parse_entry(setup, line) for line in body.rstrip("\n").split("\n"))


@lru_cache(maxsize=1 << 10)
def _setup(seats: str) -> Setup:
    """A set-up with this line of seats: of all else an opening does not depend."""
    return Setup.of(parse_seats(seats)[0], "AAAAA", "")


_LETTERS: Final = {site.word: site.word[0].upper() for site in Site}
_SITES: Final = {letter: word for word, letter in _LETTERS.items()}
_SHORT: Final = re.compile(r"(\d+)(t|l(\S+)|s(\d+)([A-Z]))", re.ASCII)


def _packed(step: str) -> str:
    match step.split(" "):
        case [seat, "take"]:
            return f"{seat}t"
        case [seat, "load", space]:
            return f"{seat}l{space}"
        case [seat, "sail", ship, site] if site in _LETTERS:
            return f"{seat}s{ship}{_LETTERS[site]}"
    return step


def _unpacked(short: str) -> str:
    match = _SHORT.fullmatch(short)
    if not match:
        return short
    seat, entry, space, ship, letter = match.groups()
    if entry == "t":
        return f"{seat} take"
    return f"{seat} load {space}" if space else f"{seat} sail {ship} {_SITES[letter]}"
