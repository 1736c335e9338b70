"""Addresses of the API that need organised play. They have no slash at the end."""

from django.urls import URLPattern, URLResolver, path

from events.api import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs", views.Clubs.as_view(), name="api-clubs"),
    path("clubs/join", views.ClubEntry.as_view(), name="api-club-join"),
    path("clubs/<slug:slug>", views.ClubDetail.as_view(), name="api-club"),
    path("clubs/<slug:slug>/members", views.ClubMembers.as_view(), name="api-club-members"),
]
