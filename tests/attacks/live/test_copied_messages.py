"""Messages that come a thousand times over: the sweeps are not kept waiting."""

from __future__ import annotations

import pytest
import redis
from celery import current_app
from django.conf import settings

from games.judging import HEARTBEAT
from games.models import Verification
from tests.cast import account, finished_log, submit
from tests.services.processes import wait_until, worker

COPIES = 2_000


@pytest.mark.django_db(transaction=True)
def test_a_storm_of_copies_keeps_no_sweep_away() -> None:
    """And none of them judges the log again."""
    submission = submit(account("ana"), finished_log())
    runs = Verification.objects.count()
    with (
        redis.Redis.from_url(settings.REDIS_URL) as queue,
        current_app.connection_for_write() as connection,
        current_app.amqp.Producer(connection) as producer,
    ):
        queue.delete("celery", "pulse", HEARTBEAT)
        for _ in range(COPIES):
            current_app.send_task(
                "games.tasks.verify_game", (submission.pk,), queue="celery", producer=producer
            )
        current_app.send_task("imhotep_site.tasks.heartbeat", queue="pulse", producer=producer)
        with worker() as process:
            wait_until(lambda: queue.exists(HEARTBEAT), process, what="the heartbeat")
            copies = queue.llen("celery")
            assert copies > COPIES / 2, "it came before most of the copies"
            wait_until(
                lambda: queue.llen("celery") == 0, process, what="the copies read", seconds=120
            )
    assert Verification.objects.count() == runs
