"""The right to read ``/metrics``: by the operator's token, or without one from this machine."""

from __future__ import annotations

import ipaddress
from typing import Final

from django.conf import settings
from django.http.request import split_domain_port
from django.utils.crypto import constant_time_compare

from imhotep_site.front.asgi import Scope

FORWARDED: Final = frozenset(
    {b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip"}
)
"""Headers of proxies: a request that has one comes from elsewhere."""
SCHEME: Final = "Bearer "


def may_read_metrics(scope: Scope) -> bool:
    """True if the request has the token of ``METRICS_TOKEN``. Without such a token: if it comes
    from this machine, through no proxy and by a name of this machine, so that no page of another
    site reads it in the operator's browser (DNS rebinding)."""
    headers = list(scope["headers"])
    if token := settings.METRICS_TOKEN:
        credentials = [text for name, text in headers if name == b"authorization"]
        return len(credentials) == 1 and constant_time_compare(
            credentials[0], (SCHEME + token).encode()
        )
    client = scope.get("client")
    hosts = [text.decode("latin1") for name, text in headers if name == b"host"]
    return (
        client is not None
        and is_loopback(client[0])
        and FORWARDED.isdisjoint(name for name, _text in headers)
        and all(is_loopback(split_domain_port(host)[0].strip("[]")) for host in hosts)
    )


def is_loopback(host: str) -> bool:
    """
    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("localhost.example.org")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
