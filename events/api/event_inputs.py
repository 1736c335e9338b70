"""Bodies of requests about events. Services check their meaning."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from rest_framework import serializers

from engine.vocabulary import Module, Profile
from events.limits import MAX_ENTRANTS, MAX_ROUNDS, REASON_CHARACTERS
from events.models import EventFormat, EventPlace
from events.organising.making import EventTerms
from events.rounds.opening import DAYS_BETWEEN
from events.rounds.planning import SeedOrder
from events.rounds.timers import TIMER_MINUTES
from ratings.standings import TIE_BREAK_NAMES
from tables.api import StrictBooleanField, StrictCharField, StrictIntegerField
from tables.models import Pace
from tables.terms import WITHIN

YEARS = range(2000, 2200)
TIE_BREAKS = sorted(TIE_BREAK_NAMES)
PLAYERS = 4
"""Most players of a table."""


def check_moment(moment: datetime) -> None:
    """Raises ``ValidationError`` for a moment that not every time zone can show."""
    if moment.year not in YEARS:
        raise serializers.ValidationError(f"Enter a time from {YEARS[0]} to {YEARS[-1]}.")


def _moment(
    help_text: str, *, required: bool = False, allow_null: bool = False
) -> serializers.DateTimeField:
    return serializers.DateTimeField(
        help_text=f"{help_text}; ISO 8601, UTC unless it has an offset",
        validators=[check_moment],
        required=required,
        allow_null=allow_null,
    )


def _within(term: str) -> StrictIntegerField:
    lowest, highest = WITHIN[term]
    return StrictIntegerField(min_value=lowest, max_value=highest, required=False)


def _points(seats: str) -> StrictCharField:
    return StrictCharField(
        max_length=40,
        allow_blank=True,
        required=False,
        help_text=f"points for each place at a table of {seats}, as in `5 3 2 1`; "
        "empty: no such table",
    )


class EventChangeInput(serializers.Serializer[Any]):
    """Terms of an event that change; the others stay."""

    name = StrictCharField(max_length=80, required=False)
    starts_at = _moment("when it begins")
    time_zone = StrictCharField(
        max_length=40, required=False, help_text="of the place, as in `Europe/Berlin`"
    )
    format = serializers.ChoiceField(EventFormat.values, required=False)
    place = serializers.ChoiceField(EventPlace.values, required=False)
    rounds_planned = StrictIntegerField(
        min_value=0, max_value=MAX_ROUNDS, required=False, help_text="0: no fixed number"
    )
    points4 = _points("four")
    points3 = _points("three")
    points2 = _points("two")
    bye_points = StrictCharField(
        max_length=10, required=False, help_text="points of a round without a table"
    )
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(TIE_BREAKS),
        max_length=len(TIE_BREAKS),
        required=False,
        help_text="in the order in which they count, each once",
    )
    hides_end = StrictBooleanField(
        required=False,
        help_text="results of the last two planned rounds stay hidden until the event ends",
    )
    through = StrictIntegerField(
        min_value=1,
        max_value=2,
        required=False,
        help_text="players who go on from each knock-out table",
    )
    has_final = StrictBooleanField(
        required=False, help_text="the four best play a final after the rounds of a Swiss"
    )
    least_games = StrictIntegerField(
        min_value=0, max_value=MAX_ROUNDS, required=False, help_text="results needed for a rank"
    )
    team_best = StrictIntegerField(
        min_value=0,
        max_value=MAX_ENTRANTS,
        required=False,
        help_text="how many members of a team count; 0: all",
    )
    open_entry = StrictBooleanField(
        required=False, help_text="players with an account can join by themselves"
    )
    edition = StrictCharField(max_length=20, required=False)
    profile = serializers.ChoiceField([profile.value for profile in Profile], required=False)
    sites = serializers.RegexField(
        r"^([A-D]{5})?$",
        required=False,
        allow_blank=True,
        help_text="five sides, market to obelisks; empty: each table chooses",
    )
    modules = serializers.ListField(
        child=serializers.ChoiceField([module.word for module in Module]),
        max_length=len(Module),
        required=False,
    )
    rated = StrictBooleanField(required=False, help_text="games on the site are rated")
    pace = serializers.ChoiceField(Pace.choices, required=False)
    minutes = _within("minutes")
    increment = _within("increment")
    days = _within("days")


class EventInput(EventChangeInput):
    """A new event. Default: an evening at real tables."""

    name = StrictCharField(max_length=80)
    starts_at = _moment("when it begins", required=True)
    club = serializers.SlugField(
        required=False,
        allow_blank=True,
        max_length=50,
        help_text="the last part of the address of its club, of which you are an officer",
    )


def terms_columns(body: Mapping[str, object]) -> dict[str, object]:
    """Fields of ``EventTerms`` that the body has; lists as words."""
    return {
        name: " ".join(member) if isinstance(member, list) else member
        for name, member in body.items()
        if name in EventTerms.__annotations__
    }


class _Numbers(serializers.ListField):
    """Numbers of entrants."""

    child = StrictIntegerField(min_value=1, max_value=MAX_ENTRANTS)


def _tables(help_text: str) -> serializers.ListField:
    return serializers.ListField(
        child=_Numbers(help_text="entrants in turn order", min_length=2, max_length=PLAYERS),
        max_length=MAX_ENTRANTS,
        default=list,
        help_text=help_text,
    )


def _places() -> serializers.ListField:
    return serializers.ListField(
        child=StrictIntegerField(min_value=1, max_value=PLAYERS),
        max_length=PLAYERS,
        default=list,
        help_text="only if stones on the sleds broke a tie",
    )


def _reason() -> StrictCharField:
    return StrictCharField(max_length=REASON_CHARACTERS, help_text="everybody can read it")


def _free_reason(kind: str) -> StrictCharField:
    """A reason that some requests need not have."""
    return StrictCharField(
        max_length=REASON_CHARACTERS, help_text=kind, default="", allow_blank=True
    )


class NamesInput(serializers.Serializer[Any]):
    """People who enter an event."""

    names = serializers.ListField(
        child=StrictCharField(max_length=60),
        min_length=1,
        max_length=MAX_ENTRANTS,
        help_text="`@ana` is an account, any other name is a guest; a team follows a slash",
    )


class PublicReasonInput(serializers.Serializer[Any]):
    """A public reason."""

    reason = _reason()


class WithdrawalInput(serializers.Serializer[Any]):
    """A public reason; a guest needs none."""

    reason = _free_reason("everybody can read it; not needed for a guest")


class RoundInput(serializers.Serializer[Any]):
    """The next round. Without `tables` and `byes` the site seats everybody."""

    deadline = _moment("the deadline to take a seat, or to finish", allow_null=True)
    on_site = StrictBooleanField(
        default=False, help_text="for events that are played both on the site and at real tables"
    )
    tables = _tables("your own pairings: numbers of entrants; the site seats the others")
    byes = _Numbers(help_text="entrants without a table", max_length=MAX_ENTRANTS, default=list)
    reason = _free_reason("reason for your own pairings; everybody can read it")


class SeedsInput(serializers.Serializer[Any]):
    """Seeds of everybody who is here."""

    order = serializers.ChoiceField([order.value for order in SeedOrder])
    entrants = _Numbers(
        help_text="by hand: from the best seed; the others are added by lot",
        max_length=MAX_ENTRANTS,
        default=list,
    )
    reason = _free_reason("reason for an order by hand; everybody can read it")


class GroupsInput(serializers.Serializer[Any]):
    """Closed groups."""

    count = StrictIntegerField(min_value=1, max_value=MAX_ENTRANTS, help_text="of groups")
    order = serializers.ChoiceField([order.value for order in SeedOrder])
    groups = serializers.ListField(
        child=_Numbers(help_text="entrants of a group", min_length=1, max_length=MAX_ENTRANTS),
        max_length=MAX_ENTRANTS,
        default=list,
        help_text="by hand: the groups themselves",
    )
    fewest_repeats = StrictBooleanField(
        default=False, help_text="if no design is known: small tables do not rotate"
    )
    reason = _free_reason("reason for groups by hand; everybody can read it")


class PlannedRoundInput(serializers.Serializer[Any]):
    """A round to come. Entrants who are not named are seated by the site."""

    tables = _tables("tables of the round")
    byes = _Numbers(help_text="entrants without a table", max_length=MAX_ENTRANTS, default=list)


class PlanInput(serializers.Serializer[Any]):
    """The seating of rounds to come, from the next one."""

    rounds = serializers.ListField(child=PlannedRoundInput(), max_length=MAX_ROUNDS)
    reason = _reason()


class AllRoundsInput(serializers.Serializer[Any]):
    """Deadlines of rounds that are all opened at once."""

    deadline = _moment("of the first round", allow_null=True)
    days = StrictIntegerField(
        min_value=DAYS_BETWEEN[0],
        max_value=DAYS_BETWEEN[-1],
        default=7,
        help_text="from one deadline to the next",
    )


class TimerInput(serializers.Serializer[Any]):
    """Minutes of a round."""

    minutes = StrictIntegerField(min_value=TIMER_MINUTES[0], max_value=TIMER_MINUTES[-1])


class TeamInput(serializers.Serializer[Any]):
    """A team by its name."""

    team = StrictCharField(max_length=60, allow_blank=True, help_text="empty: none")


class HandTableInput(serializers.Serializer[Any]):
    """A table that an arbiter makes."""

    entrants = _Numbers(help_text="entrants in turn order", min_length=2, max_length=PLAYERS)


class SlipInput(serializers.Serializer[Any]):
    """Points of a table."""

    scores = serializers.ListField(
        child=StrictIntegerField(min_value=-99, max_value=499),
        min_length=2,
        max_length=PLAYERS,
        help_text="points of each seat, in turn order",
    )
    places = _places()


class RulingInput(serializers.Serializer[Any]):
    """A decision about a table: its points, or who did not come."""

    scores = serializers.ListField(
        child=StrictIntegerField(min_value=-99, max_value=499),
        max_length=PLAYERS,
        default=list,
        help_text="points of each seat, in turn order",
    )
    places = _places()
    absent = _Numbers(
        help_text="instead of `scores`: entrants who were absent; the others get a bye",
        max_length=PLAYERS,
        required=False,
    )
    reason = _reason()


class GameInput(serializers.Serializer[Any]):
    """A game on record."""

    game = StrictCharField(max_length=12, help_text="its id")


class PenaltyInput(serializers.Serializer[Any]):
    """Points that are taken from an entrant."""

    entrant = StrictIntegerField(min_value=1, max_value=MAX_ENTRANTS)
    points = StrictCharField(max_length=10, help_text="as in `1` or `0.5`")
    reason = _reason()


class ArbiterInput(serializers.Serializer[Any]):
    """An account that becomes an arbiter of the event."""

    handle = StrictCharField(max_length=26)


class AnnouncementInput(serializers.Serializer[Any]):
    """Words to everybody."""

    text = StrictCharField(max_length=REASON_CHARACTERS, help_text="one line")
