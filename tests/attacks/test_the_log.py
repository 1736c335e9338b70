"""The transparency log before strangers: what they ask for, how often, what they cannot send."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.urls import resolve

from archive.log import views
from archive.log.models import Checkpoint, Leaf, Log
from archive.log.services.append import KINDS, append
from games.log_outbox import STANDING, queue_leaves

pytestmark = pytest.mark.django_db

ADDRESSES = (
    "",
    "checkpoint",
    "key",
    "consistency/1-2",
    "tile/0/000.p/9",
    "games/vzck5z2vtpw7.json",
)


@pytest.fixture
def log(monkeypatch) -> Log:
    """300 leaves."""
    monkeypatch.setitem(KINDS, "standing", lambda ids: ((pk, {"a": pk}) for pk in ids))
    queue_leaves(STANDING, [f"game-{number}" for number in range(300)])
    append()
    return Log.objects.get()


@pytest.mark.parametrize(
    "path",
    [
        "0/x999/x999/x999/x999/x999/999",
        "0/" + "x999/" * 40 + "999",
        "0/" + "9" * 5000,
        "63/000",
        "64/000",
        "-1/000",
        "0/001",
        "0/001.p/45",
        "0/001.p/0",
        "0/001.p/256",
        "0/001.p/99999999999999999999",
        "0/001.p/044",
        "0/000.p/-1",
        "0/../0/000",
        "../checkpoint",
        "..%2f..%2fetc/passwd",
        "0/000%00",
        "0/000/",
        "0/000.p/44/",
        "entries/001.p/45",
        "entries/x001/x234/067",
        "entries",
        "data/000",
        "0/\u0660\u0660\u0660",
        "0/000?x",
        "%F0%9F%97%BF",
    ],
)
def test_a_path_that_is_no_tile_is_not_found(client, log, path):
    assert client.get(f"/log/tile/{path}").status_code == (200 if path == "0/000?x" else 404)


def test_what_is_there_is_there(client, log):
    for path in ("0/000", "0/000.p/255", "0/001.p/44", "1/000.p/1", "entries/001.p/44"):
        assert client.get(f"/log/tile/{path}").status_code == 200


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nobody_sends_anything_to_the_log(client, log, address, method):
    """No witness, no leaf, no signature comes over HTTP."""
    before = (Leaf.objects.count(), Checkpoint.objects.count(), log.note)
    assert getattr(client, method)(f"/log/{address}", b"x", "text/plain").status_code == 405
    assert (Leaf.objects.count(), Checkpoint.objects.count(), Log.objects.get().note) == before


def test_every_address_is_among_those_that_were_tried():
    tried = {resolve(f"/log/{address}").url_name for address in ADDRESSES}
    urls = import_module("archive.log.urls")
    assert tried == {urlpattern.name for urlpattern in urls.urlpatterns}


@pytest.mark.parametrize(
    ("throttle", "address"), [("TILES", "tile/0/000"), ("PROOFS", "games/vzck5z2vtpw7.json")]
)
def test_who_asks_too_often_waits(client, log, throttle, address):
    limit = getattr(views, throttle)
    assert limit.allows("127.0.0.1", limit.most)
    answer = client.get(f"/log/{address}")
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")
    assert "no-store" in answer["Cache-Control"]
    limit.forget("127.0.0.1")
    assert client.get(f"/log/{address}").status_code in (200, 404)


def test_nothing_of_a_visitor_is_in_what_is_kept_for_ever(client, log):
    """Proxies keep it for all: it sets no cookie, and varies by nothing."""
    answer = client.get("/log/tile/0/000")
    assert "immutable" in answer["Cache-Control"]
    assert not answer.cookies
    assert "Vary" not in answer
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["X-Content-Type-Options"] == "nosniff"
