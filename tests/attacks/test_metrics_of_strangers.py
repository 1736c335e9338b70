"""Strangers who ask for ``/metrics``: directly, through a proxy, from a page of another site."""

from __future__ import annotations

import asyncio

import pytest
from asgiref.testing import ApplicationCommunicator

from imhotep_site.front.probes import Probes
from imhotep_site.handler import Handler
from imhotep_site.settings.environment import WrongSettings, read_variables

TOKEN = "a-token-of-twenty-four-characters"
LOCAL = {b"host": b"localhost:8000"}


@pytest.fixture(autouse=True)
def readable(monkeypatch):
    """Reading is another test's; here is who may."""
    monkeypatch.setattr("imhotep_site.health.on_own_connection", lambda _read: b"imhotep_up 1\n")


def ask(
    headers: dict[bytes, bytes], client: tuple[str, int] | None = ("127.0.0.1", 1), method="GET"
) -> tuple[int, bytes]:
    async def run() -> tuple[int, bytes]:
        scope = {"type": "http", "method": method, "path": "/metrics", "query_string": b""}
        scope |= {"headers": list(headers.items()), "client": client}
        site = ApplicationCommunicator(Probes(Handler()), scope)
        await site.send_input({"type": "http.request", "body": b""})
        begun, body = await site.receive_output(30), await site.receive_output(30)
        await site.wait(30)
        return begun["status"], body["body"]

    return asyncio.run(run())


def test_this_machine_reads_them():
    assert ask(LOCAL) == (200, b"imhotep_up 1\n")
    assert ask({b"host": b"[::1]:8000"}, ("::1", 1))[0] == 200


@pytest.mark.parametrize("client", [("192.0.2.1", 1), ("10.0.0.7", 1), ("2001:db8::1", 1), None])
def test_another_machine_does_not(client):
    status, body = ask(LOCAL, client)
    assert (status, b"imhotep" in body) == (403, False)


@pytest.mark.parametrize(
    "header", [b"x-forwarded-for", b"forwarded", b"via", b"x-real-ip", b"x-forwarded-host"]
)
@pytest.mark.parametrize("address", [b"192.0.2.1", b"127.0.0.1", b""])
def test_nobody_reads_them_through_a_proxy_whatever_it_says(header, address):
    assert ask({**LOCAL, header: address})[0] == 403


def test_a_page_of_another_site_whose_name_leads_here_does_not():
    for host in (b"rebound.example:8000", b"localhost.rebound.example", b"127.0.0.1.nip.example"):
        assert ask({b"host": host})[0] == 403


def test_with_a_token_nothing_else_counts(settings):
    settings.METRICS_TOKEN = TOKEN
    assert ask({**LOCAL, b"authorization": f"Bearer {TOKEN}".encode()}, ("192.0.2.1", 1))[0] == 200
    assert ask(LOCAL)[0] == 403
    for credentials in (
        b"",
        b"Bearer ",
        b"Bearer \xff",
        f"Bearer {TOKEN}x".encode(),
        TOKEN.encode(),
    ):
        assert ask({**LOCAL, b"authorization": credentials})[0] == 403


def test_a_token_that_can_be_guessed_is_refused():
    for token in ("short", "ü" * 30):
        with pytest.raises(WrongSettings, match="METRICS_TOKEN"):
            read_variables({"METRICS_TOKEN": token})


def test_they_are_read_only():
    assert ask(LOCAL, method="POST")[0] == 405
