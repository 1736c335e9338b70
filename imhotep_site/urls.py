"""All addresses of the site."""

from django.contrib import admin
from django.urls import include, path, re_path

from imhotep_site import health, languages, operator_pages, schemes, views, webmanifest
from web.api.problem_types import NotFound

urlpatterns = [
    path("", views.home, name="home"),
    path("trust/", views.trust, name="trust"),
    path("", include("games.urls")),
    path("", include("ratings.urls")),
    path("", include("insights.stats.urls")),
    path("", include("archive.releases.urls")),
    path("", include("insights.reviews.urls")),
    path("", include("tables.urls")),
    path("", include("events.urls")),
    path("", include("insights.puzzles.urls")),
    path("", include("archive.dumps.urls")),
    path("", include("archive.log.urls")),
    path("api/v1/", include("imhotep_site.api.urls")),
    re_path(r"^api(/|$)", NotFound.as_view()),
    path("site.webmanifest", webmanifest.manifest, name="manifest"),
    path("sw.js", webmanifest.worker, name="service-worker"),
    path("imprint/", operator_pages.page, {"name": "imprint"}, name="imprint"),
    path("privacy/", operator_pages.page, {"name": "privacy"}, name="privacy"),
    path("offline/", webmanifest.offline, name="offline"),
    path("admin/", admin.site.urls),
    path("language/", languages.choose, name="language"),
    path("scheme/", schemes.choose_scheme, name="scheme"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]

handler400 = "imhotep_site.api.handlers.bad_request"
handler403 = "imhotep_site.api.handlers.permission_denied"
handler500 = "imhotep_site.api.handlers.server_error"
