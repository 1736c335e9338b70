from django.apps import AppConfig


class TransparencyConfig(AppConfig):
    name = "archive.log"
    label = "transparency"
