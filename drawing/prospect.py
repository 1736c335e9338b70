"""What the position is worth: points if the game ended here, and site by site."""

from __future__ import annotations

from typing import Final

from drawing.viewers import Viewer
from engine import EVERYTHING, State
from engine.flow import end_game
from engine.vocabulary import BUILDING_SITES, Site

Scored = tuple[tuple[int, ...], ...]
"""Points by seat and ``Source``."""


def scored(s: State) -> Scored:
    """The points that are written down."""
    return tuple(tuple(player.scored) for player in s.players)


def ended(s: State, viewer: Viewer) -> Scored | None:
    """The points if the game ended in position `s`, which stays as it is: those written down and
    the final scoring (R10.1). The temple of a round that is under way is not assessed.

    ``None`` where `viewer` may not know it: it depends on cards that are hidden from them.
    """
    if s.over:
        return scored(s)
    if s.rules.hidden_cards and viewer != EVERYTHING:
        return None
    last = s.copy()
    end_game(last)
    return scored(last)


AT_THE_END: Final = (Site.BURIAL_CHAMBER, Site.OBELISKS)
"""Sites that are assessed when the game ends."""


def at_sites(s: State) -> dict[Site, list[int]]:
    """What each seat's stones at the building sites are worth in position `s`, which stays as it
    is. No card counts here, so that everybody may know it.

    Pyramids: the points so far. Temple: what its visible stones, or its chariot, would give now.
    Burial chamber and obelisks: their points if the game ended here.
    """
    last = s.copy()
    if not s.over:
        for site in AT_THE_END:
            s.rules.boards[site].end_of_game(last)
    return {site: s.rules.boards[site].worth(s, last) for site in BUILDING_SITES}
