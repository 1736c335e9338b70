"""Requests that get no answer: after half a minute they are told so."""

import asyncio
import json
import threading
import time
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path

from imhotep_site import urls
from imhotep_site.front import time_limit
from imhotep_site.front.time_limit import TimeLimit
from imhotep_site.handler import Handler

released = threading.Event()
ended = threading.Event()


def stuck(request: HttpRequest) -> HttpResponse:
    released.wait(30)
    ended.set()
    return HttpResponse("late")


def quick(request: HttpRequest) -> HttpResponse:
    return HttpResponse("in time")


def stream(request: HttpRequest) -> StreamingHttpResponse:
    async def parts():  # type: ignore[no-untyped-def]
        yield b"first"
        await asyncio.sleep(0.5)
        yield b"last"

    return StreamingHttpResponse(parts())


urlpatterns = [
    path("api/v1/stuck/", stuck),
    path("stuck/", stuck),
    path("quick/", quick),
    path("stream/", stream),
    *urls.urlpatterns,  # the refusal has the menu
]


@pytest.fixture
def application(settings, monkeypatch):
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    monkeypatch.setattr(time_limit, "LONGEST_ANSWER", 0.2)
    released.clear()
    ended.clear()
    yield TimeLimit(Handler())  # type: ignore[arg-type]  # Django: any dict
    released.set()


def request_for(application: Any, address: str, accept: str = "text/html") -> Any:
    scope = {
        "type": "http",
        "method": "GET",
        "path": address,
        "query_string": b"",
        "headers": [(b"accept", accept.encode())],
        "client": ("203.0.113.9", 1),
    }
    return ApplicationCommunicator(application, scope)


async def answer_to(communicator: Any) -> tuple[dict[str, str], int, bytes]:
    await communicator.send_input({"type": "http.request", "body": b""})
    start = await communicator.receive_output(20)
    body = b""
    while True:
        message = await communicator.receive_output(20)
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return headers, start["status"], body


@pytest.mark.parametrize(
    ("address", "accept", "begins"),
    [
        ("/api/v1/stuck/", "application/json", b"{"),
        ("/stuck/", "application/json", b"{"),
        ("/stuck/", "text/html", b"<!doctype html>"),
    ],
)
def test_a_request_that_gets_no_answer_is_told_so(application, address, accept, begins):
    async def run() -> None:
        communicator = request_for(application, address, accept)
        headers, status, body = await answer_to(communicator)
        assert status == 503
        assert headers["retry-after"].isdigit()
        assert headers["connection"] == "close"
        assert body.startswith(begins)
        assert b"Check whether it worked before you send it again." in body
        if begins == b"{":
            assert set(json.loads(body)) & {"detail", "error"}
        assert not ended.is_set()
        released.set()  # what was waited for comes: the thread ends, and nothing more is sent
        await asyncio.to_thread(ended.wait, 20)
        await communicator.wait(20)
        assert await communicator.receive_nothing()

    asyncio.run(run())
    assert ended.is_set()


def test_others_are_answered_while_one_is_stuck(application):
    async def run() -> None:
        first = request_for(application, "/stuck/")
        _, status, _ = await answer_to(first)
        assert status == 503
        for _ in range(3):
            communicator = request_for(application, "/quick/")
            _, status, body = await answer_to(communicator)
            assert (status, body) == (200, b"in time")
            await communicator.wait(20)
        released.set()
        await first.wait(20)

    asyncio.run(run())


def test_an_answer_that_has_begun_may_last(application):
    async def run() -> None:
        communicator = request_for(application, "/stream/")
        _, status, body = await answer_to(communicator)
        await communicator.wait(20)
        assert (status, body) == (200, b"firstlast")

    asyncio.run(run())


def test_the_time_begins_after_the_last_part_of_the_body(monkeypatch):
    """A slow body has limits of its own."""
    monkeypatch.setattr(time_limit, "LONGEST_ANSWER", 60.0)
    ends = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        for _ in range(3):
            ends.append(receive.__self__.timer.when())
            await receive()
            time.sleep(0.01)  # the loop's clock goes on

    async def run() -> None:
        communicator = request_for(TimeLimit(application), "/quick/")
        for _ in range(3):
            await communicator.send_input({"type": "http.request", "body": b"", "more_body": True})
        await communicator.wait(20)

    asyncio.run(run())
    assert len(ends) == 3
    assert ends[0] < ends[1] < ends[2]
