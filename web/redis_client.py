"""Clients of the Redis of ``REDIS_URL``: at one address, or the master that Sentinels name.

After a failure a client asks the Sentinels again, so a promoted replica is found with the next try.
"""

from __future__ import annotations

from typing import Any

import redis
import redis.asyncio
import redis.asyncio.sentinel
import redis.sentinel

from web.redis_address import is_sentinel, sentinel_address


def redis_client(url: str, **options: Any) -> redis.Redis:
    """A client for `url`; `options` are those of a connection."""
    library: Any = redis  # its types leave Sentinels out
    client: redis.Redis = (
        _master(url, library.sentinel.Sentinel, options)
        if is_sentinel(url)
        else redis.Redis.from_url(url, **options)
    )
    return client


def async_redis_client(url: str, **options: Any) -> redis.asyncio.Redis:
    """The same for an event loop."""
    library: Any = redis.asyncio
    client: redis.asyncio.Redis = (
        _master(url, library.sentinel.Sentinel, options)
        if is_sentinel(url)
        else redis.asyncio.Redis.from_url(url, **options)
    )
    return client


class MasterPool:
    """Connections of Django's cache to the master."""

    @staticmethod
    def from_url(url: str, **options: Any) -> redis.ConnectionPool:
        return redis_client(url, **options).connection_pool


def _master(url: str, sentinel_class: Any, options: dict[str, Any]) -> Any:
    """A client of the master, whose address it asks the Sentinels for with each connection."""
    address = sentinel_address(url)
    names = {"username": address.user, "password": address.password}
    login = {"db": address.database} | {name: text for name, text in names.items() if text}
    sentinels = sentinel_class(
        address.hosts, sentinel_kwargs=address.connection_options(), **login, **options
    )
    return sentinels.master_for(address.master)
