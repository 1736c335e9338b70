"""The numbers of the page of statistics, as JSON."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from engine.vocabulary import Source
from insights.stats.forecasts import forecast_months
from insights.stats.queries import (
    DIMENSIONS,
    PLAYERS,
    WITH_COMPUTERS,
    Population,
    StatisticsRow,
    band_in,
    statistics_rows,
)
from insights.stats.sums import SOURCES, Sums
from ratings.models import GENERAL_POOLS, Pool
from web.api.base import ApiView, absolute_link
from web.api.schema import problems

PRECISION: Final = 4


class Measured(serializers.Serializer[Any]):
    """A mean, and its standard deviation over seats."""

    mean = serializers.FloatField()
    spread = serializers.FloatField()


class Done(serializers.Serializer[Any]):
    """How often, on average of a seat."""

    winners = serializers.FloatField(allow_null=True)
    others = serializers.FloatField(allow_null=True)


class Score(serializers.Serializer[Any]):
    """The share of opponents that a seat finishes ahead of, a tie counting half, and the one that
    ratings let expect."""

    seats = serializers.IntegerField(help_text="seats of games that the ledger rated")
    expected = serializers.FloatField()
    score = serializers.FloatField()
    error = serializers.FloatField(help_text="standard error of the score less the expected one")


class StatsRow(serializers.Serializer[Any]):
    """The seats of rated games under one key."""

    key = serializers.CharField()
    games = serializers.IntegerField(help_text="games that have such a seat")
    seats = serializers.IntegerField()
    wins = serializers.FloatField(help_text="a shared first place is its part of one")
    share = serializers.FloatField(help_text="wins by seats, from 0 to 1")
    low = serializers.FloatField(
        help_text="of the 95 % interval of the share (Wilson); where all seats of a game are "
        "counted the share cannot be otherwise, and is low and high"
    )
    high = serializers.FloatField()
    few = serializers.BooleanField(help_text="fewer seats than 100")
    points = Measured()
    sources = serializers.DictField(child=Measured(), help_text="points by source")
    done = serializers.DictField(child=Done(), help_text="by the name of a fact (docs/facts.md)")
    ratings = Score(help_text="the score against the ratings' expectation")
    page = serializers.URLField(
        allow_null=True, help_text="the list of these games, if a search finds them"
    )


class StatsTable(serializers.Serializer[Any]):
    """The rows of a dimension."""

    dimension = serializers.ChoiceField(choices=DIMENSIONS)
    players = serializers.IntegerField()
    rating = serializers.CharField(help_text="band of mean ratings: its lower end; empty: all")
    computers = serializers.BooleanField(help_text="games with computer players are counted too")
    rows = StatsRow(many=True)


class StatsLink(serializers.Serializer[Any]):
    dimension = serializers.CharField()
    url = serializers.URLField()


class TenthRow(serializers.Serializer[Any]):
    """Players whose chance to win was in a tenth."""

    low = serializers.IntegerField(help_text="in hundredths")
    high = serializers.IntegerField(help_text="in hundredths")
    players = serializers.IntegerField(source="sums.seats")
    forecast = serializers.FloatField(help_text="mean chance, from 0 to 1")
    share = serializers.FloatField(help_text="first places by players, a shared one its part")
    interval = serializers.ListField(
        child=serializers.FloatField(), help_text="95 % interval of the share (Wilson)"
    )


class ForecastRow(serializers.Serializer[Any]):
    """Forecasts of the games of a month."""

    month = serializers.DateField(format="%Y-%m")
    games = serializers.IntegerField()
    log_loss = serializers.FloatField(help_text="mean over games, natural logarithm")
    even_loss = serializers.FloatField(help_text="that of an even forecast")
    calibration_error = serializers.FloatField(help_text="mean distance of forecast and share")
    tenths = TenthRow(many=True)


class Forecasts(ApiView):
    serializer_class = ForecastRow

    @extend_schema(
        operation_id="stats_forecasts",
        parameters=[
            OpenApiParameter("pool", str, enum=GENERAL_POOLS, description="default: `overall`")
        ],
        responses={200: ForecastRow(many=True), **problems(400)},
    )
    def get(self, request: Request) -> Response:
        """How well the ratings forecast rated games, the latest month first."""
        pool = request.query_params.get("pool", Pool.OVERALL)
        if pool not in GENERAL_POOLS:
            raise ValidationError({"pool": ["The choices are overall and computer."]})
        return Response(self.get_serializer(forecast_months(pool), many=True).data)


class Stats(ApiView):
    @extend_schema(operation_id="stats_list", responses={200: StatsLink(many=True)})
    def get(self, request: Request) -> Response:
        """The dimensions by which rated games are counted."""
        links = [
            (dimension, absolute_link(request, "api-stats-table", dimension))
            for dimension in DIMENSIONS
        ]
        return Response([{"dimension": dimension, "url": url} for dimension, url in links])


class Table(ApiView):
    @extend_schema(
        operation_id="stats_table",
        parameters=[
            OpenApiParameter("dimension", str, OpenApiParameter.PATH, enum=DIMENSIONS),
            OpenApiParameter(
                "players", int, enum=PLAYERS, description="number of players; default: 2"
            ),
            OpenApiParameter(
                "rating", str, description="a band of mean ratings by its lower end, such as 1400"
            ),
            OpenApiParameter(
                "with",
                str,
                enum=(WITH_COMPUTERS,),
                description="also count games with computer players; default: people only",
            ),
        ],
        responses={200: StatsTable, **problems(400, 404)},
    )
    def get(self, request: Request, dimension: str) -> Response:
        """Rated games of people, as workers last counted them, by the keys of a dimension."""
        if dimension not in DIMENSIONS:
            raise Http404
        players = request.query_params.get("players", "") or str(PLAYERS[0])
        if players not in {str(number) for number in PLAYERS}:
            raise ValidationError({"players": ["The choices are 2, 3 and 4."]})
        band = band_in(request.query_params.get("rating", ""))
        if band is None:
            raise ValidationError({"rating": ["There is no such band of ratings."]})
        companions = request.query_params.get("with", "")
        if companions not in ("", WITH_COMPUTERS):
            raise ValidationError({"with": ["The only value is computers."]})
        population = Population(int(players), band, companions == WITH_COMPUTERS)
        statistics = statistics_rows(dimension, population)
        return Response(
            {
                "dimension": dimension,
                "players": population.players,
                "rating": band,
                "computers": population.all_games,
                "rows": [_row(request, row) for row in statistics],
            }
        )


# --- inside -------------------------------------------------------------------


def _row(request: Request, row: StatisticsRow) -> dict[str, object]:
    sums = row.sums
    low, high = row.interval
    return {
        "key": row.key,
        "games": sums.games,
        "seats": sums.seats,
        **_rounded(wins=sums.wins, share=sums.share, low=low, high=high),
        "few": sums.is_small,
        "points": _rounded(mean=sums.mean, spread=sums.spread),
        "sources": {source.word: _measured(sums, source) for source in SOURCES},
        "done": {
            name: {"winners": _rounded_mean(winners), "others": _rounded_mean(losers)}
            for name, winners, losers in sums.habit_means()
        },
        "ratings": {
            "seats": row.score.seats,
            **_rounded(expected=row.score.expected, score=row.score.score, error=row.score.error),
        },
        "page": request.build_absolute_uri(row.link) if row.link else None,
    }


def _rounded(**numbers: float) -> dict[str, float]:
    return {name: round(number, PRECISION) for name, number in numbers.items()}


def _rounded_mean(mean: float | None) -> float | None:
    return None if mean is None else round(mean, PRECISION)


def _measured(sums: Sums, source: Source) -> dict[str, float]:
    mean, spread = sums.of_source(source)
    return _rounded(mean=mean, spread=spread)
