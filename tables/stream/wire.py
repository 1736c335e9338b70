"""The form of an event: https://html.spec.whatwg.org/multipage/server-sent-events.html"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

MEDIA_TYPE: Final = "text/event-stream"

RETRY_MS: Final = 3000
"""After which a browser opens a stream again that broke."""

BEGIN: Final = f"retry: {RETRY_MS}\n\n".encode()
HEARTBEAT: Final = b": \n\n"
"""A comment: it keeps proxies from closing a quiet stream, and finds out who has gone."""


class EndReason(StrEnum):
    """Why the server ends a stream."""

    REDIS = "redis"  # messages of other processes do not arrive
    STOP = "stop"  # this process ends; another takes over at once
    SLOW = "slow"  # the client does not read
    FULL = "full"  # there are too many streams
    GONE = "gone"  # the viewer may not look any longer, or is no longer logged in
    POLL = "poll"  # this server cannot keep a stream open


def server_sent_event(name: str, payload: Mapping[str, object], number: int | None = None) -> bytes:
    """An event of the type `name`. `number`: its id, which a browser sends as Last-Event-ID.

    >>> server_sent_event("bye", {"why": "stop"})
    b'event: bye\\ndata: {"why":"stop"}\\n\\n'
    >>> server_sent_event("entry", {"ply": 7}, 7)
    b'id: 7\\nevent: entry\\ndata: {"ply":7}\\n\\n'
    """
    begin = "" if number is None else f"id: {number}\n"
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    return f"{begin}event: {name}\ndata: {text}\n\n".encode()


def bye_event(reason: EndReason) -> bytes:
    return server_sent_event("bye", {"why": reason.value})
