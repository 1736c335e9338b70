"""All addresses of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("", include("ratings.urls")),
    path("api/v1/", include("imhotep_site.api_urls")),
    path("admin/", admin.site.urls),
]
