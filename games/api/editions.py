"""The editions of the rules in the API."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine import DEFAULT_EDITION
from games.editions import edition_text, offered_editions, wrong_editions
from games.models import Edition
from web.api.base import ApiView
from web.api.schema import problems

EDITIONS = inline_serializer(
    "Editions",
    {
        "default": serializers.CharField(),
        "editions": serializers.ListField(child=serializers.CharField()),
        "wrong": serializers.ListField(
            child=serializers.CharField(),
            help_text="marked as wrong: games on record keep them, no new one takes them",
        ),
    },
)
WRONG = inline_serializer(
    "WrongEdition",
    {"at": serializers.DateTimeField(), "reason": serializers.CharField()},
    allow_null=True,
    help_text="since when it is marked as wrong, and why; null: it is not",
)
EDITION = inline_serializer(
    "Edition",
    {
        "name": serializers.CharField(),
        "sha256": serializers.CharField(help_text="of the text"),
        "base": serializers.CharField(allow_null=True),
        "made_at": serializers.DateTimeField(allow_null=True),
        "reason": serializers.CharField(allow_null=True),
        "wrong": WRONG,
        "toml": serializers.CharField(help_text="what `python -m engine check --editions` reads"),
    },
)
NAME: dict[str, Any] = {
    "type": "string",
    "maxLength": 20,
    "pattern": r"^[0-9]{4}\.[0-9]{1,2}(-[a-z]{1,5}-[0-9a-f]{6})?$",
}
"""Of an edition, as the description of the API has it."""


class Editions(ApiView):
    @extend_schema(operation_id="editions", responses={200: EDITIONS})
    def get(self, request: Request) -> Response:
        """The editions of the rules that a new log may name.
        `wrong`: editions of stored games only."""
        offered, wrong = offered_editions(), sorted(wrong_editions())
        return Response({"default": DEFAULT_EDITION, "editions": offered, "wrong": wrong})


class OneEdition(ApiView):
    @extend_schema(
        operation_id="edition",
        parameters=[OpenApiParameter("name", NAME, OpenApiParameter.PATH)],
        responses={200: EDITION, **problems(404)},
    )
    def get(self, request: Request, name: str) -> Response:
        """The numbers of an edition, as TOML. `base`, `made_at` and `reason` are null for one that
        came with the program."""
        text = edition_text(name)
        if text is None:
            raise Http404
        row = Edition.objects.select_related("wrong_decision").filter(name=name).first()
        wrong = row.wrong_decision if row else None
        answer = {
            "name": name,
            "sha256": sha256(text.encode()).hexdigest(),
            "base": row.base if row else None,
            "made_at": row.made_at if row else None,
            "reason": row.reason if row else None,
            "wrong": {"at": wrong.decided_at, "reason": wrong.reason} if wrong else None,
            "toml": text,
        }
        return Response(answer)
