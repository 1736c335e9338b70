"""Keep the leaderboards of months and seasons: periods whose ledger changed are counted again.

A season is a quarter of a year. Who won most points is first. Points count that were won in games
of people, by players who were not provisional before the game: a new rating moves far until it has
arrived. May be broken off, and run by several at once: a period is replaced in one transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from time import monotonic
from typing import Final

from django.db import transaction

from ratings.elo import is_provisional
from ratings.forecasts import seat_of_change
from ratings.listing import ListingTerms, Met, MetPeople, listing_terms
from ratings.models import Period, PeriodProgress, PeriodStanding, Pool, RatingChange
from ratings.services.ledger_position import LedgerPosition, changed_months, ledger_end, next_month
from web.bulk_insert import insert

SECONDS: Final = 240
"""No period begins after so long."""

ROWS: Final = 2000
COLUMNS: Final = (
    *("player", "played_on", "pairs", "before", "after", "games_before", "deviation_before"),
    *("deviation", "game__accepted_at", "game__played_here", "game__arbiter"),
)


def count_periods(seconds: float = SECONDS) -> int:
    """Count changed periods again, the latest first, until none is left or the time is over. Gives
    how many were counted."""
    ends, done = monotonic() + seconds, 0
    note_changed_periods()
    while monotonic() < ends and _count_next():
        done += 1
    return done


@transaction.atomic
def note_changed_periods() -> None:
    """Mark the periods whose ledger changed since the last time."""
    PeriodProgress.objects.bulk_create([PeriodProgress(pk=1)], ignore_conflicts=True)
    progress = PeriodProgress.objects.select_for_update(no_key=True).get(pk=1)
    end = ledger_end()
    months = changed_months(LedgerPosition(progress.fold, progress.change), end)
    periods = {p.pk: p for month in months for p in (month_of(month), season_of(month))}
    Period.objects.bulk_create(periods.values(), ignore_conflicts=True)
    Period.objects.filter(pk__in=periods).update(is_current=False)
    progress.fold, progress.change = end
    progress.save()


def month_of(month: date) -> Period:
    """The month that begins on this day: ``2026-11``."""
    return Period(name=f"{month:%Y-%m}", begins=month, ends=next_month(month))


def season_of(month: date) -> Period:
    """The quarter of a year with this month: ``2026-q4``."""
    quarter = (month.month - 1) // 3
    begins = date(month.year, 3 * quarter + 1, 1)
    ends = next_month(date(month.year, 3 * quarter + 3, 1))
    return Period(name=f"{month.year:04}-q{quarter + 1}", begins=begins, ends=ends)


def period_terms(period: Period) -> ListingTerms:
    """Conditions of a rank: in a season as many games, opponents and witnessed games as on the
    leaderboards; in a month half the games."""
    terms = listing_terms()
    if period.is_season:
        return terms
    return terms._replace(games=-(-terms.games // 2), witnessed=-(-terms.witnessed // 2))


# --- inside -------------------------------------------------------------------


@dataclass
class PeriodResult:
    """A player's results in a period."""

    games: int = 0
    wins: int = 0
    witnessed: int = 0
    gain: int = 0
    rating: int = 0
    deviation: int | None = None
    opponents: set[int] = field(default_factory=set)

    def is_ranked(self, terms: ListingTerms) -> bool:
        return (
            self.games >= terms.games
            and len(self.opponents) >= terms.opponents
            and self.witnessed >= terms.witnessed
        )


@transaction.atomic
def _count_next() -> bool:
    """Count the latest period that changed. False if there is none.

    Its row is taken before the ledger is read: a mark that is made meanwhile waits for us.
    """
    stale = Period.objects.filter(is_current=False).order_by("-begins", "name")
    period = stale.select_for_update(no_key=True).first()
    if period is None:
        return False
    period.is_current = True
    results = _results(period)
    ranks = _ranks(period, results)
    period.players, period.ranked = len(results), len(ranks)
    period.save()
    PeriodStanding.objects.filter(period=period).delete()
    insert(
        PeriodStanding(
            period=period,
            player_id=player,
            rank=ranks.get(player),
            games=tally.games,
            wins=tally.wins,
            opponents=len(tally.opponents),
            gain=tally.gain,
            rating=tally.rating,
            deviation=tally.deviation,
        )
        for player, tally in sorted(results.items())
    )
    return True


def _results(period: Period) -> dict[int, PeriodResult]:
    """By player, without games of provisional players and with computer players."""
    results: dict[int, PeriodResult] = {}
    people = MetPeople()
    changes = RatingChange.objects.that_stand().filter(
        pool=Pool.OVERALL, played_on__gte=period.begins, played_on__lt=period.ends
    )
    rows = changes.order_by("played_on", "accepted_at", "game", "nth", "pk").values_list(*COLUMNS)
    for player, day, pairs, *numbers, accepted_at, from_table, arbiter in rows.iterator(ROWS):
        before, after, games, began, ended = numbers
        sitting = [player, *(pair["opponent"] for pair in pairs)]
        met = Met(day, sitting, from_table or arbiter is not None, accepted_at)
        if is_provisional(games, began) or len(people.of_game(met).opponents) < len(sitting):
            continue
        tally = results.setdefault(player, PeriodResult())
        tally.games += 1
        tally.wins += seat_of_change(before, pairs).won
        tally.witnessed += met.witnessed
        tally.gain += after - before
        tally.rating, tally.deviation = after, ended
        tally.opponents.update(sitting[1:])
    return results


def _ranks(period: Period, results: Mapping[int, PeriodResult]) -> dict[int, int]:
    """Ranks of those who played enough; with the same points the same rank."""
    terms = period_terms(period)
    gains = {pk: tally.gain for pk, tally in results.items() if tally.is_ranked(terms)}
    ranks: dict[int, int] = {}
    rank_of_gain: dict[int, int] = {}
    for place, player in enumerate(sorted(gains, key=lambda pk: -gains[pk]), start=1):
        ranks[player] = rank_of_gain.setdefault(gains[player], place)
    return ranks
