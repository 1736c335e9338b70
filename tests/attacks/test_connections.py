"""Connections that never get on: real sockets to uvicorn's server with our end of a connection."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn

from imhotep_site.front import connection
from imhotep_site.front.bodies import Bodies
from imhotep_site.front.connection import Connection

HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"


async def application(scope: Any, receive: Any, send: Any) -> None:
    """``/large`` answers with more than any buffer takes; everything else with a word."""
    if scope["type"] != "http":
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(2000 if scope["path"] == "/large" else 1):
        await send({"type": "http.response.body", "body": bytes(1 << 16), "more_body": True})
    await send({"type": "http.response.body"})


def serving(scenario: Callable[[int, uvicorn.Server], Awaitable[None]]) -> None:
    """`then` is given the port and the server."""

    async def run() -> None:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            listener.listen()
            config = uvicorn.Config(
                Bodies(application), http=Connection, lifespan="off", log_level="error"
            )
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server._serve([listener]))
            while not server.started:
                await asyncio.sleep(0.01)
            try:
                await asyncio.wait_for(scenario(listener.getsockname()[1], server), 20)
            finally:
                server.should_exit = server.force_exit = True
                await serving

    asyncio.run(run())


async def ended(port: int, *parts: bytes) -> bytes:
    """What the server says until it ends a connection on which `parts` come, and nothing more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for part in parts:
        writer.write(part)
        await writer.drain()
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize(
    "parts",
    [
        (),
        (HEAD,),
        (HEAD + b"\r\n", HEAD),  # the next request of a kept connection
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nConnection: keep-alive\r\n",),
    ],
)
def test_a_head_that_never_ends_is_not_waited_for(monkeypatch, parts):
    monkeypatch.setattr(connection, "HEAD_WITHIN", 0.3)

    async def scenario(port: int, server: uvicorn.Server) -> None:
        await asyncio.gather(*(ended(port, *parts) for _ in range(50)))
        await asyncio.sleep(0.05)
        assert not server.server_state.connections

    serving(scenario)
    assert not connection.crowd.by_address


def test_bytes_that_trickle_do_not_prolong_a_head(monkeypatch):
    monkeypatch.setattr(connection, "HEAD_WITHIN", 0.5)

    async def scenario(port: int, server: uvicorn.Server) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        sent = 0
        try:
            while sent < 100 and not reader.at_eof():
                writer.write(b"G" if not sent else b"E")
                await writer.drain()
                sent += 1
                await asyncio.sleep(0.05)
        except ConnectionError:
            pass
        finally:
            writer.close()
        assert sent < 50

    serving(scenario)


def test_a_body_that_never_ends_is_refused(monkeypatch):
    monkeypatch.setattr("imhotep_site.front.bodies.GRACE", 0.3)

    async def scenario(port: int, server: uvicorn.Server) -> None:
        head = b"POST /accounts/login/ HTTP/1.1\r\nHost: x\r\n"
        announced = b"Content-Length: 900\r\n\r\nhalf"
        chunked = b"Transfer-Encoding: chunked\r\n\r\n2\r\nha"
        for lines in (announced, chunked):
            assert b" 408 " in await ended(port, head + lines)

    serving(scenario)


def test_who_does_not_read_is_ended(monkeypatch):
    monkeypatch.setattr(connection, "READ_WITHIN", 0.3)

    async def scenario(port: int, server: uvicorn.Server) -> None:
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        await asyncio.get_running_loop().run_in_executor(None, deaf.connect, ("127.0.0.1", port))
        deaf.sendall(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        while not server.server_state.connections:
            await asyncio.sleep(0.01)
        while server.server_state.connections or server.server_state.tasks:
            await asyncio.sleep(0.05)
        deaf.close()

    serving(scenario)


def test_who_reads_gets_all_of_it(monkeypatch):
    async def scenario(port: int, server: uvicorn.Server) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert len(await reader.read()) > 2000 << 16
        writer.close()

    serving(scenario)


def test_one_address_has_so_many_connections_and_another_its_own(settings):
    settings.CONNECTIONS_PER_ADDRESS = 3

    async def scenario(port: int, server: uvicorn.Server) -> None:
        connections = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        assert await ended(port, HEAD + b"\r\n") == b""
        other = {"local_addr": ("127.0.0.2", 0)}
        reader, writer = await asyncio.open_connection("127.0.0.1", port, **other)  # type: ignore[arg-type]
        writer.write(HEAD + b"\r\n")
        assert b" 200 " in await reader.readline()
        for _, stream_writer in [*connections, (reader, writer)]:
            stream_writer.close()

    serving(scenario)
