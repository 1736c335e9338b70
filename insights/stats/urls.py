"""Addresses of statistics."""

from django.urls import URLPattern, URLResolver, path

from insights.stats import opening_views, views

urlpatterns: list[URLPattern | URLResolver] = [
    path("stats/", views.stats, name="stats"),
    path("stats/forecasts/", views.forecasts, name="stats-forecasts"),
    path("stats/<slug:dimension>.csv", views.dimension_csv, name="stats-table"),
    path("stats/openings/", opening_views.openings, name="stats-openings"),
    path("stats/openings/ships.svg", opening_views.opening_ships, name="stats-openings-ships"),
    path("stats/files/", views.files, name="stats-files"),
    path("stats/files/<slug:month>/", views.month_files, name="stats-month"),
    path("stats/files/<slug:month>/<str:name>", views.month_file, name="stats-month-file"),
    path("stats/files/<str:name>", views.research_file, name="stats-file"),
    path("players/<int:player_id>/field/", views.field, name="player-field"),
    path("players/<int:player_id>/against/<int:other_id>/", views.against, name="player-against"),
]
