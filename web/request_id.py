"""The id of the request, or of the task that it asked for, that this thread works at: it joins the
lines of all processes about one upload."""

from __future__ import annotations

import re
from contextvars import ContextVar
from typing import Final
from uuid import uuid4

HEADER: Final = "X-Request-ID"
WELL_FORMED: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")

_request_id: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    """Empty outside of requests and of tasks that no request asked for."""
    return _request_id.get()


def set_request_id(text: object) -> None:
    """Anything that is no well-formed id counts as none."""
    _request_id.set(text if isinstance(text, str) and is_request_id(text) else "")


def is_request_id(text: str) -> bool:
    """
    >>> is_request_id("4f2a-77.b_c"), is_request_id("short"), is_request_id("line\\nbreak")
    (True, False, False)
    """
    return WELL_FORMED.fullmatch(text) is not None


def new_request_id() -> str:
    return uuid4().hex
