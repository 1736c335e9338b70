"""A client writes X-Forwarded-For itself, to be somebody else for every limit."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from django.test import RequestFactory

from imhotep_site.settings.environment import WRONG_SETTINGS
from tests.services.processes import ROOT
from web.rate_limits import client_address, client_key


@pytest.mark.parametrize(
    ("proxies", "said", "found"),
    [
        (0, "203.0.113.9", "127.0.0.1"),
        (1, None, "127.0.0.1"),
        (1, "", "127.0.0.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "6.6.6.6, 203.0.113.9", "203.0.113.9"),
        (1, "6.6.6.6,7.7.7.7 ,203.0.113.9 ", "203.0.113.9"),
        (2, "6.6.6.6, 203.0.113.9, 10.0.0.1", "203.0.113.9"),
        (2, "203.0.113.9", "203.0.113.9"),
        (1, "6.6.6.6, nonsense", "127.0.0.1"),
        (1, "6.6.6.6, ", "127.0.0.1"),
        (1, "203.0.113.9:4711", "203.0.113.9"),
        (1, "[2001:db8::1]:4711", "2001:db8::1"),
        (1, "::ffff:203.0.113.9", "203.0.113.9"),
        (1, "2001:db8::1", "2001:db8::1"),
        (1, "fe80::1%eth0", "fe80::1%eth0"),
    ],
)
def test_only_what_our_proxies_wrote_is_believed(
    settings: Any, proxies: int, said: str | None, found: str
):
    settings.PROXIES = proxies
    headers = {} if said is None else {"X-Forwarded-For": said}
    assert client_address(RequestFactory().get("/", headers=headers)) == found


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("", "unknown"),
    ],
)
def test_the_address_that_a_throttle_counts(address: str, counted: str):
    assert client_key(RequestFactory().get("/", REMOTE_ADDR=address)) == counted


def settings_with(**environment: str) -> list[str]:
    script = (
        "from imhotep_site import settings as s;"
        "print(s.PROXIES, s.REST_FRAMEWORK['NUM_PROXIES'], s.ALLAUTH_TRUSTED_PROXY_COUNT,"
        " hasattr(s, 'SECURE_PROXY_SSL_HEADER'))"
    )
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "IMHOTEP_DATA")}
    command = [sys.executable, "-c", script]
    run = subprocess.run(command, env=kept | environment, cwd=ROOT, capture_output=True, check=True)
    return run.stdout.decode().split()


@pytest.mark.parametrize(
    ("environment", "number"),
    [
        ({}, 0),
        ({"PROXIES": "2"}, 2),
        ({"API_PROXIES": "1", "TRUST_PROXY": "true"}, 1),
        ({"TRUST_PROXY": "1"}, 1),
        ({"API_PROXIES": "2"}, 2),
        ({"PROXIES": "0", "API_PROXIES": "2", "TRUST_PROXY": "1"}, 0),
    ],
)
def test_one_number_of_proxies_is_obeyed_by_all(environment: dict[str, str], number: int):
    assert settings_with(**environment) == [*[str(number)] * 3, str(number > 0)]


@pytest.mark.parametrize("said", ["many", "-1", "1000"])
def test_what_is_no_number_of_proxies_starts_no_site(said: str):
    with pytest.raises(subprocess.CalledProcessError) as refused:
        settings_with(PROXIES=said)
    assert refused.value.returncode == WRONG_SETTINGS


def test_a_site_that_would_believe_any_client_does_not_start(monkeypatch: pytest.MonkeyPatch):
    from imhotep_site.checks import UnsafeStart, refuse_unsafe_start

    refuse_unsafe_start()
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    with pytest.raises(UnsafeStart, match="every client could choose its address"):
        refuse_unsafe_start()
