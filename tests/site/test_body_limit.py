"""A body larger than anybody needs is not taken in."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from imhotep_site.body_limit import BodyLimit


@pytest.fixture(autouse=True)
def ten_bytes(settings):
    settings.LARGEST_BODY = 10


def ask(pieces: Sequence[bytes], *headers: tuple[bytes, bytes]) -> tuple[list[Any], list[Any]]:
    """What the application got, and what was sent back."""
    waiting = [
        {"type": "http.request", "body": piece, "more_body": more}
        for more, piece in zip([*[True] * (len(pieces) - 1), False], pieces, strict=True)
    ]
    taken: list[Any] = []
    sent: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            taken.append(message)
            if not message.get("more_body"):
                return

    async def receive() -> Any:
        return waiting.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    limit = BodyLimit(application)  # type: ignore[arg-type]
    asyncio.run(limit({"type": "http", "headers": headers}, receive, send))
    return taken, sent


def test_what_is_announced_too_large_is_refused_unread():
    taken, sent = ask([b"x"], (b"content-length", b"11"))
    assert taken == []
    assert sent[0]["status"] == 413


def test_what_arrives_too_large_ends_there():
    taken, _ = ask([b"12345", b"67890", b"1", b"2"])
    assert [message["type"] for message in taken] == ["http.request"] * 2 + ["http.disconnect"]


def test_as_much_as_is_allowed_comes_through():
    taken, sent = ask([b"12345", b"67890"], (b"content-length", b"10"))
    assert b"".join(message["body"] for message in taken) == b"1234567890"
    assert sent == []


def test_nonsense_for_a_length_is_counted_instead():
    taken, _ = ask([b"123"], (b"content-length", b"many"))
    assert len(taken) == 1
