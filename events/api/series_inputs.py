"""Bodies of requests about series. Services check their meaning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rest_framework import serializers

from events.limits import (
    MAX_DIVISION_PLAYERS,
    MAX_DIVISIONS,
    MAX_SERIES_EVENTS,
    REASON_CHARACTERS,
)
from events.results.series_boards import RANK_POINTS_CHARACTERS
from events.series.organising import SeriesTerms
from ratings.standings import SERIES_TIE_BREAK_NAMES
from tables.api import StrictBooleanField, StrictCharField, StrictIntegerField

LARGEST_ID: Final = 2**31 - 1
SERIES_TIE_BREAKS: Final = sorted(SERIES_TIE_BREAK_NAMES)


class SeriesChangeInput(serializers.Serializer[Any]):
    """Terms of a series that change; the others stay."""

    name = StrictCharField(max_length=80, required=False)
    first_day = serializers.DateField(required=False)
    last_day = serializers.DateField(required=False)
    best = StrictIntegerField(
        min_value=0,
        max_value=MAX_SERIES_EVENTS,
        required=False,
        help_text="events of each person that count; 0: all",
    )
    least = StrictIntegerField(
        min_value=1,
        max_value=MAX_SERIES_EVENTS,
        required=False,
        help_text="events that a person needs to be listed",
    )
    rank_points = StrictCharField(
        max_length=RANK_POINTS_CHARACTERS,
        required=False,
        allow_blank=True,
        help_text="points of the ranks in an event, as in `10 6 4 3`; empty: the event's own",
    )
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(SERIES_TIE_BREAKS),
        max_length=len(SERIES_TIE_BREAKS),
        required=False,
        help_text="in the order in which they count, each once",
    )


class SeriesInput(SeriesChangeInput):
    """A new series. Default: all events count."""

    name = StrictCharField(max_length=80)
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    club = serializers.SlugField(
        max_length=50, required=False, help_text="its club, of which you are an officer"
    )


class JoiningInput(serializers.Serializer[Any]):
    """Newcomers of the next season."""

    joining = serializers.ListField(
        child=StrictCharField(max_length=60),
        max_length=MAX_DIVISION_PLAYERS,
        default=list,
        help_text="`@ana` or the name of a guest, for the last division",
    )


class NextSeasonInput(JoiningInput, SeriesChangeInput):
    """The next season, as it was shown. Fields you leave out stay as in the season before."""

    name = StrictCharField(max_length=80)
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    digest = StrictCharField(max_length=16, help_text="of the preview that you were shown")


class SeriesEventInput(serializers.Serializer[Any]):
    """An event that comes into a series."""

    event = StrictIntegerField(min_value=1, max_value=LARGEST_ID)
    division = StrictIntegerField(
        min_value=1, max_value=MAX_DIVISIONS, required=False, help_text="in a league: its number"
    )


class DivisionInput(serializers.Serializer[Any]):
    """A further division, below all others."""

    name = StrictCharField(max_length=40)
    exchanged = StrictIntegerField(
        min_value=0,
        max_value=MAX_DIVISION_PLAYERS,
        default=0,
        help_text="how many of its last players go down; as many come up",
    )


class PlayersInput(serializers.Serializer[Any]):
    """People who come into a division."""

    names = serializers.ListField(
        child=StrictCharField(max_length=60),
        min_length=1,
        max_length=MAX_DIVISION_PLAYERS,
        help_text="`@ana` is an account, any other name is a guest",
    )


class GuestInput(serializers.Serializer[Any]):
    """A guest of the series, and the account that is said to be the same person."""

    guest = StrictCharField(max_length=60)
    handle = StrictCharField(max_length=26)


class GuestAnswerInput(serializers.Serializer[Any]):
    """The answer of the account."""

    agrees = StrictBooleanField()


class RemovalInput(serializers.Serializer[Any]):
    """A public reason."""

    reason = StrictCharField(max_length=REASON_CHARACTERS, help_text="everybody can read it")


def series_columns(body: Mapping[str, object]) -> dict[str, object]:
    """Fields of ``SeriesTerms`` that the body has; lists as words."""
    return {
        name: " ".join(member) if isinstance(member, list) else member
        for name, member in body.items()
        if name in SeriesTerms.__annotations__
    }
