"""Moderator actions, and who is a moderator."""

from __future__ import annotations

from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import ApiView
from games.api.paging import KeysetPagination
from games.api.serializers.moderation import DeedRow, HolderRow
from games.deeds import DEED_ORDER, DeedFilter, deeds, holders
from games.models import ModeratorAction


class DeedPages(KeysetPagination):
    keys = DEED_ORDER


class Moderation(ApiView):
    queryset = ModeratorAction.objects.none()
    serializer_class = DeedRow
    pagination_class = DeedPages
    filter_backends = [DjangoFilterBackend]
    filterset_class = DeedFilter

    @extend_schema(operation_id="moderation_list", responses={200: DeedRow(many=True)})
    def get(self, request: Request) -> Response:
        """Moderator actions, newest first: who in which role, what, why, when."""
        return self.page_of(self.filter_queryset(deeds()))


class Offices(ApiView):
    serializer_class = HolderRow

    @extend_schema(operation_id="offices_list", responses={200: HolderRow(many=True)})
    def get(self, request: Request) -> Response:
        """The accounts that have a role now."""
        return Response(self.get_serializer(holders(), many=True).data)
