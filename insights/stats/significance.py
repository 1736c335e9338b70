"""Chance and significance: intervals of shares, and differences that are more than chance."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt
from typing import Final

Z: Final = 1.959964
"""Of the normal distribution, for 95 in 100."""

FALSE_DISCOVERY_RATE: Final = 0.05
"""Accepted false discovery rate (Benjamini-Hochberg): the mean share of chance differences."""


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """The interval of a share, from 0 to 1; all of it where there was no trial.

    >>> [round(end, 3) for end in wilson(50, 100)]
    [0.404, 0.596]
    """
    if not trials:
        return 0.0, 1.0
    share, square = successes / trials, Z * Z
    middle = share + square / (2 * trials)
    wide = Z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    below = 1 + square / trials
    return max(0.0, (middle - wide) / below), min(1.0, (middle + wide) / below)


def chance(difference: float, variance: float) -> float:
    """Probability of a difference as large by chance (normal distribution); 1 without variance.

    >>> round(chance(1.96, 1.0), 3)
    0.05
    """
    return erfc(abs(difference) / sqrt(2 * variance)) if variance > 0 else 1.0


def significant(chances: Sequence[float]) -> list[bool]:
    """Significance of several differences: Y. Benjamini, Y. Hochberg, *Controlling the false
    discovery rate*, 1995. Of forty numbers two differ by chance alone at a level of 5 %.

    >>> significant([0.001, 0.04, 0.3, 0.9])
    [True, False, False, False]
    >>> significant([0.0, 0.9])  # too small for a float
    [True, False]
    """
    falling = sorted(range(len(chances)), key=lambda index: chances[index], reverse=True)
    bound = -1.0
    for place, index in enumerate(falling):
        rank = len(chances) - place
        if chances[index] <= FALSE_DISCOVERY_RATE * rank / len(chances):
            bound = chances[index]
            break
    return [chance <= bound for chance in chances]
