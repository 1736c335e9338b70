"""The deal of the week by the API: what it follows from, and its results."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from events.models import WeekDeal
from events.weeks.results import WeekLine, count_players, week_results
from events.weeks.weekly import current_week_deal
from web.api.base import ApiView
from web.api.schema import OPEN_TO_ALL, problems
from web.errors import NotThere
from web.priorities import heavy


class WeekDealRow(serializers.ModelSerializer[WeekDeal]):
    """The deal of a week."""

    sites = serializers.CharField(source="deal.sites", help_text="five sides, market to obelisks")
    commitment = serializers.CharField(source="deal.commitment", help_text="SHA-256 of its secret")
    beacon = serializers.CharField(
        source="deal.beacon", help_text="round of drand whose number goes into it; empty: none"
    )
    beacon_digits = serializers.CharField(
        source="deal.beacon_digits", help_text="that number; empty: not yet, or not read in time"
    )
    bound_at = serializers.DateTimeField(
        source="deal.bound_at",
        allow_null=True,
        help_text="when its cards were fixed; null: not yet",
    )
    revealed_at = serializers.DateTimeField(
        source="deal.revealed_at",
        allow_null=True,
        help_text="when its games are shown; null: not yet",
    )
    begun = serializers.SerializerMethodField(help_text="number of players")
    finished = serializers.SerializerMethodField(help_text="number of them that have finished")

    class Meta:
        model = WeekDeal
        fields = [
            *("year", "week", "level", "sites", "ends_at", "commitment", "beacon"),
            *("beacon_digits", "bound_at", "revealed_at", "begun", "finished"),
        ]
        extra_kwargs = {
            "year": {"help_text": "ISO year"},
            "week": {"help_text": "ISO week"},
            "level": {"help_text": "level of the computer player"},
        }

    def get_begun(self, row: WeekDeal) -> int:
        return count_players(row).begun

    def get_finished(self, row: WeekDeal) -> int:
        return count_players(row).finished


class WeekResultRow(serializers.Serializer[WeekLine]):
    """A player's result of a week's deal."""

    rank = serializers.IntegerField(help_text="from 1; the same result shares it")
    handle = serializers.CharField(source="account.username")
    part = serializers.CharField(help_text="share of the possible matchpoints, as `3/4`")
    points = serializers.IntegerField(allow_null=True, help_text="null: not played to its end")
    lead = serializers.IntegerField(
        allow_null=True, help_text="points less those of the computer player; null as `points`"
    )
    game = serializers.CharField(allow_blank=True, help_text="id of the game; empty: none")
    resigned = serializers.BooleanField(help_text="the player resigned or left")


class WeekDealFull(WeekDealRow):
    """The deal of a week with its results, once the week is over."""

    results = WeekResultRow(many=True, help_text="the best first; empty before the week is over")

    class Meta(WeekDealRow.Meta):
        fields = [*WeekDealRow.Meta.fields, "results"]


class CurrentWeekDeal(ApiView):
    serializer_class = WeekDealRow

    @extend_schema(
        operation_id="week_deal_current",
        auth=OPEN_TO_ALL,
        responses={200: WeekDealRow, **problems(404)},
    )
    def get(self, request: Request) -> Response:
        """The deal of this week."""
        row = current_week_deal()
        if row is None:
            raise NotThere("There is no deal this week.")
        return Response(WeekDealRow(row).data)


@heavy
class WeekDealDetail(ApiView):
    serializer_class = WeekDealFull

    @extend_schema(
        operation_id="week_deal_show",
        auth=OPEN_TO_ALL,
        responses={200: WeekDealFull, **problems(404)},
    )
    def get(self, request: Request, year: int, week: int) -> Response:
        """The deal of a week, by ISO year and week."""
        rows = WeekDeal.objects.select_related("deal")
        row = get_object_or_404(rows, year=year, week=week)
        lines = week_results(row) if row.deal.revealed_at is not None else []
        results = [WeekResultRow(line).data for line in lines]
        return Response(WeekDealRow(row).data | {"results": results})
