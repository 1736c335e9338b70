from django.apps import AppConfig


class ReleasesConfig(AppConfig):
    name = "archive.releases"
    label = "releases"
