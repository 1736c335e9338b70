"""Addresses of the API, version 1: those of every room, links to its resources, its description."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.views.decorators.gzip import gzip_page
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.utils import extend_schema, inline_serializer
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from imhotep_site.api.reference import (
    filtered_groups,
    reference_groups,
    usual_statuses,
)
from web.api.base import ApiView, absolute_link
from web.api.inputs import CheckedInputs
from web.api.problem_types import NotFound
from web.priorities import heavy

NAMES = {
    "uploads": "api-uploads",
    "games": "api-games",
    "games_export": "api-games-export",
    "notices": "api-notices",
    "confirmations": "api-confirmations",
    "drafts": "api-drafts",
    "reports": "api-reports",
    "tables": "api-tables",
    "clubs": "api-clubs",
    "events": "api-events",
    "series": "api-series-list",
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

LONGEST_SEARCH: Final = 80

ROOT = inline_serializer("Root", {name: serializers.URLField() for name in NAMES})


class Root(ApiView):
    @extend_schema(operation_id="root", responses={200: ROOT})
    def get(self, request: Request) -> Response:
        """Links to the resources."""
        return Response({key: absolute_link(request, name) for key, name in NAMES.items()})


class CachedGenerator(SchemaGenerator):
    """The description is worked out once a process and language: it is the same for everybody."""

    schemas: ClassVar[dict[str, Any]] = {}

    def get_schema(self, request: Request | None = None, public: bool = False) -> Any:
        language = get_language() or ""
        if language not in self.schemas:
            schema: dict[str, Any] = super().get_schema(request, public)  # type: ignore[no-untyped-call]
            self.schemas[language] = schema
        return self.schemas[language]


@heavy
@method_decorator(gzip_page, name="dispatch")
class Description(CheckedInputs, SpectacularAPIView):
    """OpenAPI: JSON, or YAML on request (``?format=yaml``). Packed: it is the same for
    everybody, and has nothing secret beside what was asked."""

    generator_class = CachedGenerator
    renderer_classes = [
        OpenApiJsonRenderer2,
        OpenApiJsonRenderer,
        OpenApiYamlRenderer2,
        OpenApiYamlRenderer,
    ]


@heavy
def docs(request: HttpRequest) -> HttpResponse:
    """The description as a page; with ``q`` only the operations that have all its words."""
    description = CachedGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    site = request.build_absolute_uri("/").rstrip("/")
    query = request.GET.get("q", "")[:LONGEST_SEARCH]
    groups = reference_groups(description, site)
    context = {
        "site": site,
        "query": query,
        "all_groups": groups,
        "groups": filtered_groups(groups, query),
        "statuses": usual_statuses(description),
    }
    return render(request, "api/docs.html", context)


urlpatterns: list[URLPattern | URLResolver] = [
    path("", Root.as_view(), name="api-root"),
    path("", include("games.api.urls")),
    path("", include("ratings.api.urls")),
    path("", include("insights.stats.api.urls")),
    path("", include("archive.releases.api.urls")),
    path("", include("insights.reviews.api.urls")),
    path("", include("tables.api.urls")),
    path("", include("events.api.urls")),
    path("", include("insights.puzzles.api.urls")),
    path("schema", Description.as_view()),
    path("schema/", Description.as_view(), name="api-schema"),
    path("docs/", docs, name="api-docs"),
    re_path(r"", NotFound.as_view()),
]
