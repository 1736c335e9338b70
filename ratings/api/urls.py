"""Addresses of the API that need ratings."""

from django.urls import URLPattern, URLResolver, path

from ratings.api import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("players", views.Players.as_view(), name="api-players"),
    path("players/<int:player_id>/games", views.PlayerGames.as_view(), name="api-player-games"),
    path(
        "players/<int:player_id>/rating-events",
        views.RatingEvents.as_view(),
        name="api-rating-events",
    ),
    path("leaderboards", views.Leaderboards.as_view(), name="api-leaderboards"),
    path("leaderboards/<slug:pool>", views.Leaderboard.as_view(), name="api-leaderboard"),
    path("books/entries", views.BookEntries.as_view(), name="api-books-entries"),
    path("books/closings", views.BookClosings.as_view(), name="api-books-closings"),
    path("ledger", views.LedgerChanges.as_view(), name="api-ledger"),
]
