"""Bit planes: the values of a column of a block of games, a whole number for each binary digit.

Bit *n* of a plane is that of the *n*-th game of the block, the newest first. A comparison is an
"and" or an "or" for each digit (P. O'Neil, D. Quass: *Improved query performance with variant
indexes*, 1997), and gives a mask: a whole number with a bit for each game that fits. Digits are of
the value less the least one of the block, plus one: 0 is a value that is missing.

>>> column = PlaneColumn.encode([(5, None, 7)])
>>> bin(column.between(0, 6, 9)), bin(column.between(0, 5, 5))
('0b100', '0b1')
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

BITS: Final = tuple(
    bytes.maketrans(bytes(range(256)), bytes(48 + (number >> bit & 1) for number in range(256)))
    for bit in range(8)
)
"""By digit a table from bytes to ``0`` or ``1``."""
BYTES: Final = 4
"""Of a number before it is taken apart into digits."""


class ColumnBounds(NamedTuple):
    """The least and the greatest value of a column in a block; None: no game has any. `missing`:
    of the games or seats that there are some have none."""

    least: int | None
    greatest: int | None
    missing: bool

    @property
    def digits(self) -> int:
        if self.least is None or self.greatest is None:
            return 0
        return (self.greatest - self.least + 1).bit_length()

    def exclude(self, least: int, greatest: int) -> bool:
        """True if no value is from `least` to `greatest`."""
        if self.least is None or self.greatest is None:
            return True
        return greatest < self.least or least > self.greatest or least > greatest

    def fill(self, least: int, greatest: int) -> bool:
        """True if all that there is has a value from `least` to `greatest`."""
        if self.missing or self.least is None or self.greatest is None:
            return False
        return least <= self.least and self.greatest <= greatest


class PlaneColumn(NamedTuple):
    """A column of a block: `rows` has the planes by seat; a column of games has one row.
    `full_mask`: all games."""

    bounds: ColumnBounds
    rows: list[list[int]]
    full_mask: int

    @classmethod
    def encode(cls, values: Sequence[Sequence[int | None]], absent: int = 0) -> PlaneColumn:
        """From the values of the games, by seat. `absent`: so many None are seats that there are
        not."""
        every = set[int | None]().union(*values)
        numbers = [number for number in every if number is not None]
        least, greatest = (min(numbers), max(numbers)) if numbers else (None, None)
        missing = sum(row.count(None) for row in values) > absent
        bounds = ColumnBounds(least, greatest, missing)
        code = {number: 0 if number is None else number - (least or 0) + 1 for number in every}
        rows = [_planes(array("I", map(code.__getitem__, row)), bounds.digits) for row in values]
        return cls(bounds, rows, (1 << len(values[0])) - 1)

    @classmethod
    def read(cls, bounds: ColumnBounds, games: int, packed: bytes) -> PlaneColumn:
        """From what ``pack`` made of a column of so many games."""
        width, digits = (games + 7) // 8, bounds.digits
        planes = [
            int.from_bytes(packed[begin : begin + width], "little")
            for begin in range(0, len(packed), width)
        ]
        rows = [planes[begin : begin + digits] for begin in range(0, len(planes), digits or 1)]
        return cls(bounds, rows, (1 << games) - 1)

    def pack(self) -> bytes:
        width = (self.full_mask.bit_length() + 7) // 8
        return b"".join(plane.to_bytes(width, "little") for row in self.rows for plane in row)

    def between(self, seat: int, least: int, greatest: int) -> int:
        """The games of which the seat has a value from `least` to `greatest`."""
        bounds = self.bounds
        if bounds.exclude(least, greatest) or bounds.least is None or bounds.greatest is None:
            return 0
        mask = self._at_least(seat, max(least - bounds.least, 0) + 1)
        if greatest < bounds.greatest:
            mask &= ~self._at_least(seat, greatest - bounds.least + 2)
        return mask

    def _at_least(self, seat: int, code: int) -> int:
        mask = self.full_mask
        for digit, plane in enumerate(self.rows[seat]):
            mask = plane & mask if code >> digit & 1 else plane | mask
        return mask


def positions(mask: int) -> Iterator[int]:
    """The places of the games of a mask, newest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


# --- inside -------------------------------------------------------------------


def _planes(codes: array[int], digits: int) -> list[int]:
    """The binary digits of `codes`, the least digit first."""
    codes.reverse()  # the first game is the last digit of a plane
    if sys.byteorder == "big":
        codes.byteswap()
    text = codes.tobytes()
    by_byte = [text[byte::BYTES] for byte in range((digits + 7) // 8)]
    return [int(by_byte[digit // 8].translate(BITS[digit % 8]), 2) for digit in range(digits)]
