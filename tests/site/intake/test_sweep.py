"""Nothing is lost: what waits too long is found."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.intake.receive import receive
from games.intake.verify import sweep_queue, verify_submissions
from games.judging import queue
from games.judging.queue import lease_logs
from games.limits import WAITING_SECONDS
from games.models import Channel, Game, Status, Submission
from tests.cast import account
from tests.site.intake.files import log

pytestmark = pytest.mark.django_db


@pytest.fixture
def messages(monkeypatch):
    sent = []
    monkeypatch.setattr(queue, "_send", lambda ids, to: sent.append(list(ids)) or True)
    return sent


@pytest.fixture
def ids(messages):
    account("ben")
    upload = receive(account("ana"), (log(1) + log(2)).encode(), "a", Channel.PAGE)
    return [submission.pk for submission in upload.submissions.all()]


def waited(seconds):
    Submission.objects.update(queued_at=timezone.now() - timedelta(seconds=seconds))


def test_what_was_just_queued_is_left_alone(ids, messages):
    assert sweep_queue() == 0
    assert messages == []


def test_what_waits_too_long_gets_another_message(ids, messages):
    waited(WAITING_SECONDS + 1)
    assert sweep_queue() == 2
    assert messages == [ids]


def test_a_long_queue_is_not_sent_again_as_a_whole(ids, messages, monkeypatch):
    from games.intake import verify as sweeping

    waited(WAITING_SECONDS + 1)
    monkeypatch.setattr(sweeping, "MAX_RESENT", 1)
    monkeypatch.setattr(sweeping, "queue_is_empty", lambda: False)
    assert sweep_queue() == 1
    assert messages == [ids[:1]]


def test_whether_messages_wait():
    assert queue.queue_is_empty()
    assert queue.wake_workers([1])
    assert not queue.queue_is_empty()


def test_what_is_being_judged_is_left_alone(ids, messages):
    lease_logs(ids)
    waited(1000)
    assert sweep_queue() == 0


def test_what_a_dead_worker_had_is_sent_singly(ids, messages, settings):
    lease_logs(ids)
    settings.JUDGING_LEASE_SECONDS = 0
    assert sweep_queue() == 2
    assert messages == [[submission_id] for submission_id in ids]
    verify_submissions(ids)
    assert Game.objects.count() == 2


def test_after_three_attempts_it_is_failed_and_kept(ids, messages, settings):
    settings.JUDGING_LEASE_SECONDS = 0
    for _ in range(3):
        lease_logs(ids)
    assert lease_logs(ids).cases == []
    assert sweep_queue() == 2
    assert messages == []
    for submission in Submission.objects.all():
        assert submission.status == Status.FAILED
        assert submission.refusal["kind"] == "failed"
        assert submission.judged_at is not None
        assert submission.text
    assert sweep_queue() == 0


def test_what_has_its_verdict_is_left_alone(ids, messages, settings):
    verify_submissions(ids)
    waited(1000)
    settings.JUDGING_LEASE_SECONDS = 0
    assert sweep_queue() == 0
