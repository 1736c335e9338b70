"""The analysis of a game."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts import MayUpload, requesting_account
from games.models import Game
from games.queries import games_with_seats
from insights.reviews.api.serializers import AnalysisFull, analysis_data
from insights.reviews.queries import reviews_of
from insights.reviews.services.asking import request_review
from web.api.base import ApiView
from web.api.schema import OPEN_TO_ALL, problems


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
        """The share of wins that each seat could expect after each entry, what would have been
        better, and how much was luck."""
        return self.shown(get_object_or_404(games_with_seats(), pk=game_id), 200)

    @extend_schema(
        operation_id="game_analysis_ask",
        request=None,
        responses={202: AnalysisFull, **problems(404, 409)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Have a finished game analysed by the present method. If that is done or under way,
        nothing new begins. An account may ask for some a day."""
        game = get_object_or_404(games_with_seats(), pk=game_id)
        request_review(requesting_account(request), game)
        return self.shown(game, 202)

    def shown(self, game: Game, status: int) -> Response:
        return Response(self.get_serializer(analysis_data(game, reviews_of(game))).data, status)
