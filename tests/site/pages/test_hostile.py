"""What nobody should send, and somebody does."""

import uuid

import pytest
from django.test import Client

from games.accounts import make_token
from games.models import Submission
from tests.cast import client_of
from tests.worlds.pages_world import World


@pytest.mark.parametrize("ply", ["999999", "9" * 30, "9" * 5000])
def test_a_huge_ply_is_no_page(world: World, ply: str):
    assert Client().get(f"/games/{world.game.pk}/{ply}/").status_code == 404


@pytest.mark.parametrize(
    "address",
    [
        "/games/x/",
        "/games/ABCDEFGHJKMN/",
        "/games/iiiiiiiiiiii/",
        "/games/000000000000/",
        "/games/000000000000/log.imh",
        "/games/000000000000/replay.json",
        "/games/%00/",
        "/games/-1/",
        f"/uploads/{uuid.UUID(int=0)}/",
        f"/uploads/{uuid.UUID(int=0)}/status.json",
        f"/uploads/{uuid.UUID(int=0)}/1/",
        "/uploads/not-a-uuid/",
        "/uploads/%00/",
        f"/players/{'9' * 30}/claim/",
        f"/players/{'9' * 5000}/claim/",
    ],
)
def test_what_is_not_there(world: World, address: str):
    assert client_of(world.people["ana"]).get(address).status_code == 404


@pytest.mark.parametrize("number", ["0", "2", "99999999999999999999"])
def test_a_log_that_the_upload_does_not_have(world: World, number: str):
    answer = client_of(world.people["ana"]).get(f"/uploads/{world.refused.pk}/{number}/")
    assert answer.status_code == 404


@pytest.mark.parametrize(
    "query", ["player=%00", "after=%00", "x=%00", "player=%ff%fe", "&&&=", "player=" + "a" * 5000]
)
@pytest.mark.parametrize("address", ["/", "/games/", "/upload/", "/uploads/", "/accounts/login/"])
def test_odd_query_strings(world: World, address: str, query: str):
    answer = client_of(world.people["ana"]).get(f"{address}?{query}")
    assert answer.status_code in (200, 404)


@pytest.mark.parametrize("value", ["", "x", "-1", "9" * 30, "\x00", "²"])
def test_odd_numbers_in_forms(world: World, value: str):
    client = client_of(world.people["mo"])
    assert client.post("/accounts/claims/", {"claim": value}).status_code == 404
    assert client.post("/accounts/tokens/", {"revoke": value}).status_code == 404


def test_the_page_revokes_no_token_of_another_account(world: World):
    token, _plain = make_token(world.people["ana"], "n", ["read"])
    answer = client_of(world.people["mo"]).post("/accounts/tokens/", {"revoke": token.pk})
    assert answer.status_code == 404
    token.refresh_from_db()
    assert token.revoked_at is None


def test_a_log_that_could_not_be_judged_says_whose_fault_it_is(world: World):
    row = world.refused.submissions.get()
    Submission.objects.filter(pk=row.pk).update(status="failed", refusal=None)
    text = client_of(world.people["ana"]).get(f"/uploads/{row.upload_id}/1/").content.decode()
    assert "could not be checked" in text


def test_where_to_go_after_login_is_on_this_site(world: World):
    data = {"username": "ana", "password": "seven-stones-on-a-sled", "next": "//evil.example/"}
    assert Client().post("/accounts/login/", data)["Location"] == "/"
    data = {"handle": "dora", "password": "seven-stones-on-a-sled", "next": "https://evil.example"}
    assert Client().post("/accounts/signup/", data)["Location"] == "/"
