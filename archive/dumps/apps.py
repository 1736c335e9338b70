from django.apps import AppConfig


class DumpsConfig(AppConfig):
    name = "archive.dumps"
    label = "dumps"
