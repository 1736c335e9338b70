"""Dry runs by the thousand: limited a request, and weighed by their logs."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.intake import dry_run as service
from games.limits import DRY_RUN
from tests.cast import finished_log
from web.rate_limits import DRY_RUNS

pytestmark = pytest.mark.django_db


def files(number: int, logs: int = 1, padding: int = 0) -> dict[str, list[SimpleUploadedFile]]:
    raw = b'{"imhotep":1}\n' * logs + b"#" * padding
    return {"logs": [SimpleUploadedFile(f"{n}.imh", raw) for n in range(number)]}


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (files(100, DRY_RUN.logs), "check at most 20 at once"),
        (files(21), "check at most 20 at once"),
        (files(2, 11), "check at most 20 at once"),
        (files(3, 1, DRY_RUN.received // 2), "check at most 1 MiB at once"),
    ],
)
def test_many_files_of_one_request_are_one_dry_run(sent, said, monkeypatch):
    judged = []
    monkeypatch.setattr(service, "judge_log", lambda *one: judged.append(one))
    answer = Client().post("/upload/dry-run/", sent)
    assert answer.status_code == 413
    assert said in answer.content.decode()
    assert judged == []


def test_as_many_as_one_may_send_are_judged():
    answer = Client().post("/upload/dry-run/", files(10, 2))
    assert (answer.status_code, answer.content.count(b"<article")) == (200, DRY_RUN.logs)


def test_each_log_counts():
    client = Client()
    for _ in range(DRY_RUNS.most // DRY_RUN.logs):
        assert client.post("/upload/dry-run/", files(1, DRY_RUN.logs)).status_code == 200
    assert client.post("/upload/dry-run/", files(1)).status_code == 429


def test_each_log_counts_at_the_api(settings):
    settings.API_THROTTLES = settings.API_THROTTLES | {"dry_run": ("1/minute", "40/minute")}
    client = Client(raise_request_exception=False)
    raw = b'{"imhotep":1}\n' * DRY_RUN.logs
    statuses = [
        client.post("/api/v1/uploads?dry_run=1", raw, "text/plain").status_code for _ in range(3)
    ]
    assert statuses == [422, 422, 429]


def test_logs_after_too_much_work_are_not_judged(monkeypatch):
    monkeypatch.setattr(service, "DRY_RUN_SECONDS", -1.0)
    answer = Client().post("/upload/dry-run/", {"log": finished_log()})
    assert answer.status_code == 200
    assert service.UNJUDGED in answer.content.decode()
