"""Moderator actions, and who is a moderator."""

from __future__ import annotations

from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.serializers.moderation import HolderRow, ModeratorActionRow
from games.models import ModeratorAction
from games.moderation.queries import ACTION_ORDER, ModeratorActionFilter, holders, moderator_actions
from web.api.base import ApiView
from web.api.paging import KeysetPagination


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
        """Moderator actions, newest first: who in which role, what, why, when."""
        return self.page_of(self.filter_queryset(moderator_actions()))


class RoleList(ApiView):
    serializer_class = HolderRow

    @extend_schema(operation_id="offices_list", responses={200: HolderRow(many=True)})
    def get(self, request: Request) -> Response:
        """The accounts that have a role now."""
        return Response(self.get_serializer(holders(), many=True).data)
