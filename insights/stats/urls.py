"""Addresses of statistics."""

from django.urls import URLPattern, URLResolver, path

from insights.stats.views import files, people, tables

urlpatterns: list[URLPattern | URLResolver] = [
    path("stats/", tables.stats, name="stats"),
    path("stats/<slug:dimension>.csv", tables.dimension_csv, name="stats-table"),
    path("stats/files/", files.files, name="stats-files"),
    path("stats/files/<str:name>", files.research_file, name="stats-file"),
    path("players/<int:player_id>/field/", people.field, name="player-field"),
    path("players/<int:player_id>/against/<int:other_id>/", people.against, name="player-against"),
]
