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


BoardCounts = dict[Site, tuple[object, list[int]]]
"""Points of counted boards, by seat, with the storage that they were counted of."""


def outlook(s: State, board_counts: BoardCounts | None = None) -> Outlook:
    """Worth of position `s`, which stays as it is. A board whose storage is the one in
    `board_counts` gives what it gave; the others are counted, and noted there."""
    last = s
    if not s.over:
        last = s.sharing()  # the final tally moves points alone
        last.players = [player.copy() for player in s.players]
        _tally(last, {} if board_counts is None else board_counts)
    worth = {site: s.rules.boards[site].worth(s, last) for site in BUILDING_SITES}
    return Outlook(scored(s), scored(last), worth)


def _tally(last: State, board_counts: BoardCounts) -> None:
    """The final tally as ``engine.flow.end_game`` makes it."""
    for site in SCORED:
        board, storage = last.rules.boards[site], last.sites[site]
        board_count = board_counts.get(site)
        if board_count is not None and board_count[0] is storage:
            for player, points in zip(last.players, board_count[1], strict=True):
                player.scored[board.source] += points
            continue
        before = [player.scored[board.source] for player in last.players]
        board.end_of_game(last)
        after = [player.scored[board.source] for player in last.players]
        board_counts[site] = storage, list(map(sub, after, before))
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
        self.counted: BoardCounts = {}

    def outlook_of(self, watch: ViewFeed) -> Outlook:
        """The outlook of the position that `watch` looked at last."""
        position = watch.last
        if self.before is None or not _points_unchanged(self.before, position):
            self.before, self.found = position, outlook(position, self.counted)
        return self.found


def _points_unchanged(before: State, other: State) -> bool:
    """True if all that gives points is the same: a snapshot keeps the parts that stay."""
    return (
        before.over == other.over
        and all(map(is_, before.modules, other.modules))
        and all(map(_player_unchanged, before.players, other.players))
        and all(before.sites[site] is other.sites[site] for site in BUILDING_SITES)
    )


def _player_unchanged(before: Player, other: Player) -> bool:
    """Stones on the sled count for a Stone Ornament alone (R5.11)."""
    return before is other or (
        before.cards == other.cards
        and before.scored == other.scored
        and (before.sled == other.sled or not before.cards[Card.STONE_ORNAMENT])
    )


def card_worth(s: State, seat: int, card: Card) -> int:
    """Points of the copies of `card` that `seat` has if the game ended here; 0 for one that
    gives nothing at the end."""
    last = s.sharing()
    last.players = [player.copy() for player in s.players]
    cards = last.players[seat].cards
    last.players[seat].cards = [n if index == card else 0 for index, n in enumerate(cards)]
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
    return [sum(player_after.scored) - sum(was.scored) for was, player_after in pairs]
