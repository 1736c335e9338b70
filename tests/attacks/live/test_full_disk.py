"""The disk is full: the site is read as ever, says in words that it cannot store
anything, and keeps nothing by halves.

On SQLite the server may not write to any file (RLIMIT_FSIZE of 0 bytes, which its process gets
while it runs); on PostgreSQL every write fails as on a full disk (SQLSTATE 53100).
"""

from __future__ import annotations

import http.client
import json
import resource
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.models import Account, ApiToken, Game, Note, Submission, Upload
from tables.models import ChatLine, Place, Table, TableEntry
from tests.cast import PASSWORD, account, finished_log, game_of, submit
from tests.services import processes
from tests.services.ending import Child
from tests.worlds.api_world import token
from tests.worlds.tables import act_once, awaited, dealt, people

LARGE = 3 << 20
"""Bytes of a body that Django keeps in a file."""
ROWS = (Account, ApiToken, ChatLine, Game, Note, Session, Submission, Table, TableEntry, Upload)
"""What a write that was refused could have left behind."""

Full = Callable[[], AbstractContextManager[None]]


class Browser:
    """Asks with the session of an account, or with a token, or as nobody."""

    def __init__(self, address: str, account: Account | None = None, plain: str = "") -> None:
        self.place = urlsplit(address).netloc
        self.headers = {"Authorization": f"Bearer {plain}"} if plain else {}
        self.cookies = {"csrftoken": "x" * 32}
        if account is not None:
            browser = Client()
            browser.force_login(account)
            self.cookies["sessionid"] = browser.cookies["sessionid"].value

    def ask(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, http.client.HTTPMessage, str]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection = http.client.HTTPConnection(self.place, timeout=30)
        try:
            connection.request(method, path, body, {"Cookie": cookie, **self.headers, **headers})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode("utf-8", "replace")
        finally:
            connection.close()

    def status(self, path: str) -> int:
        return self.ask("GET", path)[0]

    def post(self, path: str, **typed: str) -> tuple[int, http.client.HTTPMessage, str]:
        body = urlencode({"csrfmiddlewaretoken": "x" * 32, **typed})
        return self.ask("POST", path, body, **{"Content-Type": "application/x-www-form-urlencoded"})

    def send(self, path: str, body: Any) -> tuple[int, http.client.HTTPMessage, str]:
        return self.ask("POST", path, json.dumps(body), **{"Content-Type": "application/json"})


@pytest.fixture
def web(transactional_db: None) -> Iterator[tuple[str, Child]]:
    with processes.web(DATABASE_POOL="4") as running:
        yield running


@pytest.fixture
def site(web: tuple[str, Child]) -> str:
    return web[0]


@pytest.fixture
def full(web: tuple[str, Child]) -> Full:
    if connection.vendor == "sqlite":
        return lambda: no_file_grows(web[1].pid)
    return refused_by_postgresql


@contextmanager
def no_file_grows(pid: int) -> Iterator[None]:
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def refused_by_postgresql() -> Iterator[None]:
    tables = sorted({model._meta.db_table for model in apps.get_models()})
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION takes_no_more() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION 'could not extend file: No space left on device' "
            "USING ERRCODE = '53100'; END $$"
        )
        for name in tables:
            cursor.execute(
                f'CREATE TRIGGER takes_no_more BEFORE INSERT OR UPDATE OR DELETE ON "{name}" '
                "FOR EACH STATEMENT EXECUTE FUNCTION takes_no_more()"
            )
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP FUNCTION takes_no_more() CASCADE")


def row_counts() -> dict[str, int]:
    return {model.__name__: model._default_manager.count() for model in ROWS}


def assert_refused_in_words(answer: tuple[int, http.client.HTTPMessage, str]) -> None:
    status, headers, text = answer
    assert status == 503, text[:2000]
    assert int(headers["Retry-After"]) > 0
    if headers["Content-Type"] == "application/problem+json":
        document = json.loads(text)
        assert document["type"] == "/api/v1/problems/no-space"
        assert "no space left" in document["detail"]
    else:
        assert headers["Content-Type"].startswith("text/html")
        assert "run out of storage space" in text


def test_it_is_read_as_ever_by_everybody(site: str, full: Full) -> None:
    ana, ben, cat = people("ana", "ben", "cat")
    game = game_of(submit(ana, finished_log()))
    table = dealt([ana, ben])
    act_once(table.pk)
    strangers, hers = Browser(site), Browser(site, ana)
    bot = Browser(site, plain=token(ana))
    stale = Browser(site, cat)  # a session that ends: its row cannot be removed
    cat.set_password("seven-other-stones")
    cat.save()
    public = ["/", "/games/", f"/games/{game.pk}/", f"/games/{game.pk}/9/table.png", "/play/"]
    public += ["/players/", "/players/?pool=2", "/api/v1/games", f"/tables/{table.pk}/"]
    public += [f"/api/v1/games/{game.pk}/log", f"/api/v1/tables/{table.pk}/moments"]
    private_pages = [
        reverse("account"),
        "/play/mine/",
        f"/tables/{table.pk}/",
        reverse("account-tokens"),
    ]
    api = ["uploads", "tables", f"tables/{table.pk}/entries", f"tables/{table.pk}"]
    Place.objects.filter(table=table).update(seen_ply=0)
    with full():
        for browser in (strangers, hers):
            assert {path: browser.status(path) for path in public} == dict.fromkeys(public, 200)
        assert {path: hers.status(path) for path in private_pages} == dict.fromkeys(
            private_pages, 200
        )
        assert [bot.status(f"/api/v1/{path}") for path in api] == [200] * len(api)
        assert stale.status("/games/") == 200
    assert ApiToken.objects.filter(last_used_at=None).exists()
    assert not Place.objects.filter(seen_ply__gt=0).exists()


def test_what_cannot_be_stored_is_refused_in_words_and_nothing_of_it_stays(
    site: str, full: Full
) -> None:
    ana, ben = people("ana", "ben")
    game = game_of(submit(ana, finished_log()))
    table = dealt([ana, ben])
    mover = awaited(table).account
    hers, bot = Browser(site, mover), Browser(site, plain=token(mover))
    entry = {"ply": table.plies + 1, "text": "take"}
    log = finished_log(seed=5)
    hers.post(reverse("account_reauthenticate"), password=PASSWORD)
    before = row_counts()
    with full():
        refused = [
            bot.ask("POST", "/api/v1/uploads", log, **{"Content-Type": "text/plain"}),
            bot.send(f"/api/v1/tables/{table.pk}/entries", entry),
            bot.send(f"/api/v1/tables/{table.pk}/talk", {"text": "hello"}),
            bot.send("/api/v1/tables", {}),
            bot.send(f"/api/v1/games/{game.pk}/notes", {"ply": 1, "kind": "idea", "text": "!"}),
            hers.post(f"/tables/{table.pk}/act/", ply=str(entry["ply"]), text="take", key="k"),
            hers.post(reverse("account-tokens"), name="laptop", scopes="play"),
            Browser(site).post(reverse("login"), username="ana", login="ana", password=PASSWORD),
        ]
        for answer in refused:
            assert_refused_in_words(answer)
    assert row_counts() == before
    assert Table.objects.get(pk=table.pk).plies == table.plies
    assert bot.send(f"/api/v1/tables/{table.pk}/entries", entry)[0] == 201
    answer = bot.ask(
        "POST",
        "/api/v1/uploads",
        log,
        **{"Content-Type": "text/plain", "Prefer": "respond-async"},
    )
    assert answer[0] == 202


def test_ready_says_so(site: str, full: Full) -> None:
    bot = Browser(site, plain=token(account("ana")))

    def disk() -> dict[str, Any]:
        disk: dict[str, Any] = json.loads(bot.ask("GET", "/readyz")[2])["parts"]["disk"]
        return disk

    assert (disk()["ok"], disk()["refused_seconds_ago"]) == (True, None)
    with full():
        assert bot.status("/healthz") == 200
        bot.send("/api/v1/tables", {})
        processes.wait_until(lambda: not disk()["ok"], seconds=10)
        assert disk()["refused_seconds_ago"] < 20
        assert bot.status("/readyz") == 503


def test_a_body_that_cannot_be_kept_is_refused_in_words(web: tuple[str, Child]) -> None:
    """The folder for temporary files is full: before any view is asked, and in one."""
    site, process = web
    bot = Browser(site, plain=token(account("ana")))
    raw = b"x" * LARGE
    form = (
        b"--edge\r\nContent-Disposition: form-data; name=file; filename=a.imh\r\n\r\n"
        + raw
        + b"\r\n--edge--\r\n"
    )
    with no_file_grows(process.pid):
        for body, kind in ((raw, "text/plain"), (form, "multipart/form-data; boundary=edge")):
            answer = bot.ask("POST", "/api/v1/uploads", body, **{"Content-Type": kind})
            assert_refused_in_words(answer)
        page = Browser(site, Account.objects.get()).ask(
            "POST", "/upload/", form, **{"Content-Type": "multipart/form-data; boundary=edge"}
        )
        assert_refused_in_words(page)
    assert not Upload.objects.exists()
