"""One account fills the queue for everybody."""

from __future__ import annotations

import pytest
from django.test import Client

from games.accounts.tokens import make_token
from games.intake import quota
from games.intake.receive import receive
from games.models import Channel, Submission, Upload
from tests.cast import PASSWORD, account, finished_log

pytestmark = pytest.mark.django_db


@pytest.fixture
def full(monkeypatch):
    monkeypatch.setattr(quota, "MAX_WAITING", 3)
    ana = account("ana")
    receive(ana, b'{"imhotep":1}\n' * 3, "three.imh", Channel.PAGE)
    return ana


def test_an_account_has_so_many_logs_that_wait_and_others_have_theirs(full):
    client = Client()
    headers = {"Authorization": f"Bearer {make_token(full, 't', ['upload'])[1]}"}
    headers["Prefer"] = "respond-async"
    answer = client.post("/api/v1/uploads", finished_log(), "text/plain", headers=headers)
    assert (answer.status_code, answer["Content-Type"]) == (429, "application/problem+json")
    assert "3 of your logs are waiting" in answer.json()["detail"]
    assert int(answer["Retry-After"]) > 0
    assert Upload.objects.count() == 1

    receive(account("ben"), finished_log().encode(), "a.imh", Channel.API)
    Submission.objects.filter(upload__account=full).first().delete()  # type: ignore[union-attr]
    receive(full, finished_log().encode(), "a.imh", Channel.API)


def test_the_page_says_so(full):
    client = Client()
    assert client.login(username="ana", password=PASSWORD)
    answer = client.post("/upload/", {"log": finished_log()})
    assert answer.status_code == 429
    assert "3 of your logs are waiting" in answer.content.decode()
    refused = client.post(
        "/upload/", {"log": finished_log()}, headers={"Accept": "application/json"}
    )
    assert "3 of your logs are waiting" in refused.content.decode()
    assert refused.status_code == 429


def test_a_game_played_here_is_always_taken(full):
    receive(full, finished_log().encode(), "table.imh", Channel.TABLE)
    assert Upload.objects.count() == 2
