"""A kind of entry: how it is done, and which are open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from engine.entries import Action
from engine.errors import IllegalAction, Rule
from engine.state import State

if TYPE_CHECKING:
    from engine.agenda import Chance

A = TypeVar("A", bound=Action)


class Turn:
    """A turn of a player; this one is none: an answer, or an outcome, where a turn is due."""

    def do(self, s: State, seat: int, action: Any) -> None:
        """Check everything, raising ``IllegalAction``, then change the position."""
        raise IllegalAction(Rule.NO_DECISION)

    def options(self, s: State, seat: int) -> Iterator[Action]:
        """Options that ``do`` accepts from a seat whose turn it is."""
        return iter(())


class FunctionTurn(Turn, Generic[A]):
    """A turn by its two functions."""

    def __init__(
        self,
        do: Callable[[State, int, A], None],
        options: Callable[[State, int], Iterator[A]],
    ) -> None:
        self.function = do
        self.choices = options

    def do(self, s: State, seat: int, action: A) -> None:
        self.function(s, seat, action)

    def options(self, s: State, seat: int) -> Iterator[Action]:
        return self.choices(s, seat)


class Reveal(NamedTuple):
    """An outcome of the bank where the table, or a module, has a chance: `do` as for a turn;
    `possible` lists the values that may be named, in words of the log."""

    do: Callable[[State, Chance, Any], None]
    possible: Callable[[State, Chance], list[str]]
