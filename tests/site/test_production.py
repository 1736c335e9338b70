"""The parts as production starts them: with the pool, the manifest of static files, and TLS in
front."""

import http.client
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from tests.services.processes import (
    ROOT,
    begin_web,
    begin_worker,
    live_environment,
    wait_for_web,
    wait_for_worker,
    wait_until,
)

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

PRODUCTION = {
    "IMHOTEP_MODE": "production",
    "DJANGO_SETTINGS_MODULE": "imhotep_site.settings",
    "ALLOWED_HOSTS": "games.example.org",
    "SECRET_KEY": "not-the-one-of-any-site-" * 3,
    "TRUST_PROXY": "1",
    "HSTS_SECONDS": "3600",
}


@pytest.fixture
def production(transactional_db: None) -> Iterator[str]:
    command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    # Not in production, where brotli takes the better part of a minute.
    environment = live_environment() | {"DJANGO_SETTINGS_MODULE": "imhotep_site.settings"}
    subprocess.run(command, env=environment, cwd=ROOT, check=True, timeout=200)
    with ExitStack() as ended:
        address, web = begin_web(ended, DATABASE_POOL="4", **PRODUCTION)
        worker = begin_worker(ended, beat=True, DATABASE_POOL="0", **PRODUCTION)
        wait_for_web(address, web)
        wait_for_worker(worker)
        yield address


def get(address: str, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    """As the proxy would ask."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
    sent_headers = {"Host": "games.example.org", "X-Forwarded-Proto": "https"} | headers
    connection.request("GET", path, headers=sent_headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


def test_it_answers_many_at_once_and_is_safe_and_ready(production):
    with ThreadPoolExecutor(24) as people:
        statuses = list(people.map(lambda _: get(production, "/games/")[0], range(48)))
    assert statuses == [200] * 48

    wait_until(lambda: get(production, "/readyz")[0] == 200, seconds=40, what="readiness")

    status, headers, body = get(production, "/accounts/login/")
    assert status == 200
    assert headers["Strict-Transport-Security"] == "max-age=3600"
    assert "Secure" in headers["Set-Cookie"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]

    style = re.search(rb'href="(/static/[^"]+\.[0-9a-f]{12}\.css)"', body)
    assert style
    status, headers, _ = get(production, style[1].decode())
    assert status == 200
    assert "immutable" in headers["Cache-Control"]

    assert get(production, "/", Host="elsewhere.example.org")[0] == 400
    assert get(production, "/no/such/page/")[0] == 404
