"""How strong a computer player is, and how long it may think."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol


class Level(NamedTuple):
    """A strength: its `name`, a `title` for people, the `playouts` that a choice is made by, the
    `seconds` after which a choice at a live table has to do with fewer, the number of `replies`
    after an action that are searched too, and the `nodes` in which the end of a game for two may
    be solved."""

    name: str
    title: str
    playouts: int = 0
    seconds: float = 0.0
    replies: int = 0
    nodes: int = 0


ROUND: Final = 99
"""Replies to the end of the round."""


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        level.name: level
        for level in (
            Level("random", "Random"),
            Level("greedy", "Greedy"),
            Level("search-1", "Search 1", 60, 0.5),
            Level("search-2", "Search 2", 360, 2.0, ROUND, 3_600),
            Level("search-3", "Search 3", 3_000, 6.0, ROUND, 30_000),
        )
    }
)
"""Every level by its name, the weakest first."""


class Budget(Protocol):
    """How long a search may go on."""

    def spent(self, playouts: int) -> bool:
        """True if the search should stop, after `playouts` so far."""


class Playouts(NamedTuple):
    """A budget in playouts: the same choice by the same chance, on any machine."""

    number: int

    def spent(self, playouts: int) -> bool:
        return playouts >= self.number


class Seconds:
    """A budget in seconds by `clock` (such as ``time.monotonic``), from now on."""

    def __init__(self, clock: Callable[[], float], seconds: float) -> None:
        self.clock = clock
        self.end = clock() + seconds

    def spent(self, playouts: int) -> bool:
        return self.clock() >= self.end
