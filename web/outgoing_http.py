"""Requests to addresses that the operator chose: no redirects, a time, a longest answer."""

from __future__ import annotations

from time import monotonic
from typing import Final, NamedTuple
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

SECONDS: Final = 5
"""Time for a whole answer."""
ANSWER_BYTES: Final = 1 << 14


class OutgoingAnswer(NamedTuple):
    """Status and body of an answer."""

    status: int
    body: str


class AnswerTooLong(OSError):
    """An answer is too long, or takes too long."""


def send_request(request: Request) -> OutgoingAnswer:
    """Send `request`. Raises ``OSError`` or ``http.client.HTTPException`` for an address that does
    not answer, ``AnswerTooLong``."""
    ends = monotonic() + SECONDS
    try:
        with _OPENER.open(request, timeout=SECONDS) as response:
            return OutgoingAnswer(response.status, _read(response, ends))
    except HTTPError as error:
        with error:
            return OutgoingAnswer(error.code, _read(error, ends))


# --- inside -------------------------------------------------------------------


def _read(response: object, ends: float) -> str:
    """At most ``ANSWER_BYTES``, within the time: a server may send a byte at a time."""
    body = b""
    while piece := response.read1(ANSWER_BYTES):  # type: ignore[attr-defined]
        body += piece
        if len(body) > ANSWER_BYTES or monotonic() > ends:
            raise AnswerTooLong("its answer is too long or takes too long")
    return body.decode("utf-8", "replace")


class _NoRedirects(HTTPRedirectHandler):
    """An answer that leads elsewhere is a refusal: the address is the operator's."""

    def redirect_request(self, *args: object, **named: object) -> None:
        return None


_OPENER: Final = build_opener(_NoRedirects)
