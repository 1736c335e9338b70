from django.apps import AppConfig


class PuzzlesConfig(AppConfig):
    name = "insights.puzzles"
    label = "puzzles"
