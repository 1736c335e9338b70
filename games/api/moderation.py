"""Moderator actions, accounts with roles, and reports of games and players."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts.api_permissions import MayAttest, MayHear, requesting_account
from games.api.serializers.moderation import HolderRow, ModeratorActionRow, ReasonInput, ReportRow
from games.models import Game, ModeratorAction, Player, Report
from games.moderation.queries import ACTION_ORDER, ModeratorActionFilter, holders, moderator_actions
from games.moderation.reporting import report_game, report_player
from games.queries import REPORT_ORDER, reports_of
from web.api.base import ApiView
from web.api.paging import KeysetPagination
from web.api.schema import problems


class ModeratorActionPages(KeysetPagination):
    keys = ACTION_ORDER


class Moderation(ApiView):
    queryset = ModeratorAction.objects.none()
    serializer_class = ModeratorActionRow
    pagination_class = ModeratorActionPages
    filter_backends = [DjangoFilterBackend]
    filterset_class = ModeratorActionFilter

    @extend_schema(operation_id="moderation_list", responses={200: ModeratorActionRow(many=True)})
    def get(self, request: Request) -> Response:
        """Moderator actions, newest first, with moderator, role, reason and moment."""
        return self.page_of(self.filter_queryset(moderator_actions()))


class RoleList(ApiView):
    serializer_class = HolderRow

    @extend_schema(operation_id="offices_list", responses={200: HolderRow(many=True)})
    def get(self, request: Request) -> Response:
        """The accounts that have a role now."""
        return Response(self.get_serializer(holders(), many=True).data)


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

    def reason(self) -> str:
        return str(self.read(ReasonInput)["reason"])


class GameReports(_Reporting):
    @extend_schema(
        operation_id="game_report",
        request=ReasonInput,
        responses={201: ReportRow, **problems(404, 409, 413, 415)},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Report a game to the moderators. You get an answer; nothing else changes. If you sat in
        the game, dispute it instead."""
        game = get_object_or_404(Game.objects.defer("log"), pk=game_id)
        return self.answer(report_game(requesting_account(request), game, self.reason()), 201)


class PlayerReports(_Reporting):
    @extend_schema(
        operation_id="player_report",
        request=ReasonInput,
        responses={201: ReportRow, **problems(404, 409, 413, 415)},
    )
    def post(self, request: Request, player_id: int) -> Response:
        """Report a player to the moderators. You get an answer; nothing else changes."""
        player = get_object_or_404(Player.objects.select_related("account"), pk=player_id)
        return self.answer(report_player(requesting_account(request), player, self.reason()), 201)
