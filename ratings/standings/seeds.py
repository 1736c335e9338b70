"""Seeds dealt to tables or groups in a snake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from ratings.standings.seatings import pair_of


def deal_seeds(
    seeds: Sequence[int], count: int, meetings: Mapping[tuple[int, int], int]
) -> list[list[int]]:
    """`count` tables or groups, each with a seed of each tier, small ones for the best; those of a
    tier change places where fewer then meet again."""
    tables = _snake(seeds, count)
    for tier in reversed(range(1, max(map(len, tables), default=0))):
        _part_opponents(tables, tier, meetings)
    return tables


def _snake(seeds: Sequence[int], count: int) -> list[list[int]]:
    """Tables with one entrant of each tier, from the first table on and from the last in turns."""
    tables: list[list[int]] = [[] for _ in range(count)]
    for number, start in enumerate(range(0, len(seeds), count)):
        tier = seeds[start : start + count]
        places = tables[count - len(tier) :]
        for table, entrant in zip(reversed(places) if number % 2 else places, tier, strict=True):
            table.append(entrant)
    return tables


def _part_opponents(
    tables: list[list[int]], tier: int, meetings: Mapping[tuple[int, int], int]
) -> None:
    """Exchange entrants of a tier between tables while fewer then meet again."""
    pairs = [
        (left, right)
        for left, right in combinations(tables, 2)
        if tier < len(left) and tier < len(right)
    ]
    improved = True
    while improved:
        improved = False
        for left, right in pairs:
            before = _meetings(left, meetings) + _meetings(right, meetings)
            left[tier], right[tier] = right[tier], left[tier]
            if _meetings(left, meetings) + _meetings(right, meetings) < before:
                improved = True
            else:
                left[tier], right[tier] = right[tier], left[tier]


def _meetings(table: Sequence[int], meetings: Mapping[tuple[int, int], int]) -> int:
    return sum(meetings.get(pair_of(*pair), 0) for pair in combinations(table, 2))
