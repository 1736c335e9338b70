"""Addresses of analyses."""

from django.urls import URLPattern, URLResolver, path

from insights.reviews import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("games/<game:game_id>/analysis/", views.share_table_page, name="analysis"),
    path("games/<game:game_id>/analysis/ask/", views.ask_for, name="analysis-ask"),
    path("games/<game:game_id>/analysis.json", views.analysis_file, name="analysis-data"),
]
