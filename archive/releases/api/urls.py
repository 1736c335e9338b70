"""Addresses of the API of releases."""

from django.urls import URLPattern, URLResolver, path

from archive.releases.api import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("releases", views.Releases.as_view(), name="api-releases"),
    path("releases/<int:release_id>", views.ReleaseDetail.as_view(), name="api-release"),
    path("impacts/<int:impact_id>", views.ImpactDetail.as_view(), name="api-impact"),
    path(
        "impacts/<int:impact_id>/differences",
        views.Differences.as_view(),
        name="api-impact-differences",
    ),
    path("impacts/<int:impact_id>/ratings", views.Ratings.as_view(), name="api-impact-ratings"),
    path("games/<game:game_id>/judged", views.GameJudged.as_view(), name="api-game-judged"),
]
