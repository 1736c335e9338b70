"""Pages are compressed on their way, where that gives nothing away: decision 0038."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

SAFE = ("GET", "HEAD")


class PackedPages(GZipMiddleware):
    """Whole pages of HTML that answer a GET without a query. What such a request says stands in no
    page beside anything secret, so that the length of an answer cannot be used to guess (BREACH,
    breachattack.com); the file name in the header varies in length, and every answer has its own
    mask over the token against forged requests."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not is_packed(request, response):
            return response
        return super().process_response(request, response)


def is_packed(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether `response`, an answer to `request`, is compressed for who accepts that."""
    return (
        request.method in SAFE
        and not request.META.get("QUERY_STRING")
        and response.status_code == HTTPStatus.OK
        and not response.streaming
        and response.get("Content-Type", "").startswith("text/html")
    )
