"""Worth of a position: the points if the game ended here, and site by site."""

from __future__ import annotations

from operator import is_, sub
from typing import NamedTuple

from engine.flow import SCORED
from engine.sites.places import shared_places as shared_places
from engine.state import Player, State
from engine.view import ViewFeed
from engine.vocabulary import BUILDING_SITES, Card, Module, Site

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


Counted = dict[Site, tuple[object, list[int]]]
"""Points of counted boards, by seat, with the storage that they were counted of."""


def outlook(s: State, counted: Counted | None = None) -> Outlook:
    """Worth of position `s`, which stays as it is. A board whose storage is the one in
    `counted` gives what it gave; the others are counted, and noted there."""
    last = s
    if not s.over:
        last = s.sharing()  # the final tally moves points alone
        last.players = [player.copy() for player in s.players]
        _tally(last, {} if counted is None else counted)
    worth = {site: s.rules.boards[site].worth(s, last) for site in BUILDING_SITES}
    return Outlook(scored(s), scored(last), worth)


def _tally(last: State, counted: Counted) -> None:
    """The final tally as ``engine.flow.end_game`` makes it."""
    for site in SCORED:
        board, storage = last.rules.boards[site], last.sites[site]
        known = counted.get(site)
        if known is not None and known[0] is storage:
            for player, points in zip(last.players, known[1], strict=True):
                player.scored[board.source] += points
            continue
        before = [player.scored[board.source] for player in last.players]
        board.end_of_game(last)
        after = [player.scored[board.source] for player in last.players]
        counted[site] = storage, list(map(sub, after, before))
    for tally in last.rules.tallies:
        tally(last)


def scored(s: State) -> Points:
    """The points that are written down."""
    return tuple([tuple(player.scored) for player in s.players])


class OutlookForecast:
    """The outlooks of one game as it goes on; most entries change nothing of them."""

    def __init__(self) -> None:
        self.before: State | None = None
        self.found = Outlook((), (), {})
        self.counted: Counted = {}

    def of(self, watch: ViewFeed) -> Outlook:
        """The outlook of the position that `watch` looked at last."""
        now = watch.last
        if self.before is None or not _same_points(self.before, now):
            self.before, self.found = now, outlook(now, self.counted)
        return self.found


def _same_points(one: State, other: State) -> bool:
    """True if all that gives points is the same: a snapshot keeps the parts that stay."""
    return (
        one.over == other.over
        and all(map(is_, one.modules, other.modules))
        and all(map(_same_player, one.players, other.players))
        and all(one.sites[site] is other.sites[site] for site in BUILDING_SITES)
    )


def _same_player(one: Player, other: Player) -> bool:
    """Stones on the sled count for a Stone Ornament alone (R5.11)."""
    return one is other or (
        one.cards == other.cards
        and one.scored == other.scored
        and (one.sled == other.sled or not one.cards[Card.STONE_ORNAMENT])
    )


def card_worth(s: State, seat: int, card: Card) -> int:
    """Points of the copies of `card` that `seat` has if the game ended here; 0 for one that
    gives nothing at the end."""
    last = s.sharing()
    last.players = [player.copy() for player in s.players]
    cards = last.players[seat].cards
    last.players[seat].cards = [n if one == card else 0 for one, n in enumerate(cards)]
    before = sum(last.players[seat].scored)
    for tally in s.rules.rulebook.tallies:
        tally(last)
    return sum(last.players[seat].scored) - before


def module_worth(s: State, module: Module) -> list[int]:
    """Points of `module`, which is in play, for each seat if the game ended here."""
    last = s.sharing()
    last.players = [player.copy() for player in s.players]
    s.rules.modules[module].end_of_game(last)
    pairs = zip(s.players, last.players, strict=True)
    return [sum(now.scored) - sum(was.scored) for was, now in pairs]
