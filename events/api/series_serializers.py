"""Series as resources: their terms, boards, divisions, and the next season."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from events.models import Division, DivisionPlayer, GuestAccount, Series, SeriesEvent
from events.series.league import NextPlace
from events.series.queries import BoardPart
from web.api.base import absolute_link

Url = {"type": "string", "format": "uri"}
DIVISION = "number of the division, 1 is the highest"


class SeriesSummary(serializers.ModelSerializer[Series]):
    """A series."""

    id = serializers.IntegerField(source="pk", help_text="its number")
    name = serializers.CharField(
        source="public_name", help_text="a number while a moderator has hidden the name"
    )
    club = serializers.CharField(
        source="club.slug", allow_null=True, default=None, help_text="address of its club"
    )
    before = serializers.IntegerField(
        source="before_id", allow_null=True, help_text="the season before; null: none"
    )
    url = serializers.SerializerMethodField(help_text="this resource")
    page = serializers.SerializerMethodField(help_text="its page")

    class Meta:
        model = Series
        fields = ["id", "name", "club", "first_day", "last_day", "before", "url", "page"]

    @extend_schema_field(Url)
    def get_url(self, series: Series) -> str:
        return absolute_link(self.context["request"], "api-series", series.pk)

    @extend_schema_field(Url)
    def get_page(self, series: Series) -> str:
        return absolute_link(self.context["request"], "series", series.pk)


class SeriesTermsFull(serializers.ModelSerializer[Series]):
    """How a series counts."""

    tie_breaks = serializers.ListField(
        source="tie_break_words", child=serializers.CharField(), help_text="in order"
    )

    class Meta:
        model = Series
        fields = ["best", "least", "rank_points", "tie_breaks"]


class SeriesEventRow(serializers.ModelSerializer[SeriesEvent]):
    """An event of a series."""

    event = serializers.IntegerField(source="event_id", help_text="number of the event")
    name = serializers.CharField(source="event.public_name")
    division = serializers.IntegerField(
        source="division.number", allow_null=True, default=None, help_text=DIVISION
    )
    starts_at = serializers.DateTimeField(source="event.starts_at")
    ended_at = serializers.DateTimeField(source="event.ended_at", allow_null=True)

    class Meta:
        model = SeriesEvent
        fields = ["event", "name", "division", "starts_at", "ended_at"]


class RemovedEventRow(serializers.Serializer[Any]):
    """An event that counts no longer."""

    event = serializers.IntegerField()
    removed_at = serializers.DateTimeField()
    reason = serializers.CharField()


class EveningRow(serializers.Serializer[Any]):
    """Points of a person in an event."""

    points = serializers.CharField(allow_blank=True, help_text="empty: was not there")
    counts = serializers.BooleanField()


class BoardLineRow(serializers.Serializer[Any]):
    """A line of a board."""

    rank = serializers.IntegerField()
    name = serializers.CharField(source="person.in_logs", help_text="`@ana`, or a guest")
    guest_names = serializers.CharField(
        source="person.guest_names", help_text="names under which an account played as a guest"
    )
    points = serializers.CharField(help_text="exact: `2.5`")
    events = serializers.IntegerField(help_text="number of events")
    wins = serializers.IntegerField(help_text="events won")
    tie_breaks = serializers.ListField(child=serializers.CharField())
    evenings = EveningRow(source="cells", many=True, help_text="in the order of `events`")


class DivisionRow(serializers.ModelSerializer[Division]):
    """A division."""

    class Meta:
        model = Division
        fields = ["number", "name", "exchanged"]


class BoardRow(serializers.Serializer[Any]):
    """The board of a series, or of one of its divisions."""

    division = DivisionRow(allow_null=True, help_text="null: the series has none")
    events = serializers.SerializerMethodField(help_text="numbers of its events, in order")
    lines = BoardLineRow(many=True)

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_events(self, part: BoardPart) -> list[int]:
        return [entry.event_id for entry in part.entries]


class DivisionPlayerRow(serializers.Serializer[Any]):
    """A player of a division."""

    id = serializers.IntegerField(help_text="number of this place")
    name = serializers.CharField(help_text="`@ana`, or a guest")
    division = serializers.IntegerField(help_text=DIVISION)
    move = serializers.ChoiceField(DivisionPlayer.Move.values, help_text="the way into it")
    leaving = serializers.BooleanField(help_text="plays no next season")


class GuestRow(serializers.ModelSerializer[GuestAccount]):
    """A guest who is said to be an account."""

    id = serializers.IntegerField(source="pk")
    account = serializers.CharField(source="account.username", help_text="handle")
    named_by = serializers.CharField(source="named_by.username", help_text="handle")
    agreed_at = serializers.DateTimeField(allow_null=True, help_text="null: no answer yet")
    declined_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        model = GuestAccount
        fields = ["id", "guest", "account", "named_by", "named_at", "agreed_at", "declined_at"]


class SeriesFull(SeriesSummary):
    """A series with its boards."""

    terms = SeriesTermsFull()
    may_organise = serializers.BooleanField(help_text="you may change it")
    next_season = serializers.IntegerField(allow_null=True, help_text="null: not begun")
    events = SeriesEventRow(many=True)
    removed_events = RemovedEventRow(many=True)
    boards = BoardRow(many=True, help_text="one, or one for each division from the highest")
    players = DivisionPlayerRow(many=True, help_text="of a league, by division")
    guests = GuestRow(many=True, help_text="guests who have an account, or may have one")

    class Meta(SeriesSummary.Meta):
        fields = [
            *SeriesSummary.Meta.fields,
            *("terms", "may_organise", "next_season", "events", "removed_events", "boards"),
            *("players", "guests"),
        ]


class NextPlaceRow(serializers.Serializer[NextPlace]):
    """A person's place in the next season."""

    name = serializers.CharField(source="person.in_logs")
    move = serializers.ChoiceField(DivisionPlayer.Move.values)
    before = serializers.IntegerField(allow_null=True, help_text="division so far; null: none")


class NextDivisionRow(serializers.Serializer[Any]):
    """A division of the next season."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    players = NextPlaceRow(many=True)


class PromotionFull(serializers.Serializer[Any]):
    """The next season as it would be now."""

    divisions = NextDivisionRow(many=True)
    leaving = serializers.ListField(child=serializers.CharField(), help_text="names")
    digest = serializers.CharField(help_text="to begin the season as it is here")
