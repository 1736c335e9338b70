"""Addresses of releases."""

from django.urls import URLPattern, URLResolver, path

from archive.releases import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("about/record/", views.record, name="about-record"),
    path("releases/", views.releases, name="releases"),
    path("releases/<int:number>/", views.release, name="release"),
    path("releases/impacts/begin/", views.begin, name="impact-begin"),
    path("releases/impacts/candidate/", views.candidate, name="impact-candidate"),
    path("releases/impacts/<int:number>/", views.one, name="impact"),
    path("releases/impacts/<int:number>/cancel/", views.cancel, name="impact-cancel"),
    path("releases/impacts/<int:number>/decide/", views.decided, name="impact-decide"),
]
