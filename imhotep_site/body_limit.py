"""Ends a request whose body is larger than anybody needs, before it fills the disk.

Django's ASGI handler takes in the whole body before any of its own limits is asked.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler

TOO_LARGE = b"The request is too large.\n"


class BodyLimit:
    """Answers 413 when more than ``settings.LARGEST_BODY`` bytes are announced or arrive."""

    def __init__(self, application: ASGIHandler) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
        elif announced(scope) > settings.LARGEST_BODY:
            await refuse(send)
        else:
            await self.application(scope, counted(receive), send)


def announced(scope: dict[str, Any]) -> int:
    """The Content-Length; 0 if there is none that is a number."""
    values = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(values[0]) if values and values[0].isdigit() else 0


def counted(receive: Any) -> Any:
    """`receive`, which tells the application that the client has gone once it sent too much."""
    taken = 0

    async def limited() -> Any:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        return {"type": "http.disconnect"} if taken > settings.LARGEST_BODY else message

    return limited


async def refuse(send: Any) -> None:
    headers = [(b"content-type", b"text/plain"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": TOO_LARGE})
