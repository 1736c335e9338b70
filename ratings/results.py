"""A player's rated games, by side of each site and by number of players."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q, Sum

from engine.vocabulary import Side, Site
from games.models import Player, Seat

SITES = {
    "market": Site.MARKET,
    "pyramid": Site.PYRAMID,
    "temple": Site.TEMPLE,
    "burial_chamber": Site.BURIAL_CHAMBER,
    "obelisks": Site.OBELISKS,
}
"""The columns of a game that hold a side."""


@dataclass
class Tally:
    """Games, first places as rated (shared ones too), and points together."""

    games: int = 0
    wins: int = 0
    points: int = 0

    def add(self, games: int, wins: int, points: int) -> None:
        self.games += games
        self.wins += wins
        self.points += points

    @property
    def mean(self) -> float:
        """Mean points of a game."""
        return self.points / self.games if self.games else 0.0

    @property
    def share(self) -> float:
        """First places of a hundred games."""
        return 100 * self.wins / self.games if self.games else 0.0


@dataclass
class Results:
    """`sides`: by site (its column) and then by side, A to D. `players`: by their number."""

    total: Tally = field(default_factory=Tally)
    sides: dict[str, dict[str, Tally]] = field(
        default_factory=lambda: {site: {side.word: Tally() for side in Side} for site in SITES}
    )
    players: dict[int, Tally] = field(default_factory=lambda: defaultdict(Tally))


def results(player: Player) -> Results:
    """Of the player's rated games. One query, however many games: the database adds up those
    with the same five sides and the same number of players."""
    found = Results()
    columns = [f"game__{site}" for site in SITES]
    rows: Any = (
        Seat.objects.filter(player=player, game__standing="counted")
        .order_by()
        .values_list("game__players", *columns)
        .annotate(n=Count("pk"), won=Count("pk", filter=Q(rated_place=1)), total=Sum("points"))
    )
    for number, *sides, games, wins, points in rows:
        found.total.add(games, wins, points)
        found.players[number].add(games, wins, points)
        for site, side in zip(SITES, sides, strict=True):
            found.sides[site][side].add(games, wins, points)
    return found
