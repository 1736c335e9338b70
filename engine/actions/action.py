"""What all actions share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar, cast

Space = tuple[int, int]
"""A space of a ship: (ship, space), both from 1."""


@dataclass(frozen=True)
class Action:
    """Anything that an entry of a log says; ``text`` is how it is written."""

    @property
    def text(self) -> str:
        """The entry without its actor, in canonical form (``docs/log-format.md``)."""
        raise NotImplementedError


A = TypeVar("A", bound=Action)


def ascending(action: Action, field: str) -> None:
    """Put a field whose order means nothing in ascending order, when `action` is made."""
    values = getattr(action, field)
    if list(values) != sorted(values):
        object.__setattr__(action, field, tuple(sorted(values)))


def interned(kind: type[A], *arguments: object) -> A:
    """The one `kind` with these arguments: equal actions are the same object, quick to find."""
    return cast(A, _interned(kind, *arguments))  # type: ignore[arg-type]  # a class is hashable


@lru_cache(maxsize=1 << 14)
def _interned(kind: type[Action], *arguments: object) -> Action:
    return kind(*arguments)


def joined_pairs(pairs: tuple[Space, ...]) -> str:
    """``1.2 3.1``: pairs of numbers as the log writes them."""
    return " ".join(f"{first}.{second}" for first, second in pairs)


def joined_numbers(numbers: tuple[int, ...], between: str = " ") -> str:
    """``1 2 3``, or with commas."""
    return between.join(map(str, numbers))
