"""Mailed links that are guessed, old or another's; games of others; mails that one did not ask for;
an uploader who floods the notices of others."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import NamedTuple

import pytest
from allauth.account.models import EmailAddress
from django.core import mail, signing
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games import notices
from games.accounts.closing import close
from games.limits import CONFIRM_LINK
from games.models import Account, Attestation, Game, Notice, NoticeWishes, Standing
from games.models.notice import Kind
from games.notices import PendingNotice, notify_accounts
from games.notifications import mail_digest
from games.notifications.messages import notice_sentence
from games.standing import agreements, attest, confirming, correct_seats, reminders
from tests.cast import account, client_of, finished_log, game_of, submit
from tests.fake_clock import set_clock
from web.errors import Conflict
from web.mail_limits import LIMITS, Mail
from web.rate_limits import AGREEMENTS

pytestmark = pytest.mark.django_db


class World(NamedTuple):
    """A game of ana's that waits for ben; eve has nothing to do with it."""

    ana: Account
    ben: Account
    eve: Account
    game: Game


def made_world() -> World:
    ana, ben, eve = (account(name) for name in ("ana", "ben", "eve"))
    return World(ana, ben, eve, game_of(submit(ana, finished_log())))


@pytest.fixture(scope="module")
def kept(keep: Callable[[Callable[[], World]], World]) -> World:
    return keep(made_world)


@pytest.fixture
def world(kept: World, db: None) -> World:
    cache.clear()
    return deepcopy(kept)


def confirmed(world: World) -> bool:
    return Attestation.objects.filter(game=world.game, account=world.ben).exists()


def path_of(secret: str) -> str:
    return f"/confirm/by-mail/{secret}/"


# --- links that confirm ---------------------------------------------------------------


def test_what_only_looks_at_a_link_confirms_nothing(world: World):
    """Mail programs and their guards fetch every address in a mail."""
    path = path_of(confirming.link_for(world.ben, world.game))
    for ask in (Client().get, Client().head):
        assert ask(path).status_code == 200
    assert Client().options(path).status_code in (200, 405)
    assert not confirmed(world)


def test_the_link_confirms_that_game_once_and_logs_nobody_in(world: World):
    path = path_of(confirming.link_for(world.ben, world.game))
    client = Client()
    for _ in range(2):
        assert client.post(path).status_code == 200
    assert Attestation.objects.filter(account=world.ben).count() == 1
    assert Game.objects.get(pk=world.game.pk).standing == Standing.COUNTED
    assert "_auth_user_id" not in client.session
    assert "/accounts/login/" in client.get("/confirm/")["Location"]


def test_a_link_that_is_posted_from_another_site_does_nothing(world: World):
    path = path_of(confirming.link_for(world.ben, world.game))
    assert Client(enforce_csrf_checks=True).post(path).status_code == 403
    assert not confirmed(world)


def test_a_guessed_link_is_none(world: World):
    body, stamp, sign = confirming.link_for(world.ben, world.game).split(":")
    other = signing.dumps([world.ben.pk, world.game.pk, 0, ""], salt="another")
    stop = mail_digest.stop_secret(world.ben)
    odd = signing.dumps("x", salt=confirming.SALT)
    guesses = [other, stop, odd, "x", f"{body}:{stamp}:{sign[:-1]}", f"{body}::{sign}", "é:é:é"]
    for guess in guesses:
        for ask in (Client().get, Client().post):
            assert ask(path_of(guess)).status_code == 410, guess
    assert not confirmed(world)


def test_a_link_for_another_seat_is_made_for_nobody(world: World):
    """One that names an account which does not sit in the game."""
    path = path_of(confirming.link_for(world.eve, world.game))
    assert Client().post(path).status_code == 410
    assert not Attestation.objects.filter(account=world.eve).exists()


def test_a_link_ends_when_the_seats_are_mended(world: World):
    path = path_of(confirming.link_for(world.ben, world.game))
    correct_seats.reseat(world.ana, world.game, ["@eve", "@ben"], "It was Eve.")
    for ask in (Client().get, Client().post):
        assert ask(path).status_code == 410
    assert not confirmed(world)


def test_a_link_ends_with_time_with_the_address_and_with_the_account(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    path = path_of(confirming.link_for(world.ben, world.game))
    now = signing.time.time()
    with monkeypatch.context() as patched:
        patched.setattr(signing.time, "time", lambda: now + CONFIRM_LINK.total_seconds() + 60)
        assert Client().post(path).status_code == 410
    EmailAddress.objects.filter(user=world.ben).update(email="other@example.org")
    assert Client().post(path).status_code == 410
    EmailAddress.objects.filter(user=world.ben).update(email="ben@example.org")
    assert Client().get(path).status_code == 200
    close(world.ben)
    assert Client().post(path).status_code == 410
    assert not confirmed(world)


def test_a_link_confirms_no_void_game(world: World):
    Game.objects.filter(pk=world.game.pk).update(standing=Standing.VOID, void_reason="No.")
    path = path_of(confirming.link_for(world.ben, world.game))
    assert Client().post(path).status_code == 410
    assert not confirmed(world)


# --- many games -------------------------------------------------------------------------


def test_nobody_confirms_games_in_which_they_do_not_sit(world: World):
    found = confirming.confirm_games(world.eve, [world.game.pk, "NOSUCHGAME00"])
    assert (found.done, found.left) == ([], {})
    client = client_of(world.eve)
    client.post("/confirm/", {"game": [world.game.pk, "\x00", "x" * 500]})
    client.post("/confirm/", {"all": "ana"})
    for odd in ("\x00", "a\x00b", "%", "ü" * 99):
        assert client.post("/confirm/", {"all": odd}).status_code == 302
        assert client.post("/confirm/always/", {"handle": odd}).status_code == 302
        assert client.post("/confirm/always/", {"handle": odd, "end": "1"}).status_code == 302
        assert client.get("/confirm/", {"by": odd, "player": odd, "since": odd}).status_code == 200
    assert Attestation.objects.exclude(account=world.ana).count() == 0


def test_an_agreement_is_no_ones_but_who_makes_it(world: World):
    """eve cannot agree in ben's name, nor make use of it for games of others."""
    agreements.make_agreement(world.ben, "ana")
    assert not agreements.end_agreement(world.eve, "ana")
    game = game_of(submit(world.eve, finished_log("black=@ana white=@ben", seed=3)))
    assert game.standing == Standing.WAITING
    assert not Attestation.objects.filter(game=game).exists()


def test_agreements_that_come_and_go_are_few_rows(world: World):
    for _ in range(AGREEMENTS.most):
        agreements.make_agreement(world.ben, "ana")
        agreements.end_agreement(world.ben, "ana")
    with pytest.raises(Conflict):
        agreements.make_agreement(world.ben, "ana")


# --- notices and mails ------------------------------------------------------------------


def test_an_uploader_who_names_others_in_everything_fills_one_line(world: World):
    for seed in range(30, 36):
        submit(world.eve, finished_log("black=@eve white=@ben", seed=seed))
    assert [row.n for row in Notice.objects.filter(account=world.ben, by=world.eve)] == [6]


def test_a_closed_account_gets_no_mail_and_keeps_no_notices(world: World):
    mail_digest.wish(world.ben, {"confirming"})
    close(world.ben)
    notify_accounts([PendingNotice(world.ben.pk, Kind.VOID, world.game.pk)])
    assert not Notice.objects.filter(account=world.ben).exists()
    assert not NoticeWishes.objects.filter(account=world.ben).exists()
    Notice.objects.create(account=world.ben, kind=Kind.VOID, game=world.game)
    Notice.objects.update(at=timezone.now() - timedelta(hours=1))
    mail_digest.send_mail_digests()
    assert [one.to for one in mail.outbox if "ben@example.org" in one.to] == []


def test_an_address_that_nobody_verified_gets_no_notices(world: World):
    EmailAddress.objects.filter(user=world.ben).update(verified=False)
    mail_digest.wish(world.ana, set())
    Notice.objects.update(at=timezone.now() - timedelta(hours=1))
    assert mail_digest.send_mail_digests() == 0


def test_names_bring_no_headers_and_no_links_into_a_mail(world: World):
    """Names of guests and reasons are typed by others; of all that no word is in a mail."""
    evil = "Bcc: all@example.org https://evil.example"
    game = game_of(submit(world.eve, finished_log("black=@eve white=@ben", seed=40)))
    correct_seats.reseat(world.eve, game, [evil, "@ben"], f"x\r\nBcc: a@b.example\n{evil}")
    mail_digest.wish(world.ana, set())
    mail_digest.wish(world.eve, set())
    Notice.objects.update(at=timezone.now() - timedelta(hours=1))
    assert mail_digest.send_mail_digests() == 1
    (sent,) = mail.outbox
    message = sent.message()
    assert "Bcc" not in message
    assert "evil.example" not in message.as_string()
    assert set(sent.extra_headers) == {"List-Unsubscribe", "List-Unsubscribe-Post"}


def test_mails_of_notices_are_few_whatever_happens(world: World):
    mail_digest.wish(world.ana, set())
    for _ in range(10):
        notify_accounts([PendingNotice(world.ben.pk, Kind.VOID, world.game.pk)])
        Notice.objects.update(at=timezone.now() - timedelta(hours=1))
        NoticeWishes.objects.filter(account=world.ben).update(mailed_at=None)
        mail_digest.send_mail_digests()
    assert len(mail.outbox) == LIMITS[Mail.DIGEST].recipient


def test_a_mailbox_that_refuses_keeps_the_mails_of_others_from_nobody(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    """ana verified an address, and gave it up since; hers is the first mail of each run."""
    sent: list[str] = []

    def send(message: mail.EmailMessage) -> int:
        if message.to == ["ana@example.org"]:
            raise SMTPRecipientsRefused({"ana@example.org": (550, b"no such mailbox")})
        sent.extend(message.to)
        return 1

    monkeypatch.setattr("games.notifications.mail_digest.EmailMessage.send", send)
    notify_accounts([PendingNotice(world.ana.pk, Kind.VOID, world.game.pk)])
    Notice.objects.update(at=timezone.now() - timedelta(hours=1))
    assert (mail_digest.send_mail_digests(), sent) == (1, ["ben@example.org"])
    assert mail_digest.send_mail_digests() == 0


def test_who_confirms_again_and_again_makes_nobody_wait_longer(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    """An uploader keeps a game that the other one will not confirm among what waits for them."""
    now = timezone.now()
    for day in range(1, 24):
        set_clock(monkeypatch, lambda day=day: now + timedelta(days=day))
        attest.attest(world.ana, world.game)
        submit(world.ana, finished_log())
        reminders.process_unconfirmed_games()
    assert Game.objects.get(pk=world.game.pk).lapsed_at is not None
    kinds = Notice.objects.filter(account=world.ben).values_list("kind", flat=True)
    assert sorted(kinds) == [Kind.LAPSED, Kind.NAMED, Kind.REMINDER]


def test_a_farmed_uploader_cannot_have_others_confirm(world: World):
    """By an agreement one's own seat is confirmed, never that of a third one."""
    agreements.make_agreement(world.ben, "ana")
    agreements.make_agreement(world.ana, "ben")
    three = "black=@ana white=@ben brown=@eve"
    game = game_of(submit(world.ana, finished_log(three, seed=50)))
    attestations = set(Attestation.objects.filter(game=game).values_list("account", flat=True))
    assert (attestations, game.standing) == ({world.ana.pk, world.ben.pk}, Standing.WAITING)


def test_what_an_agreement_did_is_seen_by_who_made_it(world: World):
    """Nobody is rated in silence: they are told that games count, with a link to end it."""
    agreements.make_agreement(world.ben, "ana")
    game = game_of(submit(world.ana, finished_log(seed=52)))
    assert Notice.objects.get(account=world.ben, kind=Kind.COUNTS).game_id == game.pk


def test_a_notice_of_a_closed_account_says_no_handle(world: World):
    attest.dispute(world.ben, world.game, "No.")
    close(world.ben)
    said = [notice_sentence(row) for row in Notice.objects.filter(account=world.ana)]
    assert said
    assert not any("ben" in one for one in said)


# --- to stop the mails of others ----------------------------------------------------------


def test_others_mails_are_not_stopped(world: World):
    secret = mail_digest.stop_secret(world.eve)
    _pk, sign = secret.split(":")
    confirm = confirming.link_for(world.ben, world.game)
    for guess in (f"{world.ben.pk}:{sign}", str(world.ben.pk), confirm, "x:y", ":", "é"):
        for ask in (Client().get, Client().post):
            assert ask(f"/notices/stop/{guess}/").status_code == 404
    assert Client().post(f"/notices/stop/{secret}/").status_code == 200
    assert mail_digest.wishes_of(world.ben).confirming
    assert not mail_digest.wishes_of(world.eve).confirming


def test_what_only_looks_at_the_link_stops_nothing(world: World):
    path = f"/notices/stop/{mail_digest.stop_secret(world.ben)}/"
    assert (Client().get(path).status_code, Client().head(path).status_code) == (200, 200)
    assert mail_digest.wishes_of(world.ben).confirming


def test_ids_of_others_and_odd_ones_read_nothing(world: World):
    client = client_of(world.eve)
    (row,) = Notice.objects.filter(account=world.ben)
    for typed in (str(row.pk), "9" * 40, "-1", "x", "²", ""):
        assert client.post("/notices/", {"open": typed}).status_code == 404
        assert client.post("/notices/", {"until": typed}).status_code == 302
    row.refresh_from_db()
    assert row.read_at is None
    assert notices.count_unread(world.ben) == 1
