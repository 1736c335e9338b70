"""A stream that somebody opened before their token was revoked, their session ended or their
account suspended: it ends within five seconds, and tells no hidden card meanwhile."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.utils import timezone

from games.accounts.closing import close
from games.accounts.lifecycle import suspend
from games.accounts.tokens import end_tokens, make_token, revoke_own_token
from games.models import Account, ApiToken
from games.moderation.actions import revoke_token as revoke_as_moderator
from tables.lobby.guests import make_seat_secret
from tables.models import Place, Table, TableEntry
from tables.play.computers import computer_account
from tables.play.publishing import publish_table_change
from tables.stream import channels, events, hub
from tests.cast import account
from tests.services import processes
from tests.site.tables.streams import Stream, stream
from tests.worlds.guests import browser_of_guest, guest_place, seat_cookie, table_for_guests
from tests.worlds.tables import dealt, opened, people
from web import publish as web_publish

SOON = 14.0
"""Seconds in which a test sees a stream end; on a quiet machine it takes five at most. After
the heartbeat's fifteen it would end without any of what is tested."""
SECRET = "the secret"


class Subscriber(NamedTuple):
    """Somebody at a table whose stream is open; by a token, by a session, or both are None."""

    account: Account
    table: Table
    token: ApiToken | None
    session: str | None
    seen: Stream


@pytest.fixture(scope="module")
def running(django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    with django_db_blocker.unblock(), processes.web(DATABASE_POOL="4") as (address, _):
        yield address


@pytest.fixture
def site(running: str, transactional_db: None) -> str:
    return running


@pytest.fixture
def streams() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def nobody_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this process publishes is lost, as when Redis is away for it."""
    monkeypatch.setattr(web_publish, "publish_messages", lambda messages: None)


def session_of(one: Account) -> str:
    browser = Client()
    browser.force_login(one)
    return str(browser.cookies["sessionid"].value)


def subscriber(
    site: str,
    streams: ExitStack,
    handle: str,
    *,
    by_token: bool,
    first: str = "state",
    **terms: Any,
) -> Subscriber:
    """`handle` sits at a table of their own and listens there; `first`: the event that comes
    first, ``state`` or ``look``."""
    one, other = people(handle, f"{handle}-b")
    table = dealt([one, other], **terms)
    token, plain = make_token(one, "laptop", ["play"]) if by_token else (None, "")
    session = None if by_token else session_of(one)
    headers = {"Cookie": f"sessionid={session}"} if session else {}
    path = f"tables/{table.pk}/stream?" + ("only=look" if first == "look" else "after=9999")
    seen = streams.enter_context(stream(site, path, plain, **headers))
    seen.wait(lambda: seen.of(first))
    return Subscriber(one, table, token, session, seen)


def write_secret(one: Subscriber, *, hidden: bool = True) -> None:
    """An entry, as if the bank had written it. `hidden`: only the subscriber's seat may read it."""
    row = Table.objects.get(pk=one.table.pk)
    turn = row.places.get(account=one.account).turn
    seen_by: dict[str, Any] = {"shown": "hidden", "only_for": turn} if hidden else {}
    TableEntry.objects.create(table=row, ply=row.plies + 1, seat=-1, text=SECRET, **seen_by)
    Table.objects.filter(pk=row.pk).update(plies=row.plies + 1)
    publish_table_change(row.pk, "entry", plies=row.plies + 1)


def assert_ends(one: Subscriber, began: float) -> None:
    one.seen.wait(lambda: one.seen.over, seconds=began + SOON - time.monotonic())
    assert one.seen.of("bye") == [{"why": "gone"}]
    assert SECRET not in json.dumps(one.seen.events)


def revoked(one: Subscriber) -> None:
    assert one.token is not None
    revoke_own_token(one.account, one.token)


def revoked_by_a_moderator(one: Subscriber) -> None:
    assert one.token is not None
    revoke_as_moderator(account("mo", moderator=True), one.token, "seen in public")


def expired(one: Subscriber) -> None:
    ApiToken.objects.filter(account=one.account).update(expires_at=timezone.now())


def all_tokens_ended(one: Subscriber) -> None:
    end_tokens(one.account)


def suspended(one: Subscriber) -> None:
    suspend(account("max", moderator=True), one.account, "rude")


def closed(one: Subscriber) -> None:
    close(one.account)


def logged_out_in_another_tab(one: Subscriber) -> None:
    browser = Client()
    browser.cookies["sessionid"] = one.session or ""
    browser.logout()


def ended_from_the_list(one: Subscriber) -> None:
    SessionStore(one.session).delete()


def password_changed(one: Subscriber) -> None:
    row = Account.objects.get(pk=one.account.pk)
    row.set_password("seven-other-stones")
    row.save()


Event = Callable[[Subscriber], None]
OF_A_TOKEN: tuple[Event, ...] = (
    revoked,
    revoked_by_a_moderator,
    expired,
    all_tokens_ended,
    suspended,
    closed,
)
OF_A_SESSION: tuple[Event, ...] = (
    logged_out_in_another_tab,
    ended_from_the_list,
    password_changed,
    suspended,
    closed,
)
EVENTS = [(event, True) for event in OF_A_TOKEN] + [(event, False) for event in OF_A_SESSION]


def test_streams_are_looked_at_often_enough_for_the_five_seconds_promised() -> None:
    assert max(hub.LOOK_EVERY, channels.LOOK_SECONDS) + 1 <= 5
    assert SOON < events.HEARTBEAT_SECONDS


@pytest.mark.parametrize(
    ("event", "by_token"), EVENTS, ids=[f"{e.__name__}-{'t' if t else 's'}" for e, t in EVENTS]
)
def test_the_stream_ends_and_tells_no_secret_after(
    site: str, streams: ExitStack, event: Event, by_token: bool
) -> None:
    one = subscriber(site, streams, "ana", by_token=by_token)
    began = time.monotonic()
    event(one)
    write_secret(one)
    assert_ends(one, began)


def test_it_ends_without_a_message(site: str, streams: ExitStack, nobody_tells: None) -> None:
    """All of them at once: they are found by looking."""
    by_token = (revoked, expired, closed)
    everybody = [
        (event, subscriber(site, streams, f"{event.__name__[:8]}-t", by_token=True))
        for event in by_token
    ] + [
        (event, subscriber(site, streams, f"{event.__name__[:8]}-s", by_token=False))
        for event in (logged_out_in_another_tab, ended_from_the_list, password_changed, closed)
    ]
    everybody.append((revoked, subscriber(site, streams, "looks-t", by_token=True, first="look")))
    everybody.append((closed, subscriber(site, streams, "looks-s", by_token=False, first="look")))
    untouched = subscriber(site, streams, "zoe", by_token=False)
    began = time.monotonic()
    for event, one in everybody:
        event(one)
    for _, one in everybody:
        assert_ends(one, began)
    write_secret(untouched)
    untouched.seen.wait(lambda: SECRET in json.dumps(untouched.seen.events))


@pytest.mark.parametrize("watchable", [True, False])
def test_nothing_is_sent_until_it_ends(
    site: str, streams: ExitStack, nobody_tells: None, watchable: bool
) -> None:
    """No card, and at a table that nobody may watch no entry: at once, not after some seconds."""
    one = subscriber(site, streams, "ana", by_token=True, watchable=watchable)
    before = len(one.seen.events)
    revoked(one)
    write_secret(one, hidden=watchable)
    one.seen.wait(lambda: one.seen.over, seconds=SOON)
    assert [name for name, _, _ in one.seen.events[before:]] == ["bye"]


def test_a_seat_that_was_taken_over_is_looked_at_from_outside(
    site: str, streams: ExitStack
) -> None:
    """No message says so: the next entry is sent as spectators see it all the same."""
    one = subscriber(site, streams, "ana", by_token=True)
    Place.objects.filter(table=one.table, account=one.account).update(
        stand_in=computer_account("greedy"), replaced_at=one.table.plies + 1, replaced_why="left"
    )
    write_secret(one)
    one.seen.wait(lambda: one.seen.of("entry"), seconds=SOON)
    assert [entry["text"] for entry in one.seen.of("entry")] == ["hidden"]
    stands_in = one.seen.of("state")[-1]["places"]
    assert any(place["stand_in"] for place in stands_in)


def test_a_stream_of_a_closed_table_ends_for_who_stands_up_without_a_message(
    site: str, streams: ExitStack
) -> None:
    ana, ben = people("ana", "ben")
    table = opened([ana, ben], seats=3, access="invited", invited=("ben",))
    _, plain = make_token(ben, "laptop", ["play"])
    with stream(site, f"tables/{table.pk}/stream", plain) as seen:
        seen.wait(lambda: seen.of("state"))
        table.invitations.all().delete()
        Place.objects.filter(table=table, account=ben).delete()
        seen.wait(lambda: seen.over, seconds=SOON)
        assert seen.of("bye") == [{"why": "gone"}]


def test_the_stream_of_the_lobby_ends_too(site: str, streams: ExitStack) -> None:
    ana = account("ana")
    key = session_of(ana)
    lobby = streams.enter_context(stream(site, "lobby/stream", Cookie=f"sessionid={key}"))
    assert lobby.status == 200
    SessionStore(key).delete()
    lobby.wait(lambda: lobby.over, seconds=SOON)
    assert lobby.of("bye") == [{"why": "gone"}]


def test_streams_of_others_go_on(site: str, streams: ExitStack) -> None:
    one, other = (subscriber(site, streams, name, by_token=True) for name in ("ana", "cat"))
    anybody = streams.enter_context(stream(site, f"tables/{one.table.pk}/stream"))
    later = timezone.now() + timedelta(hours=1)
    ApiToken.objects.filter(account=other.account).update(expires_at=later)
    began = time.monotonic()
    revoked(one)
    assert_ends(one, began)
    time.sleep(3.5)  # they have been looked at again by then
    assert not other.seen.over
    assert not anybody.over


@pytest.mark.parametrize(("query", "first"), [("after=9999", "state"), ("only=look", "look")])
def test_a_guest_whose_seat_has_a_new_link(
    site: str, streams: ExitStack, query: str, first: str
) -> None:
    """The browser that held the seat hears nothing more of it."""
    (host,) = people("ana")
    table = table_for_guests(host)
    secret = seat_cookie(browser_of_guest(table), table).value
    path, cookie = f"tables/{table.pk}/stream?{query}", f"seat-{table.pk}={secret}"
    listener = streams.enter_context(stream(site, path, Cookie=cookie))
    listener.wait(lambda: listener.of(first))
    make_seat_secret(table.pk, host, guest_place(table).colour)
    listener.wait(lambda: listener.of("bye"), SOON)
    assert listener.of("bye") == [{"why": "gone"}]
