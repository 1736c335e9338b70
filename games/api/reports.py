"""Reports of games and players, for moderators; what came of one's own."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts.api_permissions import MayAttest, MayHear, requesting_account
from games.api.serializers.reports import ReasonInput, ReportRow
from games.models import Game, Player, Report
from games.moderation.reporting import report_game, report_player
from games.queries import REPORT_ORDER, reports_of
from web.api.base import ApiView
from web.api.paging import KeysetPagination
from web.api.schema import problems


class ReportPages(KeysetPagination):
    keys = REPORT_ORDER
    usual = 50


class Reports(ApiView):
    public = False
    permission_classes = [MayHear]
    serializer_class = ReportRow
    pagination_class = ReportPages
    queryset = Report.objects.none()

    @extend_schema(operation_id="reports_list", responses={200: ReportRow(many=True)})
    def get(self, request: Request) -> Response:
        """Your reports, newest first, with their answers."""
        return self.page_of(reports_of(requesting_account(request)))


class _Reporting(ApiView):
    public = False
    permission_classes = [MayAttest]
    serializer_class = ReportRow

    def reason(self, request: Request) -> str:
        reason_input = ReasonInput(data=request.data)
        reason_input.is_valid(raise_exception=True)
        return str(reason_input.validated_data["reason"])

    def shown(self, row: Report) -> Response:
        return Response(self.get_serializer(row).data, 201)


class GameReports(_Reporting):
    @extend_schema(
        operation_id="game_report",
        request=ReasonInput,
        responses={201: ReportRow, **problems(404, 409, 413, 415)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Report a game to the moderators. Nothing follows from it but their answer. If you sat in
        the game, dispute it instead."""
        game = get_object_or_404(Game.objects.defer("log"), pk=game_id)
        return self.shown(report_game(requesting_account(request), game, self.reason(request)))


class PlayerReports(_Reporting):
    @extend_schema(
        operation_id="player_report",
        request=ReasonInput,
        responses={201: ReportRow, **problems(404, 409, 413, 415)},
    )
    def post(self, request: Request, player_id: int) -> Response:
        """Report a player to the moderators. Nothing follows from it but their answer."""
        player = get_object_or_404(Player.objects.select_related("account"), pk=player_id)
        return self.shown(report_player(requesting_account(request), player, self.reason(request)))
