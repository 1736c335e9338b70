"""Accounts: signing up, logging in, a forgotten password, tokens, claims."""

import re

import pytest
from django.test import Client

from games.models import ApiToken
from tests.attacks.accounts import logged_in, say_again
from tests.cast import PASSWORD, client_of, finished_log, submit
from tests.worlds.pages_world import World


def test_logging_out_is_no_link(world: World):
    client = client_of(world.people["ana"])
    assert client.get("/accounts/logout/").status_code == 405
    client.post("/accounts/logout/")
    assert client.get("/accounts/me/").status_code == 302


def test_changing_the_password_keeps_me_logged_in(world: World):
    client = client_of(world.people["ana"])
    new = "nine-stones-on-a-sled"
    data = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    answer = client.post("/accounts/password/", data, follow=True)
    assert "Password changed" in answer.content.decode()
    assert client.get("/accounts/me/").status_code == 200


def test_a_token_is_shown_once_and_can_be_revoked(world: World):
    client = logged_in(world.people["ana"])
    say_again(client)
    data = {"name": "club laptop", "scopes": ["read", "upload"]}
    text = client.post("/accounts/tokens/", data).content.decode()
    plain = re.search(r'<code class="token">(\w+\S+)</code>', text)
    assert plain is not None
    token = ApiToken.objects.get()
    assert token.scopes == "read upload"
    later = client.get("/accounts/tokens/")
    assert plain[1] not in later.content.decode()
    assert "no-store" in later["Cache-Control"]
    client.post("/accounts/tokens/", {"revoke": token.pk})
    token.refresh_from_db()
    assert token.revoked_at is not None


@pytest.mark.parametrize(
    "data",
    [
        {"name": "", "scopes": ["read"]},
        {"name": "x"},
        {"name": "x", "scopes": ["all"]},
        {"name": "x" * 61, "scopes": ["read"]},
        {"name": "a\x00", "scopes": ["read"]},
    ],
)
def test_a_token_that_cannot_be_is_not_made(world: World, data: dict[str, object]):
    client = logged_in(world.people["ana"])
    say_again(client)
    answer = client.post("/accounts/tokens/", data)
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    assert not ApiToken.objects.exists()


def test_the_account_shows_the_games_that_wait_for_me(world: World):
    assert world.game.pk in client_of(world.people["ben"]).get("/accounts/me/").content.decode()
    for handle in ("ana", "cat"):
        text = client_of(world.people[handle]).get("/accounts/me/").content.decode()
        assert world.game.pk not in text, handle


def test_nobody_is_shown_the_grammar_of_logs_unasked(world: World):
    account_page = client_of(world.people["ana"]).get("/accounts/me/").content.decode()
    assert "Other players name you @ana" in account_page
    assert "black=" not in account_page + Client().get("/accounts/signup/").content.decode()


def test_my_uploads_are_mine(world: World):
    assert "broken.imh" in client_of(world.people["ana"]).get("/uploads/").content.decode()
    text = client_of(world.people["mo"]).get("/uploads/").content.decode()
    assert "You have not uploaded anything yet" in text


def test_the_uploader_decides_a_claim(world: World):
    client = client_of(world.people["ana"])
    text = client.get("/accounts/claims/").content.decode()
    assert "It was me." in text
    answer = client.post(
        "/accounts/claims/", {"claim": world.claim.pk, "decision": "accept"}, follow=True
    )
    assert "Accepted. The guest’s games now belong to that player." in answer.content.decode()
    world.guest.refresh_from_db()
    assert world.guest.merged_into == world.people["cat"].player


def test_a_claim_that_cannot_be_says_why_and_keeps_the_note(world: World):
    submit(world.people["ana"], finished_log("black=@cat white=Zoe", seed=12))
    client = client_of(world.people["cat"])
    address = f"/players/{world.guest.pk}/claim/"
    text = client.post(address, {"note": "Once more"}).content.decode()
    assert "Once more" in text
    assert 'class="errorlist nonfield"' in text


def test_only_a_guest_can_be_claimed(world: World):
    player = world.people["ben"].player
    assert client_of(world.people["cat"]).get(f"/players/{player.pk}/claim/").status_code == 404


def test_errors_wear_the_same_dress(world: World):
    for client in (Client(), client_of(world.people["ana"])):
        answer = client.get("/no/such/page/")
        assert answer.status_code == 404
        text = answer.content.decode()
        assert "Page not found" in text
        assert "pload" not in text.partition("<main")[2].partition("</main>")[0]
        assert "site-head" in text


def test_a_form_that_is_too_old_says_so(world: World):
    client = client_of(world.people["ana"])
    client.handler.enforce_csrf_checks = True
    answer = client.post("/upload/", {"log": "x"})
    assert answer.status_code == 403
    assert "This form was too old" in answer.content.decode()


def test_a_form_from_another_address_names_the_setting(world: World):
    client = client_of(world.people["ana"])
    client.handler.enforce_csrf_checks = True
    answer = client.post("/upload/", {"log": "x"}, headers={"Origin": "https://testserver:8443"})
    assert answer.status_code == 403
    assert "This form came from another address" in answer.content.decode()
    assert "SITE_URL" in answer.content.decode()
    assert "too old" not in answer.content.decode()


def test_one_who_may_not_reads_why(world: World):
    answer = client_of(world.people["cat"]).post(f"/games/{world.game.pk}/attest/")
    assert "Only the players of this game can do that." in answer.content.decode()
