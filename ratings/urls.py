"""Addresses of ratings: players, leaderboards."""

from django.urls import URLPattern, URLResolver, path

from ratings.views import boards, players

urlpatterns: list[URLPattern | URLResolver] = [
    path("leaderboards/", boards.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:pool>/", boards.board, name="leaderboard"),
    path("players/", players.players, name="players"),
    path("players/<int:player_id>/", players.player, name="player"),
    path("players/<int:player_id>/why/", players.why, name="why"),
    path("players/<int:player_id>/ledger/<slug:pool>/", players.player_ledger, name="ledger"),
]
