"""Whatever people read at a table is a message: its pages in every phase, lessons, what may be
done, why something may not, in a language of marks (``tests/site/marks.py``)."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Account
from tests.cast import account, client_of
from tests.site.marks import LANGUAGE, left_in, marks_spoken, unmarked
from tests.site.tables.test_pages import AT_A_TABLE, LESSON, PHASES, TABLE, Room, Tables
from tests.worlds.tables import people


@pytest.fixture(autouse=True)
def _marks(settings: Any) -> Iterator[None]:
    with marks_spoken(settings):
        yield


@pytest.fixture
def room(db: None) -> Room:
    ana, ben, cat = people("ana", "ben", "cat")
    mo = account("mo", moderator=True)
    return Room({"ana": ana, "ben": ben, "cat": cat, "mo": mo}, Tables(ana, ben))


def reader(account: Account) -> Client:
    client = client_of(account)
    client.cookies["language"] = LANGUAGE
    return client


def test_every_page_of_the_tables(room: Room) -> None:
    ana = reader(room.people["ana"])
    left = {which: left_in(ana.get(room.address(which))) for which in PHASES}
    for name, row in TABLE.items():
        if row.get["ana"] == 200 and name not in AT_A_TABLE:
            path = reverse(name, args=LESSON.get(name, []))
            left[name] = left_in(ana.get(path, {"lang": LANGUAGE}))
    left["opened"] = left_in(ana.post(reverse("table-new"), {"seats": "9"}))
    assert len(left) > 18
    assert {name: words for name, words in left.items() if words} == {}


def test_what_scripts_ask_for_at_a_table(room: Room) -> None:
    table = room.tables["playing"]
    left = {}
    for handle in ("ana", "ben"):
        client = reader(room.people[handle])
        for name in ("hints", "previews"):
            path = reverse(f"table-{name}", args=[table.pk])
            query = {"lang": LANGUAGE, "ply": str(table.plies + 1)}
            left[f"{name} {handle}"] = left_in(client.get(path, query))
        sent = {"ply": table.plies + 1, "text": "sail 9 temple"}
        refused = client.post(
            f"/api/v1/tables/{table.pk}/entries?lang={LANGUAGE}", sent, "application/json"
        )
        left[f"refused {handle}"] = unmarked(refused.json()["detail"])
    assert {name: words for name, words in left.items() if words} == {}
