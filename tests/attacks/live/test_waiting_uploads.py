"""Uploads that wait for their verdict, by the dozen: the site goes on meanwhile."""

from __future__ import annotations

import http.client
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from games.accounts.tokens import make_token
from games.models import Upload
from tests.cast import account, finished_log
from tests.services.processes import wait_until, web, worker

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = 3
WAIT = 10
"""Seconds that an upload may wait for its verdict."""
EACH = 4
"""Uploads; a process has fewer slots than there are in all."""


def ask(address: str, method: str, path: str, body: str = "", token: str = "") -> int:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    headers = {"Content-Type": "text/plain", "Prefer": f"wait={WAIT}"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection.request(method, path, body.encode() or None, headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def test_waiting_uploads_hold_no_slot():
    """No worker runs, so that each of them waits as long as it may."""
    tokens = [make_token(account(f"p{n}"), "t", ["upload"])[1] for n in range(PEOPLE)]
    uploads = [(token, seed) for token in tokens for seed in range(EACH)]
    with web() as (address, process), ThreadPoolExecutor(len(uploads)) as crowd:
        ask(address, "GET", "/")
        waiting = [
            crowd.submit(ask, address, "POST", "/api/v1/uploads", finished_log(seed=1 + n), token)
            for n, (token, _) in enumerate(uploads)
        ]
        wait_until(lambda: Upload.objects.count() == len(uploads), process)
        assert ask(address, "GET", "/") == 200
        assert ask(address, "GET", "/healthz") == 200
        assert not any(upload.done() for upload in waiting), "they do not wait"
        refused_upload = ask(address, "POST", "/api/v1/uploads", finished_log(seed=99), tokens[0])
        assert refused_upload == 202, "who has many that wait is answered at once"
        assert not any(upload.done() for upload in waiting)
        assert {upload.result() for upload in waiting} == {202}


def test_a_verdict_comes_within_the_wait():
    account("ben")
    token = make_token(account("ana"), "t", ["upload"])[1]
    with web() as (address, _), worker():
        began = time.monotonic()
        text = finished_log()
        assert ask(address, "POST", "/api/v1/uploads", text, token) == 201
        assert ask(address, "POST", "/api/v1/uploads", text, token) == 409
        assert ask(address, "POST", "/api/v1/uploads", text[:-40], token) == 422
        assert time.monotonic() - began < 3 * WAIT - 1, "each waited to the end"
