"""Moderators do things, and it is written down."""

import pytest
from django.urls import reverse

from games.models import (
    Account,
    ApiToken,
    Game,
    ModeratorAction,
    Player,
    Standing,
    Status,
    Submission,
)
from games.standing.resolve_players import ensure_player
from tests.cast import PASSWORD, account, client_of, finished_log, game_of, submit
from tests.worlds.admin_scene import Scene, do, list_of, page_of

pytestmark = pytest.mark.django_db


def kinds() -> list[str]:
    """What was done, but for what the scene did."""
    return list(ModeratorAction.objects.order_by("pk").values_list("kind", flat=True))[1:]


def test_void_asks_for_a_public_reason_first(scene: Scene) -> None:
    client = client_of(scene.judge)
    page = do(client, "void", scene.game)
    assert "Public reason" in page
    assert scene.game.pk in page
    page = do(client, "void", scene.game, answers={"reason": "  "})
    assert "This field is required" in page
    scene.game.refresh_from_db()
    assert scene.game.standing == Standing.COUNTED
    assert kinds() == []
    do(client, "void", scene.game, answers={"reason": "Bots <played>."})
    scene.game.refresh_from_db()
    assert (scene.game.standing, scene.game.void_reason) == (Standing.VOID, "Bots <played>.")
    assert kinds() == ["void"]
    page = client.get(page_of(scene.game)).content.decode()
    assert "Bots &lt;played&gt;." in page
    assert "Bots <played>" not in page


def test_restore(scene: Scene) -> None:
    client = client_of(scene.judge)
    do(client, "void", scene.game, answers={"reason": "bots"})
    do(client, "restore", scene.game, answers={"reason": "people"})
    scene.game.refresh_from_db()
    assert scene.game.standing == Standing.COUNTED
    assert kinds() == ["void", "restore"]


def test_several_at_once_and_what_is_refused_is_said(scene: Scene) -> None:
    client = client_of(scene.judge)
    do(client, "void", scene.game, answers={"reason": "bots"})
    page = do(client, "void", *Game.objects.all(), answers={"reason": "all bots"})
    assert f"Game {scene.game.pk}: This game is void already: bots" in page
    assert "Done: 1 row." in page
    assert set(Game.objects.values_list("standing", flat=True)) == {"void"}


def test_from_the_page_of_a_row_one_comes_back_to_it(scene: Scene) -> None:
    client = client_of(scene.judge)
    page = client.get(page_of(scene.game)).content.decode()
    assert 'name="action" value="void"' in page
    answer = {"action": "void", "_selected_action": scene.game.pk, "on_page": "1"}
    text = client.post(list_of(Game), answer).content.decode()
    assert 'name="on_page" value="1"' in text
    response = client.post(list_of(Game), answer | {"answered": "1", "reason": "bots"})
    assert response.headers["Location"] == page_of(scene.game)


def test_verify_again(scene: Scene) -> None:
    do(client_of(scene.judge), "verify_again", scene.game, answers={"reason": "a new engine"})
    assert scene.game.verifications.count() == 3
    assert kinds() == ["verify_again"]


def test_disputes_are_upheld_or_dismissed(scene: Scene) -> None:
    client = client_of(scene.judge)
    assert "Public answer" in do(client, "dismiss", scene.dispute)
    do(client, "dismiss", scene.dispute, answers={"answer": "the sheet agrees"})
    scene.dispute.refresh_from_db()
    assert (scene.dispute.upheld, scene.dispute.answer) == (False, "the sheet agrees")
    page = do(client, "uphold", scene.dispute, answers={"answer": "after all"})
    assert "closed already" in page
    assert kinds() == ["settle_dispute"]


def test_upholding_voids(scene: Scene) -> None:
    do(client_of(scene.judge), "uphold", scene.dispute, answers={"answer": "so it is"})
    assert Game.objects.get(pk=scene.dispute.game_id).void_reason == "so it is"
    assert kinds() == ["settle_dispute", "void"]


@pytest.mark.parametrize(("action", "accepted"), [("accept", True), ("refuse", False)])
def test_claims_are_decided(action: str, accepted: bool, scene: Scene) -> None:
    do(client_of(scene.judge), action, scene.claim)
    scene.claim.refresh_from_db()
    assert (scene.claim.accepted, scene.claim.decided_by) == (accepted, scene.judge)
    assert kinds() == ["decide_claim"]


@pytest.mark.parametrize("by_handle", [True, False])
def test_guests_are_merged_and_taken_back(by_handle: bool, scene: Scene) -> None:
    client = client_of(scene.judge)
    game = game_of(submit(scene.ana, finished_log("black=@ana white=Ida", seed=3)))
    guest, into = Player.objects.get(name="Ida"), ensure_player(scene.ben)
    word = "@Ben" if by_handle else str(into.pk)
    assert "Into" in do(client, "merge", guest)
    page = do(client, "merge", guest, answers={"into": "@nobody", "reason": "same"})
    assert "There is no such player." in page
    page = do(client, "merge", guest, answers={"into": "9" * 40, "reason": "same"})
    assert "There is no such player." in page
    do(client, "merge", guest, answers={"into": word, "reason": "same"})
    assert game.seats.get(number=1).player == into
    do(client, "take_back", guest, answers={"reason": "not the same"})
    assert game.seats.get(number=1).player == guest
    assert kinds() == ["merge", "merge"]


def test_what_was_refused_is_queued_again(scene: Scene) -> None:
    refused = scene.refused.submissions.get()
    client = client_of(scene.judge)
    page = do(client, "queue_again", *Submission.objects.all(), answers={"reason": "new engine"})
    assert "Done: 1 row." in page
    assert "you can only check failed or refused logs again" in page
    refused.refresh_from_db()
    assert refused.status == Status.QUEUED
    assert kinds() == ["queue_again"]


def test_a_token_is_revoked(scene: Scene) -> None:
    do(client_of(scene.judge), "revoke", ApiToken.objects.get(), answers={"reason": "seen"})
    assert ApiToken.objects.get().revoked_at is not None
    assert kinds() == ["revoke_token"]


def test_arbiters_are_made_by_moderators_and_moderators_by_superusers(scene: Scene) -> None:
    client = client_of(scene.judge)
    do(client, "make_arbiter", scene.ana, answers={"reason": "a club"})
    assert Account.objects.get(pk=scene.ana.pk).is_arbiter
    do(client, "unmake_arbiter", scene.ana, answers={"reason": "no club"})
    assert not Account.objects.get(pk=scene.ana.pk).is_arbiter
    root = client_of(Account.objects.create_superuser("root-1", "", PASSWORD))
    do(root, "make_moderator", scene.ben, answers={"reason": "helps"})
    assert Account.objects.get(pk=scene.ben.pk).is_moderator
    do(root, "unmake_moderator", scene.ben, answers={"reason": "no time"})
    assert not Account.objects.get(pk=scene.ben.pk).is_moderator
    assert kinds() == ["office"] * 4


def test_accounts_are_suspended_and_let_in_again(scene: Scene) -> None:
    client = client_of(scene.judge)
    do(client, "suspend", scene.ana, answers={"reason": "sells ratings"})
    assert not Account.objects.get(pk=scene.ana.pk).is_active
    page = do(client, "suspend", scene.judge, answers={"reason": "tired"})
    assert "This is your own account: another moderator has to decide." in page
    do(client, "reinstate", scene.ana, answers={"reason": "sorry"})
    assert Account.objects.get(pk=scene.ana.pk).is_active
    assert kinds() == ["suspend", "reinstate"]


def test_rebuilding_the_ratings_is_asked_confirmed_and_recorded(scene: Scene) -> None:
    client = client_of(scene.judge)
    address = reverse("admin:ratings_rebuild")
    assert "A worker calculates all ratings again" in client.get(address).content.decode()
    assert "This field is required" in client.post(address, {"reason": ""}).content.decode()
    assert kinds() == []
    page = client.post(address, {"reason": "to be sure"}, follow=True).content.decode()
    assert "A worker will rebuild the ratings." in page
    assert kinds() == ["rebuild_ratings"]


def test_too_many_at_once_are_refused(scene: Scene) -> None:
    accounts = Account.objects.exclude(pk=scene.judge.pk)
    for number in range(101 - accounts.count()):
        account(f"player-{number}")
    page = do(
        client_of(scene.judge),
        "suspend",
        *accounts.all(),
        answers={"reason": "all"},
        select_across="1",
    )
    assert "Choose at most 100 rows at a time." in page
    assert not Account.objects.filter(is_active=False).exists()


def test_closing_asks_for_the_handle_and_says_what_goes(scene: Scene) -> None:
    client = client_of(scene.judge)
    cleo = account("cleo")
    form_page = do(client, "close", cleo)
    assert "The account cannot be opened again." in form_page
    assert "next to the game" not in form_page
    refused = do(client, "close", cleo, answers={"handle": "cloe", "reason": "spam"})
    assert "Type the handle of the account: @cleo." in refused
    assert 'value="cloe"' in refused
    assert "spam</textarea>" in refused
    assert Account.objects.filter(username="cleo").exists()
    do(client, "close", cleo, answers={"handle": "@Cleo", "reason": "spam"})
    assert not Account.objects.filter(username="cleo").exists()


def test_accounts_are_closed_by_their_own_handle_alone(scene: Scene) -> None:
    """Several at once: each handle but the one that was typed is refused."""
    cleo, dora = account("cleo"), account("dora")
    answers = {"handle": "cleo", "reason": "spam"}
    do(client_of(scene.judge), "close", cleo, dora, answers=answers)
    assert set(Account.objects.filter(pk__in=[cleo.pk, dora.pk], closed=None)) == {dora}


def test_mending_begins_with_the_seats_as_they_are_and_keeps_what_was_typed(scene: Scene) -> None:
    client = client_of(scene.judge)
    contested = Game.objects.get(seat_claims__isnull=False)
    form_page = do(client, "mend", contested)
    assert 'value="black=@ana white=@ben"' in form_page
    assert "@ivo" in form_page, "what the claim says stands beside the form"
    typed = {"seats": "black=@ana", "replaced": "", "reason": "the sheet"}
    refused = do(client, "mend", contested, answers=typed)
    assert "Name every colour once: black, white." in refused
    assert 'value="black=@ana"' in refused
    assert "the sheet</textarea>" in refused


def test_a_dispute_is_decided_beside_its_complaint(scene: Scene) -> None:
    form_page = do(client_of(scene.judge), "dismiss", scene.dispute)
    assert "I was not there" in form_page
    assert f'href="{page_of(scene.dispute)}"' in form_page
