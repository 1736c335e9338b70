"""Places by rank: ties share, rounded down (R8.2, R9.1, R9.3)."""

from __future__ import annotations

from typing import Any


def shared_places(ranks: dict[int, Any], points: list[int]) -> dict[int, int]:
    """Points by seat for the places that `ranks` give, the highest rank first.

    Equal ranks add up the points of the places they cover and share them, rounded down. Places
    beyond the table are worth 0 (R13.18). Who takes no place is not in `ranks`.
    """
    order = sorted(ranks.values())
    count = len(order)
    shares = {}
    for seat, rank in ranks.items():
        tied = order.count(rank)
        first = count - tied - order.index(rank)
        if tied == 1:
            shares[seat] = points[first] if first < len(points) else 0
        else:
            shares[seat] = sum(points[first : first + tied]) // tied
    return shares
