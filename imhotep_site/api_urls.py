"""Addresses of the API, version 1."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from games.api.root import NotFound
from imhotep_site.api.docs import Description, docs

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("games.api.urls")),
    path("", include("ratings.api.urls")),
    path("", include("stats.api.urls")),
    path("", include("releases.api.urls")),
    path("", include("reviews.api.urls")),
    path("", include("tables.api.urls")),
    path("", include("puzzles.api.urls")),
    path("schema", Description.as_view()),
    path("schema/", Description.as_view(), name="api-schema"),
    path("docs/", docs, name="api-docs"),
    re_path(r"", NotFound.as_view()),
]
