"""Addresses of the log. Below ``log/`` they are those of C2SP tlog-tiles, and stay."""

from django.urls import URLPattern, URLResolver, path

from archive.log.views import files, page

urlpatterns: list[URLPattern | URLResolver] = [
    path("log/", page.log_page, name="log"),
    path("log/checkpoint", files.newest_checkpoint, name="log-checkpoint"),
    path("log/key", files.vkey, name="log-key"),
    path("log/tile/<path:path>", files.tile_file, name="log-tile"),
    path("log/games/<game:game_id>.json", files.game_leaves, name="log-game"),
]
