"""Places by rank: ties share, rounded down (R8.2, R9.1, R9.3)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any


def shared_places(ranks: Mapping[int, Any], points: Sequence[int]) -> dict[int, int]:
    """Points by seat for the places that `ranks` give, the highest rank first.

    Equal ranks add up the points of the places they cover and share them, rounded down. Places
    beyond the table are worth 0 (R13.18). Who takes no place is not in `ranks`.
    """
    by_rank: dict[Hashable, list[int]] = {}
    for seat, rank in ranks.items():
        by_rank.setdefault(rank, []).append(seat)
    shares: dict[int, int] = {}
    place = 0
    for rank in sorted(by_rank, reverse=True):  # type: ignore[type-var]
        tied = by_rank[rank]
        total = sum(points[place : place + len(tied)])
        shares.update(dict.fromkeys(tied, total // len(tied)))
        place += len(tied)
    return shares
