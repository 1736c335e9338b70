"""Addresses of the API that need analyses."""

from django.urls import URLPattern, URLResolver, path

from insights.reviews.api import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("games/<game:game_id>/analysis", views.GameAnalysis.as_view(), name="api-game-analysis"),
]
