"""Pages are compressed on their way, where that gives nothing away: ``docs/decisions/pages.md``."""

from __future__ import annotations

from http import HTTPStatus
from secrets import randbelow, token_hex

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from web.packing import BROTLI, best_encoding, compress_body

SAFE = ("GET", "HEAD")

WORTH = 200
"""Bytes: what is shorter is sent as it is."""

BLUR = 100


class PackedPages(GZipMiddleware):
    """Whole pages of HTML that answer a GET without a query. What such a request says stands in no
    page beside anything secret, so that the length of an answer cannot be used to guess (BREACH,
    breachattack.com); a comment, or with gzip the file name in its header, makes the length vary,
    and every answer has its own mask over the token against forged requests."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not is_packed(request, response):
            return response
        if best_encoding(request) == BROTLI and isinstance(response, HttpResponse):
            return in_brotli(response)
        return super().process_response(request, response)


def in_brotli(response: HttpResponse) -> HttpResponse:
    """`response`, a page, with its body packed."""
    patch_vary_headers(response, ("Accept-Encoding",))
    if len(response.content) < WORTH or response.has_header("Content-Encoding"):
        return response
    response.content = compress_body(response.content + blur(), BROTLI)
    response["Content-Length"] = str(len(response.content))
    response["Content-Encoding"] = BROTLI
    if response.get("ETag", "").startswith('"'):
        response["ETag"] = f"W/{response['ETag']}"
    return response


def blur() -> bytes:
    """A comment after a page that makes its packed length vary by up to 100 bytes."""
    return f"<!--{token_hex(randbelow(BLUR))}-->".encode()


def is_packed(request: HttpRequest, response: HttpResponseBase) -> bool:
    """True if `response`, an answer to `request`, is compressed for clients that accept that."""
    return (
        request.method in SAFE
        and not request.META.get("QUERY_STRING")
        and response.status_code == HTTPStatus.OK
        and not response.streaming
        and response.get("Content-Type", "").startswith("text/html")
    )
