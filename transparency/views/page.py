"""The log for people."""

from __future__ import annotations

from base64 import b64encode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from audit.merkle import Edge
from transparency import reading
from transparency.limits import LATEST
from transparency.shown import latest
from transparency.signing import key


@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """How far it is, who signs, how to check it, its latest leaves."""
    found, public = reading.log(), key()
    root = Edge(found.size, bytes(found.edge)).root()
    context = {
        "log": found,
        "root": b64encode(root).decode(),
        "key": public,
        "leaves": latest(LATEST),
        "home": request.build_absolute_uri(request.path),
    }
    return render(request, "transparency/log.html", context)
