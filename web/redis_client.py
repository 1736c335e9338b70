"""Clients of the Redis of ``REDIS_URL``: at one address, or the master that Sentinels name.

After a failure a client asks the Sentinels again, so a promoted replica is found with the next try.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import redis
import redis.asyncio
import redis.asyncio.sentinel
import redis.sentinel

from web.redis_address import is_sentinel, sentinel_address


def redis_client(url: str, **options: object) -> redis.Redis:
    """A client for `url`; `options` are those of a connection."""
    if is_sentinel(url):
        return cast("redis.Redis", _master(url, redis.sentinel.Sentinel, options))
    client: redis.Redis = redis.Redis.from_url(url, **options)
    return client


def async_redis_client(url: str, **options: object) -> redis.asyncio.Redis:
    """The same for an event loop."""
    if is_sentinel(url):
        client = _master(url, redis.asyncio.sentinel.Sentinel, options)
        return cast("redis.asyncio.Redis", client)
    connect: Callable[..., redis.asyncio.Redis] = redis.asyncio.Redis.from_url
    return connect(url, **options)


class MasterPool:
    """Connections of Django's cache to the master."""

    @staticmethod
    def from_url(url: str, **options: object) -> redis.ConnectionPool:
        return redis_client(url, **options).connection_pool


def _master(url: str, sentinel_class: type, options: dict[str, object]) -> object:
    """A client of the master, whose address it asks the Sentinels for with each connection."""
    address = sentinel_address(url)
    names = {"username": address.user, "password": address.password}
    login = {"db": address.database} | {name: text for name, text in names.items() if text}
    sentinels = sentinel_class(
        address.hosts, sentinel_kwargs=address.connection_options(), **login, **options
    )
    return sentinels.master_for(address.master)
