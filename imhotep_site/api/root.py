"""The API's root: links to its resources."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from web.api.base import ApiView, absolute_link

NAMES = {
    "uploads": "api-uploads",
    "games": "api-games",
    "games_export": "api-games-export",
    "notices": "api-notices",
    "confirmations": "api-confirmations",
    "drafts": "api-drafts",
    "reports": "api-reports",
    "tables": "api-tables",
    "players": "api-players",
    "leaderboards": "api-leaderboards",
    "ledger": "api-ledger",
    "moderation": "api-moderation",
    "offices": "api-offices",
    "editions": "api-editions",
    "problems": "api-problems",
    "schema": "api-schema",
    "docs": "api-docs",
}

ROOT = inline_serializer("Root", {name: serializers.URLField() for name in NAMES})


class Root(ApiView):
    @extend_schema(operation_id="root", responses={200: ROOT})
    def get(self, request: Request) -> Response:
        """Links to the resources."""
        return Response({key: absolute_link(request, name) for key, name in NAMES.items()})
