"""Notices, misused: an address that is no push service, a push service that lies, a browser that
is somebody else's, a session that has ended."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.closing import close
from games.models import Account
from games.notifications.push import deliver, sealing
from tables.data_export import export_table_data
from tables.limits import PUSH_BROWSERS
from tables.models import Place, PushBrowser, Table
from tables.notifications import web_push
from tables.views import lobby
from tests.cast import account
from tests.site.tables.pushing import ENDPOINT, HOST, Browser, Service, service
from tests.worlds.tables import awaited, dealt, people
from web.rate_limits import Throttle

pytestmark = pytest.mark.django_db

OK = b"HTTP/1.1 201 Created\r\n\r\n"


@pytest.fixture(autouse=True)
def key(settings: Any) -> None:
    settings.PUSH_KEY = sealing.base64url(b"a number below the order ......")


@pytest.fixture
def push(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    with service(tmp_path, monkeypatch) as push_service:
        yield push_service


def add(client: Client, endpoint: str = ENDPOINT, **fields: str) -> int:
    data = {"endpoint": endpoint, **Browser().said, **fields}
    return client.post("/play/notices/browser/", data).status_code


def logged_in(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return client


@pytest.fixture
def table() -> Table:
    return dealt(people("ana", "ben"))


@pytest.fixture
def ana_place(table: Table) -> Place:
    """Whose turn it is; they are told in one browser."""
    place = awaited(table)
    assert add(logged_in(place.account)) == 201
    return place


def tell(place: Place) -> int:
    """Once more, as if it had not been told."""
    Place.objects.filter(pk=place.pk).update(told_ply=0)
    return web_push.push_to_player(place.pk, "turn", place.table.plies + 1)


# --- where it is sent ---------------------------------------------------------


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://push.services.mozilla.com/a",
        "https://push.services.mozilla.com:8443/a",
        "https://push.services.mozilla.com@evil.example/a",
        "https://user:word@push.services.mozilla.com/a",
        "https://evil.example/push.services.mozilla.com",
        "https://evilpush.services.mozilla.com.evil.example/a",
        "https://notpush-services.mozilla.com/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://localhost/a",
        "https://push.services.mozilla.com/a b",
        "https://push.services.mozilla.com/a\r\nX-Evil: 1",
        "https://push.services.mozilla.com/\u00e9",
        "https://push.services.mozilla.com/" + "a" * 1000,
        "javascript:alert(1)",
    ],
)
def test_what_is_no_push_service_is_not_stored(endpoint: str):
    assert add(logged_in(account("ana")), endpoint) == 400
    assert not PushBrowser.objects.exists()


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0"),
        *("100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1"),
        *("::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "2002:7f00:1::1", "ff02::1"),
        "2001:0:7f00:1::1",
    ],
)
def test_a_name_that_leads_inside_is_not_followed(
    address: str, settings: Any, monkeypatch: pytest.MonkeyPatch
):
    """Not even if a public address stands beside it, or an operator allows every service."""
    settings.PUSH_SERVICES = ["*"]
    assert not deliver.is_public(address)
    addresses = [(0, 0, 0, "", (ip, 443)) for ip in ("8.8.8.8", address)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *arguments, **options: addresses)
    connected: list[object] = []
    monkeypatch.setattr(socket, "create_connection", lambda *arguments: connected.append(arguments))
    with pytest.raises(deliver.Unwanted):
        deliver.post("https://inside.example/a", {}, b"")
    assert connected == []


def test_public_addresses_are(monkeypatch: pytest.MonkeyPatch):
    assert all(map(deliver.is_public, ("8.8.8.8", "2607:f8b0:4004:800::200a")))


def test_the_address_that_was_judged_is_the_one_that_is_asked(
    push: Service, monkeypatch: pytest.MonkeyPatch
):
    """A name is looked up once: a second answer would come too late."""
    lookups: list[str] = []

    def looked_up(host: str) -> str:
        lookups.append(host)
        return "127.0.0.1"

    monkeypatch.setattr(deliver, "public_address_of", looked_up)
    assert (deliver.post(ENDPOINT, {}, b"x"), lookups) == (201, [HOST])


def test_a_service_with_another_certificate_is_not_believed(
    push: Service, ana_place: Place, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(deliver, "context", ssl.create_default_context)
    with pytest.raises(deliver.NoAnswer):
        deliver.post(ENDPOINT, {}, b"x")
    assert push.requests == []


# --- a service that lies ------------------------------------------------------


def test_it_is_slow(push: Service, ana_place: Place, monkeypatch: pytest.MonkeyPatch):
    """A byte now and then keeps no worker: the time is for all of it."""
    monkeypatch.setattr(deliver, "SECONDS", 0.5)
    push.answer, push.seconds = [bytes([byte]) for byte in OK], 1.0
    begun = time.monotonic()
    assert tell(ana_place) == 0
    assert time.monotonic() - begun < len(OK) / 2, "it waited for the rest"
    assert PushBrowser.objects.get().failures == 1


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 302 Found\r\nLocation: https://localhost/\r\n\r\n",
        b"HTTP/1.1 307 Temporary Redirect\r\nLocation: http://169.254.169.254/\r\n\r\n",
        b"x" * 2_000_000,
        b"HTTP/1.1 999 Huh\r\n\r\n",
        b"",
        b"HTTP/1.1 500 Broken\r\n\r\n" + b"y" * 1_000_000,
    ],
    ids=["redirect", "redirect inside", "huge", "no status", "nothing", "broken"],
)
def test_it_says_something_else(push: Service, ana_place: Place, answer: bytes):
    """It is asked once, leads nowhere, and is forgotten when it goes on like that."""
    push.answer = [answer]
    assert (tell(ana_place), len(push.requests)) == (0, 1)
    PushBrowser.objects.update(failures=web_push.FAILURES - 1)
    assert tell(ana_place) == 0
    assert not PushBrowser.objects.exists()


def test_a_long_answer_to_a_good_message_is_not_read(push: Service, ana_place: Place):
    PushBrowser.objects.update(failures=3)
    push.answer = [OK + b"y" * 1_000_000]
    assert (tell(ana_place), PushBrowser.objects.get().failures) == (1, 0)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(push: Service, ana_place: Place, status: int):
    push.answer = [f"HTTP/1.1 {status} Gone\r\n\r\n".encode()]
    assert tell(ana_place) == 0
    assert not PushBrowser.objects.exists()


# --- whose browser it is ------------------------------------------------------


def test_a_session_that_ended_is_told_nothing(push: Service, ana_place: Place):
    """Logged out: who sits down there next does not hear of it."""
    client = logged_in(ana_place.account)
    assert add(client) == 201
    client.post(reverse("logout"))
    assert (tell(ana_place), push.requests) == (0, [])
    assert not PushBrowser.objects.exists()


def test_another_password_ends_it(push: Service, ana_place: Place):
    ana_place.account.set_password("quite-another-8472")
    ana_place.account.save()
    assert (tell(ana_place), push.requests) == (0, [])


def test_a_suspended_account_is_told_nothing(push: Service, ana_place: Place):
    Account.objects.filter(pk=ana_place.account_id).update(is_active=False)
    assert (tell(ana_place), push.requests) == (0, [])


def test_a_closed_account_leaves_none(ana_place: Place):
    exported = {part.name: b"".join(part.pieces) for part in export_table_data(ana_place.account)}
    assert b"made_by" in exported["told_in_browsers.ndjson"]
    assert HOST.encode() not in exported["told_in_browsers.ndjson"]
    close(ana_place.account)
    assert not PushBrowser.objects.exists()


def test_nobody_removes_that_of_another(ana_place: Place):
    eve = logged_in(account("eve"))
    push_browser = PushBrowser.objects.get()
    eve.post("/play/notices/remove/", {"browser": str(push_browser.pk)})
    eve.post("/play/notices/remove/", {"all": "1"})
    assert "data-browser" not in eve.get("/play/notices/").content.decode()
    assert PushBrowser.objects.get() == push_browser
    stranger = Client()
    assert add(stranger) == 401
    assert stranger.post("/play/notices/remove/", {"all": "1"}).status_code == 302
    assert PushBrowser.objects.get() == push_browser


@pytest.mark.parametrize(
    "keys",
    [
        {"key": ""},
        {"secret": ""},
        {"key": "A" * 87},
        {"secret": "A" * 200},
        {"key": "\u00e9"},
        {"secret": "AAAA"},
    ],
)
def test_keys_that_are_none(keys: dict[str, str]):
    assert add(logged_in(account("ana")), **keys) == 400


def test_there_are_not_without_end(monkeypatch: pytest.MonkeyPatch):
    client = logged_in(account("ana"))
    statuses = [add(client, f"{ENDPOINT}/{number}") for number in range(PUSH_BROWSERS + 2)]
    assert statuses == [201] * PUSH_BROWSERS + [400] * 2
    assert add(client, f"{ENDPOINT}/0") == 201, "one that is there is no new one"
    monkeypatch.setattr(lobby, "PUSH_CHANGES", Throttle("told-test", most=1, seconds=60))
    assert [add(client, f"{ENDPOINT}/0") for _ in range(2)] == [201, 429]


def test_another_site_cannot_switch_it_on():
    client = Client(enforce_csrf_checks=True)
    client.force_login(account("ana"))
    assert add(client) == 403
