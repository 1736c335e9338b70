"""What the position is worth: points if the game ended here."""

from __future__ import annotations

from engine import EVERYTHING, State
from engine.flow import end_game
from games.replay.viewers import Viewer

Scored = tuple[tuple[int, ...], ...]
"""Points by seat and ``Source``."""


def scored(s: State) -> Scored:
    """The points that are written down."""
    return tuple(tuple(player.scored) for player in s.players)


def ended(s: State, viewer: Viewer) -> Scored | None:
    """The points if the game ended in position `s`, which stays as it is: those written down and
    the final scoring (R10.1). The temple of a round that is under way is not assessed.

    ``None`` where `viewer` may not know it: it depends on cards that are hidden from him.
    """
    if s.over:
        return scored(s)
    if s.rules.hidden_cards and viewer != EVERYTHING:
        return None
    last = s.copy()
    end_game(last)
    return scored(last)
