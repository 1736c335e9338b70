from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "imhotep_site"
    verbose_name = "the site"

    def ready(self) -> None:
        from imhotep_site import checks  # noqa: F401  (registers them)
        from imhotep_site.compiled_catalogues import compile_outdated

        compile_outdated()
