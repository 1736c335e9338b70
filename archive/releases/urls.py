"""Addresses of releases."""

from django.urls import URLPattern, URLResolver, path

from archive.releases import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("about/record/", views.verifications_by_build, name="about-record"),
    path("releases/", views.releases, name="releases"),
    path("releases/<int:number>/", views.release, name="release"),
    path("releases/impacts/begin/", views.impact_begin, name="impact-begin"),
    path("releases/impacts/<int:number>/", views.impact_page, name="impact"),
    path("releases/impacts/<int:number>/cancel/", views.impact_cancel, name="impact-cancel"),
    path("releases/impacts/<int:number>/decide/", views.decided, name="impact-decide"),
]
