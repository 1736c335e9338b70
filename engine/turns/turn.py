"""What a kind of turn is: how it is done, and which are open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from engine.entries import Action
from engine.state import State


class Turn(NamedTuple):
    """`do` checks everything, raising ``IllegalAction``, then changes the position; `options`
    lists what `do` accepts from a seat whose turn it is."""

    do: Callable[[State, int, Any], None]
    options: Callable[[State, int], Iterator[Action]]
