"""The wiring of the site: settings, addresses, workers, and what follows a verified game."""

from imhotep_site.celery import app as celery_app

__all__ = ["celery_app"]
