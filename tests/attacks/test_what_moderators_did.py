"""A moderator does something quietly; or the public page of what was done tells what is private."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import roles
from games.accounts import lifecycle
from games.models import Account, ModeratorAction
from games.moderation import actions
from games.replays.services import notes
from games.roles import Role
from games.standing.players import decide_claim
from tables import chat
from tables.ending import ending
from tables.models import ChatReport
from tests.cast import PASSWORD, account
from tests.worlds.admin_scene import Scene, scene

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

Kind = ModeratorAction.Kind
PAGE = "/moderation/"
API = "/api/v1/moderation"


def text(address: str = PAGE, **query: str) -> str:
    response = Client().get(address, query)
    assert response.status_code == 200
    return response.content.decode()


def listed(**query: str) -> list[dict[str, Any]]:
    response = Client().get(API, {"page_size": "100", **query})
    assert response.status_code == 200, response.content
    return list(response.json()["results"])


def done_everything(stage: Scene) -> Account:
    """An action of nearly each kind by the judge, and a role given by a superuser."""
    judge, root = stage.judge, Account.objects.create_superuser("root-1", "", PASSWORD)
    report = ChatReport.objects.get()
    table = report.line.table
    actions.void(judge, stage.game, "the WHY of the void")
    actions.restore(judge, stage.game, "the WHY of restoring")
    actions.settle_dispute(judge, stage.dispute, False, "the WHY of the dispute")
    decide_claim(judge, stage.claim, False)
    actions.queue_again(judge, stage.refused.submissions.all(), "the WHY of the queue")
    roles.give_role(root, stage.ben, Role.ARBITERS, "the WHY of the role")
    lifecycle.suspend(judge, stage.ben, "the WHY of the suspension")
    lifecycle.reinstate(judge, stage.ben, "the WHY of letting in")
    actions.revoke_token(judge, stage.ana.api_tokens.get(), "the WHY of the token")
    notes.hide(judge, stage.game.notes.get(), "the WHY of the note")
    chat.settle_chat_report(judge, report, True, "the WHY of the report")
    chat.show_chat_line(judge, report.line, "the WHY of the line")
    ending.close_table(judge, table, "the WHY of the table")
    return root


def test_everything_is_there_with_who_in_what_role_what_and_why() -> None:
    stage = scene()
    done_everything(stage)
    page, rows = text(), listed()
    assert len(rows) == ModeratorAction.objects.count() >= 14
    for row in ModeratorAction.objects.all():
        assert row.get_kind_display() in page
    whys = {row["why"] for row in rows}
    assert sum(reason.startswith("the WHY") for reason in whys) == 12
    for reason in whys - {""}:
        assert reason in page
    offices = {(row["moderator"], row["office"]) for row in rows}
    assert offices == {("judge", "moderator"), ("root-1", "superuser")}
    assert all(row["role"] == row["office"] for row in rows)
    settled = next(row for row in rows if row["kind"] == "settle_dispute")
    assert (settled["outcome"], settled["game"]) == ("dismissed", stage.dispute.game_id)
    role = next(row for row in rows if row["kind"] == "office")
    assert (role["outcome"], role["player"]["handle"]) == ("made_arbiter", "ben")


def test_what_is_private_is_not_shown() -> None:
    """Whose line, note or token it was, who reported it, what it said, who claimed in vain."""
    stage = scene()
    token = stage.ana.api_tokens.get()
    report = ChatReport.objects.get()
    note = stage.game.notes.get()
    done_everything(stage)
    private = [token.beginning, "good luck", report.line.table_id, note.text, "bad.imh", "laptop"]
    published = text() + str(listed())
    for word in private:
        assert word not in published, word
    for kind in ("revoke_token", "settle_report", "show_line", "queue_again", "hide_note"):
        (row,) = listed(kind=kind)
        assert row["player"] is None, kind
    (claim,) = listed(kind="decide_claim")
    assert "ida" not in str(claim).replace("Ida", "")
    assert "@ana" not in text(kind="settle_report").partition("<tbody>")[2]


def test_a_reason_from_before_is_shown_only_if_its_form_said_so() -> None:
    judge = account("judge", moderator=True)
    for kind in Kind:
        ModeratorAction.objects.create(moderator=judge, kind=kind, reason=f"old words of {kind}")
    reasons = {row["why"] for row in listed()} - {""}
    assert reasons == {"old words of void", "old words of settle_dispute"}
    assert "old words of void" in text(kind="void")
    for kind in Kind:
        assert ("old words of" in text(kind=kind)) is (kind in ("void", "settle_dispute")), kind


def test_filters_and_pages() -> None:
    stage = scene()
    done_everything(stage)
    assert {row["kind"] for row in listed(kind="void")} == {"void"}
    assert {row["moderator"] for row in listed(moderator="@root-1")} == {"root-1"}
    assert {row["game"] for row in listed(game=stage.game.pk)} == {stage.game.pk}
    first = Client().get(API, {"page_size": "5"}).json()
    second = Client().get(first["next"]).json()
    ids = [row["id"] for row in first["results"] + second["results"]]
    assert (len(set(ids)), Client().get(API, {"kind": "nonsense"}).status_code) == (10, 400)
    for wrong in ({"kind": "nonsense"}, {"game": "x' OR 1=1"}, {"moderator": "a b"}):
        assert "can’t be used" in text(**wrong)
    assert Client().get(PAGE, {"after": "AAAA"}).status_code == 404
    assert "No actions match these filters" in text(kind="merge", moderator="root-1")


def test_who_has_which_role_is_public() -> None:
    stage = scene()
    roles.give_role(stage.judge, stage.ana, Role.ARBITERS, "a club")
    Account.objects.create_superuser("root-1", "", PASSWORD)
    gone = account("gone", moderator=True)
    gone.is_active = False
    gone.save()
    body = Client().get(f"{API}/offices").json()
    assert {(row["role"], row["office"], row["handle"]) for row in body} == {
        ("superuser", "superuser", "root-1"),
        ("moderator", "moderator", "judge"),
        ("arbiter", "arbiter", "ana"),
    }
    page = text()
    assert "@root-1" in page
    assert "@gone" not in page


def test_the_page_of_a_game_leads_there_if_something_was_done() -> None:
    stage = scene()
    link = f"{reverse('moderation')}?game={stage.dispute.game_id}"
    game = reverse("game", args=[stage.dispute.game_id])
    assert link not in Client().get(game).content.decode()
    actions.settle_dispute(stage.judge, stage.dispute, False, "it was so")
    assert link in Client().get(game).content.decode()
    assert f'href="{PAGE}"' in Client().get("/trust/").content.decode()


def test_words_are_written_as_words() -> None:
    stage = scene()
    actions.void(stage.judge, stage.game, "<script>alert(1)</script>\nand more")
    assert "<script>alert(1)" not in text()
    assert "&lt;script&gt;alert(1)" in text()
