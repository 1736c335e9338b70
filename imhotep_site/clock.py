"""The Celery application of an embedded site's beat: settings and a timetable, no Django.

Beat only sends messages. Without models and tasks it needs half of the memory.
"""

from __future__ import annotations

from logging.config import dictConfig

from celery import Celery
from celery.signals import setup_logging

from imhotep_site import settings

dictConfig(settings.LOGGING)
if settings.LOG_FORMAT == "json":

    @setup_logging.connect
    def keep_json_lines(**_: object) -> None:
        """With a receiver of this signal Celery leaves the log as the settings have it."""


app = Celery("imhotep_site", fixups=[])
app.config_from_object(settings, namespace="CELERY")
