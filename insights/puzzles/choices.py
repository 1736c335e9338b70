"""Right actions, and a clearly best one: sums over the analysis of each choice.

A choice is ``(text, share, error)``: an entry without the colour, the share of the first place
that may be expected after it, and half of the 95 % interval of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

EQUAL: Final = 0.02
"""Actions whose shares differ by less are worth the same, as two ships of one size are."""

GAP: Final = 0.08
"""So much better than the next is clearly better."""

MAX_RIGHT: Final = 3
"""More right actions than that are no puzzle."""

LEAST_OFFERED: Final = 4
"""Fewer actions than that to choose from are no puzzle."""


class Choice(NamedTuple):
    text: str
    share: float
    error: float


def ranked_choices(choices: Iterable[Choice]) -> list[Choice]:
    """Choices, best first; equal ones by text, so that the order is the same everywhere."""
    return sorted(choices, key=lambda choice: (-choice.share, choice.text))


def count_right(choices: Sequence[Choice]) -> int:
    """Number of right choices among `choices` (best first); 0 if none is clearly best.

    Right are the best and what cannot be told from it: less than ``EQUAL`` below it, and within
    both errors. The first that is wrong has to lie ``GAP`` below the last that is right, and its
    interval below that of every right one.
    """
    if len(choices) < LEAST_OFFERED:
        return 0
    best = choices[0]
    number = 1
    while number < len(choices) and _is_equal(best, choices[number]):
        number += 1
    if number > MAX_RIGHT or number == len(choices):
        return 0
    worst = min(choice.share - choice.error for choice in choices[:number])
    share = min(choice.share for choice in choices[:number])
    alternatives = choices[number:]
    clear = all(
        choice.share + choice.error < worst and share - choice.share >= GAP
        for choice in alternatives
    )
    return number if clear else 0


def _is_equal(best: Choice, choice: Choice) -> bool:
    share = best.share - choice.share
    return share < EQUAL and share <= best.error + choice.error
