"""Holding every thread of a process: what still answers."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.http import HttpRequest, HttpResponse
from django.urls import path

from imhotep_site import health
from imhotep_site.front import refusals
from imhotep_site.front.bodies import Bodies
from imhotep_site.front.probes import Probes
from imhotep_site.handler import Handler
from web.priorities import heavy, judging

held = threading.Event()


def hold(request: HttpRequest) -> HttpResponse:
    held.wait(20)
    return HttpResponse("held")


urlpatterns = [
    path("hold/", hold, name="hold"),
    path("hold/heavy/", heavy(lambda request: hold(request))),
    path("hold/judging/", judging(lambda request: hold(request))),
    path("quick/", lambda request: HttpResponse("quick"), name="quick"),
]


@pytest.fixture
def site(settings, monkeypatch) -> Any:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = settings.MIDDLEWARE[:1]
    monkeypatch.setattr(refusals, "DELAY", 0.0)
    held.clear()
    return Probes(Bodies(Handler()))


def begin(site: Any, address: str, address_of_client: str) -> ApplicationCommunicator:
    scope = {
        "type": "http",
        "method": "GET",
        "path": address,
        "headers": [(b"host", b"testserver")],
        "query_string": b"",
        "client": (address_of_client, 1),
    }
    return ApplicationCommunicator(site, scope)


async def ask(
    site: Any, address: str, address_of_client: str = "192.0.2.1"
) -> tuple[int, dict[bytes, bytes]]:
    talk = begin(site, address, address_of_client)
    await talk.send_input({"type": "http.request", "body": b""})
    begun = await talk.receive_output(30)
    await talk.receive_output(30)
    await talk.wait(30)
    return begun["status"], dict(begun["headers"])


def during_flood(
    site: Any, mob: list[tuple[str, str]], action: Callable[[], Awaitable[None]]
) -> list[int]:
    """`then` happens while the requests of `mob` (address, client) are inside or wait; their
    statuses."""

    async def run() -> list[int]:
        tasks = [
            asyncio.create_task(ask(site, address, client_address))
            for address, client_address in mob
        ]
        await asyncio.sleep(0.3)
        try:
            await action()
            assert not any(task.done() for task in tasks), "nobody waits for the mob"
        finally:
            held.set()
        return [status for status, _ in await asyncio.gather(*tasks)]

    return asyncio.run(run())


CROWD = [("/hold/", f"198.51.100.{n}") for n in range(40)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_a_probe_is_answered_while_all_threads_are_held(site, address):
    async def probes() -> None:
        status, headers = await ask(site, address)
        assert status in ((200,) if address == "/healthz" else (200, 503))
        assert headers[b"x-content-type-options"] == b"nosniff"

    assert during_flood(site, CROWD, probes) == [200] * 40


def test_one_address_leaves_threads_to_the_others(site):
    async def probes() -> None:
        assert (await ask(site, "/quick/"))[0] == 200

    assert during_flood(site, [("/hold/", "198.51.100.1")] * 40, probes) == [200] * 40


@pytest.mark.parametrize("address", ["/hold/heavy/", "/hold/judging/"])
def test_expensive_requests_leave_threads_to_quick_ones_wherever_they_come_from(site, address):
    async def probes() -> None:
        assert (await ask(site, "/quick/"))[0] == 200

    mob = [(address, f"198.51.100.{n}") for n in range(12)]
    assert during_flood(site, mob, probes) == [200] * 12


def test_dry_runs_that_find_no_place_are_refused(site):
    async def run() -> list[tuple[int, dict[bytes, bytes]]]:
        mob = [asyncio.create_task(ask(site, "/hold/judging/")) for _ in range(10)]
        while sum(task.done() for task in mob) < 5:
            await asyncio.sleep(0.05)
        refused = [task.result() for task in mob if task.done()]
        held.set()
        await asyncio.gather(*mob)
        return refused

    refused = asyncio.run(run())
    assert [status for status, _ in refused] == [429] * 5
    assert all(int(headers[b"Retry-After"]) > 0 for _, headers in refused)


def test_many_who_ask_whether_it_is_ready_share_one_reading(site, monkeypatch):
    readings = []
    gate = threading.Event()

    def reading() -> dict[str, Any]:
        readings.append(threading.current_thread().name)
        gate.wait(5)
        return {"ready": True, "parts": {}}

    monkeypatch.setattr(health, "on_own_connection", lambda _read: reading())

    async def run() -> list[int]:
        tasks = [asyncio.create_task(ask(site, "/readyz")) for _ in range(30)]
        await asyncio.sleep(0.1)
        gate.set()
        return [status for status, _ in await asyncio.gather(*tasks)]

    assert (asyncio.run(run()), len(readings)) == ([200] * 30, 1)
    assert readings[0].startswith("probes")


def test_a_reading_that_hangs_is_not_waited_for(site, monkeypatch):
    gate = threading.Event()
    monkeypatch.setattr(health, "on_own_connection", lambda _read: gate.wait(10))
    monkeypatch.setattr("imhotep_site.front.probes.PATIENCE", 0.1)
    try:
        status, _ = asyncio.run(ask(site, "/readyz"))
    finally:
        gate.set()
    assert status == 503
