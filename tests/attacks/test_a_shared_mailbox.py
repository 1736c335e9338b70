"""Nine accounts of one mailbox, verified before mailboxes were compared, or one after another."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from archive.dumps.services.publish import dump
from audit.runner import Audit
from games.accounts.closing import close
from games.models import Account, Game, GameDecision, Standing, VerifiedMailbox
from games.standing.attest import attest
from games.standing.standing import settle
from games.standing.waiting_sentences import waiting_for
from ratings.models import Rating, RatingChange
from ratings.services.fold import fold_pending
from ratings.services.rebuild import rebuild_ledger
from tests.cast import account, client_of, finished_log, game_of, standing_of, submit

pytestmark = pytest.mark.django_db

START = timezone.now() - timedelta(days=1)


@pytest.fixture(autouse=True)
def as_in_production(settings: object) -> None:
    settings.RATED_NEEDS_VERIFIED_EMAIL = True  # type: ignore[attr-defined]


def share_a_mailbox(*accounts: Account) -> None:
    for number, sharer in enumerate(accounts):
        address = EmailAddress.objects.get(user=sharer)
        VerifiedMailbox.objects.create(
            address=address, mailbox="puppet@gmail.com", is_shared=number > 0, since=START
        )


def played(black: Account, white: Account, seed: int = 1) -> Game:
    names = f"black=@{black.username} white=@{white.username}"
    game = game_of(submit(black, finished_log(names, seed=seed)))
    attest(white, game)
    game.refresh_from_db()
    return game


def test_games_with_each_other_are_unrated_by_a_decision() -> None:
    star, puppet, ben = account("star"), account("puppet"), account("ben")
    share_a_mailbox(star, puppet)
    game = played(star, puppet)
    assert (game.standing, game.unrated) == (Standing.UNRATED, True)
    decision = GameDecision.objects.get()
    assert (decision.game, decision.kind) == (game, "shared-mailbox")
    assert waiting_for(game) == ["accounts that share a mailbox sit in it"]
    page = client_of(ben).get(f"/games/{game.pk}/").content.decode()
    assert "Some of this game’s players share a mailbox." in page
    assert "gmail" not in page
    assert played(star, ben, seed=2).standing == Standing.COUNTED
    assert GameDecision.objects.count() == 1


def test_the_audit_agrees(tmp_path: Path) -> None:
    star, puppet = account("star"), account("puppet")
    share_a_mailbox(star, puppet)
    played(star, puppet)
    played(star, account("ben"), seed=2)
    fold_pending()
    assert rebuild_ledger(dry_run=True).nothing_differs
    assert RatingChange.objects.filter(pool="overall").count() == 2
    dump(tmp_path / "dump")
    assert list(Audit(tmp_path / "dump").differences()) == []


def test_what_counted_before_counts_on() -> None:
    star, puppet = account("star"), account("puppet")
    game = played(star, puppet)
    share_a_mailbox(star, puppet)
    settle([game])
    assert standing_of(game) == Standing.COUNTED
    came_before = game_of(submit(star, finished_log("black=@star white=@puppet", seed=2)))
    VerifiedMailbox.objects.update(since=timezone.now())
    attest(puppet, came_before)
    assert standing_of(came_before) == Standing.COUNTED
    assert not GameDecision.objects.exists()


def test_an_arbiter_needs_no_mailboxes() -> None:
    share_a_mailbox(account("star"), account("puppet"))
    text = finished_log("black=@star white=@puppet")
    assert game_of(submit(account("ida", arbiter=True), text)).standing == Standing.COUNTED


def test_closing_the_puppets_one_by_one_counts_nothing() -> None:
    star, puppet = account("star"), account("puppet")
    share_a_mailbox(star, puppet)
    game = game_of(submit(puppet, finished_log("black=@star white=@puppet")))
    close(puppet)
    attest(star, game)
    assert standing_of(game) == Standing.UNRATED


def test_wrong_seats_make_no_decision_about_other_people() -> None:
    """A game that is waiting may yet get other seats."""
    star, puppet, ben = account("star"), account("puppet"), account("ben")
    share_a_mailbox(star, puppet)
    game = game_of(submit(ben, finished_log("black=@star white=@puppet")))
    assert standing_of(game) == Standing.WAITING
    assert not GameDecision.objects.exists()


@pytest.mark.parametrize("verified_before", [True, False])
def test_nine_addresses_of_one_mailbox_gain_nothing_in_25_games(verified_before: bool) -> None:
    """Each puppet loses to the star three times: +217 in 24 games before."""
    star, *puppets = people = [account(name) for name in ("star", *(f"p{n}" for n in range(8)))]
    if verified_before:
        share_a_mailbox(*people)
    else:
        EmailAddress.objects.filter(user__in=puppets).update(verified=False)
    for number in range(25):
        played(star, puppets[number % 8], seed=number)
    fold_pending()
    assert Game.objects.count() == 25
    gained = [row.rating - 1_500_000 for row in Rating.objects.filter(player__account=star)]
    assert max(gained, default=0) < 50_000
    assert not Rating.objects.filter(listed_until__isnull=False).exists()
