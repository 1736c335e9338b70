"""Nothing is lost: what waits too long is found."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.intake.receive import receive
from games.intake.verify import sweep_queue, verify_submissions
from games.judging import queue
from games.judging.queue import lease_logs, queue_report
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


def fail(ids, settings):
    settings.JUDGING_LEASE_SECONDS = 0
    for _ in range(3):
        lease_logs(ids)
    sweep_queue()
    settings.JUDGING_LEASE_SECONDS = 120


@pytest.mark.both_databases
def test_failed_logs_at_which_only_workers_died_are_judged_again_after_growing_pauses(
    ids, messages, settings
):
    fail(ids, settings)
    assert queue_report().retried == 2
    assert sweep_queue() == 0
    waits = []
    for _ in range(5):
        row = Submission.objects.latest("pk")
        waits.append((row.resumes_at - row.judged_at).total_seconds())
        Submission.objects.update(resumes_at=timezone.now())
        messages.clear()
        assert sweep_queue() == 2
        assert messages == [[submission_id] for submission_id in ids]
        fail(ids, settings)
    assert waits == [600, 2400, 9600, 38400, 86400]
    Submission.objects.update(resumes_at=timezone.now())
    sweep_queue()
    verify_submissions(ids)
    assert {row.status for row in Submission.objects.all()} == {Status.VERIFIED}
    assert Submission.objects.filter(refusal__isnull=True, attempts=1).count() == 2


@pytest.mark.both_databases
def test_logs_that_failed_before_the_upgrade_are_judged_again_unless_the_engine_failed(
    ids, messages
):
    sentence = "it could not be judged: a moderator will look at it"
    for submission_id, reason in zip(ids, ("", " (ZeroDivisionError: of a fault)"), strict=True):
        refusal = {"kind": "failed", "message": sentence + reason, "line": 0}
        Submission.objects.filter(pk=submission_id).update(
            status=Status.FAILED, attempts=3, judged_at=timezone.now(), refusal=refusal
        )
    assert queue_report().retried == 1
    assert sweep_queue() == 1
    assert messages == [ids[:1]]
    verify_submissions(ids)
    assert list(Submission.objects.order_by("pk").values_list("status", "attempts")) == [
        (Status.VERIFIED, 1),
        (Status.FAILED, 3),
    ]


@pytest.mark.both_databases
def test_a_lease_in_the_future_is_over(ids, messages):
    """Of a worker whose clock was a day ahead; likewise a log that was queued by such a process."""
    lease_logs(ids)
    assert sweep_queue() == 0
    ahead = timezone.now() + timedelta(days=1)
    Submission.objects.update(claimed_at=ahead)
    assert sweep_queue() == 2
    assert messages == [[submission_id] for submission_id in ids]
    Submission.objects.update(status=Status.QUEUED, claimed_at=None, attempts=0, queued_at=ahead)
    assert sweep_queue() == 2
    verify_submissions(ids)
    assert {row.status for row in Submission.objects.all()} == {Status.VERIFIED}


@pytest.mark.both_databases
def test_games_of_the_future_are_listed(ids):
    verify_submissions(ids)
    assert queue_report().future == []
    _first, second = Game.objects.order_by("pk")
    Game.objects.filter(pk=second.pk).update(accepted_at=timezone.now() + timedelta(days=1))
    assert queue_report().future == [second]


def test_what_pauses_is_left_alone_and_found_afterwards(ids, messages):
    for pauses, sent in ((1, [ids]), (4, [[submission_id] for submission_id in ids])):
        messages.clear()
        later = timezone.now() + timedelta(seconds=5)
        Submission.objects.update(pauses=pauses, resumes_at=later)
        waited(1000)
        assert lease_logs(ids).cases == []
        assert sweep_queue() == 0
        assert queue_report().paused == 2
        Submission.objects.update(resumes_at=timezone.now())
        assert queue_report().paused == 0
        assert sweep_queue() == 2
        assert messages == sent


def test_what_has_its_verdict_is_left_alone(ids, messages, settings):
    verify_submissions(ids)
    waited(1000)
    settings.JUDGING_LEASE_SECONDS = 0
    assert sweep_queue() == 0
