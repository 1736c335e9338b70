"""Who may see what a choice would bring: the player to act, where it is agreed, and no other."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

import pytest

from games.models import Account
from tables.lobby.opening import open_table
from tables.lobby.seats import sit_down
from tables.models import Table
from tables.terms import Terms
from tests.cast import client_of
from tests.worlds.tables import awaited, people

World = tuple[dict[str, Table], list[Account]]


def make_world() -> World:
    ana, ben = people("ana", "ben")
    tables = {}
    for name, rated, previews in (
        ("rated", True, False),
        ("agreed", True, True),
        ("unrated", False, False),
    ):
        table = open_table(ana, Terms(rated=rated, previews=previews, pace="days"))
        tables[name] = sit_down(table.pk, ben)
    return tables, [ana, ben]


@pytest.fixture(scope="module")
def stored_world(keep: Callable[..., World]) -> World:
    return keep(make_world)


@pytest.fixture
def world(stored_world: World, db: None) -> World:
    return deepcopy(stored_world)


def preview_response(table: Table, viewer: Account | None, **query: str):
    client = client_of(viewer)
    return client.get(f"/tables/{table.pk}/previews.json", {"for": "load", **query})


def test_a_rated_table_shows_none_whatever_is_asked_unless_it_was_agreed(world: World):
    tables, _people = world
    for name, status in (("rated", 403), ("agreed", 200), ("unrated", 200)):
        table = Table.objects.get(pk=tables[name].pk)
        answer = preview_response(table, awaited(table).account, previews="1", rated="0")
        assert answer.status_code == status, name
        html = client_of(awaited(table).account).get(f"/tables/{table.pk}/").content
        assert (b"data-previews=" in html) == (status == 200), name


def test_only_the_player_to_act_is_answered(world: World):
    tables, persons = world
    table = Table.objects.get(pk=tables["unrated"].pk)
    account = awaited(table).account
    (other,) = (person for person in persons if person != account)
    assert preview_response(table, account).json()["options"]
    (stranger,) = people("eve")
    for viewer in (other, stranger, None):
        assert preview_response(table, viewer).status_code == 403


def test_what_is_agreed_cannot_be_changed_by_a_request(world: World):
    tables, (ana, _ben) = world
    client = client_of(ana)
    for method in ("post", "put", "patch"):
        send = getattr(client, method)
        send(f"/tables/{tables['rated'].pk}/", {"previews": "on"})
        send(f"/api/v1/tables/{tables['rated'].pk}", {"previews": True}, "application/json")
    assert not Table.objects.get(pk=tables["rated"].pk).previews


def test_a_long_question_is_answered_with_nothing(world: World):
    tables, _people = world
    table = Table.objects.get(pk=tables["unrated"].pk)
    assert (
        preview_response(table, awaited(table).account, **{"for": "x" * 9000}).json()["options"]
        == {}
    )
