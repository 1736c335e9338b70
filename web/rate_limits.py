"""Rate limits, and the key of a client.

All throttles count in ``web.rate_counter``: together in Redis, each process for itself without it.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.http import HttpRequest

from web import rate_counter
from web.rate_counter import CountResult

UNKNOWN: Final = "unknown"
"""The address of clients that have none, such as a client on a unix socket without a proxy before
it."""

IPV6_NETWORK: Final = 64
"""Bits of an IPv6 address that count: one customer has all that begin alike (RFC 6177)."""

WIDER_NETWORKS: Final = ((56, 4), (48, 8))
"""Wider networks of one customer: their bits, and by how much their limit is larger."""


@dataclass(frozen=True)
class Throttle:
    """At most `most` of something in `seconds` from the first one on."""

    name: str
    most: int
    seconds: int

    def take(self, client: str, weight: int = 1) -> CountResult:
        """Count one more, or one that weighs more, before it is done.

        Its number is above `most` if it may not be done; then nothing was counted. An IPv6 network
        counts for those around it too.
        """
        wider = self._wider(client)
        for number, throttle in enumerate(wider):
            count = rate_counter.count_up(throttle.name, weight, throttle.most, self.seconds)
            if count.number > throttle.most:
                self._take_away(wider[:number], weight)
                return CountResult(self.most + 1, count.left)
        count = rate_counter.count_up(self._key(client), weight, self.most, self.seconds)
        if count.number > self.most:
            self._take_away(wider, weight)
        return count

    def count(self, client: str, weight: int = 1) -> int:
        """As ``take``; only the number."""
        return self.take(client, weight).number

    def allows(self, client: str, weight: int = 1) -> bool:
        """As ``take``; whether it may be done."""
        return self.count(client, weight) <= self.most

    def give_back(self, client: str, weight: int = 1) -> None:
        """Return an unused count."""
        self._take_away(self._wider(client), weight)
        rate_counter.take_away(self._key(client), weight)

    def forget(self, client: str) -> None:
        """Nothing was counted."""
        rate_counter.reset_count(self._key(client))

    def _wider(self, client: str) -> list[Throttle]:
        """Limits of the networks around that of `client`, under their keys; none but for IPv6."""
        return [
            Throttle(self._key(network), self.most * factor, self.seconds)
            for network, factor in wider_networks(client)
        ]

    @staticmethod
    def _take_away(throttles: list[Throttle], weight: int) -> None:
        for throttle in throttles:
            rate_counter.take_away(throttle.name, weight)

    def _key(self, client: str) -> str:
        return f"throttle:{self.name}:{sha256(client.encode('utf-8', 'replace')).hexdigest()[:32]}"


# --- who ----------------------------------------------------------------------


def client_address(request: HttpRequest | None) -> str:
    """The IP address that asks, as far as ``settings.PROXIES`` lets us know it.

    Each proxy appends to X-Forwarded-For the address it was asked by. With n proxies of ours the
    n-th from the right was written by the outermost of them, and what stands further left by
    the client. Fewer than n: the leftmost. None, or one that is no address: the connection's own.
    """
    if request is None:
        return UNKNOWN
    addresses = request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", "")
    return _client(*map(str, addresses))


def _client(connection: str, forwarded: str) -> str:
    direct = _parsed(connection)
    if settings.PROXIES > 0:
        hops = forwarded.split(",")
        forwarded_address = _parsed(hops[-min(settings.PROXIES, len(hops))])
        return str(forwarded_address or direct or UNKNOWN)
    return str(direct or UNKNOWN)


def client_key(request: HttpRequest | None) -> str:
    """A client's key for rate limits: an IPv4 address, or the /64 of an IPv6 address."""
    return network_of(client_address(request))


def address_from(connection: str, forwarded: str) -> str:
    """The same before there is a request: from the connection's address and what X-Forwarded-For
    says, its lines with commas between."""
    return network_of(_client(connection, forwarded))


def network_of(address: str) -> str:
    """
    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::/64')
    """
    if ":" not in address:
        return address
    network = ipaddress.ip_network(f"{address.partition('%')[0]}/{IPV6_NETWORK}", strict=False)
    return str(network)


def wider_networks(client: str) -> list[tuple[str, int]]:
    """The networks around the /64 at the end of `client`, and by how much larger their limits are;
    none for other clients.

    >>> wider_networks("address 2001:db8:1:234::/64")
    [('address 2001:db8:1:200::/56', 4), ('address 2001:db8:1::/48', 8)]
    """
    if not client.endswith(f"/{IPV6_NETWORK}"):
        return []
    prefix, blank, network = client.rpartition(" ")
    try:
        address = ipaddress.IPv6Network(network)
    except ValueError:
        return []
    return [
        (f"{prefix}{blank}{address.supernet(new_prefix=bits)}", factor)
        for bits, factor in WIDER_NETWORKS
    ]


def _parsed(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address as proxies write it: plain, ``1.2.3.4:5678``, ``[2001:db8::1]:5678``."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


# --- what ---------------------------------------------------------------------

QUARTER_OF_AN_HOUR: Final = 15 * 60

WRONG_PASSWORDS: Final = Throttle("login-account", most=10, seconds=QUARTER_OF_AN_HOUR)
"""For a handle, from devices that have never logged in with it; see ``web.login_limits``."""

WRONG_PASSWORDS_FROM: Final = Throttle("login-address", most=50, seconds=QUARTER_OF_AN_HOUR)
"""For an address, whatever the handles."""

WRONG_PASSWORDS_AT: Final = Throttle("login-device", most=10, seconds=QUARTER_OF_AN_HOUR)
"""For a device that has logged in with the handle before."""

WRONG_CODES: Final = Throttle("second-factor", most=10, seconds=QUARTER_OF_AN_HOUR)
"""Codes of the second factor, for an account: who types them knows its password."""

WRONG_TOKENS: Final = Throttle("token", most=60, seconds=QUARTER_OF_AN_HOUR)
"""Tokens of the API that do not work, for an address."""

DRY_RUNS: Final = Throttle("dry-run", most=60, seconds=60)
"""Logs, for an address without an account."""

DRY_RUNS_OF_ACCOUNT: Final = Throttle("dry-run-account", most=240, seconds=60)
"""Logs, for an account."""

PICTURES: Final = Throttle("picture", most=60, seconds=60)
"""Painted for an address; those painted before cost nothing."""

SMALL_PICTURES: Final = Throttle("small-picture", most=300, seconds=60)
"""Drawn for an address; those that the process has drawn before cost nothing."""

OPENED_HITS: Final = Throttle("found", most=120, seconds=60)
"""Games that an address opens from a search: each is played once more."""

FEEDS: Final = Throttle("feed", most=60, seconds=60)
"""Feeds of searches that are made for an address; those made before cost nothing."""

SEARCH_SAVES: Final = Throttle("saved-search", most=60, seconds=3600)
"""Tries of an account to save a search, done or refused."""

OFFLINE_FILES: Final = Throttle("offline", most=30, seconds=60)
"""For an address."""

DUMP_FILES: Final = Throttle("dump", most=600, seconds=10 * 60)
"""Files of the dump, for an address: tiles of the log are small and many."""

BRANCHES: Final = Throttle("branch", most=120, seconds=60)
"""Steps of a what-if, for an address."""

ANSWERS: Final = Throttle("branch-answer", most=20, seconds=60)
"""A computer player asked in a what-if, for an address."""

ANSWERS_OF_ALL: Final = Throttle("branch-answers", most=60, seconds=60)
"""The same, for the whole site."""

NOTES: Final = Throttle("note", most=20, seconds=60)
"""Written by an account."""

AGREEMENTS: Final = Throttle("agreement", most=60, seconds=3600)
"""Standing agreements that one account makes: each is a row that stays."""

DISPUTES: Final = Throttle("dispute", most=30, seconds=3600)
"""Tries of an account to dispute a game or to take a dispute back, done or refused."""

DATA_EXPORTS: Final = Throttle("own-data", most=5, seconds=3600)
"""Downloads of all that is stored about an account, for the account."""

DRAFT_WRITES: Final = Throttle("draft", most=240, seconds=60)
"""Of an account, to its drafts: an entry at once, as a phone sends them."""

DRAFT_CODES: Final = Throttle("draft-code", most=20, seconds=3600)
"""Made by an account."""

WRONG_DRAFT_CODES: Final = Throttle("wrong-draft-code", most=10, seconds=QUARTER_OF_AN_HOUR)
"""Codes of drafts that do not work, for an address, and for an account."""

WRONG_DRAFT_CODES_OF_ALL: Final = Throttle("wrong-draft-codes", most=600, seconds=60 * 60)
"""The same, for all together without a verified address."""

RESCORES: Final = Throttle("counted-as", most=30, seconds=60)
"""Games that an address has counted by another edition: each is played once more."""

HANDLES: Final = Throttle("handles", most=60, seconds=60)
"""Beginnings of handles that an account asks to be completed."""
