"""A request to a push service, at an address that a browser gave: a stranger, until judged.

Only HTTPS, only to services that the settings name, only to public addresses: the one that was
judged is the one that is connected to. A service has a few seconds in all; of its answer one line
is read, and it leads nowhere else.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

PORT: Final = 443
SECONDS: Final = 5.0
"""For the connection, the request and the answer together."""
LONGEST: Final = 1000
"""Characters of an endpoint."""
LINE: Final = 256
"""Bytes of the first line of an answer."""

ADDRESS: Final = re.compile(r"https://[a-z0-9.-]{1,253}/[!-~]*")
STATUS: Final = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])\b")
V6: Final = ipaddress.IPv6Network("2000::/3")
"""Range of public addresses; not those that stand for one of IPv4."""


class Unwanted(Exception):
    """An endpoint that is not asked."""


class NoAnswer(Exception):
    """The service did not answer, in time or in its language."""


def judged(endpoint: str) -> str:
    """The host of `endpoint`; raises ``Unwanted`` for an address of anything but a push service
    that the settings name."""
    if len(endpoint) > LONGEST or not ADDRESS.fullmatch(endpoint):
        raise Unwanted("no address of a push service")
    host = urlsplit(endpoint).hostname or ""
    if not any(
        service == "*" or f".{host}".endswith(f".{service}") for service in settings.PUSH_SERVICES
    ):
        raise Unwanted(f"{host} is no push service that is known here")
    return host


def post(endpoint: str, headers: Mapping[str, str], body: bytes) -> int:
    """The status of the answer. Raises ``Unwanted``, ``NoAnswer``."""
    host = judged(endpoint)
    ends = time.monotonic() + SECONDS
    path = endpoint.removeprefix(f"https://{host}")
    lines = [f"POST {path} HTTP/1.1", f"Host: {host}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += [f"Content-Length: {len(body)}", "", ""]
    try:
        with (
            socket.create_connection((public_address_of(host), PORT), SECONDS) as plain,
            context().wrap_socket(plain, server_hostname=host) as line,
        ):
            line.settimeout(_left(ends))
            line.sendall("\r\n".join(lines).encode("ascii") + body)
            return _status(line, ends)
    except (OSError, ValueError) as error:
        raise NoAnswer(str(error)) from error


def public_address_of(host: str) -> str:
    """The public address of `host`. Raises ``Unwanted`` if any of its addresses is not public, and
    ``OSError`` if it has none."""
    entries = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in entries]
    if not all(map(is_public, addresses)):
        raise Unwanted(f"{host} is not a public address")
    return addresses[0]


def is_public(address: str) -> bool:
    """True if `address` is one that everybody reaches: not this machine, not its network."""
    ip_address = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip_address, ipaddress.IPv6Address) and (
        ip_address not in V6 or ip_address.sixtofour or ip_address.teredo
    ):
        return False
    return ip_address.is_global and not ip_address.is_multicast


def context() -> ssl.SSLContext:
    """TLS context with the system's certificates."""
    return ssl.create_default_context()


def _status(line: ssl.SSLSocket, ends: float) -> int:
    """Of an answer, as soon as its first line has come; the rest is not read."""
    read = b""
    while b"\n" not in read and len(read) < LINE:
        line.settimeout(_left(ends))
        part = line.recv(LINE)
        if not part:
            break
        read += part
    match = STATUS.match(read)
    if not match:
        raise NoAnswer("no answer of a web server")
    return int(match[1])


def _left(ends: float) -> float:
    left = ends - time.monotonic()
    if left <= 0:
        raise TimeoutError("too slow")
    return left
