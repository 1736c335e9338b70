"""Answers to a request that gets no thread, or whose body is refused."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from imhotep_site import policy
from imhotep_site.front.asgi import Scope, Send
from web.api import BELOW
from web.api.problems import problem
from web.process_figures import add_count

DELAY: Final = 1.0
"""Seconds before a refusal for too much is sent: asking again at once costs who asks, not us."""
RETRY_AFTER: Final = 5
"""Seconds after which to come again."""
KINDS: Final = {413: "too-large", 429: "throttled"}


def refusal(path: str, accept: str, status: int) -> HttpResponse:
    """Problem details below ``/api/``, JSON for a page's script, else a sentence. `status` is one
    of 404, 408, 413, 429, 503."""
    sentence = sentences()[status]
    add_count(f"refusals:{status}")
    answer: HttpResponse
    if path.startswith(BELOW):
        request = HttpRequest()
        request.path = path
        answer = problem(request, status, sentence, KINDS.get(status, ""))
    elif "application/json" in accept:
        answer = JsonResponse({"error": sentence}, status=status)
    else:
        answer = HttpResponse(
            f"{sentence}\n", content_type="text/plain; charset=utf-8", status=status
        )
    if status in (429, 503):
        answer["Retry-After"] = str(RETRY_AFTER)
    answer["Cache-Control"] = "no-store"
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Security-Policy"] = policy.text()
    return answer


def sentences() -> dict[int, str]:
    """By status, for people."""
    return {
        404: _("There is nothing at this address."),
        408: _("The request took too long to arrive. Try again."),
        413: _("The request is too large."),
        429: _("Too many requests from your internet address at once. Try again in a moment."),
        503: _("The site is busy. Try again in a moment."),
    }


def accept_header(scope: Scope) -> str:
    """The header Accept."""
    return next((v.decode("latin1") for k, v in scope["headers"] if k == b"accept"), "")


async def send_refusal(scope: Scope, send: Send, status: int) -> None:
    """Sends it, and has the connection closed: the rest of a body is not read."""
    await send_answer(send, refusal(scope["path"], accept_header(scope), status))


async def send_answer(send: Send, answer: HttpResponse) -> None:
    """Sends an answer that no view gave, and has the connection closed."""
    headers = [(k.lower().encode("latin1"), v.encode("latin1")) for k, v in answer.items()]
    size = str(len(answer.content)).encode()
    headers += [(b"content-length", size), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content})
