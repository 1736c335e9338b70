"""Notices and confirmations by the API: what a client that confirms for a person needs."""

import pytest
from django.utils import timezone

from games.models import Account, Game, Standing
from tests.cast import finished_log, game_of, submit
from tests.worlds.api_world import Asker, assert_problem, token

pytestmark = pytest.mark.django_db


def asker(owner: Account, *scopes: str) -> Asker:
    return Asker(token(owner, *scopes))


def test_what_waits_is_listed_confirmed_and_gone(ana, ben):
    games = [game_of(submit(ana, finished_log(seed=seed))) for seed in (1, 2)]
    client = asker(ben, "attest")
    listed = client.ask("GET", "confirmations?by=ana").json()["results"]
    assert {row["id"] for row in listed} == {game.pk for game in games}
    assert {(row["uploader"], row["standing"], row["lapsed_at"]) for row in listed} == {
        ("ana", "waiting", None)
    }
    body = {"games": [games[0].pk]}
    assert client.ask("POST", "confirmations", body).json() == {
        "confirmed": [games[0].pk],
        "left": [],
    }
    assert client.ask("POST", "confirmations", {"uploader": "@ana"}).json() == {
        "confirmed": [games[1].pk],
        "left": [],
    }
    assert client.ask("GET", "confirmations").json()["results"] == []
    assert not Game.objects.exclude(standing=Standing.COUNTED).exists()
    for wrong in ({}, {"games": [], "uploader": "ana"}, {"games": ["x" * 99]}):
        assert_problem(client.ask("POST", "confirmations", wrong), 400, "invalid")
    assert_problem(client.ask("GET", "confirmations?since=soon"), 400, "invalid")


def test_notices_are_read(ana, ben):
    game = game_of(submit(ana, finished_log()))
    client = asker(ben, "read")
    (notice,) = client.ask("GET", "notices?unread=yes").json()["results"]
    assert (notice["kind"], notice["by"], notice["game"], notice["n"]) == (
        "named",
        "ana",
        game.pk,
        1,
    )
    assert notice["page"].endswith(f"/games/{game.pk}/")
    body = client.ask("POST", "notices/read", {"ids": [notice["id"]]}).json()
    assert body == {"read": 1, "unread": 0}
    assert client.ask("GET", "notices?unread=yes").json()["results"] == []
    assert client.ask("GET", "notices").json()["results"][0]["read_at"]
    assert_problem(client.ask("POST", "notices/read", {}), 400, "invalid")


def test_an_agreement_is_made_seen_on_the_game_and_ended(ana, ben):
    client = asker(ben, "attest")
    assert client.ask("POST", "confirmations/always", {"handle": "@ana"}).status_code == 201
    game = game_of(submit(ana, finished_log()))
    body = client.ask("GET", f"games/{game.pk}").json()
    assert body["standing"] == "counted"
    assert {
        attestation["handle"]: attestation["agreement"] for attestation in body["attestations"]
    } == {"ana": None, "ben": "ana"}
    assert [
        attestation["handle"] for attestation in client.ask("GET", "confirmations/always").json()
    ] == ["ana"]
    assert client.ask("DELETE", "confirmations/always/ana").status_code == 204
    assert_problem(client.ask("DELETE", "confirmations/always/ana"), 404)


def test_of_which_there_is_mail_is_the_choice_of_the_account(ben):
    client = asker(ben, "attest")
    wishes = {"confirming": True, "games": True, "rating": False, "uploads": False}
    assert client.ask("GET", "notices/mail").json() == wishes
    changed = wishes | {"games": False, "rating": True}
    assert client.ask("PUT", "notices/mail", changed).json() == changed
    assert client.ask("GET", "notices/mail").json() == changed
    assert_problem(client.ask("PUT", "notices/mail", {"games": True}), 400, "invalid")


def test_a_game_that_has_lapsed_is_found_and_waits_again(ana, ben):
    game = game_of(submit(ana, finished_log()))
    Game.objects.update(lapsed_at=timezone.now())
    assert asker(ben, "attest").ask("GET", "confirmations").json()["results"] == []
    client = asker(ana, "attest")
    (row,) = client.ask("GET", "confirmations?lapsed=yes").json()["results"]
    assert (row["id"], row["lapsed_at"] is None) == (game.pk, False)
    client.ask("POST", "confirmations", {"games": [game.pk]})
    assert len(asker(ben, "attest").ask("GET", "confirmations").json()["results"]) == 1
