"""The Celery application. The database row is the truth; a message is only a wake-up."""

import gc
import os
import sys

from celery import Celery, Task
from celery.loaders.app import AppLoader
from celery.signals import (
    before_task_publish,
    setup_logging,
    task_postrun,
    task_prerun,
    task_success,
    worker_ready,
)
from django.conf import settings
from django.db import connection

from imhotep_site.metrics.shared import note_sweep
from imhotep_site.tracing import begin_task, begin_tracing, end_task, write_trace
from web.request_id import current_request_id, set_request_id

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "imhotep_site.settings")


NICE = 10
"""Niceness of workers: judging and thinking give way to page views."""

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
        # The collector leaves alone what is here: pages stay shared with the forked processes.
        gc.collect()
        gc.freeze()

    def on_worker_process_init(self) -> None:
        """Trace from here on: a thread does not survive a fork. Freeze all objects of the start:
        the collector does not look at them again."""
        begin_tracing("imhotep-worker")
        gc.freeze()
        gc.set_threshold(YOUNG, *gc.get_threshold()[1:])


app = Celery("imhotep_site", loader="imhotep_site.celery:Loader")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.CELERY_DB_REUSE_MAX = sys.maxsize  # see `keep_connection`
app.autodiscover_tasks()


if settings.LOG_FORMAT == "json":

    @setup_logging.connect
    def keep_json_lines(**_: object) -> None:
        """With a receiver of this signal Celery leaves the log as the settings have it."""


@before_task_publish.connect
def send_request_id(headers: dict[str, object], **_: object) -> None:
    """A message has the id of the request that it follows from, and its trace."""
    if request_id := current_request_id():
        headers["request_id"] = request_id
    write_trace(headers)


@task_prerun.connect
def take_request_id(sender: Task[..., object], task_id: str, **_: object) -> None:
    if not sender.request.is_eager:
        set_request_id(getattr(sender.request, "request_id", ""))
        begin_task(task_id, sender.name, getattr(sender.request, "traceparent", ""))


@worker_ready.connect
def look_for_what_was_lost(**_: object) -> None:
    """A worker that starts does not wait for the next sweep."""
    app.send_task("games.tasks.sweep_submissions")
    app.send_task("events.tasks.sweep_week_deals")  # the periodic one expires behind long tasks


@task_prerun.connect
def keep_connection(sender: Task[..., object], **_: object) -> None:
    """A task goes on with the connection of the one before, if the server still answers there: a
    connection of its own costs as much as judging ten logs."""
    if sender.request.is_eager or connection.connection is None:
        return
    if connection.in_atomic_block or not connection.is_usable():
        connection.close()


@task_success.connect
def note_periodic_task(sender: Task[..., object], **_: object) -> None:
    """The operator's metrics say when each sweep last ran."""
    periodic = {entry["task"] for entry in app.conf.beat_schedule.values()}
    if not sender.request.is_eager and sender.name in periodic:
        note_sweep(sender.name)


@task_postrun.connect
def end_span(task_id: str, state: str | None, **_: object) -> None:
    end_task(task_id, state)


@task_postrun.connect
def leave_the_file(sender: Task[..., object], **_: object) -> None:
    """SQLite's file is open while a task runs, and no longer."""
    if connection.vendor == "sqlite" and not sender.request.is_eager:
        connection.close()
