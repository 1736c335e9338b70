"""Streams on a real server: everything arrives, once, in order, and only what one may know."""

import asyncio
import contextlib
import json
import threading
import urllib.request
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.utils import timezone

from games.models import Account
from tables import chat
from tables.ending.ending import leave_game
from tables.lobby.seats import leave_seat, sit_down
from tables.models import Phase, Table, TableEntry
from tables.notifications.turns import turns_channel
from tables.play.entries import submit_entry
from tables.play.publishing import publish_table_change
from tables.play.take_back import answer_take_back, wish_to_take_back
from tables.presence import host_is_away
from tables.stream import channels, events, hub, snapshots, subscriptions, wire
from tables.stream.channels import CHANGED, Subscriber, TableChannel, TableChannels
from tables.stream.events import Cursor
from tables.stream.subscriptions import StreamMessage
from tables.stream.wire import EndReason
from tests.cast import account
from tests.pipeline.site import broker_of_its_own
from tests.services import processes
from tests.site.tables.streams import Stream, parsed, stream
from tests.worlds.api_world import Asker, assert_problem, logged_in, token
from tests.worlds.tables import act_once, awaited, dealt, opened, people, play_out
from web.errors import NotAllowed
from web.publish import publish_messages


@pytest.fixture(scope="module")
def running(django_db_setup, django_db_blocker):
    """A server with two connections to the database, and no more."""
    with django_db_blocker.unblock(), processes.web(DATABASE_POOL="2") as (address, _):
        yield address


@pytest.fixture
def site(running, transactional_db):
    return running


@pytest.fixture
def ana_and_ben(site):
    return people("ana", "ben")


def test_what_was_there_comes_first_then_what_happens(site, ana_and_ben):
    table = dealt(ana_and_ben)
    act_once(table.pk)
    with stream(site, f"tables/{table.pk}/stream") as listener:
        listener.wait(lambda: listener.of("state"))
        before = Table.objects.get(pk=table.pk).plies
        assert listener.plies == list(range(1, before + 1))
        for _ in range(5):
            act_once(table.pk)
        current_table = Table.objects.get(pk=table.pk)
        listener.wait(lambda: listener.of("state")[-1]["plies"] == current_table.plies)
        assert listener.plies == list(range(1, current_table.plies + 1))
        assert [
            int(number) for name, number, _ in listener.events if name == "entry"
        ] == listener.plies
        state = listener.of("state")[-1]
        assert (state["phase"], state["awaited"]) == ("playing", current_table.awaited)
        assert "legal" not in state
        assert "viewer" not in state
        rows = TableEntry.objects.filter(table=table).order_by("ply")
        assert [entry["text"] for entry in listener.of("entry")] == [row.text for row in rows]


def test_a_stream_of_the_host_shows_that_they_are_there(site, ana_and_ben):
    ana, _ben = ana_and_ben
    table = opened([ana], seats=2)
    Table.objects.update(host_present_at=timezone.now() - timedelta(minutes=6))
    with stream(site, "lobby/stream", token(ana, "play")) as listener:
        listener.wait(lambda: not host_is_away(Table.objects.get(pk=table.pk)))


def test_it_goes_on_where_it_broke(site, ana_and_ben):
    table = dealt(ana_and_ben)
    for _ in range(6):
        act_once(table.pk)
    last = Table.objects.get(pk=table.pk).plies
    path = f"tables/{table.pk}/stream"
    with stream(site, path + "?after=4") as query_listener:
        query_listener.wait(lambda: query_listener.of("state"))
        assert query_listener.plies == list(range(5, last + 1))
    with stream(site, path + "?after=1", **{"Last-Event-ID": str(last - 1)}) as header_listener:
        header_listener.wait(lambda: header_listener.of("state"))
        assert header_listener.plies == [last]
    with stream(site, f"{path}?after={last + 50}") as ahead:
        ahead.wait(lambda: ahead.of("state"))
        assert ahead.plies == []
        act_once(table.pk)
        ahead.wait(lambda: ahead.plies)
        assert ahead.plies[0] == last + 1


def test_a_whole_game_is_heard_by_everybody_while_it_is_played(site, ana_and_ben):
    table = dealt(ana_and_ben)
    path = f"tables/{table.pk}/stream"
    keys = ["", *(token(account, "play") for account in ana_and_ben)]
    with contextlib.ExitStack() as stack:
        listeners = [stack.enter_context(stream(site, path, key)) for key in keys]
        over = play_out(table.pk, player="greedy")
        for listener in listeners:
            listener.wait(
                lambda listener=listener: (
                    listener.of("state") and listener.of("state")[-1]["phase"] == "finished"
                )
            )
            assert listener.plies == list(range(1, over.plies + 1))


def hidden_entry(table: Table, seat: int) -> None:
    """An entry that `seat` alone may read, as if the bank had written it."""
    row = Table.objects.get(pk=table.pk)
    TableEntry.objects.create(
        table=row, ply=row.plies + 1, seat=-1, text="the secret", shown="hidden", only_for=seat
    )
    Table.objects.filter(pk=row.pk).update(plies=row.plies + 1)
    publish_table_change(row.pk, "entry", plies=row.plies + 1)


def last_text(listener: Stream) -> str:
    entries = listener.of("entry")
    return entries[-1]["text"] if entries else ""


def test_each_viewer_gets_what_it_may_know(site, ana_and_ben):
    """Also a stream that was opened before the seats were drawn."""
    ana, ben = ana_and_ben
    table = opened([ana], seats=2)
    path = f"tables/{table.pk}/stream"
    with (
        stream(site, path, token(ana, "play")) as hers,
        stream(site, path, token(ben, "play")) as his,
        stream(site, path) as theirs,
    ):
        for listener in (hers, his, theirs):
            listener.wait(lambda listener=listener: listener.of("state"))
        sit_down(table.pk, ben)
        turn = Table.objects.get(pk=table.pk).places.get(account=ana).turn
        hidden_entry(table, turn)
        for listener, text in ((hers, "the secret"), (his, "hidden"), (theirs, "hidden")):
            listener.wait(lambda listener=listener, text=text: last_text(listener) == text)
        leave_game(table.pk, ana)  # a computer acts there now: she looks on like anybody
        hidden_entry(table, turn)
        hers.wait(lambda: last_text(hers) == "hidden")
        for listener in (his, theirs):
            assert "the secret" not in json.dumps(listener.events)


def test_who_may_not_look_is_not_let_in(site, ana_and_ben):
    table = dealt(ana_and_ben, watchable=False)
    with stream(site, f"tables/{table.pk}/stream") as refused:
        assert refused.status == 403
    with stream(site, f"tables/{table.pk}/stream", token(ana_and_ben[0], "play")) as hers:
        assert hers.status == 200
    with stream(site, "tables/000000000000/stream") as nothing:
        assert nothing.status == 404
    with stream(site, f"tables/{table.pk}/stream", "imh_wrong") as unknown:
        assert unknown.status == 401


@pytest.mark.parametrize(("query", "name"), [("", "state"), ("?only=look", "look")])
def test_who_stands_up_from_a_closed_table_hears_no_more(site, ana_and_ben, query, name):
    ana, ben = ana_and_ben
    table = opened([ana], seats=3, access="invited", invited=("ben",))
    sit_down(table.pk, ben)
    with stream(site, f"tables/{table.pk}/stream{query}", token(ben, "play")) as his:
        his.wait(lambda: his.of(name))
        table.invitations.all().delete()
        leave_seat(table.pk, ben)
        his.wait(lambda: his.over)
        assert his.of("bye") == [{"why": "gone"}]
        if query:
            assert his.of("look") == [{}]


def test_a_stream_of_looks_says_when_to_look_and_nothing_else(site, ana_and_ben):
    ana, ben = ana_and_ben
    table = dealt(ana_and_ben)
    path = f"tables/{table.pk}/stream?only=look"
    with (
        stream(site, path, token(ana, "play")) as hers,
        stream(site, f"tables/{table.pk}/stream?after=9999", token(ben, "play")) as his,
    ):
        hers.wait(lambda: hers.of("look"))
        his.wait(lambda: his.of("state"))
        assert hers.of("look") == [{}]  # the page may be older than the stream
        plies = act_once(table.pk).table.plies
        hers.wait(lambda: {"plies": plies} in hers.of("look"))
        his.wait(lambda: his.plies and his.plies[-1] == plies)
        turn = table.places.get(account=ana).turn
        hidden_entry(table, turn)
        hers.wait(lambda: {"plies": plies + 1} in hers.of("look"))
        chat.post_chat_line(table.pk, ben, "good luck")
        hers.wait(lambda: hers.of("talk"))
        heard = len(hers.of("look"))
        leave_game(table.pk, ben)
        hers.wait(lambda: {} in hers.of("look")[heard:])
        assert {name for name, _, _ in hers.events} - {"turns"} == {"look", "talk"}
        assert "hidden" not in json.dumps(hers.events)


def test_chat_is_a_hint_and_no_more(site, ana_and_ben):
    table = dealt(ana_and_ben)
    with stream(site, f"tables/{table.pk}/stream") as listener:
        listener.wait(lambda: listener.of("state"))
        chat.post_chat_line(table.pk, ana_and_ben[0], "good luck")
        listener.wait(lambda: listener.of("talk"))
        assert listener.of("talk") == [{}]


def heard_of(lobby: Stream) -> None:
    """A stream says by itself that it listens: with a first hint, for those of before are lost."""
    lobby.wait(lambda: lobby.events)


def test_the_lobby_says_when_it_has_changed(site, ana_and_ben):
    with stream(site, "lobby/stream") as listener:
        heard_of(listener)
        heard = len(listener.of("lobby"))
        opened([ana_and_ben[0]], seats=2)
        listener.wait(lambda: len(listener.of("lobby")) > heard)
        assert listener.of("lobby")[-1] == {}


def test_turns_are_said_to_their_account_alone(site, ana_and_ben):
    """By the lightest stream, by that of the lobby, and by the one of a page."""
    ana, ben = ana_and_ben
    cat = account("cat")
    table = dealt([ana, ben])
    key, other = token(ana, "play"), token(cat, "play")
    paths = ["turns/stream", "lobby/stream", f"tables/{table.pk}/stream?only=look"]
    with contextlib.ExitStack() as stack:
        cats = stack.enter_context(stream(site, "turns/stream", other))
        nobody = stack.enter_context(stream(site, "lobby/stream"))
        listeners = [stack.enter_context(stream(site, path, key)) for path in paths]
        for listener in listeners[:2]:
            listener.wait(lambda listener=listener: listener.of("turns"))
        wait_for_turns(listeners[2], ana)
        cats.wait(lambda: cats.of("turns"))
        heard_of(nobody)
        heard = [len(listener.of("turns")) for listener in listeners]
        while awaited(table).account != ana:
            act_once(table.pk)
        while awaited(table).account == ana:
            act_once(table.pk)
        for listener, before in zip(listeners, heard, strict=True):
            listener.wait(
                lambda listener=listener, before=before: len(listener.of("turns")) > before
            )
        assert (cats.of("turns"), nobody.of("turns")) == ([{}], [])


def wait_for_turns(listener: Stream, account: Account) -> None:
    """Nobody sees from outside whether the stream of a table listens: told until it says so."""
    while not listener.of("turns"):
        publish_messages([(turns_channel(account.pk), '{"kind": "turns"}')])
        with contextlib.suppress(AssertionError):
            listener.wait(lambda: listener.of("turns"), seconds=0.2)


def test_streams_hold_no_connection_to_the_database(site, ana_and_ben):
    """Twelve streams at a server with two connections, which still answers everybody."""
    table = dealt(ana_and_ben)
    with contextlib.ExitStack() as stack:
        listeners = [
            stack.enter_context(stream(site, f"tables/{table.pk}/stream")) for _ in range(12)
        ]
        for listener in listeners:
            listener.wait(lambda listener=listener: listener.of("state"))
        with urllib.request.urlopen(f"{site}/api/v1/tables/{table.pk}", timeout=10) as answer:
            assert json.load(answer)["plies"] == table.plies
        act_once(table.pk)
        for listener in listeners:
            listener.wait(lambda listener=listener: len(listener.of("state")) > 1)


def test_a_server_that_ends_says_goodbye_and_does_not_wait(transactional_db, ana, ben):
    table = dealt([ana, ben])
    with (
        processes.web() as (address, process),
        stream(address, f"tables/{table.pk}/stream") as table_listener,
        stream(address, "lobby/stream") as lobby,
    ):
        table_listener.wait(lambda: table_listener.of("state"))
        heard_of(lobby)
        process.process.terminate()
        for listener in (table_listener, lobby):
            listener.wait(lambda listener=listener: listener.over)
            assert listener.of("bye") == [{"why": "stop"}]
        assert process.process.wait(10) is not None
        assert "graceful shutdown exceeded" not in process.log


def test_without_redis_a_stream_says_how_it_stands_and_that_one_has_to_ask(
    transactional_db, pytestconfig
):
    table = dealt(people("ana", "ben"))
    path = f"tables/{table.pk}/stream"
    with (
        broker_of_its_own(embedded=pytestconfig.option.embedded) as broker,
        processes.web(REDIS_URL=broker.url) as (address, _),
    ):
        with stream(address, path) as table_listener, stream(address, "lobby/stream") as lobby:
            table_listener.wait(lambda: table_listener.of("state"))
            heard_of(lobby)
            broker.kill()
            for listener in (table_listener, lobby):
                listener.wait(lambda listener=listener: listener.over)
                assert listener.of("bye") == [{"why": "redis"}]
        with stream(address, path) as away, stream(address, "lobby/stream") as lobby:
            away.wait(lambda: away.over)
            assert away.plies == list(range(1, table.plies + 1))
            assert [name for name, _, _ in away.events[-2:]] == ["state", "bye"]
            lobby.wait(lambda: lobby.over)
        broker.start()
        with stream(address, path) as back:
            back.wait(lambda: back.of("state"))
            assert not back.of("bye")


def test_a_server_that_cannot_keep_a_stream_open_says_so(db, ana, ben):
    """As under WSGI: how it stands, and to ask again."""
    table = dealt([ana, ben])
    answer = logged_in(ana).ask("GET", f"tables/{table.pk}/stream?after=1")
    assert answer["Content-Type"].startswith("text/event-stream")
    assert answer["Cache-Control"] == "private, no-store"
    events = list(parsed(iter(b"".join(answer).splitlines(keepends=True))))
    assert [name for name, _, _ in events] == ["entry"] * (table.plies - 1) + ["state", "bye"]
    assert events[-1][2] == {"why": "poll"}
    answer = logged_in(ana).ask("GET", f"tables/{table.pk}/stream?only=look")
    assert b"".join(answer) == wire.BEGIN + wire.server_sent_event("look", {}) + wire.bye_event(
        EndReason.POLL
    )
    lobby = b"".join(Asker().ask("GET", "lobby/stream"))
    assert lobby == wire.BEGIN + wire.bye_event(EndReason.POLL)


@pytest.mark.parametrize("last", ["-1", "x", "1.5", "9" * 20, "٣"])
def test_an_id_that_is_none(db, last):
    table = dealt(people("ana", "ben"))
    path = f"tables/{table.pk}/stream"
    if last.isascii():
        answer = Asker().ask("GET", path, headers={"Last-Event-ID": last})
        assert list(assert_problem(answer, 400, "invalid")["errors"]) == ["Last-Event-ID"]
    answer = Asker().ask("GET", f"{path}?after={last}")
    assert list(assert_problem(answer, 400, "invalid")["errors"]) == ["after"]


def test_there_is_nothing_else_that_a_stream_could_be_only(db):
    table = dealt(people("ana", "ben"))
    answer = Asker().ask("GET", f"tables/{table.pk}/stream?only=talk")
    assert list(assert_problem(answer, 400, "invalid")["errors"]) == ["only"]


def test_nobody_opens_streams_without_end(db, monkeypatch):
    monkeypatch.setitem(settings.API_THROTTLES, "stream", ("9/minute", "2/minute"))
    answers = [Asker().ask("GET", "lobby/stream") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]


def some_snapshot(plies: int, *entries: int, phase: str = Phase.PLAYING) -> snapshots.Snapshot:
    rows = [TableEntry(ply=ply, seat=0, text=f"entry {ply}") for ply in entries]
    return snapshots.Snapshot(plies, rows, {"phase": phase, "plies": plies}, {}, False)


class Quiet:
    """Subscriptions without messages."""

    def __init__(self) -> None:
        self.callbacks: list[str] = []

    async def subscribe(self, channel: str, callback: object) -> None:
        self.callbacks.append(channel)

    def unsubscribe(self, channel: str, callback: object) -> None:
        self.callbacks.remove(channel)


def decode_events(parts: list[bytes]) -> list[tuple[str, object]]:
    lines = iter(b"".join(parts).splitlines(keepends=True))
    return [(name, data.get("ply") or data.get("why")) for name, _, data in parsed(lines)]


def test_a_message_that_got_lost_is_found(monkeypatch):
    """No message comes; the table is looked at again now and then."""
    monkeypatch.setattr(channels, "LOOK_SECONDS", 0.01)
    counts = {"plies": 3}

    async def read(function, *args):
        if function is snapshots.snapshot_of:
            after = args[1]
            return some_snapshot(counts["plies"], *range(after + 1, counts["plies"] + 1))
        return dict.fromkeys(args[0], (counts["plies"], Phase.PLAYING, 0, 0))

    monkeypatch.setattr(channels, "read_in_thread", read)

    async def listen() -> list[int]:
        quiet = TableChannels(Quiet())  # type: ignore[arg-type]
        async with quiet.subscribed("t", 0) as subscriber:
            first = await asyncio.wait_for(subscriber.deliveries.get(), 5)
            counts["plies"] = 5
            second = await asyncio.wait_for(subscriber.deliveries.get(), 5)
        assert not quiet.by_table
        assert not quiet.subscriptions.callbacks  # type: ignore[attr-defined]
        return [entry.ply for item in (first, second) for entry in item.entries]

    assert asyncio.run(listen()) == [1, 2, 3, 4, 5]


def test_a_lost_message_is_found_for_those_who_look_too(monkeypatch):
    """As of how far the table was when the request read it; nothing is read for them."""
    monkeypatch.setattr(channels, "LOOK_SECONDS", 0.01)
    progress = {"t": (3, Phase.PLAYING, 2, 0)}

    async def read(function, *args):
        assert function is snapshots.read_progress
        return progress

    monkeypatch.setattr(channels, "read_in_thread", read)

    async def listen() -> list[object]:
        quiet = TableChannels(Quiet())  # type: ignore[arg-type]
        async with quiet.subscribed("t", None, progress=(3, Phase.PLAYING, 2, 0)) as subscriber:
            messages = [await asyncio.wait_for(subscriber.deliveries.get(), 5)]
            await asyncio.sleep(0.05)
            assert subscriber.deliveries.empty()
            progress["t"] = (5, Phase.PLAYING, 2, 0)
            messages.append(await asyncio.wait_for(subscriber.deliveries.get(), 5))
            progress["t"] = (5, Phase.PLAYING, 2, 1)
            messages.append(await asyncio.wait_for(subscriber.deliveries.get(), 5))
        return messages

    assert asyncio.run(listen()) == [CHANGED, StreamMessage("entry", 5), CHANGED]


def test_nothing_is_read_for_who_reads_for_themselves(monkeypatch):
    """Neither at the beginning nor after a message; for the others of the channel it is."""
    requested_plies: list[int] = []

    async def read(_, __, after):
        requested_plies.append(after)
        return some_snapshot(after + 1, after + 1)

    monkeypatch.setattr(channels, "read_in_thread", read)

    async def come() -> None:
        quiet = TableChannels(Quiet())  # type: ignore[arg-type]
        async with quiet.subscribed("t", None) as looks:
            assert await looks.deliveries.get() == CHANGED
            quiet.by_table["t"].on_message(StreamMessage("entry", 4))
            assert await looks.deliveries.get() == StreamMessage("entry", 4)
            await asyncio.sleep(0)
            assert requested_plies == []
            async with quiet.subscribed("t", 3) as other:
                assert (await asyncio.wait_for(other.deliveries.get(), 5)).plies == 4
                assert looks.deliveries.empty()
                quiet.by_table["t"].on_message(StreamMessage("entry", 5))
                assert (await asyncio.wait_for(other.deliveries.get(), 5)).plies == 5
                assert await looks.deliveries.get() == StreamMessage("entry", 5)
        assert requested_plies == [3, 4]

    asyncio.run(come())


def test_who_does_not_read_is_sent_away():
    async def fill() -> list[object]:
        subscriber = Subscriber(0)
        for number in range(channels.WAITING + 1):
            subscriber.put(some_snapshot(number))
        return [subscriber.deliveries.get_nowait() for _ in range(subscriber.deliveries.qsize())]

    assert asyncio.run(fill()) == [EndReason.SLOW]


def test_a_channel_whose_table_cannot_be_read_ends_its_streams(monkeypatch, caplog):
    async def fail(*_: object) -> None:
        raise RuntimeError("the scribe is asleep")

    async def outcome(kind: str) -> object:
        channel = TableChannel("t")
        subscriber = Subscriber(0)
        channel.subscribers.add(subscriber)
        channel.on_message(StreamMessage(kind))
        return await asyncio.wait_for(subscriber.deliveries.get(), 5)

    monkeypatch.setattr(channels, "read_in_thread", fail)
    assert asyncio.run(outcome("entry")) is EndReason.POLL
    assert "the scribe is asleep" in caplog.text

    async def nothing(*_: object) -> None:
        return None

    monkeypatch.setattr(channels, "read_in_thread", nothing)
    assert asyncio.run(outcome("entry")) is EndReason.GONE
    assert asyncio.run(outcome(subscriptions.LOST)) is EndReason.REDIS
    assert asyncio.run(outcome(subscriptions.ENDING)) is EndReason.STOP
    assert asyncio.run(outcome("talk")) == StreamMessage("talk")


async def collected(events, limit: int = 10) -> list[bytes]:
    chunks: list[bytes] = []
    async with contextlib.aclosing(events) as parts:
        async for part in parts:
            chunks.append(part)
            if len(chunks) == limit:
                break
    return chunks


@pytest.fixture
def quiet_hub(monkeypatch):
    """A hub without messages; what is read is in `state`."""
    state = SimpleNamespace(plies=2, look=lambda: 0)

    async def read(function, *args):
        if function is snapshots.snapshot_of:
            return some_snapshot(state.plies, *range(args[1] + 1, state.plies + 1))
        return function(*args)

    silent_hub = hub.Hub()
    silent_hub.channels.subscriptions = silent_hub.subscriptions = Quiet()  # type: ignore[assignment]
    monkeypatch.setattr(events, "read_in_thread", read)
    monkeypatch.setattr(channels, "read_in_thread", read)
    monkeypatch.setattr(events, "current_hub", lambda: silent_hub)
    state.hub = silent_hub
    return state


def test_a_quiet_stream_beats_like_a_heart_and_ends_some_day(quiet_hub, monkeypatch):
    monkeypatch.setattr(events, "HEARTBEAT_SECONDS", 0.01)
    chunks = asyncio.run(collected(events.table_events("t", Cursor(quiet_hub.look, 0)), 4))
    assert chunks[0] == wire.BEGIN
    assert decode_events(chunks) == [("entry", 1), ("entry", 2), ("state", None)]
    assert chunks[2:] == [wire.HEARTBEAT, wire.HEARTBEAT]
    monkeypatch.setattr(events, "LOBBY_PAUSE", 0)
    chunks = asyncio.run(collected(events.lobby_events(), 4))
    first = wire.server_sent_event("lobby", {})
    assert chunks == [wire.BEGIN, first, wire.HEARTBEAT, wire.HEARTBEAT]
    monkeypatch.setattr(events, "LIFETIME", 0.05)
    chunks = asyncio.run(collected(events.table_events("t", Cursor(quiet_hub.look, 0)), 10_000))
    assert chunks[-1] == wire.HEARTBEAT
    chunks = asyncio.run(collected(events.lobby_events(), 10_000))
    assert chunks[-1] == wire.HEARTBEAT


def test_a_gap_is_filled(quiet_hub):
    """A snapshot that begins later than the cursor."""

    async def run() -> list[bytes]:
        parts = events.table_events("t", Cursor(quiet_hub.look, 0))
        chunks = [await anext(parts), await anext(parts)]
        quiet_hub.plies = 6
        (subscriber,) = quiet_hub.hub.channels.by_table["t"].subscribers
        subscriber.put(some_snapshot(6, 5, 6))
        chunks.append(await anext(parts))
        await parts.aclose()
        return chunks

    messages = decode_events(asyncio.run(run()))
    assert [ply for name, ply in messages if name == "entry"] == [1, 2, 3, 4, 5, 6]


def test_who_comes_together_shares_one_reading(monkeypatch):
    """Each gets how things stand, once; an entry goes to all."""
    requested_plies: list[int] = []

    async def read(_, __, after):
        requested_plies.append(after)
        await asyncio.sleep(0)
        return some_snapshot(3 + len(requested_plies), *range(after + 1, 4 + len(requested_plies)))

    monkeypatch.setattr(channels, "read_in_thread", read)

    async def come() -> list[int]:
        quiet = TableChannels(Quiet())  # type: ignore[arg-type]
        async with contextlib.AsyncExitStack() as stack:
            coming = [quiet.subscribed("t", ply) for ply in (0, 9999, 2)]
            subscribers = [await stack.enter_async_context(subscriber) for subscriber in coming]
            first = [
                (await asyncio.wait_for(subscriber.deliveries.get(), 5)).plies
                for subscriber in subscribers
            ]
            assert all(subscriber.deliveries.empty() for subscriber in subscribers)
            assert requested_plies == [0]
            assert [subscriber.last_ply for subscriber in subscribers] == first
            quiet.by_table["t"].on_message(StreamMessage("entry", 4))
            for subscriber in subscribers:
                await asyncio.wait_for(subscriber.deliveries.get(), 5)
            assert requested_plies == [0, 4]
        return first

    assert asyncio.run(come()) == [4, 4, 4]


def test_the_account_of_the_request_is_not_looked_for_again(quiet_hub):
    """Only when the seats have changed in between."""
    looked: list[int] = []
    cursor = Cursor(lambda: looked.append(1), 0, seats={})  # type: ignore[func-returns-value, arg-type]
    asyncio.run(collected(events.table_events("t", cursor), 2))
    assert not looked
    cursor = Cursor(lambda: looked.append(1), 0, seats={1: (0, False)})  # type: ignore[func-returns-value, arg-type]
    asyncio.run(collected(events.table_events("t", cursor), 2))
    assert looked


def test_who_may_not_look_any_longer_gets_an_end(quiet_hub):
    def refuse() -> int:
        raise NotAllowed("not you")

    chunks = asyncio.run(collected(events.table_events("t", Cursor(refuse, 0))))
    assert decode_events(chunks) == [("bye", "gone")]
    cursor = Cursor(refuse, 0, only_look=True)
    chunks = asyncio.run(collected(events.table_events("t", cursor)))
    assert decode_events(chunks) == [("bye", "gone")]


def test_there_is_an_end_to_the_number_of_streams(quiet_hub, monkeypatch):
    monkeypatch.setattr(hub, "MAX_STREAMS", 0)
    chunks = asyncio.run(collected(events.table_events("t", Cursor(quiet_hub.look, 1))))
    assert decode_events(chunks) == [("entry", 2), ("state", None), ("bye", "full")]
    cursor = Cursor(quiet_hub.look, 1, only_look=True)
    chunks = asyncio.run(collected(events.table_events("t", cursor)))
    assert decode_events(chunks) == [("look", None), ("bye", "full")]
    assert decode_events(asyncio.run(collected(events.lobby_events()))) == [("bye", "full")]


def test_an_event_loop_beside_the_main_thread_has_a_hub_too():
    hubs: list[hub.Hub] = []

    async def ask() -> None:
        hubs.append(hub.current_hub())
        assert hub.current_hub() is hubs[0]

    thread = threading.Thread(target=lambda: asyncio.run(ask()))
    thread.start()
    thread.join()
    assert len(hubs) == 1


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"kind": 7}', b"{}", b'{"kind": "!lost"}'])
def test_a_message_that_cannot_be_read_is_one_all_the_same(data):
    assert subscriptions.parse_message(data).kind not in (subscriptions.LOST, subscriptions.ENDING)
    assert subscriptions.parse_message(data).plies is None


@pytest.mark.parametrize(
    ("fields", "plies"),
    [
        ({"kind": "entry", "plies": 7}, 7),
        ({"kind": "entry", "plies": "7"}, None),
        ({"kind": "entry", "plies": True}, None),
        ({"kind": "entry"}, None),
        ({"kind": "phase", "plies": 7}, None),
    ],
)
def test_only_a_message_of_entries_says_how_many_there_are(fields, plies):
    message = subscriptions.parse_message(json.dumps(fields).encode())
    assert message == StreamMessage(fields["kind"], plies)


def test_entries_in_the_place_of_others_that_were_taken_back(site, ana_and_ben):
    table = dealt(ana_and_ben, rated=False)
    place = awaited(table)
    first = Table.objects.get(pk=table.pk).plies + 1
    submit_entry(table.pk, place.account, first, "take")
    with stream(site, f"tables/{table.pk}/stream") as listener:
        listener.wait(lambda: listener.plies == list(range(1, first + 1)))
        wish_to_take_back(table.pk, place.account)
        answer_take_back(table.pk, awaited(table).account, first, yes=True)
        submit_entry(table.pk, place.account, first, "load 1.1")
        listener.wait(lambda: listener.of("state")[-1]["take_back_count"] == 1)
        listener.wait(lambda: listener.of("entry")[-1]["text"].endswith("load 1.1"))
        assert listener.plies[-2:] == [first, first]
