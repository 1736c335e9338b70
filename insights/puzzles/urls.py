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
    path("puzzles/archive/", daily.puzzle_archive, name="puzzle-archive"),
    path("puzzles/mine/", mine.next_mistake_page, name="puzzles-mine"),
    path("puzzles/mine/<game:game>/<int:entry>/", mine.mistake_page, name="puzzle-own"),
    path(
        "puzzles/mine/<game:game>/<int:entry>/moments",
        mine.mistake_moments,
        name="puzzle-own-moments",
    ),
    path(
        "puzzles/mine/<game:game>/<int:entry>/hints.json",
        mine.mistake_hints,
        name="puzzle-own-hints",
    ),
    path(
        "puzzles/mine/<game:game>/<int:entry>/previews.json",
        mine.mistake_previews,
        name="puzzle-own-previews",
    ),
    path("puzzles/mine/<game:game>/<int:entry>/try/", mine.mistake_attempt, name="puzzle-own-try"),
    path("puzzles/<day:day>/", daily.puzzle_page, name="puzzle"),
    path("puzzles/<day:day>/small.svg", daily.puzzle_picture, name="puzzle-small"),
    path("puzzles/<day:day>/moments", daily.puzzle_moments, name="puzzle-moments"),
    path("puzzles/<day:day>/hints.json", daily.puzzle_hints, name="puzzle-hints"),
    path("puzzles/<day:day>/previews.json", daily.puzzle_previews, name="puzzle-previews"),
    path("puzzles/<day:day>/try/", daily.puzzle_attempt, name="puzzle-try"),
]
