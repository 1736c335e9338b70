"""First games belong to nobody with a name: who can take, read or flood them?"""

from __future__ import annotations

import pytest
from django.core import signing
from django.test import Client

from tables import limits
from tables.learn import first_game
from tables.learn.first_game_views import COOKIE, SALT
from tables.models import FirstGame
from tests.cast import account
from web.errors import NotAllowed

FIRST_GAME_PAGE = "/learn/game/"

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def learner() -> Client:
    client = Client()
    client.post(f"{FIRST_GAME_PAGE}begin/")
    return client


def game() -> FirstGame:
    return FirstGame.objects.get()


def test_a_stranger_finds_no_game_and_an_id_alone_opens_none(learner: Client):
    row = game()
    for token in ("", row.pk, f"{row.pk}:x:y", signing.dumps(row.pk, salt=SALT)):
        stranger = Client()
        stranger.cookies[COOKIE] = token
        assert stranger.get(FIRST_GAME_PAGE).url == "/learn/"
        for way in ("moments", "hints.json"):
            assert stranger.get(FIRST_GAME_PAGE + way).status_code == 404
        for way in ("act/", "back/", "keep/"):
            sent = {"ply": row.plies + 1, "text": "take"}
            assert stranger.post(FIRST_GAME_PAGE + way, sent).status_code == 404
    assert game().plies == row.plies


def test_another_page_cannot_act_for_the_learner(learner: Client):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies[COOKIE] = learner.cookies[COOKIE].value
    for way in ("act/", "back/", "keep/", "begin/"):
        assert strict.post(FIRST_GAME_PAGE + way, {"ply": 3, "text": "take"}).status_code == 403
    cookie = learner.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_a_game_is_kept_once_and_then_by_its_account_alone(learner: Client):
    ana, eve = account("ana"), account("eve")
    copied = Client()
    copied.cookies[COOKIE] = learner.cookies[COOKIE].value
    learner.force_login(ana)
    learner.post(f"{FIRST_GAME_PAGE}keep/")
    # the same cookie in another browser: logged in as another, and not logged in
    assert copied.get(f"{FIRST_GAME_PAGE}moments").status_code == 404
    copied.force_login(eve)
    assert copied.post(f"{FIRST_GAME_PAGE}keep/").status_code == 404
    with pytest.raises(NotAllowed):
        first_game.keep_first_game(game(), eve)
    with pytest.raises(NotAllowed):
        first_game.play_first_game(game(), None, game().plies + 1, "take")
    assert game().account == ana


def test_who_looked_before_it_was_kept_cannot_act_after(learner: Client):
    stale = game()
    first_game.keep_first_game(game(), account("ana"))
    with pytest.raises(NotAllowed):
        first_game.take_back_move(stale, None)


def test_a_flood_ends_at_the_limit_and_takes_no_game_away(
    learner: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(first_game, "MAX_FIRST_GAMES", 1)
    assert Client().post(f"{FIRST_GAME_PAGE}begin/").url == "/learn/"
    assert (FirstGame.objects.count(), learner.get(FIRST_GAME_PAGE).status_code) == (1, 200)


def test_an_address_begins_so_many_and_no_more(monkeypatch: pytest.MonkeyPatch):
    for _number in range(limits.FIRST_GAMES_BEGUN.most):
        assert limits.FIRST_GAMES_BEGUN.allows("127.0.0.1")
    assert Client().post(f"{FIRST_GAME_PAGE}begin/").url == "/learn/"
    assert not FirstGame.objects.exists()
    elsewhere = Client(REMOTE_ADDR="192.0.2.9")
    assert elsewhere.post(f"{FIRST_GAME_PAGE}begin/").url == FIRST_GAME_PAGE


def test_a_page_says_nothing_of_the_deal_that_is_to_come(learner: Client):
    row = game()
    content = (
        learner.get(FIRST_GAME_PAGE).content + learner.get(f"{FIRST_GAME_PAGE}moments").content
    )
    assert str(row.seed).encode() not in content
    assert row.pk.encode() not in content
