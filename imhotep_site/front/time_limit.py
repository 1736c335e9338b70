"""No answer comes later than after 30 seconds, whatever its thread waits for."""

from __future__ import annotations

import asyncio
from typing import Final

from django.http import HttpRequest

from imhotep_site.api.handlers import too_slow
from imhotep_site.front.asgi import Application, Message, Receive, Scope, Send
from imhotep_site.front.refusals import accept_header, send_answer

LONGEST_ANSWER: Final = 29.0
"""Seconds from the last byte of a request to the first of its answer."""


class TimeLimit:
    """Answers 503 in the place of `application` when it takes longer than ``LONGEST_ANSWER``.

    The thread of the request is left to end by itself: nobody can tell whether what it waits for
    will be done.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        answer = TimedAnswer(scope, receive, send)
        try:
            await self.application(scope, answer.receive, answer.send)
        finally:
            answer.timer.cancel()


class TimedAnswer:
    """An answer while it is waited for. The time begins anew with each part of the body."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._refusal: asyncio.Task[None] | None = None
        self.timer = self._begin()

    def _begin(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(LONGEST_ANSWER, self._refuse)

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self.timer.cancel()
            self.timer = self._begin()
        return message

    async def send(self, message: Message) -> None:
        """Drops what comes after a refusal."""
        self.timer.cancel()
        if self._refusal is None:
            await self._send(message)

    def _refuse(self) -> None:
        self._refusal = asyncio.create_task(self._send_refusal())

    async def _send_refusal(self) -> None:
        request = HttpRequest()
        request.path = self._scope["path"]
        request.META["HTTP_ACCEPT"] = accept_header(self._scope)
        await send_answer(self._send, too_slow(request))
