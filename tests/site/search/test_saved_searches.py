"""Saved searches: kept for one account, listed at the games, read as a feed, and told of."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.db import DatabaseError
from django.http import QueryDict
from django.test import Client
from django.utils import timezone, translation
from redis.exceptions import RedisError

from games.accounts.closing import close
from games.accounts.data_export import export_archive
from games.limits import FEED_GAMES, MAX_NEW_GAMES, SAVED_SEARCHES
from games.models import Account, Game, Notice, SavedSearch
from games.models.notice import Kind
from games.notifications.messages import notice_address, notice_sentence
from games.search import new_games, saved_searches
from games.search.feed import feed_of
from games.search.saved_searches import canonical_query, matching_games, save_search
from games.search.time_limit import TooLong
from games.tasks import notify_of_new_games
from tests.cast import account, client_of, finished_log, game_of, submit
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def ana(db: None) -> Account:
    return account("ana")


@pytest.fixture
def games(ana: Account) -> list[Game]:
    """Three games of ana: of two on sides A, one on sides B."""
    account("ben")
    sites = ("AAAAA", "AAAAA", "BBBBB")
    logs = [finished_log(sites=side, seed=seed) for seed, side in enumerate(sites, 1)]
    return [game_of(submit(ana, log)) for log in logs]


def saved(person: Account, query: str = "market=A", *, notify: bool = True) -> SavedSearch:
    return save_search(person, "A markets", QueryDict(query), notify)


def a_day_passes(search: SavedSearch) -> None:
    """Its last look was a day ago, and all games came on record since then."""
    SavedSearch.objects.filter(pk=search.pk).update(
        looked_at=timezone.now() - new_games.DAY - 2 * new_games.SETTLED
    )
    Game.objects.update(accepted_at=timezone.now() - timedelta(hours=1))


def notices_about(search: SavedSearch) -> list[Notice]:
    return list(Notice.objects.filter(kind=Kind.SEARCH, saved_search=search))


# --- the query ------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "q=won++obelisks%3E%3D5&market=A",
        "market=A&q=won%20obelisks%3E=5",
        "market=A&q=won+obelisks>=5&sort=close&after=abc&count=yes&unknown=1",
        "market=B&market=A&q=won+obelisks>=5&pyramid=",
    ],
)
def test_one_search_has_one_query(text: str):
    assert canonical_query(QueryDict(text)) == "market=A&q=won+obelisks%3E%3D5"


def test_players_and_modules_are_repeated_and_deprecated_names_renamed():
    query = canonical_query(QueryDict("player=@ana&player=@ben&player=@ana&strength_min=1500"))
    assert query == "mean_rating_min=1500&player=@ana&player=@ben"


def test_a_query_finds_what_the_page_finds(games: list[Game]):
    for text in ("q=won&market=A", "market=B", "player=@ana", "q=players%3D2"):
        page = Client().get(f"/games/?{text}").content.decode()
        hits = {game.pk for game in matching_games(canonical_query(QueryDict(text)))}
        assert hits == {game.pk for game in games if f"/games/{game.pk}/" in page}


# --- saving ---------------------------------------------------------------------


def test_a_search_is_saved_listed_and_deleted(ana: Account, games: list[Game]):
    client = client_of(ana)
    page = client.get("/games/?q=won&market=A").content.decode()
    assert "Save this search" in page
    assert 'value="market=A&amp;q=won"' in page
    answer = client.post("/games/saved/", {"search": "market=A&q=won", "name": " My  wins "})
    assert answer.url == "/games/?market=A&q=won"
    search = SavedSearch.objects.get()
    assert (search.name, search.query, search.notify) == ("My wins", "market=A&q=won", False)
    page = client.get("/games/?q=won&market=A").content.decode()
    assert "Saved as “My wins”" in page
    assert "Save this search" not in page
    assert 'href="/games/?market=A&amp;q=won"' in client.get("/games/").content.decode()
    listed = client.get("/games/saved/").content.decode()
    assert "<code>market=A won</code>" in listed
    assert 'aria-checked="false"' in listed
    client.post(f"/games/saved/{search.pk}/", {"notify": "yes"})
    assert 'aria-checked="true"' in client.get("/games/saved/").content.decode()
    client.post(f"/games/saved/{search.pk}/", {"notify": "no"})
    client.post(f"/games/saved/{search.pk}/", {})
    search.refresh_from_db()
    assert not search.notify
    client.post(f"/games/saved/{search.pk}/", {"delete": "yes"})
    assert not SavedSearch.objects.exists()
    assert "No saved search yet" in client.get("/games/saved/").content.decode()


def test_a_visitor_finds_the_feed_and_nothing_to_save(games: list[Game]):
    page = Client().get("/games/?market=A").content.decode()
    assert 'href="/games/feed.atom?market=A"' in page
    assert "Save this search" not in page
    assert 'type="application/atom+xml"' in page
    assert "atom" not in Client().get("/games/?market=Z").content.decode()


def test_what_cannot_be_saved_is_refused_with_a_sentence(ana: Account, games: list[Game]):
    first = saved(ana)
    with pytest.raises(Conflict, match="You saved this search already, as “A markets”"):
        saved(ana, "market=A&sort=close")
    for query, reason in (
        ("", "Run a search first"),
        ("sort=close", "Run a search first"),
        ("q=wonn", "wonn"),
        ("q=@nobody-here", "no player"),
        ("market=Z", "Z"),
        ("module=" + "x" * 1000, "too long"),
    ):
        with pytest.raises(Invalid, match=reason):
            saved(ana, query)
    for name in ("", "  ", "x" * 61, "a\x00b", "\u202ereversed"):
        with pytest.raises(Invalid, match="name"):
            save_search(ana, name, QueryDict("market=B"), notify=False)
    for number in range(SAVED_SEARCHES - 1):
        saved(ana, f"q=points%3E{number}")
    with pytest.raises(Conflict, match="You can save at most 20 searches"):
        saved(ana, "market=B")
    assert SavedSearch.objects.count() == SAVED_SEARCHES
    answer = client_of(ana).post("/games/saved/", {"search": "", "name": "all"}, follow=True)
    assert "Run a search first" in answer.content.decode()
    first.delete()
    assert saved(ana).query == "market=A"
    Account.objects.filter(pk=ana.pk).update(is_active=False)
    ana.refresh_from_db()
    with pytest.raises(NotAllowed):
        saved(ana, "market=B")


# --- the feed -------------------------------------------------------------------


def test_a_feed_has_the_newest_games(games: list[Game]):
    answer = Client().get("/games/feed.atom?market=A")
    assert answer["Content-Type"].startswith("application/atom+xml")
    assert "max-age=300" in answer["Cache-Control"]
    feed = ElementTree.fromstring(answer.content)
    assert feed.tag == f"{ATOM}feed"
    links = [entry.find(f"{ATOM}link").get("href") for entry in feed.iter(f"{ATOM}entry")]  # type: ignore[union-attr]
    assert links == [f"{settings.SITE_URL}/games/{game.pk}/" for game in (games[1], games[0])]
    assert "@ana" in feed.findtext(f"{ATOM}entry/{ATOM}title", "")
    assert feed.findtext(f"{ATOM}title", "").startswith("market=A · Games")


def test_a_feed_is_bounded_and_cached(games: list[Game], monkeypatch: pytest.MonkeyPatch):
    feed = Client().get("/games/feed.atom").content
    assert feed.count(b"<entry>") == 3
    monkeypatch.setattr("games.search.feed.FEED_GAMES", 2)
    assert Client().get("/games/feed.atom?sort=close").content == feed
    assert feed_of("").count("<entry>") == 2
    assert FEED_GAMES == 30


def test_a_feed_that_cannot_be_made_says_so(games: list[Game], monkeypatch: pytest.MonkeyPatch):
    answer = Client().get("/games/feed.atom?q=wonn")
    assert (answer.status_code, answer["Content-Type"]) == (400, "text/plain; charset=utf-8")
    assert "wonn" in answer.content.decode()

    def too_long(query: str) -> str:
        raise TooLong

    monkeypatch.setattr("games.search.feed.feed_of", too_long)
    answer = Client().get("/games/feed.atom?q=won")
    assert (answer.status_code, "too long" in answer.content.decode()) == (400, True)


def test_a_feed_needs_no_cache(games: list[Game], monkeypatch: pytest.MonkeyPatch):
    def is_away(*_call: object) -> None:
        raise RedisError("nobody listens")

    monkeypatch.setattr("games.search.feed.cache.get", is_away)
    monkeypatch.setattr("games.search.feed.cache.set", is_away)
    assert Client().get("/games/feed.atom").content.count(b"<entry>") == 3


# --- notices --------------------------------------------------------------------


def test_new_games_are_told_once_a_day(ana: Account, games: list[Game]):
    search = saved(ana)
    notify_of_new_games()
    assert notices_about(search) == []
    a_day_passes(search)
    assert notify_of_new_games() == 1
    assert notify_of_new_games() == 0
    (notice,) = notices_about(search)
    assert notice_sentence(notice) == "2 new games match your search “A markets”."
    assert notice_address(notice) == "/games/?market=A"
    page = client_of(ana).get("/notices/").content.decode()
    assert "2 new games match your search “A markets”." in page
    opened = client_of(ana).post("/notices/", {"open": notice.pk})
    assert opened.url == "/games/?market=A"


def test_a_search_without_new_games_or_switch_tells_nothing(ana: Account, games: list[Game]):
    searches = [saved(ana, "market=C"), saved(ana, "market=B", notify=False)]
    for search in searches:
        a_day_passes(search)
    assert notify_of_new_games() == 0
    assert not Notice.objects.filter(kind=Kind.SEARCH).exists()
    searches[0].refresh_from_db()
    assert timezone.now() - searches[0].looked_at < timedelta(hours=1)


def test_a_switch_begins_from_now(ana: Account, games: list[Game]):
    search = saved(ana, notify=False)
    a_day_passes(search)
    saved_searches.switch_notices(search, notify=True)
    assert notify_of_new_games() == 0
    search.refresh_from_db()
    assert search.notify


def test_games_of_the_last_minutes_wait_for_the_next_look(ana: Account, games: list[Game]):
    search = saved(ana)
    a_day_passes(search)
    Game.objects.filter(pk=games[0].pk).update(accepted_at=timezone.now())
    notify_of_new_games()
    assert [notice.n for notice in notices_about(search)] == [1]
    past = timezone.now() - new_games.DAY
    Game.objects.filter(pk=games[0].pk).update(accepted_at=past)
    SavedSearch.objects.update(looked_at=past - 2 * new_games.SETTLED)
    Game.objects.filter(pk=games[1].pk).update(accepted_at=past - timedelta(days=1))
    notify_of_new_games()
    assert [notice.n for notice in notices_about(search)] == [1, 1]


def test_a_skipped_search_says_so(ana: Account, games: list[Game], monkeypatch: pytest.MonkeyPatch):
    search = saved(ana, "player=@ben")
    a_day_passes(search)
    SavedSearch.objects.update(query="player=@nobody-here")
    assert notify_of_new_games() == 0
    page = client_of(ana).get("/games/saved/").content.decode()
    assert "We can’t read this search any more." in page
    SavedSearch.objects.update(query="player=@ben")
    a_day_passes(search)

    def too_long(search: SavedSearch, until: object) -> int:
        raise TooLong

    with monkeypatch.context() as patch:
        patch.setattr(new_games, "_count_new_games", too_long)
        assert notify_of_new_games() == 0
    assert "takes too long" in client_of(ana).get("/games/saved/").content.decode()
    a_day_passes(search)
    assert notify_of_new_games() == 1
    assert "skipped" not in client_of(ana).get("/games/saved/").content.decode()


def test_a_worker_that_dies_told_nothing_and_keeps_no_other_search_from_it(
    ana: Account, games: list[Game], monkeypatch: pytest.MonkeyPatch
):
    first, second = saved(ana), saved(ana, "market=B")
    for search in (first, second):
        a_day_passes(search)
    notify = new_games.notify_accounts

    def dies(notices: list[object]) -> None:
        notify(notices)  # type: ignore[arg-type]
        if notices[0].saved_search == first.pk:  # type: ignore[attr-defined]
            raise DatabaseError("the server went away")

    with monkeypatch.context() as patch:
        patch.setattr(new_games, "notify_accounts", dies)
        assert notify_of_new_games() == 1
    assert [len(notices_about(search)) for search in (first, second)] == [0, 1]
    assert notify_of_new_games() == 1
    assert [len(notices_about(search)) for search in (first, second)] == [1, 1]


def test_a_run_has_an_end(ana: Account, games: list[Game]):
    a_day_passes(saved(ana))
    assert new_games.look_for_new_games(seconds=-1) == 0


def test_many_new_games_are_counted_up_to_a_hundred(ana: Account):
    notice = Notice(account=ana, kind=Kind.SEARCH, saved_search=saved(ana), n=MAX_NEW_GAMES + 1)
    with translation.override("en"):
        sentence = notice_sentence(notice)
    assert sentence == "More than 100 new games match your search “A markets”."


# --- the account's own ----------------------------------------------------------


def test_own_data_has_them_and_a_closed_account_none(ana: Account, games: list[Game]):
    search = saved(ana)
    a_day_passes(search)
    notify_of_new_games()
    with zipfile.ZipFile(io.BytesIO(b"".join(export_archive(ana, lambda: None)))) as archive:
        (line,) = archive.read("saved_searches.ndjson").splitlines()
    row = json.loads(line)
    assert (row["name"], row["query"], row["notify"]) == ("A markets", "market=A", True)
    close(ana)
    assert not SavedSearch.objects.exists()


def test_a_closed_account_goes_by_its_number_in_searches_of_others(ana: Account, games: list[Game]):
    """Also if two searches become alike by that, or longer than a search may be."""
    ben = Account.objects.get(username="ben")
    for query in ("player=@ben", "player=@BEN", "q=-player%3D@ben"):
        SavedSearch.objects.create(account=ana, name="Games of @ben", query=query)
    SavedSearch.objects.create(account=ana, name="long", query="q=" + "@ben+" * 190)
    number = close(ben)
    names = set(SavedSearch.objects.values_list("name", flat=True))
    assert names == {f"Games of @{number}", "long"}
    queries = list(SavedSearch.objects.order_by("pk").values_list("query", flat=True))
    assert queries[:2] == [f"player=@{number}"] * 2
    assert not any("@ben" in query.lower() for query in queries)
    assert matching_games(queries[0]).count() == 3
