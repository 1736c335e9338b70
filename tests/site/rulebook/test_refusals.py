"""Whatever the rules refuse leads to its ruling: uploads, dry runs, what-ifs, tables."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.intake.refusal_page import refusal_of, with_rule
from games.replays.whatif.code import pack_branch
from tests.cast import broken_log, client_of
from tests.worlds import tables
from tests.worlds.pages_world import World, make_world

pytestmark = pytest.mark.django_db

RULING = re.compile(r'<a href="(/rules/rulings/#(R\d+\.\d+))">Ruling \2</a>')
NASTY = '"><script>alert(1)</script>'


@pytest.fixture
def world() -> World:
    return make_world()


def the_ruling(text: str) -> str:
    rulings = RULING.findall(text)
    assert len(rulings) == 1, text
    return rulings[0][1]


def test_a_refused_upload(world: World):
    address = reverse("submission", args=[world.refused.pk, 1])
    text = client_of(world.people["ana"]).get(address).content.decode()
    assert the_ruling(text) == "R2.3"


def test_a_dry_run():
    text, _line = broken_log()
    answer = Client().post(reverse("dry-run"), {"log": text})
    assert the_ruling(answer.content.decode()) == "R2.3"


def what_if(world: World, entry: str) -> str:
    path = reverse("what-if", args=[world.game.pk, world.game.entries])
    return f"{path}?m={pack_branch([entry])}"


def test_a_what_if(world: World):
    answer = Client().get(what_if(world, "black take"))
    assert answer.status_code == 400
    assert the_ruling(answer.content.decode()) == "R10.1"
    body = Client().get(what_if(world, "black take"), headers={"Accept": "application/json"}).json()
    assert (body["place"], body["rule_url"]) == ("R10.1", "/rules/rulings/#R10.1")
    assert "is not possible" in body["error"]


def test_a_what_if_of_no_entry_names_no_ruling(world: World):
    text = Client().get(what_if(world, NASTY)).content.decode()
    assert "is not possible" in text
    assert RULING.search(text) is None
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text


def test_a_table_without_a_script():
    """The entry is refused in words, which stay text, and a link."""
    people = {person.username: person for person in tables.people("ana", "ben")}
    table = tables.dealt(list(people.values()))
    waited_for = table.places.get(turn=table.awaited).account.username
    client = client_of(people[waited_for])

    def told(entry: str) -> str:
        sent = {"ply": table.plies + 1, "text": entry, "key": ""}
        client.post(reverse("table-act", args=[table.pk]), sent)
        return client.get(reverse("about")).content.decode()

    assert the_ruling(told("sail 9 temple")) == "R2.3"
    text = told(f"take {NASTY}")
    assert RULING.search(text) is None
    assert "<script>alert" not in text
    assert "notice--bad" in text


def test_no_ruling_no_address():
    for fields in ({"kind": "syntax"}, {"place": ""}, {"place": "javascript:alert(1)"}):
        assert "rule_url" not in with_rule(fields)
        assert refusal_of({"message": "", **fields}, b"", 1).rule_url == ""
    assert with_rule({"place": "P4"}) == {"place": "P4", "rule_url": "/rules/rulings/#P4"}
