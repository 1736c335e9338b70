"""Series are made and changed; events come into them, and are taken out with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from events.clubs.locks import can_organise, is_trusted_founder, must_organise
from events.entrants.entering import enter_people
from events.limits import MAX_SERIES_EVENTS, NEW_SERIES
from events.models import Club, Division, Event, EventTable, Series, SeriesAct, SeriesEvent
from events.models.round import WITHOUT_RESULT
from events.organising.arbiters import is_arbiter
from events.organising.making import checked_event_name
from events.organising.reasons import checked_public_reason
from events.results.series_boards import rank_points
from events.series.acts import (
    PendingSeriesAct,
    created_act,
    series_terms_as_json,
    write_series_acts,
)
from games.models import Account
from ratings.standings import SERIES_TIE_BREAK_NAMES
from tables.errors import InvalidTerms
from tables.locks import must_be_active
from web.database_clock import database_time
from web.errors import Conflict, Invalid, NotAllowed

Kind = SeriesAct.Kind

SEASON_DAYS: Final = 800
"""A season is no longer than this."""


@dataclass(frozen=True)
class SeriesTerms:
    """Decisions of an organiser. The fields are those of ``Series``."""

    name: str
    first_day: date
    last_day: date
    best: int = 0
    least: int = 1
    rank_points: str = ""
    tie_breaks: str = "wins best_event mean_rank"

    @property
    def columns(self) -> dict[str, object]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def of_series(cls, series: Series, changes: Mapping[str, object]) -> SeriesTerms:
        """The terms of `series` with these changes."""
        columns = {field.name: getattr(series, field.name) for field in fields(cls)}
        columns.update(changes)
        return cls(**columns)


COUNTING: Final = ("best", "least", "rank_points", "tie_breaks")
"""Fields that stand once an event of the series has a result."""


def organises_series(series: Series, account: Account | None) -> bool:
    """True if `account` may change `series`: officers of its club; without a club its founder."""
    if account is None or not account.is_active:
        return False
    if series.club is not None:
        return can_organise(account, series.club)
    return series.founder_id == account.pk


def lock_series(series_id: int, account: Account) -> Series:
    """The locked series, for one of its organisers. Raises ``Series.DoesNotExist``,
    ``NotAllowed``."""
    series = Series.objects.select_for_update(no_key=True).get(pk=series_id)
    must_organise_series(series, account)
    return series


def must_organise_series(series: Series, account: Account) -> None:
    """Raises ``NotAllowed`` unless ``organises_series``."""
    if not organises_series(series, account):
        raise NotAllowed(_("Only an organiser of this series can do that."))


def make_series(account: Account, terms: SeriesTerms, club: Club | None = None) -> Series:
    """A series of a `club`, whose officers organise it; or of `account` alone.

    Raises ``NotAllowed``, ``InvalidTerms`` with the field at fault, ``Conflict`` for too many in a
    day.
    """
    must_be_active(account)
    if not is_trusted_founder(account):
        raise NotAllowed(_("To make a series, verify your e-mail address first."))
    if club is not None:
        must_organise(account, club)
    terms = checked_series_terms(terms)
    if not NEW_SERIES.allows(str(account.pk)):
        raise Conflict(_("You have made too many series today. Try again tomorrow."))
    with transaction.atomic():
        series = Series.objects.create(founder=account, club=club, **terms.columns)
        write_series_acts(series, account, [created_act(series, account)])
    return series


def change_series(series_id: int, account: Account, terms: SeriesTerms) -> Series:
    """Raises as ``make_series``; ``InvalidTerms`` for a way to count that is in use already."""
    terms = checked_series_terms(terms)
    with transaction.atomic():
        series = lock_series(series_id, account)
        columns, before = terms.columns, (series.name, series_terms_as_json(series))
        if _has_results(series):
            for name in COUNTING:
                if columns[name] != getattr(series, name):
                    raise InvalidTerms(
                        name, _("This can’t be changed, because the series already has a result.")
                    )
        for name, column in columns.items():
            setattr(series, name, column)
        series.save(update_fields=list(columns))
        after = series_terms_as_json(series)
        if (series.name, after) != before:
            act = PendingSeriesAct(Kind.CHANGED, {"terms": after}, series.name)
            write_series_acts(series, account, [act])
    return series


def add_event_to_series(
    series_id: int, account: Account, event_id: int, division: int | None = None
) -> SeriesEvent:
    """An event comes into a series, by an arbiter of both; in a league into the `division` with
    this number, whose players are entered if nobody is in the event yet.

    Raises ``Event.DoesNotExist``, ``NotAllowed``, ``Invalid`` for a division that is not there,
    ``Conflict`` for an event of another club, one that is in it already, or too many.
    """
    with transaction.atomic():
        series = lock_series(series_id, account)
        event = Event.objects.select_related("club").get(pk=event_id)
        if not is_arbiter(event, account):
            raise NotAllowed(_("Only an arbiter of the event can add it to a series."))
        if event.club_id is not None and series.club_id not in (None, event.club_id):
            raise Conflict(_("This event belongs to another club."))
        part = _division_for_event(series, division)
        entries = SeriesEvent.objects.filter(series=series)
        if entries.filter(removed_at=None).count() >= MAX_SERIES_EVENTS:
            raise Conflict(_("A series can have at most %d events.") % MAX_SERIES_EVENTS)
        entry = entries.filter(event=event).first() or SeriesEvent(series=series, event=event)
        if entry.pk and entry.removed_at is None:
            raise Conflict(_("This event is in the series already."))
        entry.division, entry.added_by, entry.added_at = part, account, database_time()
        entry.removed_at, entry.removed_by, entry.reason = None, None, ""
        entry.save()
        content = {"event": event.pk, "division": part.number if part else None}
        write_series_acts(series, account, [PendingSeriesAct(Kind.EVENT, content)])
        if part is not None and not event.is_over and not event.entrants.exists():
            names = [player.in_logs for player in part.players.select_related("account")]
            if names:
                enter_people(event.pk, account, names)
    return entry


def remove_event_from_series(
    series_id: int, account: Account, event_id: int, reason: str
) -> SeriesEvent:
    """An event counts no longer in a series; that and the reason stay to be read. Raises
    ``NotAllowed``, ``Invalid`` without a reason, ``Conflict``."""
    reason = checked_public_reason(reason)
    with transaction.atomic():
        series = lock_series(series_id, account)
        entry = SeriesEvent.objects.filter(series=series, event=event_id, removed_at=None).first()
        if entry is None:
            raise Conflict(_("This event is not in the series."))
        entry.removed_at, entry.removed_by, entry.reason = database_time(), account, reason
        entry.save(update_fields=["removed_at", "removed_by", "reason"])
        act = PendingSeriesAct(Kind.NO_EVENT, {"event": entry.event_id}, reason)
        write_series_acts(series, account, [act])
    return entry


def checked_series_terms(terms: SeriesTerms) -> SeriesTerms:
    """`terms` as they are stored. Raises ``InvalidTerms`` with the field at fault."""
    if terms.last_day < terms.first_day:
        raise InvalidTerms("last_day", _("The season must end after it begins."))
    if (terms.last_day - terms.first_day).days > SEASON_DAYS:
        raise InvalidTerms("last_day", _("A season can last at most two years."))
    if not 0 <= terms.best <= MAX_SERIES_EVENTS:
        raise InvalidTerms(
            "best",
            _("Enter a number from 1 to %d, or leave the field empty to count all events.")
            % MAX_SERIES_EVENTS,
        )
    if not 1 <= terms.least <= MAX_SERIES_EVENTS:
        raise InvalidTerms("least", _("Enter a number from 1 to %d.") % MAX_SERIES_EVENTS)
    words = terms.tie_breaks.split()
    if len(set(words)) < len(words) or any(word not in SERIES_TIE_BREAK_NAMES for word in words):
        raise InvalidTerms("tie_breaks", _("Choose each tie-break once."))
    columns = terms.columns | {
        "name": checked_event_name(terms.name),
        "rank_points": " ".join(terms.rank_points.replace(",", " ").split()),
        "tie_breaks": " ".join(words),
    }
    try:
        rank_points(str(columns["rank_points"]))
    except ValueError:
        raise InvalidTerms(
            "rank_points", _("Enter up to 20 numbers, highest first, such as “10 6 4 3 2 1”.")
        ) from None
    return SeriesTerms(**columns)  # type: ignore[arg-type]


# --- inside -------------------------------------------------------------------


def _division_for_event(series: Series, number: int | None) -> Division | None:
    divisions = {division.number: division for division in series.divisions.all()}
    if number is None and not divisions:
        return None
    division = divisions.get(number or 0)
    if division is None:
        raise Invalid(_("Choose the division of this event."))
    return division


def _has_results(series: Series) -> bool:
    tables = EventTable.objects.filter(
        round__event__series_entries__series=series,
        round__event__series_entries__removed_at=None,
    )
    return tables.exclude(state__in=WITHOUT_RESULT).exists()
