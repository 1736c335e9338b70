"""Addresses of ratings: players, leaderboards."""

from django.urls import URLPattern, URLResolver, path

from ratings import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("leaderboards/", views.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:pool>/", views.leaderboard_page, name="leaderboard"),
    path("players/", views.player_list, name="players"),
    path("players/periods/", views.period_list, name="periods"),
    path("players/periods/<slug:period>/", views.period_board, name="period"),
    path("players/<int:player_id>/", views.player_profile, name="player"),
    path("players/<int:player_id>/why/", views.rating_events_page, name="why"),
    path("players/<int:player_id>/ledger/<slug:pool>/", views.player_ledger, name="ledger"),
]
