"""A body that cannot be kept: Django writes a large one into the folder for temporary files before
any view is asked."""

from __future__ import annotations

import tempfile

from django.http import HttpRequest

from imhotep_site.api.handlers import no_space, unavailable
from imhotep_site.front.asgi import Application, Message, Receive, Scope, Send
from imhotep_site.front.refusals import accept_header, send_answer
from web.database_connection import is_passing
from web.disk_full import is_full


class Spool:
    """Answers 503 in words when the disk of the temporary files takes no more."""

    def __init__(self, application: Application) -> None:
        self.application = application
        tempfile.gettempdir()  # finds out by writing; later it might not be able to

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.application(scope, receive, noted)
        except OSError as error:
            if begun or not (is_full(error) or is_passing(error)):
                raise
            await _refuse(scope, send, error)


async def _refuse(scope: Scope, send: Send, error: OSError) -> None:
    request = HttpRequest()
    request.path = scope["path"]
    request.META["HTTP_ACCEPT"] = accept_header(scope)
    answer = no_space(request) if is_full(error) else unavailable(request, error)
    await send_answer(send, answer)
