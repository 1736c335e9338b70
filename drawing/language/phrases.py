"""Phrases that the beginnings of steps are made of: ships, spaces, and what needs no more words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from drawing.language.words import joined_words, ship_phrase, space_phrase
from engine import State, entries
from engine import events as ev

if TYPE_CHECKING:
    from collections.abc import Iterable


A = TypeVar("A", bound=entries.Action)

Lead = Callable[[str, A, State], str]


def nothing(player: str, action: object, s: State) -> str:
    """The events say it all."""
    return ""


def the_ship(number: int, s: State) -> str:
    """``ship 2``."""
    return ship_phrase(number)


def the_space(ship: int, space: int, s: State) -> str:
    """``ship 2, space 3``."""
    return space_phrase(ship, space)


def the_spaces(spaces: Iterable[tuple[int, int]], s: State) -> str:
    """Several of them."""
    return joined_words(the_space(ship, space, s) for ship, space in spaces)


SAILING: Final = frozenset({ev.ShipSailed, ev.CardPlayed, ev.StoneLoaded, ev.FavorUsed})
"""The events of a ship that sails."""

AT_MARKET: Final = frozenset({ev.StonesReturned})
"""A stone that goes home from the market is no news; nor is what the lead has said."""
