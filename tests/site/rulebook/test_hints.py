"""The sentences on the pages of games and tables, and what things are worth at a step."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from drawing.text.rules.hints import all_hints
from engine import Rules, Setup
from engine.vocabulary import Side, Site
from games.models import Game
from tests.cast import account, client_of, finished_log, game_of, submit
from tests.drawing.dealt import EVERYTHING_ADDED
from tests.worlds import tables

pytestmark = pytest.mark.django_db
ABOUT = re.compile(r'<div data-about="([\w-]+)"[^>]*><dt><a href="([^"]+)">')


@pytest.fixture
def game() -> Game:
    log = finished_log("black=@ana white=Z<b>oe", "BDACD", "private_ships")
    return game_of(submit(account("ana"), log))


def test_the_page_of_a_game_has_the_list_without_a_script(game: Game):
    text = Client().get(f"/games/{game.pk}/").content.decode()
    listed = dict(ABOUT.findall(text))
    assert listed["module-private_ships"] == "/rules/modules/#private-ships"
    assert listed["site-temple"] == "/rules/temple/#A"
    assert f'data-hints="/games/{game.pk}/{{ply}}/hints.json"' in text
    assert text.count("data-hint-box") == 1


def test_a_dry_run_has_the_list_and_asks_nothing():
    answer = Client().post(reverse("dry-run"), {"log": finished_log(sites="AAAAD")})
    text = answer.content.decode()
    assert dict(ABOUT.findall(text))["site-obelisks"] == "/rules/obelisks/#D"
    assert 'data-hints=""' in text


@pytest.mark.parametrize("side", Side)
def test_every_hint_leads_to_its_rule(side: Side):
    rules = Rules(Setup.of("black white brown", side.word * len(Site), EVERYTHING_ADDED))
    pages: dict[str, str] = {}
    for hint in all_hints(rules):
        page, _, anchor = hint.address.partition("#")
        if page not in pages:
            pages[page] = Client().get(page).content.decode()
        assert f'id="{anchor}"' in pages[page], hint.address


def test_what_things_are_worth_at_a_step(game: Game):
    answer = Client().get(f"/games/{game.pk}/{game.entries}/hints.json")
    assert answer["Cache-Control"] == "public, max-age=3600"
    body = answer.json()
    assert body["site-obelisks"].startswith("Now: @ana, ")
    assert "Z<b>oe" in "".join(body.values())
    assert Client().get(f"/games/{game.pk}/0/hints.json").json() == {
        "module-private_ships": "Now: @ana: 1 point; Z<b>oe: 1 point."
    }


@pytest.mark.parametrize("path", ["9999/hints.json", "1/hints.json?seat=gray"])
def test_a_step_or_a_seat_that_is_not_there(game: Game, path: str):
    assert Client().get(f"/games/{game.pk}/{path}").status_code == 404


def test_a_table_says_it_to_those_who_may_look():
    ana, ben, cat = tables.people("ana", "ben", "cat")
    table = tables.dealt(
        [ana, ben], preset="custom", modules=("hidden_market_cards",), watchable=False
    )
    address = reverse("table-hints", args=[table.pk])
    page = client_of(ana).get(reverse("table", args=[table.pk])).content.decode()
    assert f'data-hints="{address}"' in page
    assert "module-hidden_market_cards" in dict(ABOUT.findall(page))
    assert client_of(ana).get(address).json() == {}
    assert client_of(cat).get(address).status_code == 403
    assert "no-store" in client_of(ana).get(address)["Cache-Control"]


def test_before_the_deal_there_is_nothing_to_say():
    (ana,) = tables.people("ana")
    table = tables.opened([ana])
    assert client_of(ana).get(reverse("table-hints", args=[table.pk])).status_code == 404
    assert client_of(ana).get("/tables/none00000000/hints.json").status_code == 404


def test_the_shape_of_an_answer_is_words_by_key(game: Game):
    rules = Rules(Setup.of("black white", "BDACD", "private_ships"))
    body = Client().get(f"/games/{game.pk}/{game.entries}/hints.json").json()
    assert set(body) <= {hint.key for hint in all_hints(rules)}
