"""Games worth a look, of those rated lately: the closest ones, and upsets.

A game is close by the points between its two best seats. It is an upset if the one winner was
rated at least ``GAP`` points lower, before it, than the best of the others; players whose rating
was provisional then do not count for that.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from heapq import nlargest, nsmallest
from time import monotonic
from typing import Final, NamedTuple

from games.models import Game, Seat, Standing
from games.queries import GAME_ORDER, shown_games
from ratings.elo import ONE, is_provisional
from ratings.models import Pool, RatingChange

LATELY: Final = 1000
"""The rated games that are looked at, the latest ones."""

SHOWN: Final = 3
GAP: Final = 100
KEPT_FOR: Final = 600
"""Seconds."""


class Found(NamedTuple):
    """A game, and by how many points it was won; or how many the winner was rated lower."""

    game: str
    points: int


class Shelves(NamedTuple):
    closest: list[tuple[Game, int]]
    upsets: list[tuple[Game, int]]


class Rated(NamedTuple):
    """A player in a game: their rating before it, in thousandths, and whether they won."""

    before: int
    won: bool


def shelves() -> Shelves:
    """Current featured games. Two queries; three more every ``KEPT_FOR`` seconds."""
    closest, upsets = _found(int(monotonic()) // KEPT_FOR)
    games = {one.pk: one for one in shown_games().filter(pk__in={f.game for f in closest + upsets})}

    def known(found: tuple[Found, ...]) -> list[tuple[Game, int]]:
        return [(games[one.game], one.points) for one in found if one.game in games]

    return Shelves(known(closest), known(upsets))


@lru_cache(maxsize=1)
def _found(_stretch: int) -> tuple[tuple[Found, ...], tuple[Found, ...]]:
    rated = Game.objects.filter(standing=Standing.COUNTED).order_by(*GAME_ORDER)
    latest = list(rated.values_list("pk", "margin", "winners")[:LATELY])
    close = nsmallest(SHOWN, (Found(pk, margin) for pk, margin, _ in latest), _points)
    won = [pk for pk, _, winners in latest if winners == 1]
    gaps = (Found(pk, gap(players)) for pk, players in _players_of(won).items())
    upset = nlargest(SHOWN, (one for one in gaps if one.points >= GAP), _points)
    return tuple(close), tuple(upset)


def _points(found: Found) -> int:
    return found.points


def _players_of(games: list[str]) -> dict[str, list[Rated]]:
    """Rated players of these games, the latest game first; without provisional players."""
    first = Seat.objects.filter(game__in=games, rated_place=1).values_list("game", "player")
    winners = set(first)
    found: dict[str, list[Rated]] = {pk: [] for pk in games}
    rows = RatingChange.objects.that_stand().filter(game__in=games, pool=Pool.OVERALL)
    for game, player, before, number in rows.values_list(
        "game_id", "player_id", "before", "games_before"
    ):
        if not is_provisional(number):
            found[game].append(Rated(before, (game, player) in winners))
    return found


def gap(players: Iterable[Rated]) -> int:
    """By how many points the winner was rated lower than the best of the others; 0 where that
    cannot be said.

    >>> gap([Rated(1_400_000, True), Rated(1_550_000, False), Rated(1_300_000, False)])
    150
    """
    seats = list(players)
    winners = [one.before for one in seats if one.won]
    others = [one.before for one in seats if not one.won]
    if len(winners) != 1 or not others:
        return 0
    return max(0, (max(others) - winners[0]) // ONE)
