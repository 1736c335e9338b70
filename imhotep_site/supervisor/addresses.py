"""Serving a living room: this machine's own addresses, for those hosts only."""

from __future__ import annotations

import contextlib
import errno
import http.client
import io
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from imhotep_site.settings import variables
from imhotep_site.supervisor import CannotServe

LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = ("0.0.0.0", "::")
"""Both mean the addresses of version 4: one of version 6 has to be named."""
LOCAL_NAMES: Final = ("localhost", LOOPBACK, "[::1]")
SIOCGIFADDR: Final = 0x8915
FAR_AWAY: Final = ("198.51.100.1", 9)
"""An address of documents (RFC 5737): nothing is sent there."""

PLAIN_HTTP: Final = (
    "Over plain HTTP, browsers on other machines have no part in the shuffle, no passkeys, no "
    "notices, and can't install the app. Others in the network can read everything. "
    "For HTTPS see docs/operations.md."
)


class Place(NamedTuple):
    """Listening address of the site, and the `hosts` that reach it, the likeliest first."""

    host: str
    port: int
    hosts: tuple[str, ...]

    @property
    def asked_at(self) -> str:
        """Address for processes of this machine."""
        return LOOPBACK if self.host in EVERYWHERE else self.host

    @property
    def shared(self) -> bool:
        """True if other machines reach it."""
        return bool(self.hosts)

    @property
    def urls(self) -> list[str]:
        return [url(host, self.port) for host in self.hosts or (self.asked_at,)]

    def environment(self) -> dict[str, str]:
        """Environment of the processes. Names are never free: another site's page cannot
        have a name of its own lead here (DNS rebinding)."""
        if not self.shared:
            return {}
        named = [name for name in variables.ALLOWED_HOSTS if name != "*"]
        hosts = [*LOCAL_NAMES, *map(in_brackets, self.hosts), *named]
        return {
            "ALLOWED_HOSTS": ",".join(dict.fromkeys(hosts)),
            "SITE_URL": variables.SITE_URL or self.urls[0],
        }


def place(host: str, port: int) -> Place:
    """Raises ``CannotServe`` if the host is no address, or if every name is allowed."""
    if host in ("", "localhost"):
        return Place(LOOPBACK, port, ())
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        raise CannotServe(
            f"HOST is {host!r}: it has to be an address of this machine, such as 0.0.0.0 for all "
            "addresses."
        ) from None
    if address.is_loopback:
        return Place(host, port, ())
    if "*" in variables.ALLOWED_HOSTS:
        raise CannotServe(
            "ALLOWED_HOSTS allows every name: any page on the internet could then read this site "
            "through your browser. Leave it out; the addresses of this machine are allowed."
        )
    if host not in EVERYWHERE:
        return Place(host, port, (host,))
    if not (hosts := local_addresses()):
        raise CannotServe(
            "This machine has no network address. Set HOST to one, or remove LAN and HOST to "
            "serve this machine only."
        )
    return Place(EVERYWHERE[0], port, tuple(hosts))


def configured_host() -> str:
    """Host by ``LAN`` and ``HOST``; some shells set ``HOST`` to the machine's name, which says
    nothing."""
    usual = EVERYWHERE[0] if variables.LAN else LOOPBACK
    host = variables.HOST
    return host if host and host != socket.gethostname() else usual


def url(host: str, port: int) -> str:
    return f"http://{in_brackets(host)}:{port}"


def in_brackets(host: str) -> str:
    return f"[{host}]" if ":" in host else host


# ------------------------------------------------------------------------- own addresses


def local_addresses() -> list[str]:
    """IPv4, without loopback: the one that leads outside first."""
    addresses = dict.fromkeys([*_outward_address(), *_interface_addresses()])
    return [address for address in addresses if not ipaddress.ip_address(address).is_loopback]


def _outward_address() -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(FAR_AWAY)
        except OSError:
            return
        yield probe.getsockname()[0]


def _interface_addresses() -> Iterator[str]:
    """Those of every network card, where the system (Linux) tells them."""
    if sys.platform != "linux":
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                interface = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, interface)
            except OSError:
                continue  # it has none
            yield socket.inet_ntoa(answer[20:24])


# ------------------------------------------------------------------------------ in words


def lines(place: Place) -> Iterator[str]:
    """Lines of the start: the addresses, a code to photograph, what does not work."""
    first, *other_urls = place.urls
    yield f"Imhotep is at {first} (Ctrl-C ends it)"
    if not place.shared:
        return
    yield code(f"{first}/")
    yield "Scan the code with a phone in the same network, or type the address."
    if other_urls:
        yield f"It is also at {', '.join(other_urls)}"
    yield "Links of tables begin with the address in your browser. On this machine use localhost."
    yield from _warnings(place.hosts)


def _warnings(hosts: Iterable[str]) -> Iterator[str]:
    yield PLAIN_HTTP
    if public := [host for host in hosts if ipaddress.ip_address(host).is_global]:
        yield (
            f"{', '.join(public)} is a public internet address: without a firewall strangers can "
            "reach the site there."
        )


def code(text: str) -> str:
    """A QR code, drawn with characters for a dark terminal."""
    import qrcode

    drawing, qr_code = io.StringIO(), qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_L)
    qr_code.add_data(text)
    qr_code.print_ascii(out=drawing, invert=True)
    return drawing.getvalue().rstrip("\n")


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
        return (
            f"This machine does not have the address {host}. Use HOST=0.0.0.0 for all its "
            "addresses."
        )
    if number == errno.EACCES:
        return f"Port {port} needs special rights. {another}"
    return f"The site cannot listen at {host} port {port}: {error}. {another}"


def answers(host: str, port: int) -> bool:
    """True if the site answers there."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        connection = http.client.HTTPConnection(host, port, timeout=5)
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    return False
