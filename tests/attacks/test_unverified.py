"""Invented people, who have no mail address, to win against."""

from __future__ import annotations

from pathlib import Path

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC

from archive.dumps.services.publish import dump
from audit.runner import Audit
from games.accounts.closing import close
from games.models import Account, Game, Standing
from games.standing.attest import attest, dispute, take_back_dispute
from games.standing.standing import address_verified, settle
from games.standing.waiting_sentences import waiting_for
from ratings.models import RatingChange
from ratings.services.fold import fold_pending
from ratings.services.rebuild import rebuild_ledger
from tests.cast import account, client_of, finished_log, game_of, standing_of, submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def puppet() -> Account:
    user = account("puppet")
    EmailAddress.objects.filter(user=user).update(verified=False)
    return user


@pytest.fixture
def verification_required(settings: object) -> object:
    settings.RATED_NEEDS_VERIFIED_EMAIL = True  # type: ignore[attr-defined]
    return settings


def played(ana: Account, other: Account, seed: int = 1) -> Game:
    game = game_of(submit(ana, finished_log(f"black=@ana white=@{other.username}", seed=seed)))
    attest(other, game)
    game.refresh_from_db()
    return game


def rows() -> int:
    fold_pending()
    assert rebuild_ledger(dry_run=True).nothing_differs
    return RatingChange.objects.filter(retired_by=None, pool="overall").count()


def test_a_puppet_without_an_address_changes_no_rating(
    ana: Account, puppet: Account, verification_required: object
) -> None:
    game = played(ana, puppet)
    assert (game.standing, rows()) == (Standing.WAITING, 0)
    assert waiting_for(game) == ["waiting for @puppet to verify their e-mail address"]
    address = EmailAddress.objects.get(user=puppet)
    link = f"/accounts/email/{EmailConfirmationHMAC(address).key}/"
    client_of(puppet).post(link)
    assert (standing_of(game), rows()) == (Standing.COUNTED, 2)


def test_an_arbiter_needs_no_addresses(puppet: Account, verification_required: object) -> None:
    account("ana")
    text = finished_log("black=@ana white=@puppet")
    assert game_of(submit(account("ida", arbiter=True), text)).standing == Standing.COUNTED


def test_what_counted_before_counts_on(ana: Account, puppet: Account, settings: object) -> None:
    game = played(ana, puppet)
    assert (game.standing, rows()) == (Standing.COUNTED, 2)
    settings.RATED_NEEDS_VERIFIED_EMAIL = True  # type: ignore[attr-defined]
    dispute(ana, game, "no")
    take_back_dispute(ana, game)
    assert (standing_of(game), rows()) == (Standing.COUNTED, 2)


def test_a_game_is_asked_for_ever_what_it_was_asked_when_it_came(
    ana: Account, puppet: Account, verification_required: object
) -> None:
    """Turned off later, the setting lets no old game in; turned on again, it takes none out."""
    waits = played(ana, puppet)
    verification_required.RATED_NEEDS_VERIFIED_EMAIL = False  # type: ignore[attr-defined]
    settle([waits])
    assert (waits.standing, rows()) == (Standing.WAITING, 0)
    free = played(ana, puppet, seed=2)
    assert (free.standing, rows()) == (Standing.COUNTED, 2)
    verification_required.RATED_NEEDS_VERIFIED_EMAIL = True  # type: ignore[attr-defined]
    settle([free])
    assert (free.standing, rows()) == (Standing.COUNTED, 2)


def test_nobody_takes_a_lost_game_back_by_giving_up_their_address(
    ana: Account, verification_required: object
) -> None:
    ben = account("ben")
    game = played(ana, ben)
    assert (game.standing, rows()) == (Standing.COUNTED, 2)
    EmailAddress.objects.filter(user=ben).delete()
    settle([game])
    assert (game.standing, rows()) == (Standing.COUNTED, 2)
    close(ben)
    dispute(ana, game, "It was another evening.")
    take_back_dispute(ana, game)
    assert (standing_of(game), rows()) == (Standing.COUNTED, 2)


def test_a_puppet_that_closes_its_account_changes_no_rating(
    ana: Account, puppet: Account, verification_required: object, tmp_path: Path
) -> None:
    """Closed, it cannot be asked for its address any more. It has not shown it by that."""
    game = played(ana, puppet)
    close(puppet)
    assert (standing_of(game), rows()) == (Standing.WAITING, 0)
    dispute(ana, game, "no")
    take_back_dispute(ana, game)
    assert (standing_of(game), rows()) == (Standing.WAITING, 0)
    name = puppet.player.name
    assert waiting_for(game) == [
        f"@{name} closed their account without a verified e-mail address: this game is rated "
        "only if an arbiter confirms it"
    ]
    dump(tmp_path / "dump")
    assert list(Audit(tmp_path / "dump").differences()) == []


def test_who_had_shown_their_address_is_not_asked_after_closing(
    ana: Account, puppet: Account, verification_required: object
) -> None:
    cat = account("cat")
    text = finished_log("black=@ana white=@puppet brown=@cat", seed=3)
    game = game_of(submit(ana, text))
    attest(puppet, game)
    attest(cat, game)
    close(cat)
    assert standing_of(game) == Standing.WAITING
    assert waiting_for(game) == ["waiting for @puppet to verify their e-mail address"]
    EmailAddress.objects.filter(user=puppet).update(verified=True)
    address_verified(puppet)
    assert (standing_of(game), rows()) == (Standing.COUNTED, 3)
