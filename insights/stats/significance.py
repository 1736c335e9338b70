"""Significance of differences. Nothing here reads the database."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt
from typing import Final

FALSE_DISCOVERY_RATE: Final = 0.05
"""Accepted false discovery rate (Benjamini-Hochberg): the mean share of chance differences."""


def chance(difference: float, variance: float) -> float:
    """How often chance alone makes a difference as large, by the normal distribution; 1 where
    nothing varies.

    >>> round(chance(1.96, 1.0), 3)
    0.05
    """
    return erfc(abs(difference) / sqrt(2 * variance)) if variance > 0 else 1.0


def significant(chances: Sequence[float]) -> list[bool]:
    """Significance of several differences: Y. Benjamini, Y. Hochberg, *Controlling the false
    discovery rate*, 1995. Of forty numbers two differ by chance alone at a level of 5 %.

    >>> significant([0.001, 0.04, 0.3, 0.9])
    [True, False, False, False]
    """
    falling = sorted(range(len(chances)), key=lambda index: chances[index], reverse=True)
    bound = 0.0
    for place, index in enumerate(falling):
        rank = len(chances) - place
        if chances[index] <= FALSE_DISCOVERY_RATE * rank / len(chances):
            bound = chances[index]
            break
    return [chance <= bound and bound > 0 for chance in chances]
