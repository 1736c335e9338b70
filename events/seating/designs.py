"""Known designs: seatings of closed groups with the fewest repeated opponents there can be.

* 9 entrants: the affine plane of order 3, whose four classes of parallel lines are the rounds.
* 16: the affine plane of order 4, five rounds. 15 is 16 without P: each sits at three once.
* 13: 16 without three points of a line, in the other four classes; M is always at a table of four.
* 7: tables of three are lines of the Fano plane, three of them through A; 15 repeats, the fewest.
* At once: translates of a difference set, {0, 1, 3, 9} of 13 (the projective plane of order 3),
  {0, 3, 5, 6} of 7, {0, 1, 2, 3} of 5. Each entrant is at four tables, once in each position.

Sources: Colbourn and Dinitz, Handbook of Combinatorial Designs, parts II and VII.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from events.seating.draws import SeatingDraws

SIXTEEN: Final = (
    "ABCD EFGH IJKL MNOP",
    "AEIM BFJN CGKO DHLP",
    "AFKP BELO CHIN DGJM",
    "AGLN BHKM CEJP DFIO",
    "AHJO BGIP CFLM DEKN",
)

GROUPS: Final[Mapping[int, tuple[str, ...]]] = {
    7: ("DEFG ABC", "BCFG ADE", "BCDE AFG", "ACEG BDF"),
    9: ("ABC DEF GHI", "ADG BEH CFI", "AEI BFG CDH", "AFH BDI CEG"),
    13: tuple(line.replace("N", "").replace("O", "").replace("P", "") for line in SIXTEEN[1:]),
    15: tuple(line.replace("P", "") for line in SIXTEEN),
    16: SIXTEEN,
}
"""By the number of entrants the tables of each round, with letters for entrants."""

DIFFERENCE_SETS: Final[Mapping[int, tuple[int, ...]]] = {
    5: (0, 1, 2, 3),
    7: (0, 3, 5, 6),
    13: (0, 1, 3, 9),
}


def group_design(entrants: int, rounds: int, largest: int = 4) -> list[list[list[int]]] | None:
    """Tables of each round, entrants as numbers from 0; None if none is known for so many rounds,
    or if tables of four are wanted where a design has fewer."""
    lines = GROUPS.get(entrants, ())
    if rounds > len(lines) or largest < max(map(len, lines[0].split()), default=0):
        return None
    return [
        [[ord(letter) - ord("A") for letter in table] for table in line.split()]
        for line in lines[:rounds]
    ]


def seat_at_once(entrants: Collection[int], seed: str) -> list[tuple[int, ...]] | None:
    """Tables of four in turn order that may all be played at once, four for each entrant and each
    starting position once; None if none are known for so many.

    Of 13 each two meet once, of seven twice, of five three times.
    """
    keys = SeatingDraws(seed, 0).shuffled(sorted(set(entrants)))
    differences = DIFFERENCE_SETS.get(len(keys), ())
    if not differences:
        return None
    return [
        tuple(keys[(start + difference) % len(keys)] for difference in differences)
        for start in range(len(keys))
    ]
