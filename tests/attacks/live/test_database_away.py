"""The database is away for a moment: no answer is 500, and a broken connection is replaced."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import DatabaseError, connection, connections

from games.models import Account, Upload
from tests.attacks.live.test_full_disk import Browser
from tests.cast import finished_log
from tests.services import processes
from tests.services.read_only import can_be_read_only, read_only_database
from tests.worlds.api_world import token
from tests.worlds.tables import people
from web.database_connection import is_passing
from web.disk_full import is_full

pytestmark = pytest.mark.both_databases


@pytest.fixture
def site(transactional_db: None) -> Iterator[str]:
    with processes.web(DATABASE_POOL="4") as (address, _process):
        yield address


def cut_connections() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@contextmanager
def database_refusing() -> Iterator[None]:
    """PostgreSQL takes no connections; SQLite has another writer, who does not finish."""
    if connection.vendor == "sqlite":
        other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
        other.close()
        return
    name = connection.ops.quote_name(connection.settings_dict["NAME"])
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    cut_connections()
    try:
        yield
    finally:
        with connection._nodb_cursor() as cursor:
            cursor.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


def send_log(bot: Browser, seed: int) -> tuple[int, dict[str, str], dict[str, str]]:
    headers = {"Content-Type": "text/plain", "Prefer": "respond-async"}
    status, answer, text = bot.ask("POST", "/api/v1/uploads", finished_log(seed=seed), **headers)
    return status, dict(answer), json.loads(text)


def test_connections_that_were_cut_are_replaced(site: str) -> None:
    (ana,) = people("ana")
    bot, hers = Browser(site, plain=token(ana)), Browser(site, ana)
    for seed in range(4):
        if connection.vendor == "postgresql":
            cut_connections()
        assert send_log(bot, seed)[0] == 202
        if connection.vendor == "postgresql":
            cut_connections()
        assert [hers.status("/games/"), hers.status("/upload/")] == [200, 200]
    assert Upload.objects.count() == 4


def test_a_database_that_refuses_is_503_and_a_sentence(site: str) -> None:
    (ana,) = people("ana")
    bot, hers = Browser(site, plain=token(ana)), Browser(site, ana)
    assert send_log(bot, 1)[0] == 202
    with database_refusing():
        status, headers, document = send_log(bot, 2)
        assert (status, document["status"], document["type"]) == (503, 503, "about:blank")
        assert headers["Content-Type"] == "application/problem+json"
        assert document["detail"] == "The site is busy. Try again in a moment."
        assert int(headers["Retry-After"]) > 0
        if connection.vendor == "postgresql":
            status, answer, page = hers.ask("GET", "/games/?page=2")
            assert status == 503
            assert answer["Content-Type"].startswith("text/html")
            assert "<h1>The site is busy</h1>\n<p>Try again in a moment.</p>" in page
            assert '<a class="button button--primary" href="/games/?page=2">Try again</a>' in page
            assert int(answer["Retry-After"]) > 0
    processes.wait_until(lambda: send_log(bot, 2)[0] == 202, what="the database is back")
    assert Upload.objects.count() == 2


def test_a_database_that_was_away_for_long_is_asked_again_at_once(site: str) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("a file is never away")
    hers = Browser(site, *people("ana"))
    begun = time.monotonic()
    with database_refusing():
        assert [hers.status("/games/") for _ in range(2)] == [503, 503]
    ended = time.monotonic()
    with ThreadPoolExecutor(2) as asking:
        first = asking.submit(hers.status, "/games/")
        time.sleep(0.5)  # the first may meet the end of an attempt from before
        assert [asking.submit(hers.status, "/games/").result(), first.result()] == [200, 200]
    # a refused request waits ten seconds, and so does one between two attempts
    assert time.monotonic() - ended < (ended - begun) / 4


def test_a_read_only_database_is_not_a_full_one(site: str) -> None:
    bot = Browser(site, plain=token(*people("ana")))
    if connection.vendor == "sqlite":
        _check_read_only_file(bot, Path(connection.settings_dict["NAME"]))
        return
    name = connection.ops.quote_name(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    cut_connections()
    try:
        status, _headers, document = send_log(bot, 1)
    finally:
        connections.close_all()
        with connection.cursor() as cursor:
            cursor.execute("SET default_transaction_read_only = off")
            cursor.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    cut_connections()
    assert (status, document["type"]) == (503, "about:blank")
    assert not Account.objects.filter(uploads__isnull=False).exists()


def _check_read_only_file(bot: Browser, path: Path) -> None:
    if not can_be_read_only(path.parent):
        pytest.skip("root may write to every file here")
    assert send_log(bot, 1)[0] == 202
    of_before = sqlite3.connect(path, isolation_level=None)
    of_before.execute("SELECT count(*) FROM games_upload").fetchone()
    with read_only_database(path):
        status, _headers, document = send_log(bot, 2)
        assert (status, document["type"]) == (503, "about:blank")
        # a page notes when a token was used and what a player saw: it does without
        assert [bot.status(f"/api/v1/{path}") for path in ("uploads", "tables")] == [200, 200]
        if os.geteuid() == 0:  # who has it open may write on, if it is only the permission
            with pytest.raises(sqlite3.OperationalError, match="disk I/O error") as caught:
                of_before.execute("CREATE TABLE more (number)")
            assert (is_full(caught.value), is_passing(caught.value)) == (False, True)
    of_before.close()
    assert send_log(bot, 2)[0] == 202


@pytest.mark.django_db
def test_a_fault_of_ours_does_not_pass() -> None:
    with pytest.raises(DatabaseError) as caught, connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    assert not is_full(caught.value)
    assert not is_passing(caught.value)
