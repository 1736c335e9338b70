"""The peer of ``benchmarks.play``: what is sent is heard, and nothing else.

An ASGI application without Django and without a database: POST publishes its body to Redis, GET
is a stream of what is published. As the site does, it has one connection to Redis for all streams.
"""

from __future__ import annotations

import asyncio
import os
from collections import defaultdict
from typing import Any

from redis.asyncio import Redis

streams: defaultdict[str, set[asyncio.Queue[bytes]]] = defaultdict(set)
redis: Redis = Redis.from_url(os.environ["REDIS_URL"], socket_timeout=None)
_tasks: list[asyncio.Task[None]] = []


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """``POST /<channel>``, ``GET /<channel>``."""
    if scope["type"] != "http":
        return
    if not _tasks:
        _tasks.append(asyncio.create_task(_listen()))
    channel = f"echo:{scope['path']}"
    if scope["method"] == "POST":
        await redis.publish(channel, await _body(receive))
        await _begin(send, 201)
        await send({"type": "http.response.body", "body": b"{}"})
        return
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    streams[channel].add(heard)
    await _begin(send, 200, b"text/event-stream")
    begin = b"event: state\ndata: {}\n\n"
    await send({"type": "http.response.body", "body": begin, "more_body": True})
    try:
        while True:
            part = b"event: entry\ndata: " + await heard.get() + b"\n\n"
            await send({"type": "http.response.body", "body": part, "more_body": True})
    finally:
        streams[channel].discard(heard)


async def _body(receive: Any) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    return body


async def _begin(send: Any, status: int, kind: bytes = b"application/json") -> None:
    headers = [(b"content-type", kind)]
    await send({"type": "http.response.start", "status": status, "headers": headers})


async def _listen() -> None:
    pubsub = redis.pubsub()
    await pubsub.psubscribe("echo:*")
    async for message in pubsub.listen():
        if message["type"] == "pmessage":
            for heard in streams[message["channel"].decode()]:
                heard.put_nowait(message["data"])
