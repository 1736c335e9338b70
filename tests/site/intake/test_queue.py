"""The queue as workers and moderators see it: which messages go where, what waits, what failed."""

import time
from collections.abc import Iterator, Sequence
from datetime import timedelta

import pytest
import redis
from django.conf import settings
from django.utils import timezone

from games.intake.receive import receive
from games.judging import queue
from games.judging.queue import HEARTBEAT, WaitingCount, batch_waits, queue_report, wake_workers
from games.models import Account, Channel, Status, Submission

Messages = list[tuple[str, int]]
"""The queue of each, and the number of logs in it."""


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> Messages:
    sent: Messages = []

    def send(ids: Sequence[int], to: str) -> bool:
        sent.append((to, len(ids)))
        return True

    monkeypatch.setattr(queue, "_send", send)
    return sent


@pytest.fixture
def heart() -> Iterator[redis.Redis]:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.delete(HEARTBEAT)
        yield client
        client.delete(HEARTBEAT)


@pytest.fixture
def logs(ana: Account, messages: Messages) -> list[Submission]:
    """Six, the first of which was queued a minute ago, and each other a minute before the last."""
    upload = receive(ana, b'{"imhotep":1}\n' * 6, "six.ndjson", Channel.PAGE)
    rows = list(upload.submissions.order_by("number"))
    for minutes, row in enumerate(rows, 1):
        row.queued_at = timezone.now() - timedelta(minutes=minutes)
        row.save()
    return rows


def became(status: Status, *rows: Submission) -> None:
    Submission.objects.filter(pk__in=[row.pk for row in rows]).update(status=status)


def test_small_uploads_do_not_wait_behind_large_ones(messages: Messages) -> None:
    assert wake_workers([])
    assert wake_workers(range(10))
    assert wake_workers(range(11))
    assert wake_workers([1], bulk=True)
    assert messages == [("celery", 10), ("bulk", 11), ("bulk", 1)]


def test_if_one_message_cannot_be_sent_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "_send", lambda ids, to: ids[0] < 100)
    assert wake_workers(range(100), bulk=True)
    assert not wake_workers(range(150))


def test_what_waits_the_oldest_first_and_what_failed_the_latest_first(
    logs: list[Submission], heart: redis.Redis
) -> None:
    first, second, third, fourth, fifth, last = logs
    became(Status.RUNNING, second)
    became(Status.FAILED, third, fifth)
    became(Status.REFUSED, last)
    report = queue_report()
    assert report.waiting == [
        WaitingCount(Status.QUEUED, 2, fourth.queued_at),
        WaitingCount(Status.RUNNING, 1, second.queued_at),
    ]
    assert report.oldest == [fourth, second, first]
    assert report.failed == [fifth, third]


@pytest.mark.django_db
def test_nothing_waits(heart: redis.Redis) -> None:
    waiting = [WaitingCount(Status.QUEUED, 0, None), WaitingCount(Status.RUNNING, 0, None)]
    assert queue_report() == queue.QueueReport(waiting, [], [], [], 0, 0, None)


def test_of_a_long_queue_the_oldest_are_shown(
    logs: list[Submission], heart: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "LISTED", 2)
    became(Status.FAILED, *logs[:3])
    report = queue_report()
    assert (report.oldest, report.failed) == ([logs[5], logs[4]], [logs[2], logs[1]])
    assert report.waiting[0].number == 3


@pytest.mark.django_db
@pytest.mark.parametrize(("ago", "least"), [(20, 20), (-20, 0)])
def test_since_when_no_worker_showed_itself(heart: redis.Redis, ago: int, least: int) -> None:
    """None of whose clocks goes the same as ours."""
    heart.set(HEARTBEAT, time.time() - ago)
    heartbeat = queue_report().heartbeat
    assert heartbeat is not None
    assert least <= heartbeat < least + 15


@pytest.mark.parametrize(("batch", "waits"), [(6, False), (5, True), (4, True)])
def test_whether_a_whole_batch_waits(
    logs: list[Submission], monkeypatch: pytest.MonkeyPatch, batch: int, waits: bool
) -> None:
    monkeypatch.setattr(queue, "BATCH", batch)
    became(Status.VERIFIED, logs[0])
    assert batch_waits() == waits
