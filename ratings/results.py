"""A player's rated games, by side of each site and by number of players."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

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
class ResultTally:
    """Games, first places as rated (shared ones too), points and places together."""

    games: int = 0
    wins: int = 0
    points: int = 0
    places: int = 0

    def add(self, games: int, wins: int, points: int, places: int) -> None:
        self.games += games
        self.wins += wins
        self.points += points
        self.places += places

    @property
    def place(self) -> float:
        """Mean place."""
        return self.places / self.games if self.games else 0.0

    @property
    def mean(self) -> float:
        """Mean points of a game."""
        return self.points / self.games if self.games else 0.0

    @property
    def share(self) -> float:
        """First places of a hundred games."""
        return 100 * self.wins / self.games if self.games else 0.0


FEWEST: Final = 3
"""With fewer games a side has no warmth."""

STEP: Final = 10
"""So many wins of a hundred, more or fewer than with all sides, are a step warmer or colder."""

STEPS: Final = 3


class Heat(NamedTuple):
    """A side in the strip: `warmth` from -3 to 3, how much oftener than usual the player won."""

    side: str
    tally: ResultTally
    warmth: int

    @property
    def look(self) -> str:
        """``p2``, ``m1``, ``0``."""
        return f"{'m' if self.warmth < 0 else 'p'}{abs(self.warmth)}" if self.warmth else "0"


@dataclass
class Results:
    """`sides`: by site (its column) and then by side, A to D. `players`: by their number."""

    total: ResultTally = field(default_factory=ResultTally)
    sides: dict[str, dict[str, ResultTally]] = field(
        default_factory=lambda: {
            site: {side.word: ResultTally() for side in Side} for site in SITES
        }
    )
    players: dict[int, ResultTally] = field(default_factory=lambda: defaultdict(ResultTally))


def heat_strip(results: Results) -> dict[str, list[Heat]]:
    """The strip of sides, by site."""
    usual = results.total.share
    return {
        site: [Heat(side, tally, _warmth(tally, usual)) for side, tally in sides.items()]
        for site, sides in results.sides.items()
    }


def _warmth(tally: ResultTally, usual: float) -> int:
    if tally.games < FEWEST:
        return 0
    return max(-STEPS, min(STEPS, round((tally.share - usual) / STEP)))


def player_results(player: Player) -> Results:
    """Of the player's rated games. One query, however many games: the database adds up those
    with the same five sides and the same number of players."""
    totals = Results()
    columns = [f"game__{site}" for site in SITES]
    rows: Any = (
        Seat.objects.filter(player=player, game__standing="counted")
        .order_by()
        .values_list("game__players", *columns)
        .annotate(n=Count("pk"), won=Count("pk", filter=Q(rated_place=1)))
        .annotate(total=Sum("points"), places=Sum("rated_place"))
    )
    for number, *sides, games, wins, points, places in rows:
        sums = games, wins, points, places
        totals.total.add(*sums)
        totals.players[number].add(*sums)
        for site, side in zip(SITES, sides, strict=True):
            totals.sides[site][side].add(*sums)
    return totals
