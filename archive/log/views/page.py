"""The log for people."""

from __future__ import annotations

from base64 import b64encode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from archive.log import reading
from archive.log.limits import LATEST
from archive.log.shown import latest
from archive.log.signing import log_key
from audit.merkle import TreeEdge


@require_safe
def log_page(request: HttpRequest) -> HttpResponse:
    """How far it is, who signs, how to check it, its latest leaves."""
    state, public = reading.log_state(), log_key()
    root = TreeEdge(state.size, bytes(state.edge)).root()
    context = {
        "log": state,
        "root": b64encode(root).decode(),
        "key": public,
        "leaves": latest(LATEST),
        "home": request.build_absolute_uri(request.path),
    }
    return render(request, "transparency/log.html", context)
