"""Addresses of ratings: players, leaderboards."""

from django.urls import URLPattern, URLResolver, path

from ratings.views import boards, players

urlpatterns: list[URLPattern | URLResolver] = [
    path("leaderboards/", boards.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:pool>/", boards.leaderboard_page, name="leaderboard"),
    path("players/", players.player_list, name="players"),
    path("players/<int:player_id>/", players.player_profile, name="player"),
    path("players/<int:player_id>/why/", players.rating_events_page, name="why"),
    path("players/<int:player_id>/ledger/<slug:pool>/", players.player_ledger, name="ledger"),
]
