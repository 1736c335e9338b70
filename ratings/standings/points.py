"""Points of a table by places: lists that an organiser writes, and shares of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

SIZES: Final = (2, 3, 4)
"""Numbers of entrants that a table may have."""

POINTS_LIMIT: Final = 10_000
POINTS_NUMBER: Final = re.compile(r"[0-9]{1,5}(?:\.[0-9]{1,3}|/[1-9][0-9]{0,3})?")

PointsLists = Mapping[int, tuple[Fraction, ...]]
"""By the number of entrants at a table: the points of the first place, the second, …"""


def parse_points(text: str) -> tuple[Fraction, ...]:
    """A points list as an organiser writes it: numbers with a point or as fractions, two to four.

    Raises ``ValueError`` unless no place has more points than a better one, and the first more than
    the last.

    >>> [str(points) for points in parse_points("5 2.5 1/3")]
    ['5', '5/2', '1/3']
    """
    words = text.replace(",", " ").split()
    if len(words) not in SIZES:
        raise ValueError("a points list has two, three or four numbers")
    numbers = tuple(map(parse_point_number, words))
    if list(numbers) != sorted(numbers, reverse=True) or numbers[0] == numbers[-1]:
        raise ValueError("a points list goes down from the first place to the last")
    return numbers


def parse_point_number(word: str) -> Fraction:
    """Points as an organiser writes them: ``3``, ``2.5``, ``7/3``; ``ValueError`` if not so."""
    if not POINTS_NUMBER.fullmatch(word):
        raise ValueError("points are a number such as 3, 2.5 or 7/3")
    number = Fraction(word)
    if number > POINTS_LIMIT:
        raise ValueError(f"points are at most {POINTS_LIMIT}")
    return number


def format_points(points: Fraction) -> str:
    """Points for a page: a decimal where three digits are exact, else a number and a fraction.

    >>> [format_points(Fraction(text)) for text in ("6", "5/2", "-1/8", "7/3", "-7/3", "1/3")]
    ['6', '2.5', '-0.125', '2 1/3', '-2 1/3', '1/3']
    """
    sign, points = "-" if points < 0 else "", abs(points)
    thousandths = points * 1000
    if thousandths.denominator == 1:
        units, digits = divmod(int(thousandths), 1000)
        return f"{sign}{units}.{digits:03}".rstrip("0").rstrip(".")
    units, part = divmod(points, 1)
    return f"{sign}{units} {part}" if units else f"{sign}{part}"


DEFAULT_POINTS: Final[PointsLists] = MappingProxyType(
    {2: parse_points("5 1"), 3: parse_points("5 2.5 1"), 4: parse_points("5 3 2 1")}
)
"""The first place is worth as much at every table, and so is the last."""

DEFAULT_BYE: Final = Fraction(3)
"""As a second place at a table of four: less than a win, more than a lost table."""


def places_by_score(scores: Sequence[int]) -> tuple[int, ...]:
    """Places by the points of a game alone: equal scores share a place, and then there is a gap.

    >>> places_by_score([30, 41, 30, 22])
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def table_points(places: Sequence[int], lists: PointsLists = DEFAULT_POINTS) -> list[Fraction]:
    """The points of each seat; those who share a place divide the points of the places they fill.

    Raises ``ValueError`` if places skip one that nobody fills, or the size has no points list.

    >>> [str(points) for points in table_points([1, 2, 2, 4])]
    ['5', '5/2', '5/2', '1']
    """
    if len(lists.get(len(places), ())) != len(places) or not places:
        raise ValueError(f"there is no points list for a table of {len(places)}")
    if list(places) != [1 + sum(other < place for other in places) for place in places]:
        raise ValueError("places begin with 1, and a shared place leaves the next ones empty")
    points, sharing = lists[len(places)], Counter(places)
    return [
        sum(points[place - 1 : place - 1 + sharing[place]], Fraction()) / sharing[place]
        for place in places
    ]
