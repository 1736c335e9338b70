"""Addresses of the API that need puzzles. They have no slash at the end."""

from django.urls import URLPattern, URLResolver, path

from insights.puzzles.api import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("puzzles/today", views.Today.as_view(), name="api-puzzle"),
    path("puzzles/today/attempts", views.Attempts.as_view(), name="api-puzzle-attempts"),
    path("puzzles/streak", views.Streak.as_view(), name="api-puzzle-streak"),
]
