"""Events as resources, described; ``event_answers`` writes them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from events.models import Event, EventFormat, EventPlace, EventRuling, ResultState
from web.api.base import absolute_link

POINTS = "points of the event, as on its page: `2.5`"


class EventRow(serializers.ModelSerializer[Event]):
    """An event."""

    id = serializers.IntegerField(source="pk", help_text="its number")
    name = serializers.CharField(
        source="public_name", help_text="a number while a moderator has hidden the name"
    )
    club = serializers.CharField(
        source="club.slug", allow_null=True, default=None, help_text="address of its club"
    )
    format = serializers.ChoiceField(EventFormat.values, help_text="how players are seated")
    place = serializers.ChoiceField(EventPlace.values, help_text="hall, site or both")
    url = serializers.SerializerMethodField(help_text="this resource")
    page = serializers.SerializerMethodField(help_text="its page")

    class Meta:
        model = Event
        fields = [
            *("id", "name", "club", "starts_at", "time_zone", "ended_at", "format", "place"),
            *("rounds_planned", "url", "page"),
        ]
        extra_kwargs = {
            "starts_at": {"help_text": "when it begins"},
            "time_zone": {"help_text": "of its place"},
            "ended_at": {"help_text": "null: it is not over"},
            "rounds_planned": {"help_text": "0: no fixed number", "max_value": 60},
        }

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_url(self, event: Event) -> str:
        return absolute_link(self.context["request"], "api-event", event.pk)

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_page(self, event: Event) -> str:
        return absolute_link(self.context["request"], "event", event.pk)


class EventTermsFull(serializers.ModelSerializer[Event]):
    """How an event counts, and the terms of its games."""

    tie_breaks = serializers.ListField(
        source="tie_break_words", child=serializers.CharField(), help_text="in order"
    )
    modules = serializers.ListField(source="module_words", child=serializers.CharField())

    class Meta:
        model = Event
        fields = [
            *("points4", "points3", "points2", "bye_points", "tie_breaks", "hides_end"),
            *("through", "has_final", "least_games", "team_best"),
            *("open_entry", "edition", "profile", "sites", "modules", "rated", "pace"),
            *("minutes", "increment", "days"),
        ]


class EntrantRow(serializers.Serializer[Any]):
    """A person in an event."""

    number = serializers.IntegerField(help_text="theirs in this event, from 1")
    name = serializers.CharField(help_text="`@ana` is an account, any other a guest")
    player = serializers.IntegerField(allow_null=True, help_text="number of the player; null: none")
    team = serializers.CharField(allow_blank=True, help_text="empty: none")
    seed = serializers.IntegerField(allow_null=True, help_text="from 1, the best; null: none")
    group = serializers.IntegerField(allow_null=True, help_text="closed group; null: none")
    entered_at = serializers.DateTimeField()
    withdrawn_at = serializers.DateTimeField(allow_null=True, help_text="null: is here")


class EventSeatRow(serializers.Serializer[Any]):
    """A seat of a table, in turn order."""

    entrant = serializers.IntegerField(help_text="number of the entrant")
    name = serializers.CharField()
    colour = serializers.CharField(allow_blank=True, help_text="empty: not known")
    score = serializers.IntegerField(allow_null=True, help_text="points of the game")
    place = serializers.IntegerField(allow_null=True)
    points = serializers.CharField(allow_blank=True, help_text=f"{POINTS}; empty: none yet")


class EventTableRow(serializers.Serializer[Any]):
    """A table of a round."""

    id = serializers.IntegerField(help_text="number of this table among all")
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(ResultState.values)
    hidden = serializers.BooleanField(help_text="there is a result, which is not shown yet")
    game = serializers.CharField(allow_null=True, help_text="id of the game on record")
    table = serializers.CharField(allow_null=True, help_text="id of the table on this site")
    disputed_by = serializers.CharField(allow_null=True, help_text="handle; null: no dispute")
    dispute = serializers.CharField(allow_blank=True, help_text="what the dispute says is wrong")
    seats = EventSeatRow(many=True)


class EventRoundRow(serializers.Serializer[Any]):
    """A round with its tables."""

    number = serializers.IntegerField()
    opened_at = serializers.DateTimeField()
    deadline = serializers.DateTimeField(allow_null=True)
    on_site = serializers.BooleanField()
    is_final = serializers.BooleanField(help_text="its table decides the first places")
    tables = EventTableRow(many=True)
    byes = serializers.ListField(
        child=serializers.IntegerField(), help_text="entrants without a table"
    )


class StandingsRowFull(serializers.Serializer[Any]):
    """A line of the standings."""

    rank = serializers.IntegerField(
        allow_null=True,
        help_text="shared if no tie-break separates; null: too few results for a rank",
    )
    entrant = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField(help_text=POINTS)
    results = serializers.IntegerField(help_text="tables and byes")
    wins = serializers.IntegerField()
    penalty = serializers.CharField(allow_blank=True, help_text="points taken away, as in `-1`")
    tie_breaks = serializers.ListField(
        child=serializers.CharField(allow_null=True),
        help_text="in the order of the terms; null: it does not apply",
    )


class TeamStandingsRow(serializers.Serializer[Any]):
    """A line of the teams."""

    rank = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField(help_text=POINTS)
    members = serializers.ListField(
        child=serializers.CharField(), help_text="names, from the best member"
    )


class Standings(serializers.Serializer[Any]):
    """The standings now."""

    after_round = serializers.IntegerField(help_text="the last round that counts here")
    hides = serializers.BooleanField(help_text="later results are shown when the event ends")
    tie_breaks = serializers.ListField(child=serializers.CharField(), help_text="their names")
    rows = StandingsRowFull(many=True)
    teams = TeamStandingsRow(many=True, help_text="empty: nobody has a team")


class MoveRow(serializers.Serializer[Any]):
    """An entrant whom a ruling moved."""

    entrant = serializers.IntegerField()
    rank_before = serializers.IntegerField(allow_null=True)
    rank_after = serializers.IntegerField(allow_null=True)
    points_before = serializers.CharField(allow_null=True)
    points_after = serializers.CharField(allow_null=True)


class RulingRow(serializers.Serializer[Any]):
    """An act of an arbiter."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(EventRuling.Kind.values)
    table = serializers.IntegerField(allow_null=True, help_text="id of the table")
    entrant = serializers.IntegerField(allow_null=True, help_text="number of the entrant")
    lifts = serializers.IntegerField(allow_null=True, help_text="id of the penalty")
    points = serializers.CharField(allow_blank=True, help_text="of a penalty; a fraction")
    reason = serializers.CharField()
    arbiter = serializers.CharField(allow_null=True, help_text="null: a deadline passed")
    at_own_table = serializers.BooleanField(help_text="the arbiter plays there")
    ruled_at = serializers.DateTimeField()
    moved = MoveRow(many=True, help_text="none while results are hidden that would show")


class AnnouncementRow(serializers.Serializer[Any]):
    """Words of an arbiter to everybody."""

    text = serializers.CharField()
    arbiter = serializers.CharField(help_text="handle")
    announced_at = serializers.DateTimeField()


class EventFull(EventRow):
    """An event as its reader may see it: people, tables, standings, rulings."""

    terms = EventTermsFull()
    arbiters = serializers.ListField(child=serializers.CharField(), help_text="handles")
    may_arbitrate = serializers.BooleanField(help_text="true: you are an arbiter of it")
    entrants = EntrantRow(many=True)
    rounds = EventRoundRow(many=True)
    standings = Standings()
    rulings = RulingRow(many=True, help_text="the last ones, the newest first")
    announcements = AnnouncementRow(many=True, help_text="the last ones, the newest first")

    class Meta(EventRow.Meta):
        fields = [
            *EventRow.Meta.fields,
            *("terms", "arbiters", "may_arbitrate", "entrants", "rounds", "standings", "rulings"),
            "announcements",
        ]


class TableCode(serializers.Serializer[Any]):
    """The code at a table."""

    table = serializers.IntegerField(help_text="id of the table")
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    code = serializers.CharField()
    page = serializers.URLField(help_text="opens the table's page, for a phone")
