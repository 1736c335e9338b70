"""Problem types of the API, and the answer for unknown addresses."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from web.api.base import ApiView
from web.api.problem_kinds import KINDS, PATH
from web.api.schema import problems

PROBLEM_TYPE: dict[str, Any] = {
    "type": serializers.CharField(),
    "title": serializers.CharField(),
    "status": serializers.IntegerField(),
    "description": serializers.CharField(),
}


class Problems(ApiView):
    @extend_schema(
        operation_id="problems_list",
        responses={200: inline_serializer("ProblemType", PROBLEM_TYPE, many=True)},
    )
    def get(self, request: Request) -> Response:
        """The types of problems that mean more than their status says."""
        return Response([_description(name) for name in KINDS])


class ProblemType(ApiView):
    @extend_schema(
        operation_id="problem_show",
        parameters=[OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=list(KINDS))],
        responses={200: inline_serializer("ProblemTypeOne", PROBLEM_TYPE), **problems(404)},
    )
    def get(self, request: Request, kind: str) -> Response:
        """Meaning of a type of problem: its `type` points here."""
        if kind not in KINDS:
            raise Http404
        return Response(_description(kind))


@extend_schema(exclude=True)
class NotFound(ApiView):
    """Every other address below ``/api/``, by any method."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        raise Http404


def _description(name: str) -> dict[str, object]:
    return {"type": PATH + name, **KINDS[name]._asdict()}
