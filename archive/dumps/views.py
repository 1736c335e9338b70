"""The newest dump: what it is, and its files."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from archive.dumps.services.contents import DESCRIPTIONS, plain_name
from archive.dumps.services.publish import Newest, dump_of, newest
from archive.dumps.services.writing import MANIFEST
from web.rate_limits import DUMP_FILES, client_key
from web.shared_files import file_size, read_pieces
from web.shared_storage import StorageUnavailable

RANGE: Final = re.compile(r"bytes=([0-9]{1,15})-([0-9]{0,15})", re.ASCII)

MOMENT: Final = re.compile(r"([0-9]{8}T[0-9]{12}Z)/", re.ASCII)
"""The part of an address that names a dump by the moment at which it was made."""

KINDS: Final = {".json": "application/json", ".gz": "application/gzip"}
OTHER_KIND: Final = "application/octet-stream"


@require_safe
def newest_dump(request: HttpRequest) -> HttpResponse:
    """The files of the newest dump, and how to check them."""
    dump = newest()
    files = dump.files if dump else {}
    context = {
        "dump": dump,
        "lines": [
            (files[plain_name(name)], description)
            for name, description in DESCRIPTIONS.items()
            if plain_name(name) in files
        ],
        "tables": [file for file in files.values() if file.optional],
        "manifest": MANIFEST,
        "site": settings.SITE_URL,
    }
    return render(request, "dumps/dump.html", context)


@require_safe
def dump_file(request: HttpRequest, name: str) -> HttpResponseBase:
    """A file that the manifest names, or the manifest; a part of it to continue a broken
    download (one range, RFC 9110). Below ``20261123T031500123456Z/`` files of the dump of that
    moment, which stay for a night."""
    moment = MOMENT.match(name)
    name = name[moment.end() :] if moment else name
    dump = dump_of(moment[1]) if moment else newest()
    path = dump.path(name) if dump else None
    size = None if path is None else file_size(path)
    if dump is None or path is None or size is None:
        raise Http404("there is no such file")
    is_checked = not isinstance(path, Path) and name != MANIFEST
    if is_checked and size != dump.files[name].bytes:
        raise StorageUnavailable(f"{name}: {size} bytes, and the manifest has another number")
    tag = dump_etag(dump, name)
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Accept-Ranges": "bytes"}
    if tag in request.headers.get("If-None-Match", ""):
        return HttpResponse(status=304, headers=headers)
    if not DUMP_FILES.allows(client_key(request)):
        refusal = _("Too many requests. Try again in a minute.")
        later = {"Retry-After": "60", "Cache-Control": "no-store"}
        return HttpResponse(refusal, "text/plain; charset=utf-8", 429, headers=later)
    part = requested_range(request, tag, size)
    if part is None:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
    headers["Content-Length"] = str(part.end - part.begin)
    headers["X-Accel-Buffering"] = "no"
    headers["Content-Disposition"] = f'attachment; filename="{path.name}"'
    if part.end - part.begin < size:
        headers["Content-Range"] = f"bytes {part.begin}-{part.end - 1}/{size}"
        is_checked = False
    status = 206 if "Content-Range" in headers else 200
    kind = KINDS.get(path.suffix, OTHER_KIND)
    if request.method == "HEAD":
        return HttpResponse(status=200, content_type=kind, headers=headers)
    pieces = read_pieces(path, part.begin, part.end, tag.strip('"') if is_checked else "")
    body = _in_turn(pieces) if isinstance(request, ASGIRequest) else pieces
    return StreamingHttpResponse(body, status=status, content_type=kind, headers=headers)


class ByteRange(NamedTuple):
    """Bytes from `begin` up to `end`, without the latter."""

    begin: int
    end: int


def dump_etag(newest: Newest, name: str) -> str:
    """The digest of the file, or of the manifest the moment of the dump."""
    return f'"{newest.made_at if name == MANIFEST else newest.files[name].sha256}"'


def requested_range(request: HttpRequest, tag: str, size: int) -> ByteRange | None:
    """The requested part of the file: all of it without a single range, or where another file
    was begun; ``None`` for a range behind its end."""
    part = ByteRange(0, size)
    matched = RANGE.fullmatch(request.headers.get("Range", ""))
    if matched is None or request.headers.get("If-Range", tag) != tag:
        return part
    begin = int(matched[1])
    last = int(matched[2]) if matched[2] else max(begin, size - 1)
    if last < begin:
        return part
    return ByteRange(begin, min(last + 1, size)) if begin < size else None


async def _in_turn(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Pieces, each read in a thread when the one before it has been sent."""

    def following() -> bytes | None:
        return next(pieces, None)

    while (piece := await sync_to_async(following, thread_sensitive=False)()) is not None:
        yield piece
