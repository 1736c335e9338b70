from django.apps import AppConfig


class TransparencyConfig(AppConfig):
    name = "transparency"
