"""Bodies of answers, compressed as the browser accepts it."""

from __future__ import annotations

import gzip
from typing import Final

import brotli  # type: ignore[import-untyped]
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

from drawing.export.themed import fixed_look
from web.schemes import SCHEMES

BROTLI, GZIP, PLAIN = "br", "gzip", ""
"""Names of encodings, as headers have them; the first is the shortest."""

QUALITY: Final = 7
"""Of brotli, 0 to 11: as quick as gzip, and 10 to 20 % shorter. From 9 on it takes six times as
long."""

SVG: Final = "image/svg+xml; charset=utf-8"
DAY_SECONDS: Final = 24 * 3600


def best_encoding(request: HttpRequest) -> str:
    """The shortest encoding that `request` accepts."""
    offered = set[str]()
    for part in request.headers.get("Accept-Encoding", "").lower().split(","):
        name, _, weight = part.partition(";")
        if weight.replace(" ", "") not in ("q=0", "q=0.0"):
            offered.add(name.strip())
    return next((encoding for encoding in (BROTLI, GZIP) if encoding in offered), PLAIN)


def compress_body(body: bytes, encoding: str) -> bytes:
    """`body` in that encoding; the same bytes every time."""
    if encoding == BROTLI:
        return bytes(brotli.compress(body, mode=brotli.MODE_TEXT, quality=QUALITY))
    return gzip.compress(body, 6, mtime=0) if encoding == GZIP else body


def themed_response(request: HttpRequest, svg: str) -> HttpResponse:
    """The picture `svg`, whose colours ``?look=day`` and ``?look=night`` fix."""
    look = request.GET.get("look")
    return svg_response(request, fixed_look(svg, night=look == "night") if look in SCHEMES else svg)


def svg_response(request: HttpRequest, svg: str) -> HttpResponse:
    """The picture `svg`, which browsers may keep for a day."""
    encoding = best_encoding(request)
    answer = HttpResponse(compress_body(svg.encode(), encoding), content_type=SVG)
    if encoding:
        answer["Content-Encoding"] = encoding
    patch_vary_headers(answer, ["Accept-Encoding"])
    patch_cache_control(answer, public=True, max_age=DAY_SECONDS)
    return answer
