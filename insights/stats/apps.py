from django.apps import AppConfig


class StatsConfig(AppConfig):
    name = "insights.stats"
    label = "stats"
