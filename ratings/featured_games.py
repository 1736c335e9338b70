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
from games.queries import GAME_ORDER, listed_games
from ratings.elo import POINT, is_provisional
from ratings.models import GENERAL_POOLS, RatingChange

LATELY: Final = 1000
"""The rated games that are looked at, the latest ones."""

GAMES: Final = 3
GAP: Final = 100
CACHE_SECONDS: Final = 600
"""Seconds."""


class FeaturedGame(NamedTuple):
    """A game, and by how many points it was won; or how many the winner was rated lower."""

    game: str
    points: int


class FeaturedGames(NamedTuple):
    closest: list[tuple[Game, int]]
    upsets: list[tuple[Game, int]]

    @property
    def games(self) -> list[Game]:
        """All of them, for their pictures."""
        return [game for game, _points in (*self.closest, *self.upsets)]


class RatedPlayer(NamedTuple):
    """A player in a game: their rating before it, in thousandths, and whether they won."""

    before: int
    won: bool


def featured_games() -> FeaturedGames:
    """Current featured games. Two queries; three more every ``CACHE_SECONDS`` seconds."""
    closest, upsets = _find_featured(int(monotonic()) // CACHE_SECONDS)
    games = {
        game.pk: game for game in listed_games().filter(pk__in={f.game for f in closest + upsets})
    }

    def visible(featured: tuple[FeaturedGame, ...]) -> list[tuple[Game, int]]:
        return [(games[pick.game], pick.points) for pick in featured if pick.game in games]

    return FeaturedGames(visible(closest), visible(upsets))


@lru_cache(maxsize=1)
def _find_featured(_stretch: int) -> tuple[tuple[FeaturedGame, ...], tuple[FeaturedGame, ...]]:
    rated = Game.objects.filter(standing=Standing.COUNTED).order_by(*GAME_ORDER)
    latest = list(rated.values_list("pk", "margin", "winners")[:LATELY])
    close = nsmallest(GAMES, (FeaturedGame(pk, margin) for pk, margin, _ in latest), _points)
    won = [pk for pk, _, winners in latest if winners == 1]
    gaps = (FeaturedGame(pk, upset_margin(players)) for pk, players in _players_of(won).items())
    upset = nlargest(
        GAMES, (upset_game for upset_game in gaps if upset_game.points >= GAP), _points
    )
    return tuple(close), tuple(upset)


def _points(featured: FeaturedGame) -> int:
    return featured.points


def _players_of(games: list[str]) -> dict[str, list[RatedPlayer]]:
    """Rated players of these games, the latest game first; without provisional players."""
    first = Seat.objects.filter(game__in=games, rated_place=1).values_list("game", "player")
    winners = set(first)
    players: dict[str, list[RatedPlayer]] = {pk: [] for pk in games}
    rows = RatingChange.objects.that_stand().filter(game__in=games, pool__in=GENERAL_POOLS)
    for game, player, before, number in rows.values_list(
        "game_id", "player_id", "before", "games_before"
    ):
        if not is_provisional(number):
            players[game].append(RatedPlayer(before, (game, player) in winners))
    return players


def upset_margin(players: Iterable[RatedPlayer]) -> int:
    """By how many points the winner was rated lower than the best of the others; 0 where that
    cannot be said.

    >>> upset_margin([RatedPlayer(1_400_000, True), RatedPlayer(1_550_000, False)])
    150
    """
    seats = list(players)
    winners = [player.before for player in seats if player.won]
    losers = [player.before for player in seats if not player.won]
    if len(winners) != 1 or not losers:
        return 0
    return max(0, (max(losers) - winners[0]) // POINT)
