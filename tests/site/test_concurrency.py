"""Concurrency: a few requests at once, in turn by address."""

import asyncio
from collections.abc import Iterable

import pytest

from imhotep_site.front import concurrency
from imhotep_site.front.concurrency import Bounds, Crowded, Queue
from imhotep_site.front.priorities import priority_of
from web.priorities import Priority


async def go(queue: Queue, client: str, order: list[str], gate: asyncio.Event) -> None:
    async with queue.thread(client):
        order.append(client)
        await gate.wait()


def order_of(bounds: Bounds, people: Iterable[str]) -> list[str]:
    """In which order they come in, one leaving at a time."""

    async def run() -> list[str]:
        queue, order = Queue(bounds), []
        gates = []
        tasks = []
        for person in people:
            gate = asyncio.Event()
            gates.append(gate)
            tasks.append(asyncio.create_task(go(queue, person, order, gate)))
            await asyncio.sleep(0)
        for gate in gates:
            gate.set()
        await asyncio.gather(*tasks)
        assert (queue.inside, queue.waiting, dict(queue.running)) == (0, 0, {})
        return order

    return asyncio.run(run())


def test_who_sends_much_waits_behind_themselves():
    bounds = Bounds(1, 1, 100, 100)
    assert order_of(bounds, ["mob"] * 5 + ["visitor"])[:2] == ["mob", "visitor"]


def test_addresses_take_turns():
    order = order_of(Bounds(1, 1, 100, 100), ["a", "a", "a", "b", "b", "c"])
    assert order == ["a", "b", "c", "a", "b", "a"]


def test_one_address_has_a_part_of_the_slots():
    async def run() -> list[str]:
        queue, order = Queue(Bounds(3, 2, 10, 10)), []
        gate = asyncio.Event()
        tasks = [
            asyncio.create_task(go(queue, who, order, gate)) for who in ("mob",) * 5 + ("visitor",)
        ]
        await asyncio.sleep(0.01)
        inside = list(order)
        gate.set()
        await asyncio.gather(*tasks)
        return inside

    assert asyncio.run(run()) == ["mob", "mob", "visitor"]


@pytest.mark.parametrize(("waiting", "of_one"), [((1, 5), False), ((5, 1), True)])
def test_who_finds_no_place_to_wait_is_refused(waiting, of_one):
    async def run() -> None:
        queue = Queue(Bounds(1, 1, *waiting))
        gate = asyncio.Event()
        tasks = [asyncio.create_task(go(queue, "a", [], gate)) for _ in range(2)]
        await asyncio.sleep(0.01)
        with pytest.raises(Crowded) as refused:
            await go(queue, "a", [], gate)
        assert refused.value.by_address is of_one
        gate.set()
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_who_goes_away_leaves_no_gap():
    async def run() -> None:
        queue, order = Queue(Bounds(1, 1, 10, 10)), []
        gate = asyncio.Event()
        first, second, third = (
            asyncio.create_task(go(queue, who, order, gate)) for who in ("a", "b", "c")
        )
        await asyncio.sleep(0.01)
        second.cancel()
        gate.set()
        await asyncio.gather(first, third)
        assert order == ["a", "c"]
        assert (queue.inside, queue.waiting) == (0, 0)

    asyncio.run(run())


def test_who_waits_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(concurrency, "LONGEST_WAIT", 0.01)

    async def run() -> None:
        queue, gate = Queue(Bounds(1, 1, 10, 10)), asyncio.Event()
        first = asyncio.create_task(go(queue, "a", [], gate))
        await asyncio.sleep(0)
        with pytest.raises(Crowded):
            await go(queue, "b", [], gate)
        gate.set()
        await first

    asyncio.run(run())


@pytest.mark.parametrize(
    ("path", "query", "priority"),
    [
        ("/", b"", Priority.QUICK),
        ("/games/", b"player=3", Priority.HEAVY),
        ("/api/v1/players", b"search=a", Priority.HEAVY),
        ("/api/v1/games.ndjson", b"", Priority.HEAVY),
        ("/admin/games/game/", b"", Priority.HEAVY),
        ("/upload/dry-run/", b"", Priority.DRY_RUN),
        ("/api/v1/uploads", b"dry_run=1", Priority.DRY_RUN),
        ("/api/v1/uploads", b"dry_run=0", Priority.HEAVY),
        ("/nothing/", b"", Priority.QUICK),
    ],
)
def test_heavy_requests_have_threads_of_their_own(path, query, priority):
    assert priority_of({"path": path, "query_string": query}) is priority


def test_a_thread_rests_while_others_wait():
    async def run() -> list[float]:
        queue, ended = Queue(Bounds(1, 1, 10, 10, pause=2.0)), []

        async def take(who: str, lasts: float) -> None:
            async with queue.thread(who):
                ended.append(asyncio.get_running_loop().time())
                await asyncio.sleep(lasts)

        await asyncio.gather(take("mob", 0.1), take("mob", 0.0))
        await take("visitor", 0.1)
        await take("visitor", 0.0)
        assert (queue.inside, queue.waiting, dict(queue.running)) == (0, 0, {})
        return ended

    first, second, alone, repeated = asyncio.run(run())
    assert second - first >= 0.28
    assert repeated - alone < 0.28
