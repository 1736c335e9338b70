"""Addresses of organised play."""

from django.urls import URLPattern, URLResolver

app_name = "events"
urlpatterns: list[URLPattern | URLResolver] = []
