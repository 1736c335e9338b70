"""Alive and ready are two questions."""

from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

import engine
from archive.log.models import Log
from archive.log.services import append as appending
from archive.log.services.append import append
from games.models import Channel, Submission, Upload
from imhotep_site import health, tasks
from tests.cast import account, finished_log, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def heart():
    """All is well."""
    tasks.heartbeat()


def open_for(seconds: int) -> None:
    user = account("ana")
    upload = Upload.objects.create(account=user, channel=Channel.PAGE, raw=b"x", size=1, sha256="")
    queued = timezone.now() - timedelta(seconds=seconds)
    Submission.objects.create(upload=upload, number=1, queued_at=queued)


def test_alive_asks_nobody(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_ready_when_every_part_is_well(client, heart):
    answer = client.get(reverse("readyz"))
    assert answer.status_code == 200
    body = answer.json()
    assert body["ready"] is True
    parts = {"database", "redis", "queue", "worker", "clock", "disk", "engine", "record"}
    assert set(body["parts"]) == parts
    assert body["parts"]["engine"] == {"ok": True, "compiled": engine.COMPILED}
    assert body["parts"]["record"] == {"ok": True, "why": ""}
    assert body["parts"]["queue"] == {"ok": True, "oldest_seconds": 0, "open": 0}
    assert answer["Cache-Control"].startswith("max-age=0")


def test_not_ready_without_a_heartbeat(client):
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["parts"]["worker"] == {"ok": False, "heartbeat_seconds": None}


def test_a_heartbeat_is_forgotten(heart):
    with health.client() as redis:
        assert 0 < redis.ttl(health.HEARTBEAT) <= health.HEARTBEAT_LASTS


def test_not_ready_when_a_log_waits_too_long(client, heart):
    open_for(health.QUEUE_MAY_WAIT + 10)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    queue = answer.json()["parts"]["queue"]
    assert queue["ok"] is False
    assert queue["oldest_seconds"] >= health.QUEUE_MAY_WAIT


def test_a_log_that_waits_a_moment_is_no_trouble(client, heart):
    open_for(5)
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["parts"]["queue"]["open"] == 1


def test_not_ready_without_redis_and_the_rest_is_still_reported(client, settings):
    settings.REDIS_URL = "unix:///nonexistent/redis.sock"
    answer = client.get("/readyz")
    assert answer.status_code == 503
    parts = answer.json()["parts"]
    assert parts["redis"] == {"ok": False, "error": "ConnectionError"}
    assert parts["database"] == {"ok": True}


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_probe_may_ask_by_any_address(client, heart, path):
    assert client.get(path, headers={"host": "10.0.0.7"}).status_code == 200
    assert client.get("/", headers={"host": "10.0.0.7"}).status_code == 400


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_only_questions_are_answered(client, path):
    assert client.post(path).status_code == 405


@pytest.mark.both_databases
def test_two_queries_a_part_at_most(client, heart, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        client.get("/readyz")
    assert connection.vendor in ("postgresql", "sqlite")


def test_not_ready_while_the_log_stands_still(client, heart):
    submit(account("ana"), finished_log())
    append()
    assert client.get("/readyz").json()["parts"]["record"]["ok"] is True
    log = Log.objects.get()
    for wrong in ({"size": 3}, {"size": 0, "edge": b""}, {"edge": bytes(32)}):
        Log.objects.update(**wrong)
        answer = client.get("/readyz")
        assert answer.status_code == 503
        record = answer.json()["parts"]["record"]
        assert (record["ok"], bool(record["why"])) == (False, True), wrong
        log.save()
    assert client.get("/readyz").status_code == 200


def test_what_is_being_added_is_no_reason(heart, monkeypatch):
    """A piece is committed between the statements that look."""
    submit(account("ana"), finished_log())
    append()
    real = appending._edge

    def meanwhile(log):
        monkeypatch.setattr(appending, "_edge", real)
        submit(account("ben"), finished_log("black=@ben white=@cat", seed=2))
        append()
        return real(log)

    monkeypatch.setattr(appending, "_edge", meanwhile)
    assert appending.stands_still() == ""


def test_a_site_without_a_log_yet_is_well(django_assert_num_queries):
    Log.objects.all().delete()
    with django_assert_num_queries(1):
        assert appending.stands_still() == ""
