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
from events.series.guests import answer_for_guest, name_guest
from events.series.league import (
    add_division,
    place_players,
    plan_next_season,
    set_leaving,
    start_next_season,
)
from events.series.organising import (
    SeriesTerms,
    add_event_to_series,
    change_series,
    make_series,
    remove_event_from_series,
)
from games.models import Account
from tests.worlds.clubs import club_of
from tests.worlds.evenings import STARTS, person, terms

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


def league_with_seasons() -> Series:
    """A series (1) with a guest who is an account and an event that was taken out; a league of a
    club (2), and its next season (3)."""
    ida, ann, mia = person("ida"), person("ann"), person("mia")
    series = season_of(ida, best=2)
    evening_in(series, ida, "@ann", "Mia", "Tom")
    evening_in(series, ida, "@mia", "@ann", "Tom")
    extra = evening_in(series, ida, "Tom", "@ann")
    change_series(series.pk, ida, season_terms(best=2, name="Spring"))
    answer_for_guest(name_guest(series.pk, ida, "Mia", "mia").pk, mia, agrees=True)
    remove_event_from_series(series.pk, ida, extra.pk, "not of this season")
    league = make_series(ida, season_terms(name="League"), club_of(ida, ann, name="League Club"))
    for name in ("Gold", "Silver"):
        add_division(league.pk, ida, name, 1)
    gold = place_players(league.pk, ida, 1, ["@ann", "@mia", "Tom"])
    place_players(league.pk, ida, 2, ["Zed", "Eve", "Pia"])
    evening_in(league, ida, "@mia", "@ann", "Tom", division=1)
    evening_in(league, ida, "Eve", "Zed", "Pia", division=2)
    set_leaving(league.pk, ann, gold[0].pk, leaving=True)
    joining = ["Lou"]
    digest = plan_next_season(league, joining).digest
    return start_next_season(league.pk, ida, season_terms(name="League 2"), joining, digest)


def day(text: str) -> date:
    return date.fromisoformat(text)
