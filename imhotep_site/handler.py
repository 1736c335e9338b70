"""How a request gets from the event loop to the views: by one trip to a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http.response import HttpResponseBase

from imhotep_site.front.asgi import address_of
from imhotep_site.front.concurrency import Crowded, Queues
from imhotep_site.front.priorities import priority_of
from imhotep_site.front.refusals import DELAY, refusal
from imhotep_site.front.verdicts import Verdicts
from imhotep_site.tracing import request_span
from web.api.base import release_connection
from web.api.deferred_answer import Later
from web.process_figures import add_count

T = TypeVar("T")


class Handler(ASGIHandler):
    """Django's handler, for a project whose middleware and views are all synchronous.

    Django's own goes to a thread and back for each middleware that can be asynchronous. This one
    goes there once, when ``concurrency`` has a thread for it: the others wait in the event loop,
    and leave the interpreter to it. Streams are not counted: their views have answered. A request
    that waits for a verdict gives its thread back meanwhile.
    """

    def __init__(self) -> None:
        super().__init__()
        self._queues = Queues()
        self._verdicts = Verdicts()

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: Any) -> HttpResponseBase:
        with request_span(request) as end:
            turn = Turn(self._queues, request)
            request.in_turn = turn.certainly
            request.answers_later = True
            try:
                response: HttpResponseBase = await turn(self._first_answer, request)
            except Crowded as crowded:
                await asyncio.sleep(DELAY)
                status = 429 if crowded.by_address else 503
                end(status)
                add_count(f"slots-refused:{'address' if crowded.by_address else 'site'}")
                return refusal(request.path, request.headers.get("Accept", ""), status)
            add_count(f"requests:{turn.priority.value}")
            later: Later | None = getattr(response, "later", None)
            if later is not None:
                await self._verdicts.wait_for(later.upload, later.account, later.seconds)
                await turn.certainly(later.complete, response)
            end(response.status_code)
            return response

    def _first_answer(self, request: ASGIRequest) -> HttpResponseBase:
        response: HttpResponseBase = self.get_response(request)
        if hasattr(response, "later"):
            release_connection()
        return response


class Turn:
    """Calls in the request's thread, when the request has one."""

    def __init__(self, queues: Queues, request: ASGIRequest) -> None:
        self.queues = queues
        scope: Any = request.scope  # any mapping, says Django
        self.priority = priority_of(scope)
        self.address = address_of(scope)

    async def __call__(self, call: Callable[..., T], *args: object) -> T:
        """Raises ``Crowded``."""
        async with self.queues.thread(self.priority, self.address):
            return await sync_to_async(partial(call, *args))()

    async def certainly(self, call: Callable[..., T], *args: object) -> T:
        """The same of a request that has been answered in part: it waits however long it takes."""
        while True:
            try:
                return await self(call, *args)
            except Crowded:
                await asyncio.sleep(DELAY)
