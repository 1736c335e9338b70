"""Address at which the site is served."""

from __future__ import annotations

import contextlib
import errno
import http.client
import socket

from imhotep_site.supervisor.refusal import CannotServe


def check_free(host: str, port: int) -> None:
    """Raises ``CannotServe`` if the port is in use, or may not be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            raise CannotServe(_sentence(host, port, error)) from None


def _sentence(host: str, port: int, error: Exception) -> str:
    number = error.errno if isinstance(error, OSError) else None
    another = f"Choose another: PORT={8123 if port != 8123 else 8124} make run"
    if number == errno.EADDRINUSE:
        return f"Port {port} is busy: another program listens there. {another}"
    if number in (errno.EADDRNOTAVAIL, errno.EINVAL):
        return f"This machine has no address {host}. Say HOST=0.0.0.0 for all that it has."
    if number == errno.EACCES:
        return f"Port {port} may not be used without special rights. {another}"
    return f"The site cannot listen at {host} port {port}: {error}. {another}"


def answers(host: str, port: int) -> bool:
    """True if the site answers there."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        connection = http.client.HTTPConnection(host, port, timeout=5)
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    return False
