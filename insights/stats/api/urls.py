"""Addresses of the API of statistics."""

from django.urls import URLPattern, URLResolver, path

from insights.stats.api import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("stats", views.Stats.as_view(), name="api-stats"),
    path("stats/forecasts", views.Forecasts.as_view(), name="api-stats-forecasts"),
    path("stats/<slug:dimension>", views.Table.as_view(), name="api-stats-table"),
]
