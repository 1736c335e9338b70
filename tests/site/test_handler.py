"""How requests get to the views: by one thread each, a few at the same time."""

import asyncio
import threading
import time
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.http import HttpRequest, HttpResponse
from django.urls import path

from imhotep_site.handler import Handler


class Inside:
    """What a slow view and the middleware around it see."""

    def __init__(self) -> None:
        self.threads: list[tuple[int, int]] = []
        self.now = self.most = 0
        self.lock = threading.Lock()

    def middleware(self, get_response: Any) -> Any:
        def note(request: HttpRequest) -> Any:
            request.begun = threading.get_ident()  # type: ignore[attr-defined]
            return get_response(request)

        return note

    def view(self, request: HttpRequest) -> HttpResponse:
        self.threads.append((request.begun, threading.get_ident()))  # type: ignore[attr-defined]
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(0.03)
        with self.lock:
            self.now -= 1
        return HttpResponse("done")


inside = Inside()
middleware = inside.middleware
urlpatterns = [path("slow/", lambda request: inside.view(request))]


@pytest.fixture
def handler(settings):
    settings.ROOT_URLCONF = __name__
    settings.REQUEST_CONCURRENCY = 5  # three of them for what is quick
    settings.MIDDLEWARE = [*settings.MIDDLEWARE[1:3], f"{__name__}.middleware"]
    inside.__init__()  # type: ignore[misc]
    return Handler()


async def asked(handler: Handler) -> tuple[int, bytes]:
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/slow/",
        "headers": [(b"host", b"testserver")],
        "query_string": b"",
    }
    talk = ApplicationCommunicator(handler, scope)
    await talk.send_input({"type": "http.request", "body": b""})
    begun, body = await talk.receive_output(10), await talk.receive_output(10)
    await talk.wait(10)
    return begun["status"], body["body"]


def test_a_request_stays_in_its_thread_and_few_are_there_at_once(handler):
    async def ask_all() -> list[tuple[int, bytes]]:
        return await asyncio.gather(*(asked(handler) for _ in range(12)))

    assert asyncio.run(ask_all()) == [(200, b"done")] * 12
    assert inside.most == 3
    assert len(inside.threads) == 12
    assert all(begun == there for begun, there in inside.threads)
    assert threading.get_ident() not in {there for _, there in inside.threads}
