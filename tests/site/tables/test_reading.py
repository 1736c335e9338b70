"""What is read of a table, by each kind of viewer."""

import json
import random
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
import redis
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from engine import EVERYTHING, start, view_entry
from engine.apply import apply
from games.models import Account
from tables.ending.ending import abandon, leave_game
from tables.lobby.dealing import deal_if_due, open_share
from tables.lobby.opening import open_table
from tables.lobby.seats import decline_invitation, leave_seat, sit_down
from tables.locks import read_table
from tables.models import Block, Phase, Table
from tables.notifications.turns import account_turns
from tables.play.position import read_position
from tables.play.reading import entries_since, playing_state, viewer_of
from tables.queries import ended_tables, read_account_tables, read_lobby
from tables.terms import Terms
from tests.worlds.tables import (
    act_once,
    awaited,
    dealt,
    everything,
    opened,
    people,
    secret_of,
    share,
)
from web import publish
from web.errors import NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def persons() -> list[Account]:
    return people("ana", "ben", "cleo")


def test_who_sits_sees_as_his_seat_and_others_as_spectators(persons: list[Account]) -> None:
    table = dealt(persons[:2])
    for place in table.places.all():
        assert viewer_of(table, place.account) == place.turn
    assert viewer_of(table, persons[2]) is None
    assert viewer_of(table, AnonymousUser()) is None
    assert viewer_of(table, None) is None


def test_where_nobody_looks_on(persons: list[Account]) -> None:
    table = dealt(persons[:2], watchable=False)
    assert viewer_of(table, persons[0]) is not None
    for stranger in (persons[2], AnonymousUser(), None):
        with pytest.raises(NotAllowed):
            viewer_of(table, stranger)


def test_a_table_for_those_invited_is_shown_to_them(persons: list[Account]) -> None:
    ana, ben, cleo = persons
    table = read_table(open_table(ana, Terms(access="invited", invited=("ben",))).pk)
    assert viewer_of(table, ben) is None
    assert viewer_of(table, ana) is None
    for stranger in (cleo, None):
        with pytest.raises(NotAllowed):
            viewer_of(table, stranger)


def test_who_was_replaced_looks_on(persons: list[Account]) -> None:
    table = dealt(persons, watchable=False)
    leave_game(table.pk, persons[1])
    assert viewer_of(read_table(table.pk), persons[1]) is None


def test_once_it_is_over_everybody_sees_everything(persons: list[Account]) -> None:
    table = dealt(persons[:2], watchable=False)
    table.phase = Phase.FINISHED
    assert viewer_of(table, None) == EVERYTHING


@pytest.mark.django_db(transaction=True)
def test_nothing_hidden_is_ever_shown(persons: list[Account]) -> None:
    """At each step of a game with hidden cards: the entries are those that the engine shows, the
    options are shown to the seat that has them, the secret never."""
    table = everything(persons, shares=True)
    chance, secret, hidden = random.Random(11), secret_of(table).hex(), 0
    setup, plies = read_position(table).setup, 0
    texts_of: dict[int | None, list[str]] = {viewer: [] for viewer in (None, 0, 1, 2)}
    s = start(setup)
    while table.phase == Phase.PLAYING and table.plies < 120:
        for entry in read_position(table).entries[plies:]:
            for viewer, texts in texts_of.items():
                texts.append(view_entry(s, entry, viewer))
            apply(s, *entry)
        for viewer, texts in texts_of.items():
            read = entries_since(table, viewer, plies)
            assert [entry["text"] for entry in read] == texts[plies:]
            hidden += sum("?" in text for text in texts[plies:])
            state = playing_state(table, viewer)
            assert (state["legal"] is not None) == (viewer == table.awaited)
            assert secret not in json.dumps([state, read])
        plies = table.plies
        table = act_once(table.pk, chance).table
    assert hidden


def test_shares_are_shown_when_all_is_dealt(persons: list[Account]) -> None:
    (first, promised), (_second, promised_too) = share(), share()
    table = open_table(persons[0], Terms(promise=promised))
    sit_down(table.pk, persons[1], promise=promised_too)
    open_share(table.pk, persons[0], first)
    read = playing_state(read_table(table.pk), None)
    assert read["phase"] == "dealing"
    assert [place["promise"] for place in read["places"]] == [promised, promised_too]
    assert [place["opened"] for place in read["places"]] == [True, False]
    assert first not in json.dumps(read)
    Table.objects.update(deadline=timezone.now())
    deal_if_due(table.pk)
    read = playing_state(read_table(table.pk), None)
    assert sorted(place["share"] for place in read["places"]) == ["", first]


def test_the_state_is_json_and_says_where_the_game_is(persons: list[Account]) -> None:
    table = dealt(persons[:2], minutes=3)
    read: dict[str, Any] = json.loads(json.dumps(playing_state(table, table.awaited)))
    assert read["id"] == table.pk
    assert (read["phase"], read["plies"], read["viewer"]) == ("playing", table.plies, 0)
    assert "take" in read["legal"]
    assert read["terms"]["minutes"] == 3
    assert read["commitment"] == table.commitment
    assert [place["turn"] for place in read["places"]] == [0, 1]
    assert read["free"] == 0
    assert (read["game"], read["rematch"]) == (None, None)


def test_the_clock_of_who_is_to_act_runs(persons: list[Account]) -> None:
    table = dealt(persons[:2], minutes=3)
    table.awaited_since = timezone.now() - timedelta(seconds=60)
    clocks = [place["clock"] for place in playing_state(table, None)["places"]]
    assert 118_000 <= clocks[0] <= 120_000
    assert clocks[1] == 180_000
    table.awaited_since = timezone.now() - timedelta(hours=1)
    assert playing_state(table, None)["places"][0]["clock"] == 0


def test_who_has_no_clock(persons: list[Account]) -> None:
    waiting = read_table(open_table(persons[0], Terms()).pk)
    days = dealt(persons[:2], pace="days")
    machine = opened([persons[0]], computers=("greedy",))
    assert [place["clock"] for place in playing_state(waiting, None)["places"]] == [None]
    assert [place["clock"] for place in playing_state(days, None)["places"]] == [None, None]
    by_level = {p["computer"]: p["clock"] for p in playing_state(machine, None)["places"]}
    assert by_level["greedy"] is None
    assert by_level[""] is not None


def test_the_entries_after_one_are_one_query(
    persons: list[Account], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = dealt(persons[:2])
    for _ in range(4):
        act_once(table.pk)
    table = read_table(table.pk)
    with django_assert_num_queries(1):
        read = entries_since(table, None, table.plies - 2)
    assert [entry["ply"] for entry in read] == [table.plies - 1, table.plies]
    assert set(read[0]) == {"ply", "seat", "text", "at", "by"}
    assert read[0]["by"] in ("ana", "ben")
    assert entries_since(table, None, table.plies) == []
    assert entries_since(table, None)[0]["by"] is None


def test_the_lobby_shows_what_one_may_join_and_watch(persons: list[Account]) -> None:
    ana, ben, cleo = persons
    dina, ed = people("dina", "ed")
    free = open_table(ana, Terms())
    hidden = open_table(ana, Terms(access="link"))
    table = open_table(ana, Terms(access="invited", invited=("dina",)))
    running = dealt([ben, cleo])
    dealt([ben, cleo], watchable=False)
    dealt([ben, cleo], access="link")
    assert set(read_lobby(None).open) == {free}
    assert set(read_lobby(AnonymousUser()).running) == {running}
    assert set(read_lobby(dina).open) == {free, table}
    assert read_lobby(ana).open == []
    assert read_lobby(ben).running == []
    assert set(read_lobby(ana).running) == {running}
    decline_invitation(table.pk, dina)
    Block.objects.create(account=ana, blocked=ed)
    assert set(read_lobby(dina).open) == {free}
    assert read_lobby(ed).open == []
    Block.objects.all().delete()
    Block.objects.create(account=ed, blocked=ana)
    assert read_lobby(ed).open == []
    assert hidden not in read_lobby(dina).open
    leave_seat(free.pk, ana)
    assert read_lobby(dina).open == []


def test_my_tables_by_what_they_wait_for(persons: list[Account]) -> None:
    ana, ben, cleo = persons
    tables = [dealt([ana, ben], minutes=minutes) for minutes in (30, 10, 20)]
    waiting = open_table(ana, Terms())
    invitation_table = open_table(ben, Terms(invited=("ana",)))
    left = dealt([ana, ben, cleo])
    leave_game(left.pk, ana)
    account_tables = read_account_tables(ana)
    turns = [table for table in tables if awaited(table).account == ana]
    assert list(account_tables.turn) == sorted(turns, key=lambda table: table.minutes)
    assert set(account_tables.others) == set(tables) - set(turns)
    assert list(account_tables.waiting) == [waiting]
    assert list(account_tables.invited) == [invitation_table]
    assert account_turns(ana).waiting == len(turns)
    abandon(tables[0].pk)
    assert list(ended_tables(ana)) == [tables[0]]
    assert account_turns(cleo).waiting == (awaited(left).account == cleo)


def test_lists_cost_the_same_for_many_tables(persons: list[Account]) -> None:
    ana, ben, cleo = persons

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            read_lobby(cleo)
            read_account_tables(ana)
            account_turns(ana)
        return len(queries)

    opened([ana, ben])
    open_table(ana, Terms())
    open_table(ben, Terms(invited=("ana",)))
    before = cost()
    for _ in range(3):
        opened([ana, ben])
        open_table(ana, Terms())
        open_table(ben, Terms(invited=("ana",)))
    assert cost() == before


@pytest.mark.django_db(transaction=True)
def test_subscribers_get_it_and_nothing_secret(persons: list[Account]) -> None:
    client = redis.Redis.from_url(settings.REDIS_URL, decode_responses=True)
    with client, client.pubsub(ignore_subscribe_messages=True) as subscriber:
        subscriber.psubscribe("table:*", "lobby")
        subscriber.get_message(timeout=1)
        table = dealt(persons[:2])
        act_once(table.pk)
        heard: list[tuple[str, dict[str, Any]]] = []
        channel_name = f"table:{table.pk}"  # another test's table may still be told of
        while not any(
            channel == channel_name and facts["kind"] == "entry" for channel, facts in heard
        ):
            if message := subscriber.get_message(timeout=10):
                heard.append((message["channel"], json.loads(message["data"])))
    messages = [facts for channel, facts in heard if channel == channel_name]
    assert messages[-2:] == [
        {"kind": "phase", "plies": table.plies},
        {"kind": "entry", "plies": table.plies + 1},
    ]
    assert ("lobby", {"kind": "lobby"}) in heard


@pytest.mark.django_db(transaction=True)
def test_without_redis_the_game_goes_on(
    persons: list[Account], caplog: pytest.LogCaptureFixture
) -> None:
    table = dealt(persons[:2])
    away = redis.Redis(host="127.0.0.1", port=1, socket_connect_timeout=1)
    with patch.object(publish, "_client", return_value=away):
        acted = act_once(table.pk)
    assert read_table(table.pk).plies == acted.ply
    assert "could not publish the change" in caplog.text
