"""The Celery application. The database row is the truth; a message is only a wake-up."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "imhotep_site.settings")

app = Celery("imhotep_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
