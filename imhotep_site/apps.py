from django.apps import AppConfig

from imhotep_site import celery  # noqa: F401  (its application is the one of `shared_task`)


class SiteConfig(AppConfig):
    name = "imhotep_site"
    verbose_name = "the site"

    def ready(self) -> None:
        from games import ports
        from imhotep_site import checks  # noqa: F401  (registers them)
        from imhotep_site.compiled_catalogues import compile_outdated
        from imhotep_site.pipeline import SitePort

        ports.connect(SitePort())
        compile_outdated()
