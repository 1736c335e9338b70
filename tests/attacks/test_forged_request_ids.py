"""Forged request ids, and texts that try to be lines of the log."""

from __future__ import annotations

import asyncio
import json
import logging

import pytest
from asgiref.testing import ApplicationCommunicator

from imhotep_site.front.asgi import Receive, Scope, Send
from imhotep_site.front.request_ids import RequestIds
from web.json_lines import JsonLines
from web.request_id import current_request_id, set_request_id

PROXY = (b"x-forwarded-for", b"192.0.2.7")
GOOD = b"4f2a77bc-well.formed"
FORGED = [
    b"a\nlevel=ERROR forged",
    b"abcdefgh\r\nSet-Cookie: a=b",
    b'abcdefgh","level":"ERROR',
    b"a" * 65,
    b"a" * 100_000,
    b"short",
    b"",
    b"abcdefgh\x00",
    b"abcdefgh\n",
    "abcdefgé".encode(),
    b"\xff\xfe\xff\xfe\xff\xfe\xff\xfe",
]


def answered_id(*headers: tuple[bytes, bytes]) -> bytes:
    """The id in the answer, which is the one that lines of the log have."""
    request_ids = []

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        request_ids.append(current_request_id())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def run() -> bytes:
        scope = {"type": "http", "method": "GET", "path": "/", "headers": list(headers)}
        talk = ApplicationCommunicator(RequestIds(site), scope)
        await talk.send_input({"type": "http.request", "body": b""})
        begun = await talk.receive_output(30)
        await talk.receive_output(30)
        await talk.wait(30)
        return dict(begun["headers"])[b"x-request-id"]

    request_id = asyncio.run(run())
    assert [request_id.decode()] == request_ids
    return request_id


def test_a_proxy_of_ours_names_the_request(settings):
    settings.PROXIES = 1
    assert answered_id(PROXY, (b"x-request-id", GOOD)) == GOOD


@pytest.mark.parametrize("proxies", [0, 1])
def test_a_client_does_not(settings, proxies):
    """Without a proxy, or past it."""
    settings.PROXIES = proxies
    assert answered_id((b"x-request-id", GOOD)) != GOOD


@pytest.mark.parametrize("forged", FORGED, ids=range(len(FORGED)))
def test_an_id_that_is_not_well_formed_is_replaced(settings, forged):
    settings.PROXIES = 1
    assert len(answered_id(PROXY, (b"x-request-id", forged))) == 32


def test_two_ids_are_none(settings):
    settings.PROXIES = 1
    assert answered_id(PROXY, (b"x-request-id", GOOD), (b"x-request-id", GOOD)) != GOOD


@pytest.mark.parametrize("text", [7, None, ["a" * 32], {"a": 1}, "a\nb" * 5, "a" * 65])
def test_a_message_with_another_id_has_none(text):
    """Somebody who can write to Redis names no lines."""
    set_request_id(text)
    assert current_request_id() == ""


@pytest.mark.parametrize(
    "text", ['a\n{"level":"ERROR"}', '","level":"x', "\x1b[2J", "\u2028", "\ud800", "\r\n", "é\x00"]
)
def test_a_text_stays_in_its_string(text):
    record = logging.LogRecord("games", logging.INFO, "f", 1, "name %s", (text,), None)
    line = JsonLines().format(record)
    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line)["message"] == f"name {text}"
    assert json.loads(line)["level"] == "INFO"


def test_an_exception_is_one_line():
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    line = JsonLines().format(logging.LogRecord("a", logging.ERROR, "f", 1, "m", (), info))
    assert "\n" not in line
    assert "ValueError: two\nlines" in json.loads(line)["exception"]
