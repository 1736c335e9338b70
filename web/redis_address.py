"""``REDIS_URL`` of a Redis behind Sentinels: which hosts to ask where the master is.

    sentinel://:password@host:26379,host:26379,host:26379/0?master=imhotep

The password and the number are the master's. ``sentinel_password`` is that of the Sentinels, if
they have one; ``master`` the name by which they watch it.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlsplit

SCHEME: Final = "sentinel://"
PORT: Final = 26379
MASTER: Final = "mymaster"
"""The name in the example of Redis itself."""
HOST: Final = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[\w.-]+)(?::(?P<port>[0-9]{1,5}))?")
SENTINEL_SECONDS: Final = 1.0
"""Seconds that one Sentinel has for an answer, before the next is asked."""
OPTIONS: Final = frozenset({"master", "sentinel_password"})


class SentinelAddress(NamedTuple):
    """Addresses of the Sentinels, and the name of their master. Empty texts: there is none."""

    hosts: list[tuple[str, int]]
    master: str
    database: int
    user: str
    password: str
    sentinel_password: str

    def broker_url(self) -> str:
        """The same for kombu: an address for each Sentinel, with ``;`` between."""
        login = f"{quote(self.user, '')}:{quote(self.password, '')}@" if self.password else ""
        places = [
            f"[{name}]:{port}" if ":" in name else f"{name}:{port}" for name, port in self.hosts
        ]
        return ";".join(f"{SCHEME}{login}{place}/{self.database}" for place in places)

    def connection_options(self) -> dict[str, object]:
        """Options of connections to the Sentinels, for redis-py and for kombu."""
        seconds = dict.fromkeys(("socket_timeout", "socket_connect_timeout"), SENTINEL_SECONDS)
        password = {"password": self.sentinel_password} if self.sentinel_password else {}
        return {**seconds, **password}


def is_sentinel(url: str) -> bool:
    return url.startswith(SCHEME)


def sentinel_address(url: str) -> SentinelAddress:
    """Parts of ``sentinel://…``. Raises ``ValueError``."""
    parts = urlsplit(url)
    login, _, places = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    hosts = [_host(place) for place in places.split(",")]
    number = parts.path.removeprefix("/")
    options = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query)))
    has_options = set(options) <= OPTIONS and all(options.values()) and not parts.fragment
    if not has_options or (number and not number.isdigit()) or (login and not password):
        raise ValueError(url)
    return SentinelAddress(
        hosts,
        options.get("master", MASTER),
        int(number or 0),
        unquote(user),
        unquote(password),
        options.get("sentinel_password", ""),
    )


def _host(place: str) -> tuple[str, int]:
    matched = HOST.fullmatch(place)
    if not matched or int(matched["port"] or PORT) > 65535:
        raise ValueError(place)
    return matched["name"].strip("[]"), int(matched["port"] or PORT)
