"""What a position is worth: the points if the game ended here, and site by site."""

from __future__ import annotations

from typing import NamedTuple

from engine.flow import end_game
from engine.state import Player, State
from engine.view import View, Watch, same
from engine.vocabulary import BUILDING_SITES, Card, Site

Points = tuple[tuple[int, ...], ...]
"""Points by seat and ``Source``."""


class Outlook(NamedTuple):
    """`scored`: the points written down. `ended`: those if the game ended here (R10.1); the temple
    of a round that is under way is not assessed. `worth`: by building site and seat, what the
    stones there are worth: at the pyramids the points so far, at the temple what its visible
    stones, or its chariot, would give now, else the points if the game ended here. No card counts
    in `worth`, so that everybody may know it."""

    scored: Points
    ended: Points
    worth: dict[Site, list[int]]


def outlook(s: State) -> Outlook:
    """What position `s`, which stays as it is, is worth."""
    last = s
    if not s.over:
        last = s.copy()
        end_game(last)
    worth = {site: s.rules.boards[site].worth(s, last) for site in BUILDING_SITES}
    return Outlook(scored(s), scored(last), worth)


def scored(s: State) -> Points:
    """The points that are written down."""
    return tuple([tuple(player.scored) for player in s.players])


class Forecast:
    """The outlooks of one game as it goes on; most entries change nothing of them."""

    def __init__(self) -> None:
        self.before: tuple[State, View] | None = None
        self.found = Outlook((), (), {})

    def of(self, watch: Watch) -> Outlook:
        """The outlook of the position that `watch` looked at last."""
        now = (watch.last, watch.shown)
        if self.before is None or not _same_points(*self.before, *now):
            self.before, self.found = now, outlook(watch.last)
        return self.found


def _same_points(one: State, seen: View, other: State, shown: View) -> bool:
    """Whether all that gives points is the same; a watch keeps the parts that stay as they are."""
    before, now = seen["sites"], shown["sites"]
    return (
        one.over == other.over
        and all(map(same, one.modules, other.modules))
        and all(map(_same_player, one.players, other.players))
        and all(before[site.word] is now[site.word] for site in BUILDING_SITES)
    )


def _same_player(one: Player, other: Player) -> bool:
    """Stones on the sled count for a Stone Ornament alone (R5.11)."""
    return (
        one.cards == other.cards
        and one.scored == other.scored
        and (one.sled == other.sled or not one.cards[Card.STONE_ORNAMENT])
    )
