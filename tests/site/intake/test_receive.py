"""An upload is stored as it came, and its logs wait to be judged."""

from hashlib import sha256

import pytest
from celery import current_app as app
from django.core import mail
from django.db import connection

from games.accounts.password_reset import request_password_reset
from games.intake.receive import receive
from games.judging import queue
from games.models import Channel, Status, Submission, Upload
from tests.cast import account
from tests.site.intake.files import gzipped, log, zipped
from web.errors import Invalid

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_the_raw_bytes_are_kept_as_they_came(ana):
    raw = gzipped(log())
    upload = Upload.objects.get(pk=receive(ana, raw, "our game.gz", Channel.API).pk)
    assert bytes(upload.raw) == raw
    assert (upload.size, upload.sha256) == (len(raw), sha256(raw).hexdigest())
    assert (upload.account, upload.name, upload.channel) == (ana, "our game.gz", "api")


def test_a_single_log_is_not_stored_twice():
    upload = receive(account("ana"), log().encode(), "a.imh", Channel.PAGE)
    submission = upload.submissions.get()
    assert submission.source is None
    assert submission.text == log().encode()
    assert (submission.number, submission.status, submission.attempts) == (1, Status.QUEUED, 0)


def test_what_was_unpacked_is_stored_beside():
    upload = receive(account("ana"), gzipped(log()), "a.gz", Channel.PAGE)
    assert upload.submissions.get().text == log().encode()


def test_each_log_of_a_file_is_a_submission_with_its_place():
    raw = f"{log(1)}\n{log(2)}".encode()
    upload = receive(account("ana"), raw, "a.imh", Channel.PAGE)
    first, second = upload.submissions.all()
    assert (first.number, first.begins, second.number) == (1, 1, 2)
    assert second.begins == log(1).count("\n") + 2
    assert second.text == log(2).encode()


def test_members_that_are_no_logs_are_refused_at_once():
    raw = zipped(("README", "hello"), ("a.imh", log()))
    upload = receive(account("ana"), raw, "a.zip", Channel.PAGE)
    readme, game = upload.submissions.all()
    assert (readme.member, readme.status) == ("README", Status.REFUSED)
    assert readme.refusal["kind"] == "unreadable"
    assert readme.judged_at is not None
    assert game.status == Status.QUEUED


@pytest.mark.parametrize("raw", [b"", b"\0\1\2", b"PK\x03\x04"])
def test_nothing_is_stored_of_what_cannot_be_judged(raw):
    with pytest.raises(Invalid):
        receive(account("ana"), raw, "a", Channel.PAGE)
    assert not Upload.objects.exists()


def test_a_long_and_odd_name():
    upload = receive(account("ana"), log().encode(), f"../{'x' * 300}\0.imh", Channel.PAGE)
    assert len(upload.name) == 255
    assert upload.name.endswith("x�.imh")


@pytest.mark.both_databases
def test_a_large_upload_takes_few_statements(django_assert_max_num_queries, ana):
    raw = b'{"imhotep":1}\n' * 1000
    # SQLite takes 999 parameters a statement: some forty rows
    most = 20 if connection.vendor == "postgresql" else 35
    with django_assert_max_num_queries(most):
        receive(ana, raw, "a.ndjson", Channel.PAGE)
    assert Submission.objects.count() == 1000


@pytest.fixture
def messages(monkeypatch):
    """The messages, as they would have gone to Redis; the queue itself is tested with workers."""
    sent = []
    monkeypatch.setattr(queue, "_send", lambda ids, to: sent.append((to, len(ids))) or True)
    return sent


def upload_of(number, capture):
    with capture(execute=True):
        return receive(account("ana"), b'{"imhotep":1}\n' * number, "a.ndjson", Channel.PAGE)


def test_a_small_upload_goes_to_the_quick_queue(messages, django_capture_on_commit_callbacks):
    upload_of(10, django_capture_on_commit_callbacks)
    assert messages == [("celery", 10)]


def test_a_large_upload_goes_in_batches_to_the_slow_one(
    messages, django_capture_on_commit_callbacks
):
    upload_of(120, django_capture_on_commit_callbacks)
    assert messages == [("bulk", 100), ("bulk", 20)]


def test_no_message_is_sent_before_the_commit(messages):
    receive(account("ana"), log().encode(), "a", Channel.PAGE)
    assert not messages


@pytest.fixture
def dead_broker():
    """Nobody listens where the messages go."""

    def use(address):
        app.conf.broker_write_url = address
        app.amqp._producer_pool = app._pool = None

    broker_write_url = app.conf.broker_write_url
    use("redis+socket:///nonexistent.sock")
    yield
    use(broker_write_url)


@pytest.mark.usefixtures("dead_broker")
def test_a_dead_broker_does_not_hinder(django_capture_on_commit_callbacks, caplog):
    """The log stays queued: the sweep finds it."""
    with django_capture_on_commit_callbacks(execute=True):
        upload = receive(account("ana"), log().encode(), "a", Channel.PAGE)
    assert upload.submissions.get().status == Status.QUEUED
    assert "no message could be sent" in caplog.text


@pytest.mark.usefixtures("dead_broker")
def test_a_forgotten_password_is_answered_without_the_broker(caplog, ana):
    request_password_reset("ana@example.org")
    assert [letter.to for letter in mail.outbox] == [["ana@example.org"]]
    assert "no message could be sent, it is answered at once" in caplog.text
