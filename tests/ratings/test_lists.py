"""Players sorted, page by page; the shelves of the page of games."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Player
from ratings import featured_games
from ratings.featured_games import RatedPlayer, upset_margin
from ratings.models import Fold, Pool, Rating, RatingChange
from ratings.player_list import player_page
from tests.worlds.league import games, players

pytestmark = pytest.mark.django_db


def rated(name: str, rating: int, number: int, day: int) -> Player:
    [player] = players(name)
    Rating.objects.create(
        player=player,
        pool=Pool.OVERALL,
        rating=rating * 1000,
        games=number,
        last_played=date(2026, 1, day),
    )
    return player


@pytest.fixture
def people(db: None) -> None:
    """Three with a rating and three without, one of them a guest."""
    rated("bea", 1600, 3, 1)
    rated("cid", 1500, 9, 2)
    rated("ada", 1550, 5, 3)
    host = players("zoe", "yves")[0]
    Player.objects.create(known_to=host.account, name="Aunt Ida")


def names(sort: str, size: int = 2, name: str = "") -> list[str]:
    """All of them, page by page."""
    page, ids = player_page(name, sort, {}, size), list[str]()
    while True:
        ids += [line.player.name for line in page.rows]
        if not page.next:
            return ids
        page = player_page(name, sort, {"after": page.next}, size)


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("sort", "order"),
    [("rating", "bea ada cid"), ("games", "cid ada bea"), ("played", "ada cid bea")],
)
def test_the_rated_come_first_in_order_then_the_others_by_name(sort: str, order: str):
    everybody = [*order.split(), "Aunt Ida", "yves", "zoe"]
    for size in (1, 2, 3, 4, 9):
        assert names(sort, size) == everybody
    assert names(sort, 3, "d") == [*(part for part in order.split() if "d" in part), "Aunt Ida"]
    first = player_page("", sort, {}, 1)
    second = player_page("", sort, {"after": first.next}, 1)
    assert player_page("", sort, {"before": second.previous}, 1).rows == first.rows


@pytest.mark.usefixtures("people")
def test_by_name_as_it_is_written():
    assert set(names("name")) == {"ada", "bea", "cid", "Aunt Ida", "yves", "zoe"}
    assert len(names("name")) == 6


@pytest.mark.usefixtures("people")
def test_the_links_keep_the_order_and_a_made_up_one_is_none(client, monkeypatch):
    monkeypatch.setattr("ratings.views.SIZE", 2)
    text = client.get("/players/?sort=games").content.decode()
    following = re.search(r'rel="next" href="(\?[^"]+)"', text)
    assert following is not None
    assert "sort=games" in following[1]
    second = client.get("/players/" + following[1].replace("&amp;", "&")).content.decode()
    assert "@bea" in second
    assert client.get("/players/?sort=password").context["sort"] == "rating"
    for cursor in ("~x", "~", "~~", "~%00"):
        assert client.get("/players/", {"after": cursor}).status_code in (200, 404)


@pytest.mark.both_databases
@pytest.mark.usefixtures("people")
def test_each_order_is_read_by_its_index():
    if connection.vendor != "postgresql":
        pytest.skip("the plans of PostgreSQL")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_sort = off")
        for sort in ("rating", "games", "played"):
            with CaptureQueriesContext(connection) as queries:
                player_page("", sort, {}, 2)
            cursor.execute("EXPLAIN " + queries[0]["sql"])
            plan = "\n".join(row[0] for row in cursor.fetchall())
            assert re.search(r"Index (Only )?Scan .*rating_(on_board|by_games|by_day)", plan), plan


def test_an_upset_is_a_lower_rated_winner():
    assert (
        upset_margin(
            [
                RatedPlayer(1_400_000, True),
                RatedPlayer(1_550_000, False),
                RatedPlayer(1_300_000, False),
            ]
        )
        == 150
    )
    assert upset_margin([RatedPlayer(1_600_000, True), RatedPlayer(1_550_000, False)]) == 0
    assert (
        upset_margin(
            [
                RatedPlayer(1_400_000, True),
                RatedPlayer(1_400_000, True),
                RatedPlayer(1_550_000, False),
            ]
        )
        == 0
    )
    assert (
        upset_margin([RatedPlayer(1_550_000, False)])
        == upset_margin([RatedPlayer(1_550_000, True)])
        == 0
    )


def test_what_is_on_the_shelves(client, ana, ben):
    stored_games = games([([ana, ben], [1, 2])] * 6)
    fold = Fold.objects.create(cause="change")
    margins = [5, 1, 9, 0, 7, 8]
    before = [(1500, 1700, 20), (1500, 1550, 20), (1500, 1900, 9), (1500, 1500, 20)]
    for game, margin in zip(stored_games, margins, strict=True):
        Game.objects.filter(pk=game.pk).update(margin=margin)
    for game, (winner, other, number) in zip(stored_games, before, strict=False):
        for player, rating in ((ana, winner), (ben, other)):
            RatingChange.objects.create(
                player=player,
                pool=Pool.OVERALL,
                game=game,
                played_on=game.played_on,
                accepted_at=game.accepted_at,
                before=rating * 1000,
                after=rating * 1000,
                games_before=number,
                pairs=[],
                added_by=fold,
            )
    featured_games._find_featured.cache_clear()
    featured = featured_games.featured_games()
    assert [points for _game, points in featured.closest] == [0, 1, 5]
    assert [(game.pk, points) for game, points in featured.upsets] == [(stored_games[0].pk, 200)]
    text = client.get("/games/").content.decode()
    assert "won by 1 point<" in text
    assert "rated 200 points lower" in text
    assert "shelf" not in client.get("/games/?sort=close").content.decode()
    assert "shelf" not in client.get("/games/?players=2").content.decode()
    featured_games._find_featured.cache_clear()
