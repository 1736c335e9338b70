"""How well the ratings forecast games, for pages and API. All sums are stored."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from insights.stats.contrasts import SMALL_SAMPLE
from insights.stats.models import ForecastMonth
from insights.stats.significance import chance, significant, wilson
from ratings.forecasts import MILLION, TENTHS, TWELVE, Calibration, ForecastSums

HALF: Final = 50
"""Chance in hundredths from which on a seat is a favourite."""


class Tenth(NamedTuple):
    """Players whose chance to win was in a tenth, from `low` to `high` in hundredths."""

    low: int
    high: int
    sums: Calibration

    @property
    def forecast(self) -> float:
        """Their mean chance."""
        return self.sums.chances / MILLION / self.sums.seats

    @property
    def share(self) -> float:
        """Their first places, by their number."""
        return self.sums.twelfths / TWELVE / self.sums.seats

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the share."""
        return wilson(self.sums.twelfths / TWELVE, self.sums.seats)

    @property
    def is_small(self) -> bool:
        return self.sums.seats < SMALL_SAMPLE


class Favourites(NamedTuple):
    """Seats with a chance to win of more than half: the share of them that won, and their mean
    chance. `tells`: the difference is more than chance."""

    share: float
    forecast: float
    tells: bool


class ForecastSummary(NamedTuple):
    """Forecasts of a month, or of several (no `month`); of games of so many `players`, by number
    of players."""

    month: date | None
    of_players: dict[int, ForecastSums]

    @property
    def sums(self) -> ForecastSums:
        total = ForecastSums()
        for sums in self.of_players.values():
            total.add_sums(sums)
        return total

    @property
    def games(self) -> int:
        return self.sums.games

    @property
    def log_loss(self) -> float:
        """Mean over games."""
        return self.sums.loss / MILLION / self.games

    @property
    def even_loss(self) -> float:
        """That of a forecast that gives all players of a game the same chance."""
        return self.sums.even_loss / MILLION / self.games

    @property
    def tenths(self) -> list[Tenth]:
        """Those in which there is a player."""
        size = 100 // TENTHS
        tenths = [Tenth(size * n, size * (n + 1), row) for n, row in enumerate(self.sums.tenths)]
        return [tenth for tenth in tenths if tenth.sums.seats]

    @property
    def has_small(self) -> bool:
        """True if a tenth is small."""
        return any(tenth.is_small for tenth in self.tenths)

    @property
    def favourites(self) -> Favourites | None:
        """The favourites, one a game at most; none if they are few."""
        tenths = [tenth for tenth in self.tenths if tenth.low >= HALF]
        seats = sum(tenth.sums.seats for tenth in tenths)
        if seats < SMALL_SAMPLE:
            return None
        wins = sum(tenth.share * tenth.sums.seats for tenth in tenths)
        expected = sum(tenth.forecast * tenth.sums.seats for tenth in tenths)
        variance = sum(tenth.forecast * (1 - tenth.forecast) * tenth.sums.seats for tenth in tenths)
        (tells,) = significant([chance(wins - expected, variance)])
        return Favourites(wins / seats, expected / seats, tells)

    @property
    def calibration_error(self) -> float:
        """Mean distance of chances from shares of first places, by tenths and their size."""
        tenths = self.tenths
        distances = sum(abs(row.forecast - row.share) * row.sums.seats for row in tenths)
        return distances / sum(row.sums.seats for row in tenths)


def forecast_months(pool: str) -> list[ForecastSummary]:
    """The months in which games of a pool were rated, the latest first. One query."""
    rows = ForecastMonth.objects.filter(pool=pool).exclude(players=0)
    ordered = rows.order_by("-month", "players")
    return [
        ForecastSummary(month, {row.players: _sums(row) for row in group})
        for month, group in groupby(ordered, attrgetter("month"))
    ]


def total_of(months: Iterable[ForecastSummary]) -> ForecastSummary | None:
    """All of these months together; None where there is none."""
    numbers = by_players(months)
    if not numbers:
        return None
    return ForecastSummary(None, {n: row.of_players[n] for n, row in numbers.items()})


def by_players(months: Iterable[ForecastSummary]) -> dict[int, ForecastSummary]:
    """All of these months together, by number of players."""
    sums: dict[int, ForecastSums] = {}
    for month in months:
        for players, of_month in month.of_players.items():
            sums.setdefault(players, ForecastSums()).add_sums(of_month)
    return {n: ForecastSummary(None, {n: sums[n]}) for n in sorted(sums)}


def _sums(row: ForecastMonth) -> ForecastSums:
    tenths = [Calibration(*tenth) for tenth in row.tenths]
    return ForecastSums(row.games, row.loss, row.even_loss, tenths)
