"""Events are made, and changed while nothing is played."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine import DEFAULT_EDITION
from engine.vocabulary import Profile, Site
from events.acts.writing import new_act, write_acts
from events.clubs.locks import is_trusted_founder, must_organise
from events.limits import MAX_ENTRANTS, MAX_ROUNDS, NEW_EVENTS
from events.models import (
    WITHOUT_RESULT,
    Club,
    Event,
    EventAct,
    EventArbiter,
    EventFormat,
    EventPlace,
    EventTable,
)
from events.organising.arbiters import arbitrated
from events.organising.zones import checked_zone
from games.editions import edition_choices, is_wrong_edition, wrong_edition_text
from games.lines import timestamp_text
from games.models import Account
from ratings.standings import (
    TIE_BREAK_NAMES,
    parse_point_number,
    parse_points,
)
from tables.errors import InvalidTerms
from tables.locks import must_be_active
from tables.terms import WITHIN, Agreed, Pace, setup_for_terms
from web.errors import Conflict, Invalid, NotAllowed

Kind = EventAct.Kind

NAME: Final = range(3, 81)
SIDES: Final = re.compile(r"[ABCD]{5}")


@dataclass(frozen=True)
class EventTerms:
    """Decisions of an organiser. The fields are those of ``Event``."""

    name: str
    starts_at: datetime
    time_zone: str = "UTC"
    format: str = EventFormat.EVENING.value
    place: str = EventPlace.HALL.value
    rounds_planned: int = 0
    points4: str = "5 3 2 1"
    points3: str = "5 2.5 1"
    points2: str = "5 1"
    bye_points: str = "3"
    tie_breaks: str = "share wins opponents direct"
    hides_end: bool = False
    open_entry: bool = False
    through: int = 2
    has_final: bool = False
    least_games: int = 0
    team_best: int = 0
    edition: str = DEFAULT_EDITION
    profile: str = Profile.OFFICIAL.value
    sites: str = ""
    modules: str = ""
    rated: bool = True
    pace: str = Agreed.pace
    minutes: int = Agreed.minutes
    increment: int = Agreed.increment
    days: int = Agreed.days

    @property
    def columns(self) -> dict[str, object]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def of_event(cls, event: Event, changes: Mapping[str, object]) -> EventTerms:
        """The terms that `event` has, with `changes`."""
        columns = {field.name: getattr(event, field.name) for field in fields(cls)}
        return cls(**columns | dict(changes))


COUNTING_FIELDS: Final = (
    "points4",
    "points3",
    "points2",
    "bye_points",
    "tie_breaks",
    "least_games",
)
FIXED: Final = frozenset((*COUNTING_FIELDS, "format", "through", "has_final", "team_best"))
"""Fields that stand once a table has a result: nobody changes the count of what was played."""


def make_event(account: Account, terms: EventTerms, club: Club | None = None) -> Event:
    """An event, of which `account` is the first arbiter; of a `club`, or of nobody else.

    Raises ``NotAllowed`` for a suspended account, one without a verified address, or one that is
    no officer of the club,
    ``InvalidTerms`` with the field at fault, ``Conflict`` for too many events in a day.
    """
    must_be_active(account)
    if not is_trusted_founder(account):
        raise NotAllowed(_("Verify your e-mail address first: then you can make events."))
    if club is not None:
        must_organise(account, club)
    terms = checked_terms(terms)
    if not NEW_EVENTS.allows(str(account.pk)):
        raise Conflict(_("You have reached today’s limit of events. Try again tomorrow."))
    with transaction.atomic():
        event = Event.objects.create(founder=account, club=club, **terms.columns)
        EventArbiter.objects.create(event=event, account=account)
        content = {"terms": terms_as_json(event), "club": event.club_id}
        write_acts(event, [new_act(Kind.CREATED, account, content, event.name, as_arbiter=True)])
    return event


def change_event(event_id: int, arbiter: Account, terms: EventTerms) -> Event:
    """Raises as ``make_event``; ``InvalidTerms`` for a way to count that is in use already."""
    terms = checked_terms(terms)
    with transaction.atomic():
        event = arbitrated(event_id, arbiter)
        columns, before = terms.columns, (event.name, terms_as_json(event))
        sizes = {len(row.seats.all()) for row in _tables_of(event).prefetch_related("seats")}
        if event.rounds.exists() and columns["format"] != event.format:
            raise InvalidTerms("format", _("A round has started, so the format can’t be changed."))
        for name, size in LISTS.items():
            if size in sizes and not columns[name]:
                raise InvalidTerms(
                    name,
                    _(
                        "A table with %d players has already begun. "
                        "Enter points for this table size."
                    )
                    % size,
                )
        played = _tables_of(event).exclude(state__in=WITHOUT_RESULT)
        if played.exists():
            for name in sorted(FIXED):
                if columns[name] != getattr(event, name):
                    raise InvalidTerms(
                        name, _("A table already has a result, so this can’t be changed.")
                    )
        for name, column in columns.items():
            setattr(event, name, column)
        event.save(update_fields=list(columns))
        changed_terms = terms_as_json(event)
        if (event.name, changed_terms) != before:
            content = {"terms": changed_terms}
            act = new_act(Kind.CHANGED, arbiter, content, event.name, as_arbiter=True)
            write_acts(event, [act])
    return event


def terms_as_json(event: Event) -> dict[str, object]:
    """All that an organiser decides, without the name: as acts and dumps have it."""
    names = [field.name for field in fields(EventTerms) if field.name != "name"]
    terms = {name: getattr(event, name) for name in names}
    return terms | {"starts_at": timestamp_text(event.starts_at)}


def checked_terms(terms: EventTerms) -> EventTerms:
    """`terms` as they are stored. Raises ``InvalidTerms`` with the field at fault."""
    columns = terms.columns | {
        "name": checked_event_name(terms.name),
        "tie_breaks": _checked_tie_breaks(terms.tie_breaks),
    }
    try:
        columns["time_zone"] = checked_zone(terms.time_zone)
    except Invalid as refusal:
        raise InvalidTerms("time_zone", refusal.message) from None
    if terms.format not in EventFormat.values:
        raise InvalidTerms("format", _("Choose one of the options."))
    if terms.place not in EventPlace.values:
        raise InvalidTerms("place", _("Choose one of the options."))
    if not 0 <= terms.rounds_planned <= MAX_ROUNDS:
        raise InvalidTerms("rounds_planned", _("At most %d rounds.") % MAX_ROUNDS)
    if terms.hides_end and not terms.rounds_planned:
        raise InvalidTerms("rounds_planned", _("Enter the number of rounds."))
    columns |= {name: _checked_points(name, getattr(terms, name), n) for name, n in LISTS.items()}
    if terms.format == EventFormat.PAIRS and not columns["points2"]:
        raise InvalidTerms("points2", _("Enter the points for a table of two."))
    if terms.has_final and (terms.format != EventFormat.SWISS or not terms.rounds_planned):
        raise InvalidTerms(
            "has_final", _("Only a Swiss event with a planned number of rounds can have a final.")
        )
    for name, highest in NUMBERS.items():
        if not (name == "through") <= getattr(terms, name) <= highest:
            raise InvalidTerms(name, _("At most %d.") % highest)
    if not any(columns[name] for name in LISTS):
        raise InvalidTerms("points4", _("Enter the points for a table of four, three or two."))
    try:
        parse_point_number(terms.bye_points)
    except ValueError:
        raise InvalidTerms("bye_points", _("Enter a number, such as 3 or 2.5.")) from None
    _check_games(terms)
    if terms.format == EventFormat.DUPLICATE:
        columns |= _checked_duplicate(terms, columns)
    return EventTerms(**columns)  # type: ignore[arg-type]


def checked_event_name(typed: str) -> str:
    """A name of one line, without signs that nobody sees."""
    name = " ".join(unicodedata.normalize("NFC", typed).split())
    if len(name) not in NAME or not name.isprintable():
        raise InvalidTerms("name", _("Enter a name of 3 to 80 characters."))
    return name


# --- inside -------------------------------------------------------------------


def _tables_of(event: Event) -> QuerySet[EventTable]:
    return EventTable.objects.filter(round__event=event)


NUMBERS: Final = {"through": 2, "least_games": MAX_ROUNDS, "team_best": MAX_ENTRANTS}
"""Highest values of numbers that an organiser sets."""

LISTS: Final = {"points4": 4, "points3": 3, "points2": 2}


def _checked_duplicate(terms: EventTerms, columns: dict[str, object]) -> dict[str, object]:
    """Terms of an event with one deal at all tables: all tables have one size, on the site; the
    seat elsewhere is all that counts."""
    if len([name for name in LISTS if columns[name]]) != 1:
        message = _(
            "In this format all tables have the same size. Leave the points of the other sizes "
            "empty."
        )
        raise InvalidTerms("points4", message)
    if terms.place != EventPlace.SITE:
        raise InvalidTerms(
            "place", _("A duplicate event is played on this site. Choose “On this site”.")
        )
    return {"tie_breaks": "", "hides_end": False}


def _checked_points(field: str, typed: str, seats: int) -> str:
    typed = " ".join(typed.split())
    if not typed:
        return ""
    try:
        count = len(parse_points(typed))
    except ValueError:
        count = 0
    if count != seats or len(typed) > 40:
        message = _("Enter %(n)d numbers, highest first, such as “%(example)s”.")
        example = {4: "5 3 2 1", 3: "5 2.5 1", 2: "5 1"}[seats]
        raise InvalidTerms(field, message % {"n": seats, "example": example})
    return typed


def _checked_tie_breaks(typed: str) -> str:
    words = typed.split()
    if len(set(words)) < len(words) or any(word not in TIE_BREAK_NAMES for word in words):
        raise InvalidTerms("tie_breaks", _("Choose each tie-break once."))
    return " ".join(words)


def _check_games(terms: EventTerms) -> None:
    """The terms of the event's games are such as a table may have."""
    if terms.edition != DEFAULT_EDITION and terms.edition not in edition_choices():
        raise InvalidTerms("edition", _("There is no such edition."))
    if is_wrong_edition(terms.edition):
        raise InvalidTerms("edition", wrong_edition_text(terms.edition))
    if terms.profile not in [profile.value for profile in Profile]:
        raise InvalidTerms("profile", _("Choose one of the rules in the list."))
    if terms.sites and not SIDES.fullmatch(terms.sites):
        message = _(
            "Enter %d letters, one for each site from market to obelisks, such as AABCA."
        ) % len(Site)
        raise InvalidTerms("sites", message)
    if not terms.sites and (terms.modules or terms.place != EventPlace.HALL):
        raise InvalidTerms(
            "sites", _("Choose the board sides: all tables must play the same sides.")
        )
    if terms.sites:
        setup_for_terms(4, terms.sites, tuple(terms.modules.split()), terms.profile)
    if terms.pace not in Pace.values:
        raise InvalidTerms("pace", _("Choose one of the listed paces."))
    for name in ("minutes", "increment", "days"):
        lowest, highest = WITHIN[name]
        if not lowest <= getattr(terms, name) <= highest:
            values = {"fewest": lowest, "most": highest}
            raise InvalidTerms(name, _("Enter a number from %(fewest)d to %(most)d.") % values)
