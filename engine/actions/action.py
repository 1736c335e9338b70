"""What all actions share."""

from __future__ import annotations

from dataclasses import dataclass

Space = tuple[int, int]
"""A space of a ship: (ship, space), both from 1."""


@dataclass(frozen=True, slots=True)
class Action:
    """Anything that an entry of a log says."""

    @property
    def text(self) -> str:
        """The entry without its actor, in canonical form (``docs/log-format.md``)."""
        raise NotImplementedError


def joined_pairs(pairs: tuple[Space, ...]) -> str:
    """``1.2 3.1``: pairs of numbers as the log writes them."""
    return " ".join(f"{first}.{second}" for first, second in pairs)


def joined_numbers(numbers: tuple[int, ...], between: str = " ") -> str:
    """``1 2 3``, or with commas."""
    return between.join(map(str, numbers))
