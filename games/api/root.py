"""Where everything begins, and what everybody may want to know."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine import DEFAULT_EDITION
from games.api.base import ApiView, link
from games.api.kinds import KINDS, PATH
from games.api.schema import problems
from games.models import Edition
from games.services.editions import offered, text_of

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
EDITIONS = inline_serializer(
    "Editions",
    {
        "default": serializers.CharField(),
        "editions": serializers.ListField(child=serializers.CharField()),
    },
)
EDITION = inline_serializer(
    "Edition",
    {
        "name": serializers.CharField(),
        "sha256": serializers.CharField(help_text="of the text"),
        "base": serializers.CharField(allow_null=True),
        "made_at": serializers.DateTimeField(allow_null=True),
        "reason": serializers.CharField(allow_null=True),
        "toml": serializers.CharField(help_text="what `python -m engine check --editions` reads"),
    },
)
NAME: dict[str, Any] = {
    "type": "string",
    "maxLength": 20,
    "pattern": r"^[0-9]{4}\.[0-9]{1,2}(-[a-z]{1,5}-[0-9a-f]{6})?$",
}
"""Of an edition, as the description of the API has it."""
PROBLEM_TYPE: dict[str, Any] = {
    "type": serializers.CharField(),
    "title": serializers.CharField(),
    "status": serializers.IntegerField(),
    "description": serializers.CharField(),
}


class Root(ApiView):
    @extend_schema(operation_id="root", responses={200: ROOT})
    def get(self, request: Request) -> Response:
        """Where the resources are."""
        return Response({key: link(request, name) for key, name in NAMES.items()})


class Editions(ApiView):
    @extend_schema(operation_id="editions", responses={200: EDITIONS})
    def get(self, request: Request) -> Response:
        """The editions of the rules that a log may name."""
        return Response({"default": DEFAULT_EDITION, "editions": offered()})


class OneEdition(ApiView):
    @extend_schema(
        operation_id="edition",
        parameters=[OpenApiParameter("name", NAME, OpenApiParameter.PATH)],
        responses={200: EDITION, **problems(404)},
    )
    def get(self, request: Request, name: str) -> Response:
        """The numbers of an edition, as TOML. `base`, `made_at` and `reason` are null for one that
        came with the program."""
        text = text_of(name)
        if text is None:
            raise Http404
        row = Edition.objects.filter(name=name).first()
        answer = {
            "name": name,
            "sha256": sha256(text.encode()).hexdigest(),
            "base": row.base if row else None,
            "made_at": row.made_at if row else None,
            "reason": row.reason if row else None,
            "toml": text,
        }
        return Response(answer)


class Problems(ApiView):
    @extend_schema(
        operation_id="problems_list",
        responses={200: inline_serializer("ProblemType", PROBLEM_TYPE, many=True)},
    )
    def get(self, request: Request) -> Response:
        """The types of problems that mean more than their status says."""
        return Response([_shown(name) for name in KINDS])


class ProblemType(ApiView):
    @extend_schema(
        operation_id="problem_show",
        parameters=[OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=list(KINDS))],
        responses={200: inline_serializer("ProblemTypeOne", PROBLEM_TYPE), **problems(404)},
    )
    def get(self, request: Request, kind: str) -> Response:
        """What a type of problem means: where its `type` points."""
        if kind not in KINDS:
            raise Http404
        return Response(_shown(kind))


@extend_schema(exclude=True)
class NotFound(ApiView):
    """Every other address below ``/api/``, by any method."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        raise Http404


def _shown(name: str) -> dict[str, object]:
    return {"type": PATH + name, **KINDS[name]._asdict()}
