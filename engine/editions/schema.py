"""Schema of an edition's tables: shapes that find every fault, each with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Protocol

Fault = tuple[str, str]
"""A key with points between its words, and what is expected there."""

PLAYERS: Final = ("2", "3", "4")


class Shape(Protocol):
    """Shape of a value."""

    def faults(self, value: object, place: str) -> Iterator[Fault]:
        """Faults of `value`, the key of which is `place`."""


class Number:
    """A whole number from `low` to `high`."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def faults(self, value: object, place: str) -> Iterator[Fault]:
        if type(value) is not int or not self.low <= value <= self.high:
            yield place, f"a whole number from {self.low} to {self.high}"


class Text:
    """Some words in one line."""

    def __init__(self, longest: int) -> None:
        self.most = longest

    def faults(self, value: object, place: str) -> Iterator[Fault]:
        fits = isinstance(value, str) and value.isprintable() and len(value.strip()) > 0
        if not fits or len(str(value)) > self.most:
            yield place, f"a line of at most {self.most} characters"


class OneOf:
    """One of these words."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    def faults(self, value: object, place: str) -> Iterator[Fault]:
        if not isinstance(value, str) or value not in self.words:
            yield place, f"one of {', '.join(self.words)}"


class ManyShapes:
    """From `fewest` to `most` of one shape; `even`: an even number of them."""

    def __init__(self, inner: Shape, fewest: int, limit: int, even: bool = False) -> None:
        self.inner = inner
        self.fewest = fewest
        self.most = limit
        self.even = even

    def faults(self, value: object, place: str) -> Iterator[Fault]:
        if not isinstance(value, list) or not self.fewest <= len(value) <= self.most:
            expected_count = (
                f"{self.fewest} to {self.most}" if self.fewest < self.most else f"{self.most}"
            )
            yield place, f"a list of {expected_count}"
            return
        if self.even and len(value) % 2:
            yield place, "an even number of them"
        for number, member in enumerate(value, 1):
            yield from self.inner.faults(member, f"{place}.{number}")


class TableShape:
    """A table with all keys of `needed`, perhaps those of `more`, and no other."""

    def __init__(
        self, needed: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None
    ) -> None:
        self.needed = needed
        self.shapes = {**needed, **(optional or {})}

    def faults(self, value: object, place: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield place, f"a table with {', '.join(self.needed)}" if self.needed else "a table"
            return
        for key in value:
            if key not in self.shapes:
                yield f"{place}.{key[:40]!r}", f"no such key: only {', '.join(self.shapes)}"
        for key, shape in self.shapes.items():
            if key in value:
                yield from shape.faults(value[key], f"{place}.{key}")
            elif key in self.needed:
                yield f"{place}.{key}", "a value: it is missing"


class RewardShape:
    """Shape of a space's reward: `points`, and at most one of `kinds`, each with how many of it a
    space gives at most; `alone`: those beside which a space gives no points."""

    def __init__(self, kinds: Mapping[str, int], alone: Sequence[str] = ()) -> None:
        self.kinds = kinds
        self.alone = alone
        self.table = TableShape({}, {"points": Number(0, 20), **dict.fromkeys(kinds, Number(1, 9))})

    def unplayed(self, reward: Mapping[str, int], place: str) -> Iterator[Fault]:
        """Parts of a `reward` without faults that the board does not give: kinds were once
        accepted in any number, with any points."""
        for kind in reward.keys() & self.kinds:
            if reward[kind] > self.kinds[kind]:
                yield f"{place}.{kind}", f"at most {self.kinds[kind]}"
            if kind in self.alone and reward.get("points"):
                yield place, f"no points beside {kind}"

    def faults(self, value: object, place: str) -> Iterator[Fault]:
        yield from self.table.faults(value, place)
        if isinstance(value, dict) and sum(kind in value for kind in self.kinds) > 1:
            yield place, f"at most one of {', '.join(self.kinds)}"


class ByPlayers(TableShape):
    """A value for 2, 3 and 4 players each."""

    def __init__(self, shape_for: Callable[[int], Shape]) -> None:
        super().__init__({players: shape_for(int(players)) for players in PLAYERS})


class Cells:
    """The cells [column, row] of a tile: different, joined, from [0, 0]."""

    def faults(self, value: object, place: str) -> Iterator[Fault]:
        yield from (
            faults := [*ManyShapes(ManyShapes(Number(0, 4), 2, 2), 1, 6).faults(value, place)]
        )
        if not faults and isinstance(value, list):
            cells = {(column, row) for column, row in value}
            if len(cells) < len(value) or not is_connected(cells):
                yield place, "different cells, each beside another"


class TileShapes:
    """The shapes of tiles by their names."""

    NAME: Final = re.compile("[A-Z][1-6]", re.ASCII)

    def faults(self, value: object, place: str) -> Iterator[Fault]:
        if not isinstance(value, dict) or not value or not all(map(self.NAME.fullmatch, value)):
            yield place, "a table of shapes, each named by a letter and how many cells it has"
            return
        for name, cells in value.items():
            yield from Cells().faults(cells, f"{place}.{name}")


def is_connected(cells: set[tuple[int, int]]) -> bool:
    """True if one can go from any cell to any other over shared edges."""
    reached, new = set[tuple[int, int]](), {min(cells)}
    while new:
        reached |= new
        neighbours = {
            (x + dx, y + dy) for x, y in new for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
        }
        new = (neighbours & cells) - reached
    return reached == cells
