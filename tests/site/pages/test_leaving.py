"""The pages by which somebody takes their data, and leaves."""

import io
import zipfile
from typing import Any

import pytest
from django.test import Client

from games.models import Account
from games.standing.resolve_players import ensure_player
from tests.cast import PASSWORD, account, client_of
from web.rate_limits import DATA_EXPORTS

pytestmark = pytest.mark.django_db
PAGES = ["/accounts/data/", "/accounts/close/", "/accounts/bot/"]


@pytest.fixture
def ana(db: None) -> Client:
    """She has just typed her password."""
    ensure_player(account("ana"))
    client = Client()
    typed = {"username": "ana", "password": PASSWORD}
    assert client.post("/accounts/login/", typed).status_code == 302
    assert client.post("/accounts/again/", {"password": PASSWORD}).status_code == 302
    return client


@pytest.mark.parametrize("path", PAGES)
def test_nobody_else_gets_there(path: str):
    assert "/accounts/login/" in Client().get(path)["Location"]
    assert "/accounts/login/" in Client().post(path)["Location"]


@pytest.mark.parametrize("path", PAGES)
def test_who_has_only_found_the_session_is_asked_for_the_password(path: str):
    client = client_of(account("ana"))
    for answer in (client.get(path), client.post(path, {"handle": "ana"})):
        assert answer.status_code == 302
        assert "/accounts/again/" in answer["Location"]
    assert Account.objects.get().is_active


def test_the_file_is_a_zip_for_its_owner_alone(ana: Client):
    assert "Download a zip file" in ana.get("/accounts/data/").content.decode()
    answer: Any = ana.post("/accounts/data/")
    assert "no-store" in answer["Cache-Control"]
    assert answer["Content-Disposition"] == 'attachment; filename="imhotep-ana.zip"'
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as file:
        assert b'"handle": "ana"' in file.read("account.json")


def test_own_data_are_not_made_all_the_time(ana: Client):
    for _ in range(DATA_EXPORTS.most):
        answer: Any = ana.post("/accounts/data/")
        assert answer.status_code == 200
        b"".join(answer.streaming_content)
    assert ana.post("/accounts/data/").status_code == 429


def test_closing_asks_for_the_handle_and_says_what_stays(ana: Client):
    page = ana.get("/accounts/close/").content.decode()
    number = Account.objects.get().player.pk
    assert f"@player-{number}" in page
    refused = ana.post("/accounts/close/", {"handle": "anna"})
    assert "not the handle of this account" in refused.content.decode()
    assert Account.objects.get().is_active
    done = ana.post("/accounts/close/", {"handle": "@Ana"}, follow=True)
    assert "Your account is closed." in done.content.decode()
    assert "/accounts/login/" in ana.get("/accounts/me/")["Location"]
    assert Account.objects.get().username == f"player-{number}"
    typed = {"username": "ana", "password": PASSWORD}
    assert "Wrong handle or password" in ana.post("/accounts/login/", typed).content.decode()


def test_the_only_moderator_reads_why_not(ana: Client):
    Account.objects.update(is_superuser=True)
    answer = ana.post("/accounts/close/", {"handle": "ana"})
    assert "This is the only superuser of the site" in answer.content.decode()


def test_an_account_is_marked_as_a_bot_by_its_owner_who_types_the_handle(ana: Client):
    page = ana.get("/accounts/bot/").content.decode()
    assert "can’t be undone" in page
    refused = ana.post("/accounts/bot/", {"handle": "anna"})
    assert "not the handle of this account" in refused.content.decode()
    assert Account.objects.get().bot_since is None
    done = ana.post("/accounts/bot/", {"handle": "@Ana"}, follow=True)
    assert "Your account is marked as a bot." in done.content.decode()
    marked = Account.objects.get().bot_since
    assert marked is not None
    repeated = ana.post("/accounts/bot/", {"handle": "ana"}).content.decode()
    assert "has been marked as a bot since" in repeated
    assert Account.objects.get().bot_since == marked
