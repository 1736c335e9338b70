"""Addresses of the puzzles."""

from django.urls import URLPattern, URLResolver, path, register_converter
from django.urls.converters import StringConverter

from insights.puzzles.views import daily, mine


class DateConverter(StringConverter):
    """A day as ``2026-11-22``; the view says whether there is such a day."""

    regex = r"\d{4}-\d{2}-\d{2}"


register_converter(DateConverter, "day")

urlpatterns: list[URLPattern | URLResolver] = [
    path("puzzles/", daily.today_page, name="puzzles"),
    path("puzzles/archive/", daily.archive, name="puzzle-archive"),
    path("puzzles/mine/", mine.page, name="puzzles-mine"),
    path("puzzles/mine/<game:game>/<int:entry>/", mine.one, name="puzzle-own"),
    path(
        "puzzles/mine/<game:game>/<int:entry>/moments",
        mine.moments_since,
        name="puzzle-own-moments",
    ),
    path("puzzles/mine/<game:game>/<int:entry>/hints.json", mine.hints, name="puzzle-own-hints"),
    path(
        "puzzles/mine/<game:game>/<int:entry>/previews.json",
        mine.previews,
        name="puzzle-own-previews",
    ),
    path("puzzles/mine/<game:game>/<int:entry>/try/", mine.attempt, name="puzzle-own-try"),
    path("puzzles/<day:day>/", daily.page, name="puzzle"),
    path("puzzles/<day:day>/moments", daily.moments_since, name="puzzle-moments"),
    path("puzzles/<day:day>/hints.json", daily.hints, name="puzzle-hints"),
    path("puzzles/<day:day>/previews.json", daily.previews, name="puzzle-previews"),
    path("puzzles/<day:day>/try/", daily.attempt, name="puzzle-try"),
]
