"""What moderators do, and nobody else."""

from collections.abc import Callable
from typing import Any

import pytest

from games.accounts.tokens import make_token
from games.models import (
    Account,
    ApiToken,
    Dispute,
    Game,
    ModeratorAction,
    Standing,
    Status,
    Submission,
)
from games.models.append_only import AppendOnlyError
from games.moderation import actions
from games.standing import attest
from games.standing.waiting_sentences import waiting_for
from tests.cast import account, broken_log, finished_log, game_of, submit
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db


def rated_game() -> tuple[Account, Account, Game]:
    ana, ben = account("ana"), account("ben")
    game = game_of(submit(ana, finished_log()))
    attest.attest(ben, game)
    return ana, ben, game


def judge() -> Account:
    return account("judge", moderator=True)


def test_void_and_restore() -> None:
    _, _, game = rated_game()
    moderator = judge()
    actions.void(moderator, game, " Played by bots. ")
    assert game.standing == Standing.VOID
    assert Game.objects.get().void_reason == "Played by bots."
    assert waiting_for(game) == ["void: Played by bots."]
    with pytest.raises(Conflict, match="Played by bots"):
        actions.void(moderator, game, "again")
    actions.restore(moderator, game, "they were people")
    assert game.standing == Standing.COUNTED
    assert Game.objects.get().void_reason == ""
    with pytest.raises(Conflict):
        actions.restore(moderator, game, "again")
    done = ModeratorAction.objects.order_by("pk").values_list("kind", "moderator", "game", "reason")
    assert list(done) == [
        ("void", moderator.pk, game.pk, "Played by bots."),
        ("restore", moderator.pk, game.pk, "they were people"),
    ]


ACTIONS: dict[str, Callable[[Account, Game, str], Any]] = {
    "void": actions.void,
    "restore": actions.restore,
    "settle_dispute": lambda by, game, why: actions.settle_dispute(
        by, game.disputes.get(), True, why
    ),
    "verify_again": lambda by, game, why: actions.verify_again(by, [game], why),
    "queue_again": lambda by, game, why: actions.queue_again(by, [game.submission], why),
    "revoke_token": lambda by, game, why: actions.revoke_token(by, ApiToken.objects.get(), why),
}


@pytest.mark.parametrize("action", ACTIONS)
def test_only_moderators_and_only_with_a_reason(action: str) -> None:
    ana, ben, game = rated_game()
    attest.dispute(ben, game, "no")
    make_token(ana, "laptop", ["read"])
    before = Game.objects.values().get()
    for outsider in (ana, ben, account("eve"), account("club", arbiter=True)):
        with pytest.raises(NotAllowed):
            ACTIONS[action](outsider, game, "because")
    retired = judge()
    for reason in ("", " \n", "x" * 2001):
        with pytest.raises(Invalid):
            ACTIONS[action](retired, game, reason)
    Account.objects.filter(pk=retired.pk).update(is_active=False)
    with pytest.raises(NotAllowed):
        ACTIONS[action](Account.objects.get(pk=retired.pk), game, "because")
    assert Game.objects.values().get() == before
    assert not ModeratorAction.objects.exists()
    assert Dispute.objects.get().closed_at is None


def test_a_dispute_upheld_voids_the_game() -> None:
    _, ben, game = rated_game()
    moderator = judge()
    dispute = attest.dispute(ben, game, "no")
    actions.settle_dispute(moderator, dispute, True, "the sheet says otherwise")
    game.refresh_from_db()
    assert (game.standing, game.void_reason) == (Standing.VOID, "the sheet says otherwise")
    assert (dispute.upheld, dispute.closed_by, dispute.answer) == (
        True,
        moderator,
        "the sheet says otherwise",
    )
    kinds = ModeratorAction.objects.order_by("pk").values_list("kind", "reason")
    assert list(kinds) == [
        ("settle_dispute", "upheld: the sheet says otherwise"),
        ("void", "the sheet says otherwise"),
    ]
    with pytest.raises(Conflict):
        actions.settle_dispute(moderator, dispute, False, "no, it does not")


def test_a_dispute_dismissed_lets_the_game_count() -> None:
    _, ben, game = rated_game()
    dispute = attest.dispute(ben, game, "no")
    actions.settle_dispute(judge(), dispute, False, "the sheet agrees")
    game.refresh_from_db()
    assert game.standing == Standing.COUNTED
    assert ModeratorAction.objects.get().reason == "dismissed: the sheet agrees"


def test_another_open_dispute_still_holds() -> None:
    ana, ben, game = rated_game()
    dispute = attest.dispute(ben, game, "no")
    attest.dispute(ana, game, "no")
    actions.settle_dispute(judge(), dispute, False, "the sheet agrees")
    game.refresh_from_db()
    assert game.standing == Standing.DISPUTED


def test_upholding_keeps_an_earlier_reason_for_being_void() -> None:
    _, ben, game = rated_game()
    moderator = judge()
    dispute = attest.dispute(ben, game, "no")
    actions.void(moderator, game, "first")
    actions.settle_dispute(moderator, dispute, True, "second")
    game.refresh_from_db()
    assert game.void_reason == "first"


def test_a_dispute_taken_back_cannot_be_settled() -> None:
    _, ben, game = rated_game()
    dispute = attest.dispute(ben, game, "no")
    attest.take_back_dispute(ben, game)
    with pytest.raises(Conflict):
        actions.settle_dispute(judge(), dispute, True, "yes")


def test_verifying_again_adds_a_run() -> None:
    _, _, game = rated_game()
    moderator = judge()
    (run,) = actions.verify_again(moderator, [game], "a new engine")
    assert run.verdict == "verified"
    assert game.verifications.count() == 2
    game.refresh_from_db()
    assert game.standing == Standing.COUNTED
    done = ModeratorAction.objects.get()
    assert (done.kind, done.game, done.moderator) == ("verify_again", game, moderator)


def test_not_too_many_at_once() -> None:
    _, _, game = rated_game()
    with pytest.raises(Invalid):
        actions.verify_again(judge(), [game] * 501, "all")
    assert game.verifications.count() == 1


def test_as_many_as_may_be_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "MAX_PER_ACTION", 2)
    _, _, game = rated_game()
    assert len(actions.verify_again(judge(), [game] * 2, "both")) == 2


def test_what_was_refused_or_failed_is_queued_again() -> None:
    ana, moderator = account("ana"), judge()
    account("ben")
    refused = submit(ana, broken_log()[0]).submissions.get()
    legal = submit(ana, finished_log()).submissions.get()
    assert refused.status == Status.REFUSED
    assert actions.queue_again(moderator, [refused, legal], "a new engine") == 1
    refused.refresh_from_db()
    legal.refresh_from_db()
    assert (refused.status, refused.attempts, refused.refusal) == (Status.QUEUED, 0, None)
    assert legal.status == Status.VERIFIED
    assert ModeratorAction.objects.get().upload == refused.upload
    assert refused.verifications.count() == 1
    assert actions.queue_again(moderator, Submission.objects.all(), "again") == 0


def test_a_token_is_revoked() -> None:
    token, _ = make_token(account("ana"), "laptop", ["read"])
    moderator = judge()
    actions.revoke_token(moderator, token, "seen in public")
    token.refresh_from_db()
    assert token.revoked_at is not None
    with pytest.raises(Conflict):
        actions.revoke_token(moderator, token, "again")
    done = ModeratorAction.objects.get()
    assert done.player == token.account.player
    assert token.digest not in done.reason


def test_what_was_done_stays_written() -> None:
    _, _, game = rated_game()
    actions.void(judge(), game, "why")
    done = ModeratorAction.objects.get()
    with pytest.raises(AppendOnlyError):
        done.save()
    with pytest.raises(AppendOnlyError):
        done.delete()
    with pytest.raises(AppendOnlyError):
        ModeratorAction.objects.all().delete()
