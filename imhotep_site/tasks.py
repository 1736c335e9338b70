"""The site's own task."""

from celery import shared_task

from imhotep_site import health


@shared_task(name="imhotep_site.tasks.heartbeat")
def heartbeat() -> None:
    """Asked for by beat, done by a worker: so both are alive."""
    health.beat()
