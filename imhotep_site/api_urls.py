"""Addresses of the API, version 1."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from imhotep_site.api.docs import Description, docs
from imhotep_site.api.root import Root
from web.api.problem_types import NotFound

urlpatterns: list[URLPattern | URLResolver] = [
    path("", Root.as_view(), name="api-root"),
    path("", include("games.api.urls")),
    path("", include("ratings.api.urls")),
    path("", include("insights.stats.api.urls")),
    path("", include("archive.releases.api.urls")),
    path("", include("insights.reviews.api.urls")),
    path("", include("tables.api.urls")),
    path("", include("insights.puzzles.api.urls")),
    path("schema", Description.as_view()),
    path("schema/", Description.as_view(), name="api-schema"),
    path("docs/", docs, name="api-docs"),
    re_path(r"", NotFound.as_view()),
]
