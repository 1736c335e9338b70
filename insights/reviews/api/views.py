"""The analysis of a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.analysis import Analysis, JudgedEntry, LossMark
from engine.vocabulary import Colour
from games.accounts import MayUpload, requesting_account
from games.models import Game
from games.queries import games_with_seats
from insights.reviews.models import ReviewState
from insights.reviews.queries import GameReviews, analysis_of, reviews_of
from insights.reviews.services.asking import request_review
from web.api.base import ApiView
from web.api.schema import OPEN_TO_ALL, problems

STATES: Final = ["none", *ReviewState.values]
MARKS: Final = [mark.value for mark in LossMark]


class _Shares(serializers.ListField):
    child = serializers.FloatField(min_value=0, max_value=1)


class AnalysisAlternative(serializers.Serializer[Any]):
    text = serializers.CharField(help_text="the entry as the log writes it, without the colour")
    shares = _Shares(help_text="of wins by seat after it")
    error = serializers.FloatField(help_text="half of the 95 % interval, for the seat that chose")


class AnalysisEntry(serializers.Serializer[Any]):
    entry = serializers.IntegerField(help_text="its number, from 1")
    colour = serializers.ChoiceField(
        [colour.word for colour in Colour], allow_null=True, help_text="null: the bank"
    )
    text = serializers.CharField(help_text="as the log writes it, without the colour")
    before = _Shares(help_text="share of wins by seat before it")
    before_error = _Shares(help_text="half of the 95 % interval by seat")
    after = _Shares(help_text="share of wins by seat after it")
    after_error = _Shares(help_text="half of the 95 % interval by seat")
    loss = serializers.FloatField(
        help_text="share of wins after the first of `best`, less that in `after`"
    )
    mark = serializers.ChoiceField(MARKS, allow_null=True)
    turning = serializers.BooleanField(help_text="whether it is a turning point of the game")
    best = AnalysisAlternative(
        many=True, help_text="the best choices, the best first, on the scale of `after`"
    )


class AnalysisSeat(serializers.Serializer[Any]):
    colour = serializers.ChoiceField([colour.word for colour in Colour])
    luck = serializers.FloatField(help_text="total effect of chance on the share of wins")
    lost = serializers.FloatField(help_text="total share of wins lost by choices")


class AnalysisFull(serializers.Serializer[Any]):
    """The computer analysis of a game: the newest that is done, or how far it is."""

    state = serializers.ChoiceField(STATES, help_text="none: it was never asked for")
    judged = serializers.IntegerField(help_text="entries that are judged")
    entries = serializers.IntegerField(help_text="entries of the game")
    method = serializers.IntegerField(allow_null=True)
    engine = serializers.CharField(allow_null=True)
    done_at = serializers.DateTimeField(allow_null=True)
    seats = AnalysisSeat(many=True, help_text="empty until it is done")
    steps = AnalysisEntry(many=True, help_text="all entries in order; empty until it is done")


def analysis_data(game: Game, reviews: GameReviews) -> dict[str, object]:
    """Fields of ``AnalysisFull``."""
    row = reviews.done or reviews.present
    document: dict[str, object] = {
        "state": reviews.state,
        "judged": row.judged if row is not None else 0,
        "entries": game.entries,
        "method": row.method if row is not None else None,
        "engine": row.engine if row is not None else None,
        "done_at": row.done_at if row is not None else None,
        "seats": [],
        "steps": [],
    }
    if reviews.done is not None:
        colours = [seat.colour for seat in game.seats.all()]
        analysis = analysis_of(reviews.done)
        document |= {"seats": _seats(colours, analysis), "steps": _steps(colours, analysis.entries)}
    return document


def _seats(colours: list[str], analysis: Analysis) -> list[dict[str, object]]:
    rows = zip(colours, analysis.luck, analysis.lost, strict=True)
    return [{"colour": colour, "luck": luck, "lost": lost} for colour, luck, lost in rows]


def _steps(colours: list[str], entries: Iterable[JudgedEntry]) -> list[dict[str, object]]:
    return [
        {
            "entry": entry.entry,
            "colour": None if entry.seat is None else colours[entry.seat],
            "text": entry.text,
            "before": entry.before.by_seat,
            "before_error": entry.before.error,
            "after": entry.after.by_seat,
            "after_error": entry.after.error,
            "loss": entry.loss,
            "mark": entry.mark,
            "turning": entry.turning,
            "best": [other._asdict() for other in entry.best],
        }
        for entry in entries
    ]


class GameAnalysis(ApiView):
    serializer_class = AnalysisFull

    def get_permissions(self) -> list[MayUpload]:
        return [] if self.request.method in ("GET", "HEAD", "OPTIONS") else [MayUpload()]

    @extend_schema(
        operation_id="game_analysis_show",
        auth=OPEN_TO_ALL,
        responses={200: AnalysisFull, **problems(404)},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Each seat's expected share of wins after each entry, better choices, and the effect of
        luck."""
        return self.analysis_response(get_object_or_404(games_with_seats(), pk=game_id), 200)

    @extend_schema(
        operation_id="game_analysis_ask",
        request=None,
        responses={202: AnalysisFull, **problems(404, 409)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Request an analysis of a finished game by the current method. A finished or running one
        is not repeated. The number per account and day is limited."""
        game = get_object_or_404(games_with_seats(), pk=game_id)
        request_review(requesting_account(request), game)
        return self.analysis_response(game, 202)

    def analysis_response(self, game: Game, status: int) -> Response:
        return Response(self.get_serializer(analysis_data(game, reviews_of(game))).data, status)
