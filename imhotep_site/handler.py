"""How a request gets from the event loop to the views: by one trip to a thread."""

from __future__ import annotations

import asyncio
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class Handler(ASGIHandler):
    """Django's handler, for a project whose middleware and views are all synchronous.

    Django's own goes to a thread and back for each middleware that can be asynchronous. This one
    goes there once, with at most ``settings.REQUESTS_AT_ONCE`` at the same time: the others wait in
    the event loop, and leave the interpreter to it. Streams are not counted: their views have
    answered.
    """

    def __init__(self) -> None:
        super().__init__()
        self._space = asyncio.Semaphore(settings.REQUESTS_AT_ONCE)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> Any:
        async with self._space:
            answer: HttpResponseBase = await sync_to_async(self.get_response)(request)
            return answer
