"""Seasons for tests: a series of evenings at one table each, or of whole divisions."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from events.entrants.entering import enter_people
from events.models import Event, Series
from events.organising.making import make_event
from events.results.ending import end_event
from events.results.series_boards import read_board
from events.results.slips import Slip, report_slip
from events.round_tables.tables import seat_by_hand
from events.series.organising import SeriesTerms, add_event_to_series, make_series
from games.models import Account
from tests.worlds.evenings import STARTS, terms

FIRST = STARTS.date()


def season_terms(**changes: Any) -> SeriesTerms:
    usual = {"name": "Winter season", "first_day": FIRST, "last_day": FIRST + timedelta(days=90)}
    return SeriesTerms(**{**usual, **changes})


def season_of(organiser: Account, **changes: Any) -> Series:
    return make_series(organiser, season_terms(**changes))


def evening_in(
    series: Series,
    organiser: Account,
    *names: str,
    division: int | None = None,
    ends: bool = True,
    **changes: Any,
) -> Event:
    """An ended evening of one table, at which the people finish in this order."""
    week = series.entries.count()
    event = make_event(
        organiser,
        terms(
            **{"name": f"Evening {week + 1}", "starts_at": STARTS + timedelta(weeks=week)} | changes
        ),
        series.club,
    )
    people = enter_people(event.pk, organiser, names)
    table = seat_by_hand(event.pk, organiser, [person.number for person in people])
    scores = tuple(range(40, 40 - len(names), -1))
    report_slip(event.pk, table.pk, organiser, Slip(scores))
    if ends:
        end_event(event.pk, organiser)
    add_event_to_series(series.pk, organiser, event.pk, division)
    return event


def board_of(series: Series) -> dict[str, str]:
    """The points of everybody on the board, from the first."""
    return {line.person.in_logs: line.points for line in read_board(series).lines()}


def day(text: str) -> date:
    return date.fromisoformat(text)
