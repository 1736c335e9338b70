"""Searches as a way in: words that are none, the dearest ones, games opened in numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.facts import FACTS
from games.api import export
from games.models import Game
from games.moderation.actions import void
from games.search import packing, reading
from games.search.find import filter_games, parse_search
from games.search.query import LONGEST, MAX_WORDS
from games.search.terms import UnreadableSearch
from games.search.time_limit import TooLong, bounded
from tests.cast import account, finished_log, game_of, submit
from web.rate_limits import OPENED_HITS

pytestmark = pytest.mark.both_databases

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


HOSTILE = (
    "players=" + "|".join(["2"] * 10_000),
    "player=" + ",".join(f"@a{number}" for number in range(10_000)),
    "points=" + "..".join(["1"] * 100),
    "points=" + "1-" * 140 + "1",
    "points=" + "9" * 290,
    "points=1.." + "9" * 280,
    "date=" + "2024-" * 50 + "2024",
    "year=99999999..1",
    "year=0..9999",
    "statue=" + "|".join(str(number) for number in range(21)),
    "a|" * 140 + "a",
    ", " * 140,
    "not " * 70 + "won",
    "- " * 140,
    "other:" * 45 + "won",
    "sail " * 55,
    "module=" + "a " * 140,
    ">= " * 90,
    "≥" * 290,
    "\ufdfa" * 290,
)
"""Long lists, deep ranges, huge numbers, and signs that grow when they are taken apart."""


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


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.django_db
def test_what_is_hostile_is_refused_before_the_database_is_asked(text: str):
    with CaptureQueriesContext(connection) as captured, pytest.raises(UnreadableSearch):
        parse_search(text)
    assert not captured.captured_queries


def test_the_most_that_a_search_may_ask_is_one_statement(game: Game):
    """Twenty words of twenty values each, of all kinds, and each of them turned."""
    numbers = "|".join(str(number) for number in range(1, 20))
    words = [f"{before}statue={numbers}" for before in ("", "other:", "-none:", "every:")]
    for text in (" ".join(words), f"{words[3]} -market=A|B|C|D vs=@ana sides=AAAAA|BBBBB computer"):
        with CaptureQueriesContext(connection) as captured:
            list(filter_games(Game.objects.all(), parse_search(text)))
        assert len(captured) <= 2, text


def test_words_that_keep_the_index_busy_end(game: Game, monkeypatch: pytest.MonkeyPatch):
    """No statement runs meanwhile that the database would stop."""
    monkeypatch.setattr(packing, "WORTH_PACKING", 1)
    assert packing.pack_for(60)
    assert Client().get("/api/v1/games", {"q": "-shared"}).status_code == 200
    monkeypatch.setattr(reading, "SECONDS", -1)
    assert b"This search takes too long" in Client().get("/games/", {"q": "-shared"}).content
    assert Client().get("/api/v1/games", {"q": "-shared"}).status_code == 400


def test_a_page_sorted_by_a_fact_costs_as_much_for_any_cursor(game: Game):
    for after in ("", game.pk, "x" * 3000, "' OR 1=1", "\0"):
        address = {"q": "won", "sort": "-chain", "after": after}
        assert Client().get("/games/", address).status_code == 200
    assert Client().get("/games/", {"sort": "chain'--"}).status_code == 200


def test_a_search_has_a_length(game: Game):
    words = " ".join(["won"] * (MAX_WORDS + 1))
    for text in ("w" * (LONGEST + 1), words):
        assert Client().get("/api/v1/games", {"q": text}).status_code == 400
        assert Client().get(f"/games/{game.pk}/found/", {"q": text}).status_code == 404


def test_the_dearest_words_are_one_statement(game: Game):
    """However many words: no statement more."""
    names = sorted(FACTS)[: MAX_WORDS // 2]
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
    for _ in range(OPENED_HITS.most):
        OPENED_HITS.count("127.0.0.1")
    assert f"/games/{game.pk}/" == Client().get(there, {"q": "sails>=1"})["Location"]


def test_a_void_game_is_found_as_lists_have_it(game: Game):
    """A search shows no game that the list does not show, and says of it what the list says."""
    void(account("mod", moderator=True), game, "invented")
    listed = {one["id"] for one in Client().get("/api/v1/games").json()["results"]}
    found = {one["id"] for one in Client().get("/api/v1/games", {"q": "won"}).json()["results"]}
    assert found == listed


@contextmanager
def held_facts() -> Iterator[None]:
    """As long as another connection holds the facts, nothing can be found."""
    other = connections.create_connection("default")
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("LOCK TABLE games_seatfacts IN ACCESS EXCLUSIVE MODE")
            yield
        other.rollback()
    finally:
        other.close()


@pytest.mark.django_db(transaction=True)
def test_a_search_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no limit")
    monkeypatch.setattr(bounded.__wrapped__, "__defaults__", (0.2,))
    with held_facts():
        assert b"takes too long" in Client().get("/games/", {"q": "won"}).content
        answer = Client().get("/api/v1/games", {"q": "won"})
        assert (answer.status_code, "too long" in answer.content.decode()) == (400, True)
    assert Client().get("/api/v1/games", {"q": "won"}).status_code == 200


# --- the export -----------------------------------------------------------------


def exported(**query: str) -> list[dict[str, object]]:
    answer = Client().get("/api/v1/games.ndjson", query)
    assert answer.status_code == 200
    return [json.loads(line) for line in b"".join(answer).splitlines()]


def some_games(number: int) -> list[str]:
    """Their ids in the order of rating."""
    ana, begins = account("ana"), Game.objects.count()
    for seed in range(begins, begins + number):
        text = finished_log("white=Zoe black=@ana", seed=seed)
        game = game_of(submit(ana, text))
        Game.objects.filter(pk=game.pk).update(played_on=game.played_on - timedelta(days=seed % 3))
    return list(Game.objects.order_by(*export.RATING_ORDER).values_list("pk", flat=True))


@pytest.mark.django_db(transaction=True)
def test_an_export_of_a_search_is_ended_and_says_where_to_go_on(monkeypatch: pytest.MonkeyPatch):
    """Neither the whole search nor a part of it is answered in time: two statements, and a line
    that no client can take for a game."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no limit")
    every = some_games(3)
    monkeypatch.setattr(bounded.__wrapped__, "__defaults__", (0.2,))
    with held_facts():
        (line,) = exported(q="won", after=every[0])
    assert (line["type"], line["after"]) == ("/api/v1/problems/too-slow", every[0])
    assert "id" not in line
    assert "log" not in line
    assert [game["id"] for game in exported(q="won", after=str(line["after"]))] == every[1:]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("part", "block"), [(1, 1), (2, 1), (2, 200), (2_000, 3)])
def test_a_slow_export_is_complete(monkeypatch: pytest.MonkeyPatch, part: int, block: int):
    """In parts it has the very lines that it has at once, whatever the sizes: those before the
    first that was too slow, and those after it."""
    every = some_games(7)
    at_once = {
        q: exported(q=q) for q in ("won", "points>=999", "player=@ana points>=1", "", "players=2")
    }
    assert [game["id"] for game in at_once[""]] == every
    monkeypatch.setattr(export, "PART", part)
    monkeypatch.setattr(export, "BLOCK", block)
    for slow_from in (0, 2):
        for q, lines in at_once.items():
            slow_after(monkeypatch, slow_from)
            assert exported(q=q) == lines


def slow_after(monkeypatch: pytest.MonkeyPatch, blocks: int) -> None:
    """Blocks take too long after so many."""
    real, left = export.__dict__["block"], iter(range(blocks))

    def block(*given: object) -> object:
        if next(left, None) is None:
            raise TooLong
        return real(*given)

    monkeypatch.setattr(export, "block", block)
