"""The wiring of the site: settings, addresses, workers, the front, the supervisor.

``pipeline`` says once what follows a changed standing. No other package imports it, and it
never holds a rule of the game or of the record.
"""

from imhotep_site.celery import app as celery_app

__all__ = ["celery_app"]
