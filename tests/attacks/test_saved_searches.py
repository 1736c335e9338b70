"""Saved searches and feeds as a way in: other people's, names that are code, floods, and games that
are not for everybody."""

from __future__ import annotations

from datetime import timedelta
from threading import Barrier, Event, Thread
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection, connections
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from games.limits import SAVED_SEARCHES
from games.models import Account, Game, Notice, SavedSearch
from games.models.notice import Kind
from games.moderation.actions import void
from games.search import new_games
from games.search.saved_searches import save_search
from games.tasks import notify_of_new_games
from tests.attacks.test_searches import EVIL, HOSTILE
from tests.cast import account, client_of, finished_log, game_of, submit
from web.errors import ServiceError
from web.rate_limits import FEEDS, SEARCH_SAVES

SCRIPT = "<script>alert(1)</script>"


def saved(person: Account, query: str = "market=A", name: str = "mine") -> SavedSearch:
    return save_search(person, name, QueryDict(query), notify=True)


def a_day_passes() -> None:
    SavedSearch.objects.update(looked_at=timezone.now() - timedelta(days=2))
    Game.objects.update(accepted_at=timezone.now() - timedelta(hours=1))


@pytest.mark.django_db
def test_a_saved_search_is_read_run_switched_and_deleted_by_its_account_alone(
    ana: Account, ben: Account, mo: Account
):
    search = saved(ana, name="a secret of ana")
    for other in (ben, mo):
        client = client_of(other)
        for page in ("/games/saved/", "/games/", "/games/?market=A", "/notices/"):
            assert "a secret of ana" not in client.get(page).content.decode()
        address = f"/games/saved/{search.pk}/"
        assert client.get(address).status_code == 405
        for data in ({"delete": "yes"}, {"notify": "no"}, {}):
            assert client.post(address, data).status_code == 404
    for address in ("/games/saved/", f"/games/saved/{search.pk}/"):
        assert "/login/" in Client().post(address, {"delete": "yes"}).headers["Location"]
    search.refresh_from_db()
    assert search.notify


@pytest.mark.django_db
def test_a_name_is_shown_as_text(ana: Account):
    search = saved(ana, name=SCRIPT)
    game_of(submit(ana, finished_log("black=@ana white=Zoe")))
    a_day_passes()
    assert notify_of_new_games() == 1
    client = client_of(ana)
    for page in ("/games/", "/games/?market=A", "/games/saved/", "/notices/"):
        text = client.get(page).content.decode()
        assert SCRIPT not in text
        assert "&lt;script&gt;alert(1)" in text, page
    assert search.name == SCRIPT


@pytest.mark.parametrize("text", [*EVIL, *HOSTILE, '"><script>alert(1)</script>'])
@pytest.mark.django_db
def test_what_is_no_search_is_neither_saved_nor_fed(ana: Account, text: str):
    answer = Client().get("/games/feed.atom", {"q": text})
    assert answer.status_code in (200, 400)
    if answer.status_code == 200:
        ElementTree.fromstring(answer.content)
    else:
        assert answer["Content-Type"].startswith("text/plain")
    query = QueryDict(mutable=True)
    query["q"] = text
    client = client_of(ana)
    sent = {"search": query.urlencode(), "name": "x"}
    page = client.post("/games/saved/", sent, follow=True)
    assert page.status_code == 200
    assert b"<script>alert(1)" not in page.content
    assert b"<script>alert(1)" not in client.get("/games/saved/").content


@pytest.mark.django_db
def test_saves_are_few_however_many_are_sent(ana: Account):
    """Ten thousand tries: after sixty an hour each is refused before the database is asked."""
    stored = sum(_is_saved(ana, number) for number in range(SEARCH_SAVES.most))
    with connection.execute_wrapper(asks_nothing):
        stored += sum(_is_saved(ana, number) for number in range(SEARCH_SAVES.most, 10_000))
    assert stored == SavedSearch.objects.count() == SAVED_SEARCHES


def _is_saved(person: Account, number: int) -> bool:
    try:
        save_search(person, f"name {number}", QueryDict(f"q=points%3E{number}"), notify=True)
    except ServiceError:
        return False
    return True


def asks_nothing(*_call: object) -> None:
    raise AssertionError("the database was asked")


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_save_no_search_too_many():
    ana = account("ana")
    for number in range(SAVED_SEARCHES - 1):
        saved(ana, f"q=points%3E{number}")
    together, refused = Barrier(2), list[str]()

    def save(query: str) -> None:
        together.wait(timeout=30)
        try:
            saved(ana, query)
        except ServiceError as error:
            refused.append(error.message)
        finally:
            connections.close_all()

    threads = [Thread(target=save, args=[f"market={side}"]) for side in "AB"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert SavedSearch.objects.count() == SAVED_SEARCHES
    assert len(refused) == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_task_delivered_twice_tells_once(monkeypatch: pytest.MonkeyPatch):
    """The second worker comes while the first one looks."""
    ana = account("ana")
    search = saved(ana)
    game_of(submit(ana, finished_log("black=@ana white=Zoe")))
    a_day_passes()
    count, second_run = new_games._count_new_games, list[int]()
    begun = Event()

    def look() -> None:
        try:
            second_run.append(new_games.look_for_new_games(seconds=60))
        finally:
            connections.close_all()

    def meanwhile(*looked_at: Any) -> int:
        if not begun.is_set():
            begun.set()
            second = Thread(target=look)
            second.start()
            second.join(timeout=60)
        return count(*looked_at)

    monkeypatch.setattr(new_games, "_count_new_games", meanwhile)
    assert new_games.look_for_new_games(seconds=60) == 1
    assert second_run == [0]
    assert new_games.look_for_new_games(seconds=60) == 0
    assert Notice.objects.filter(saved_search=search).count() == 1


@pytest.mark.django_db
def test_feeds_are_made_for_an_address_only_so_often(ana: Account):
    address = {"REMOTE_ADDR": "192.0.2.77"}
    client = Client(**address)
    assert client.get("/games/feed.atom").status_code == 200
    FEEDS.take("192.0.2.77", FEEDS.most - 1)
    answer = client.get("/games/feed.atom?market=A")
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")
    assert client.get("/games/feed.atom").status_code == 200  # this one is there
    assert Client(REMOTE_ADDR="192.0.2.78").get("/games/feed.atom?market=A").status_code == 200


@pytest.mark.django_db
def test_feeds_and_notices_leak_no_void_game_and_no_name_of_a_guest(ana: Account, mo: Account):
    search = saved(ana)
    public = game_of(submit(ana, finished_log("black=@ana white=Zerubbabel")))
    hidden = game_of(submit(ana, finished_log("black=@ana white=Zerubbabel", seed=2)))
    void(mo, hidden, "It was made up.")
    feed = Client().get("/games/feed.atom?market=A").content.decode()
    assert public.pk in feed
    assert hidden.pk not in feed
    assert "Zerubbabel" not in feed
    a_day_passes()
    notify_of_new_games()
    notice = Notice.objects.get(saved_search=search)
    assert (notice.kind, notice.n, notice.game, notice.facts) == (Kind.SEARCH, 1, None, {})


@pytest.mark.django_db
def test_a_suspended_account_is_told_nothing_and_costs_nothing(ana: Account):
    saved(ana)
    game_of(submit(ana, finished_log("black=@ana white=Zoe")))
    a_day_passes()
    Account.objects.filter(pk=ana.pk).update(is_active=False)
    assert notify_of_new_games() == 0
    assert not Notice.objects.filter(kind=Kind.SEARCH).exists()


@pytest.mark.django_db
def test_a_feed_leads_to_this_site_whatever_host_is_asked(ana: Account):
    feed = Client().get("/games/feed.atom", headers={"host": "evil.example"})
    assert b"evil.example" not in feed.content
