"""Addresses of the log. Below ``log/`` they are those of C2SP tlog-tiles, and stay."""

from django.urls import URLPattern, URLResolver, path

from archive.log import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("log/", views.log_page, name="log"),
    path("log/checkpoint", views.newest_checkpoint, name="log-checkpoint"),
    path("log/consistency/<int:old>-<int:size>", views.consistency, name="log-consistency"),
    path("log/key", views.vkey, name="log-key"),
    path("log/tile/<path:path>", views.tile_file, name="log-tile"),
    path("log/games/<game:game_id>.json", views.game_leaves, name="log-game"),
]
