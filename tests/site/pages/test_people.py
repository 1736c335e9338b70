"""Accounts: signing up, logging in, a forgotten password, tokens, claims."""

import re

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client

from games.models import Account, ApiToken
from games.tasks import answer_forgotten
from tests.attacks.accounts import logged_in, say_again
from tests.cast import PASSWORD, account, client_of, finished_log, submit
from tests.worlds.pages_world import World
from web.rate_limits import WRONG_PASSWORDS


def sign_up(client: Client, **typed: str):
    data = {"handle": "dora", "email": "d@example.org", "password": PASSWORD} | typed
    return client.post("/accounts/signup/", data)


def test_signing_up_logs_in_and_goes_on(db: None):
    client = Client()
    assert sign_up(client, next="/upload/")["Location"] == "/upload/"
    assert "@dora" in client.get("/").content.decode()


@pytest.mark.parametrize(
    ("typed", "phrase"),
    [
        ({"handle": "x"}, "2 to 24"),
        ({"handle": "Ötzi"}, "2 to 24"),
        ({"handle": "a" * 50}, "at most 40"),
        ({"handle": "admin"}, "reserved"),
        ({"handle": "ANA"}, "taken"),
        ({"handle": ""}, "required"),
        ({"handle": "a\0b"}, "Null characters"),
        ({"email": "nowhere"}, "valid email"),
        ({"password": "12345678"}, "common"),
        ({"password": "short"}, "too short"),
        ({"handle": "dora-of-giza", "password": "dora-of-giza1"}, "similar"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_the_rest_stays(
    db: None, typed: dict[str, str], phrase: str
):
    account("ana")
    answer = sign_up(Client(), **typed)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert phrase in text
    assert typed.get("email", "d@example.org") in text
    assert PASSWORD not in text
    assert Account.objects.count() == 1


def log_in(client: Client, username: str, password: str):
    return client.post("/accounts/login/", {"username": username, "password": password})


@pytest.mark.parametrize("typed", ["ana", "@ana", " Ana "])
def test_the_handle_may_be_typed_as_in_a_log(db: None, typed: str, ana):
    assert log_in(Client(), typed, PASSWORD).status_code == 302


def test_a_wrong_password_is_said_and_the_handle_stays(db: None, ana):
    text = log_in(Client(), "ana", "wrong").content.decode()
    assert "do not go together" in text
    assert 'value="ana"' in text


def test_one_who_tries_passwords_is_kept_waiting(db: None, ana, ben):
    client = Client()
    for _ in range(WRONG_PASSWORDS.most):
        assert log_in(client, "ana", "wrong").status_code == 200
    assert "Too many attempts" in log_in(client, "ana", PASSWORD).content.decode()
    assert "Too many attempts" in log_in(client, "@ANA", PASSWORD).content.decode()
    assert log_in(client, "ben", PASSWORD).status_code == 302
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert "Too many attempts" in log_in(elsewhere, "ana", PASSWORD).content.decode()


def test_a_success_forgets_the_failures(db: None, ana):
    client = Client()
    for _ in range(3):
        for _ in range(WRONG_PASSWORDS.most - 1):
            log_in(client, "ana", "wrong")
        assert log_in(client, "ana", PASSWORD).status_code == 302


def test_logging_out_is_no_link(world: World):
    client = client_of(world.people["ana"])
    assert client.get("/accounts/logout/").status_code == 405
    client.post("/accounts/logout/")
    assert client.get("/accounts/me/").status_code == 302


def test_a_forgotten_password_is_replaced_by_mail(db: None, ana):
    client = Client()
    client.post("/accounts/reset/", {"email": "ana@example.org"})
    answer_forgotten("ana@example.org")  # a worker does it
    (letter, *_) = mail.outbox
    assert "Hello @ana" in letter.body
    link = re.search(rf"{settings.SITE_URL}(/accounts/reset/\S+)", letter.body)
    assert link is not None
    form = client.get(link[1], follow=True)
    new = "nine-stones-on-a-sled"
    done = client.post(
        form.redirect_chain[-1][0], {"password1": new, "password2": new}, follow=True
    )
    assert "You can log in with it now." in done.content.decode()
    assert log_in(client, "ana", new).status_code == 302
    assert "holds no more" in client.get(link[1], follow=True).content.decode()


def test_it_does_not_say_who_has_an_account(db: None):
    answer = Client().post("/accounts/reset/", {"email": "who@example.org"}, follow=True)
    assert "If an account has this address" in answer.content.decode()
    answer_forgotten("who@example.org")
    assert not mail.outbox


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
    assert "Accepted: the games have moved." in answer.content.decode()
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
        assert "There is no such page" in text
        assert "site-head" in text


def test_a_crash_is_shown_without_the_database(db: None, monkeypatch: pytest.MonkeyPatch):
    import imhotep_site.views

    def crash(*_: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(imhotep_site.views, "latest_games", crash)
    client = Client(raise_request_exception=False)
    answer = client.get("/")
    assert answer.status_code == 500
    assert "Something broke" in answer.content.decode()


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
    assert "This form came from elsewhere" in answer.content.decode()
    assert "SITE_URL" in answer.content.decode()
    assert "too old" not in answer.content.decode()


def test_one_who_may_not_reads_why(world: World):
    answer = client_of(world.people["cat"]).post(f"/games/{world.game.pk}/attest/")
    assert "Only the players of a game can do that." in answer.content.decode()
