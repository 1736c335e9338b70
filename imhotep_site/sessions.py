"""Sessions in the database, as Django has them. On a full disk those who only look may go on: what
their request would have written into the session is left out. Settings: ``SESSION_ENGINE``."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

from django.contrib.sessions.backends import db
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from web.disk_full import tolerate_full_disk

SAFE = ("GET", "HEAD", "OPTIONS")

_only_looks: ContextVar[bool] = ContextVar("only_looks", default=False)


def looking(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware, before that of the sessions: remembers whether the request only looks."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        before = _only_looks.set(request.method in SAFE)
        try:
            return get_response(request)
        finally:
            _only_looks.reset(before)

    return answer


class SessionStore(db.SessionStore):
    def save(self, must_create: bool = False) -> None:
        if not _only_looks.get():
            super().save(must_create)
            return
        with tolerate_full_disk("a session"):
            super().save(must_create)

    def delete(self, session_key: str | None = None) -> None:
        if not _only_looks.get():
            super().delete(session_key)
            return
        with tolerate_full_disk("the end of a session"):
            super().delete(session_key)
