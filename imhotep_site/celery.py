"""The Celery application. The database row is the truth; a message is only a wake-up."""

import gc
import os

from celery import Celery
from celery.loaders.app import AppLoader
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "imhotep_site.settings")


NICE = 10
"""What is judged and thought about gives way to who looks at a page."""

YOUNG = 10_000
"""Objects after which Python's collector looks at the new ones (700 by default): a batch of logs
has some thousands of rows and no circles."""


class Loader(AppLoader):
    """Refuses an unsafe production start, of a worker as of beat."""

    def on_worker_init(self) -> None:
        import django

        django.setup()
        from imhotep_site.checks import refuse_unsafe_start

        refuse_unsafe_start()
        os.nice(NICE)

    def on_worker_process_init(self) -> None:
        """What is here at the start stays: the collector does not look at it again."""
        gc.freeze()
        gc.set_threshold(YOUNG, *gc.get_threshold()[1:])


app = Celery("imhotep_site", loader="imhotep_site.celery:Loader")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def look_for_what_was_lost(**_: object) -> None:
    """A worker that starts does not wait for the next sweep."""
    app.send_task("games.tasks.sweep_submissions")
