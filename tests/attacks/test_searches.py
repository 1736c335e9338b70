"""Searches as a way in: words that are none, the dearest ones, games opened in numbers."""

from __future__ import annotations

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from facts import FACTS
from games.models import Game
from games.search.bounded import bounded
from games.search.query import LONGEST, MOST_WORDS
from games.services.moderate import void
from games.throttle import FOUND
from tests.cast import account, finished_log, game_of, submit

EVIL = (
    "won' OR '1'='1",
    "won);DELETE FROM games_game;--",
    "points>=99999999999999999999",
    "points>=-99999",
    "points>=1e9",
    "points>=١٢",
    "won\x00",
    "winner=@" + "a" * 200,
    "entry:entry:won",
    "other:" * 40 + "won",
    "--won",
    "year=0000",
    "from=9999-99-99",
    "market=%s",
    "edition='",
    "<script>alert(1)</script>",
)


@pytest.fixture
def game(db: None) -> Game:
    return game_of(submit(account("ana"), finished_log("white=Zoe black=@ana")))


@pytest.mark.parametrize("text", EVIL)
def test_what_is_no_search_is_refused_and_shown_as_text(game: Game, text: str):
    page = Client().get("/games/", {"q": text})
    assert page.status_code == 200
    assert b"<script>alert(1)" not in page.content
    assert Client().get("/api/v1/games", {"q": text}).status_code in (200, 400)
    assert Client().get(f"/games/{game.pk}/found/", {"q": text}).status_code in (302, 404)
    assert Game.objects.count() == 1


def test_a_search_has_a_length(game: Game):
    words = " ".join(["won"] * (MOST_WORDS + 1))
    for text in ("w" * (LONGEST + 1), words):
        assert Client().get("/api/v1/games", {"q": text}).status_code == 400
        assert Client().get(f"/games/{game.pk}/found/", {"q": text}).status_code == 404


def test_the_dearest_words_are_one_statement(game: Game):
    """However many words: no statement more."""
    names = sorted(FACTS)[: MOST_WORDS // 2]
    text = " ".join(f"{name}>=0 other:{name}>=0" for name in names if FACTS[name].of != "game")
    counted = []
    for asked in ("won", text[:LONGEST].rpartition(" ")[0]):
        with CaptureQueriesContext(connection) as captured:
            assert Client().get("/api/v1/games", {"q": asked}).status_code == 200
        counted.append(len(captured))
    assert counted[0] == counted[1]


def test_games_are_opened_at_an_entry_so_often(game: Game):
    """Then they open at their end: nothing is played for it."""
    there = f"/games/{game.pk}/found/"
    assert f"/games/{game.pk}/" != Client().get(there, {"q": "sails>=1"})["Location"]
    for _ in range(FOUND.most):
        FOUND.count("127.0.0.1")
    assert f"/games/{game.pk}/" == Client().get(there, {"q": "sails>=1"})["Location"]


def test_a_void_game_is_found_as_lists_have_it(game: Game):
    """A search shows no game that the list does not show, and says of it what the list says."""
    void(account("mod", moderator=True), game, "invented")
    listed = {one["id"] for one in Client().get("/api/v1/games").json()["results"]}
    found = {one["id"] for one in Client().get("/api/v1/games", {"q": "won"}).json()["results"]}
    assert found == listed


@pytest.mark.django_db(transaction=True)
def test_a_search_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch):
    """As long as another connection holds the facts, nothing can be found."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no limit")
    monkeypatch.setattr(bounded.__wrapped__, "__defaults__", (0.2,))
    other = connections.create_connection("default")
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("LOCK TABLE games_seatfacts IN ACCESS EXCLUSIVE MODE")
            page = Client().get("/games/", {"q": "won"})
            assert b"takes too long" in page.content
            answer = Client().get("/api/v1/games", {"q": "won"})
            assert (answer.status_code, "too long" in answer.content.decode()) == (400, True)
        other.rollback()
    finally:
        other.close()
    assert Client().get("/api/v1/games", {"q": "won"}).status_code == 200
