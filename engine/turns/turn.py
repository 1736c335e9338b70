"""What a kind of entry is: how it is done, and which are open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.entries import Action
from engine.state import State

if TYPE_CHECKING:
    from engine.agenda import Chance


class Turn(NamedTuple):
    """A turn of a player: `do` checks everything, raising ``IllegalAction``, then changes the
    position; `options` lists what `do` accepts from a seat whose turn it is."""

    do: Callable[[State, int, Any], None]
    options: Callable[[State, int], Iterator[Action]]


class Reveal(NamedTuple):
    """What the bank writes where the table, or a module, has a chance: `do` as for a turn;
    `possible` lists the values that may be named, in words of the log."""

    do: Callable[[State, Chance, Any], None]
    possible: Callable[[State, Chance], list[str]]
