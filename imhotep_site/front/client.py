"""Whose request it is, as far as the address shows."""

from __future__ import annotations

from imhotep_site.front.asgi import Scope
from web.rate_limits import UNKNOWN, address_from

__all__ = ["UNKNOWN", "address_of"]


def address_of(scope: Scope) -> str:
    """The address that throttles count for the request of `scope`; ``UNKNOWN`` if it has none."""
    forwarded = [v.decode("latin1") for k, v in scope["headers"] if k == b"x-forwarded-for"]
    client = scope.get("client") or ("",)
    return address_from(str(client[0]), ",".join(forwarded))
