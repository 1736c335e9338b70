"""Types of ASGI, as the applications here take and give them, and the client of a request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import NotRequired, Required, TypedDict

from web.rate_limits import address_from


class Scope(TypedDict):
    """A request, as far as it is read here; a connection of another type has no more than
    its `type`."""

    type: str
    method: str
    path: str
    headers: Iterable[tuple[bytes, bytes]]
    query_string: NotRequired[bytes]
    client: NotRequired[tuple[str, int] | None]


class Message(TypedDict, total=False):
    """A message received or sent; its keys depend on its type."""

    type: Required[str]
    body: bytes
    more_body: bool
    status: int
    headers: Iterable[tuple[bytes, bytes]]


Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def address_of(scope: Scope) -> str:
    """The address that throttles count for the request of `scope`; ``UNKNOWN`` if it has none."""
    forwarded = [v.decode("latin1") for k, v in scope["headers"] if k == b"x-forwarded-for"]
    client = scope.get("client") or ("",)
    return address_from(str(client[0]), ",".join(forwarded))
