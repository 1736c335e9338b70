"""Turn order at a table: each entrant starts in each position about equally often."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from events.seating.draws import SeatingDraws
from ratings.standings import SeatingHistory

STEP: Final = 32
"""A position that an entrant had once more than another one costs so many times as much."""


def order_table(
    table: Sequence[int], history: SeatingHistory, draws: SeatingDraws
) -> tuple[int, ...]:
    """The order in which entrants take positions that they had least; drawn among equal ones."""
    size = len(table)
    costs: dict[int, list[int]] = {}
    for entrant in table:
        counts = history.positions_of(entrant)
        fewest = min(counts[: max(size, *history.sizes.get(entrant, (size,)))])
        costs[entrant] = [STEP ** (count - fewest) for count in counts[:size]]
    return min(
        permutations(draws.shuffled(table)),
        key=lambda order: sum(costs[entrant][place] for place, entrant in enumerate(order)),
    )
