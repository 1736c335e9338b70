"""Gives each request its id, which its answer and its log lines have."""

from __future__ import annotations

from django.conf import settings

from imhotep_site.front.asgi import Application, Message, Receive, Scope, Send
from web.request_id import HEADER, is_request_id, new_request_id, set_request_id

NAME = HEADER.lower().encode()


class RequestIds:
    """The outermost application: what is refused has an id as well."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        request_id = proxy_request_id(scope) or new_request_id()
        set_request_id(request_id)

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), (NAME, request_id.encode())]
                message = {**message, "headers": headers}
            await send(message)

        await self.application(scope, receive, send_with_id)


def proxy_request_id(scope: Scope) -> str:
    """The id that a proxy of ours wrote, if it is well-formed; else empty. Without a proxy the
    header is the client's."""
    headers = list(scope["headers"])
    ids = [text.decode("latin1") for name, text in headers if name == NAME]
    has_proxy = settings.PROXIES > 0 and any(name == b"x-forwarded-for" for name, _text in headers)
    return ids[0] if has_proxy and len(ids) == 1 and is_request_id(ids[0]) else ""
