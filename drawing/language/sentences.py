"""Shared parts of the sentences about the rules. They are plain, and short enough for a small
window.

The numbers in a sentence are those of the game's rules, so of its edition; none is typed in words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from drawing.svg import signed_points

if TYPE_CHECKING:
    from engine import Rules

LONGEST: Final = 140
"""Characters of a sentence."""

Sentence = Callable[["Rules"], str]
"""A sentence under the rules of a game."""


def in_a_row(numbers: Sequence[int]) -> str:
    """``1, 3, 6``."""
    return ", ".join(map(signed_points, numbers))
