"""Addresses of the dump."""

from django.urls import URLPattern, URLResolver, path

from archive.dumps import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("dump/", views.newest_dump, name="dump"),
    path("dump/<path:name>", views.dump_file, name="dump-file"),
]
