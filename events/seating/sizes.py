"""Sizes of a round's tables: as few byes as possible, then few tables of two, then few of three."""

from __future__ import annotations

from functools import cache


@cache
def table_sizes(entrants: int, largest: int = 4, smallest: int = 2) -> tuple[tuple[int, ...], int]:
    """Sizes from the largest, and how many entrants have a bye.

    >>> [table_sizes(entrants) for entrants in (5, 6, 9, 11)]
    [((3, 2), 0), ((3, 3), 0), ((3, 3, 3), 0), ((4, 4, 3), 0)]
    >>> table_sizes(5, smallest=3), table_sizes(7, largest=2)
    (((4,), 1), ((2, 2, 2), 1))
    """
    if not 2 <= smallest <= largest <= 4:
        raise ValueError("tables have two to four entrants")
    for byes in range(entrants + 1):
        sizes = _divided(entrants - byes, largest, smallest)
        if sizes is not None:
            return sizes, byes
    raise ValueError("no number of entrants is negative")


def _divided(entrants: int, largest: int, smallest: int) -> tuple[int, ...] | None:
    """None if tables of these sizes cannot seat all."""
    for twos in range(entrants // 2 + 1 if smallest == 2 else 1):
        for threes in range((entrants - 2 * twos) // 3 + 1 if smallest <= 3 <= largest else 1):
            fours, odd = divmod(entrants - 2 * twos - 3 * threes, 4)
            if not odd and (largest == 4 or not fours):
                return (4,) * fours + (3,) * threes + (2,) * twos
    return None
