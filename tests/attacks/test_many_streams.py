"""Streams by the hundred, of one account or from one address."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack

import pytest

from tables.stream import hub
from tables.stream.events import lobby_events
from tables.stream.hub import Hub, StreamOwner, TooManyStreams
from tables.stream.subscriptions import Subscriptions

pytestmark = pytest.mark.both_databases


@pytest.mark.parametrize(
    ("name", "owner"),
    [("MAX_OF_ACCOUNT", StreamOwner("7", is_account=True)), ("MAX_OF_ADDRESS", StreamOwner("7"))],
)
def test_one_has_so_many_streams_and_the_others_have_theirs(monkeypatch, name, owner):
    monkeypatch.setattr(hub, name, 3)

    async def heard_nothing(*_: object) -> None:
        return None

    monkeypatch.setattr(Subscriptions, "subscribe", heard_nothing)
    monkeypatch.setattr(Subscriptions, "unsubscribe", lambda *_: None)

    async def opened(subscriber: StreamOwner) -> AsyncIterator[bytes]:
        stream = lobby_events(None, subscriber)
        await anext(stream)
        return stream

    async def is_ended(stream: AsyncIterator[bytes]) -> bool:
        try:
            return b'"full"' in await asyncio.wait_for(anext(stream), 0.1)
        except TimeoutError:
            return False

    async def run() -> tuple[list[bool], bool]:
        streams = [await opened(owner) for _ in range(5)]
        ends = [asyncio.create_task(is_ended(end)) for end in streams]
        other = await is_ended(await opened(owner._replace(name="8")))
        return [await end for end in ends], other

    assert asyncio.run(run()) == ([False, False, False, True, True], False)


@pytest.mark.parametrize(
    ("network", "limit"), [("2001:db8:1:{:x}::/64", 4 * 3), ("2001:db8:1:{:x}00::/64", 8 * 3)]
)
def test_the_networks_around_an_ipv6_address_have_so_many(
    network: str, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a /64 each, of one /56 and of one /48."""
    monkeypatch.setattr(hub, "MAX_OF_ADDRESS", 3)

    async def run() -> None:
        state = Hub()
        with ExitStack() as streams:
            for number in range(limit):
                streams.enter_context(state.count_stream(StreamOwner(network.format(number))))
            full = StreamOwner(network.format(limit))
            with pytest.raises(TooManyStreams), state.count_stream(full):
                pass
            streams.enter_context(state.count_stream(StreamOwner("2001:db8:2::/64")))
            streams.enter_context(state.count_stream(StreamOwner("192.0.2.7")))
            streams.enter_context(state.count_stream(StreamOwner(full.name, is_account=True)))
        assert (state.streams, state.by_owner) == (0, {})
        with state.count_stream(full):
            pass

    asyncio.run(run())
