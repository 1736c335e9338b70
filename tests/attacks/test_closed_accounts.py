"""Somebody looks for the name of a person who has closed their account, or wants to become them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin import site
from django.db.models import BinaryField
from django.test import Client
from django.urls import reverse

from engine import read_log, verify
from games.accounts.closing import close
from games.accounts.lifecycle import suspend
from games.accounts.tokens import make_token
from games.models import Account, ClosedAccount, Dispute, Game, ModeratorAction, Note, Player, Seat
from games.replays.services import notes
from games.standing import attest
from games.standing.players import merge_players
from ratings.models import RatingChange
from tables import chat
from tables.lobby.seats import invite_player
from tables.locks import read_table
from tables.models import Block, ChatLine, Invitation, Phase, Place, Table
from tables.play.position import read_position
from tests.cast import account, broken_log, client_of, finished_log, game_of, submit
from tests.worlds.modules import module_world
from tests.worlds.tables import act_once, dealt, opened, play_out

pytestmark = pytest.mark.django_db

HANDLE = "zerubbabel"
NICK = "Zerubbi"
EMAIL = f"{HANDLE}@example.org"
WRITTEN_ONCE = {
    "games.StandingDecision.reason",
    "games.ModeratorAction.reason",
    "games.ModeratorAction.why",
    "games.Seating.after",
    "games.Seating.before",
    "games.Seating.reason",
    "games.Verification.refusal",
}
"""Stored as it was, and shown under the number."""


@dataclass
class Stage:
    gone: Account
    ben: Account
    mo: Account
    game: Game
    guest_game: Game
    running: Table
    waiting: Table
    ledger: list[Any]
    number: str = ""


def make_stage() -> Stage:
    """Everything that may carry a name does; then the account is closed."""
    gone, ben, mo = account(HANDLE), account("ben"), account("mo", moderator=True)
    game = game_of(submit(ben, finished_log(f"black=@{HANDLE} white=@ben")))
    attest.attest(gone, game)
    submit(gone, broken_log(f"black=@{HANDLE} white=@ben", seed=2)[0], f"{HANDLE}.imh")
    submit(ben, broken_log(f"black=@{HANDLE} white=@ben", seed=5)[0], "broken.imh")
    guest_game = game_of(submit(ben, finished_log(f"black={NICK} white=@ben", seed=3)))
    merge_players(mo, Player.objects.get(name=NICK), gone.player, f"@{HANDLE} says so")
    disputed = game_of(submit(ben, finished_log(f"black=@{HANDLE} white=@ben", seed=4)))
    attest.dispute(ben, disputed, f"@{HANDLE} was not there, ask @{HANDLE.upper()}.")
    notes.write_note(gone, game, 3, "idea", "my own secret plan", public=False)
    notes.write_note(gone, game, 3, "idea", "a public thought", public=True)
    notes.write_note(ben, game, 4, "idea", f"@{HANDLE}: why not sail?", public=True)
    running = dealt([gone, ben])
    act_once(running.pk)
    chat.post_chat_line(running.pk, gone, "hello")
    chat.post_chat_line(running.pk, ben, f"hello @{HANDLE}!")
    chat.report_chat_line(ChatLine.objects.get(account=gone), ben, f"@{HANDLE} is too polite")
    waiting = opened([ben], seats=4)
    invite_player(waiting.pk, ben, HANDLE)
    opened([gone], seats=3)
    chat.block_account(ben, HANDLE)
    make_token(gone, f"laptop of {HANDLE}", ["read"])
    read_position(read_table(running.pk))
    other = account("other")
    suspend(mo, other, f"a puppet of @{HANDLE}")
    ledger = list(RatingChange.objects.order_by("pk").values())
    stage = Stage(gone, ben, mo, game, guest_game, running, waiting, ledger)
    stage.number = close(Account.objects.get(pk=gone.pk))
    return stage


stored_world, stage = module_world(make_stage, "stage")


def pages(stage: Stage) -> list[str]:
    player, game, table = stage.gone.player.pk, stage.game.pk, stage.running.pk
    lists = [reverse(name) for name in ("home", "games", "players", "leaderboards", "lobby")]
    other = Game.objects.exclude(pk=game).values_list("pk", flat=True)
    each = [f"/games/{pk}/" for pk in other]
    uploads = [f"/uploads/{pk}/1/" for pk in stage.ben.uploads.values_list("pk", flat=True)]
    return [
        *lists,
        *each,
        *uploads,
        f"/players/{player}/",
        f"/players/?name={HANDLE[:5]}",
        f"/games/{game}/",
        f"/games/{game}/replay.json",
        f"/games/{game}/log.imh",
        f"/games/{game}/log.json",
        f"/games/{game}/offline.html",
        f"/games/{game}/3/table.svg",
        f"/games/{game}/3/embed/",
        f"/games/{game}/3/ships/",
        f"/games/{game}/3/what-if/",
        f"/oembed?url=http://testserver/games/{game}/",
        f"/tables/{table}/",
        f"/tables/{stage.waiting.pk}/",
        "/moderation/",
        reverse("my-tables"),
        reverse("account"),
        "/api/v1/games",
        f"/api/v1/games/{game}",
        f"/api/v1/games/{game}/log",
        f"/api/v1/games/{game}/notes",
        f"/api/v1/players?search={HANDLE[:5]}",
        "/api/v1/players",
        f"/api/v1/players/{player}",
        f"/api/v1/players/{player}/games",
        "/api/v1/leaderboards/overall",
        "/api/v1/ledger",
        f"/api/v1/tables/{table}",
        f"/api/v1/tables/{table}/talk",
        "/api/v1/tables",
        "/api/v1/games/export",
        "/api/v1/uploads",
    ]


def admin_pages() -> list[str]:
    addresses = []
    for model in site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        addresses.append(reverse(f"{name}_changelist"))
        addresses += [
            reverse(f"{name}_change", args=[pk])
            for pk in model._default_manager.values_list("pk", flat=True)[:50]
        ]
    return [*addresses, *(f"/api/v1/uploads/{all_upload.pk}/raw" for all_upload in all_uploads())]


def all_uploads() -> list[Any]:
    return list(apps.get_model("games.Upload").objects.defer("raw"))


def text_of(answer: Any) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return str(body.decode(errors="replace"))


def named_in(
    client: Client, paths: list[str], names: tuple[str, ...] = (HANDLE, NICK, "secret plan")
) -> dict[str, str]:
    """Where the name is found, with what stands around it; every page has to be there."""
    places = {}
    for path in paths:
        answer = client.get(path, follow=True)
        assert answer.status_code in (200, 401, 404), path
        text = text_of(answer)
        for name in names:
            position = text.lower().find(name.lower())
            if position >= 0 and f"name={HANDLE[:5]}" not in path:
                places[path] = text[max(0, position - 80) : position + 80]
    return places


def test_no_page_and_no_resource_names_a_closed_account(stage: Stage):
    assert named_in(Client(), pages(stage)) == {}
    assert named_in(client_of(stage.ben), pages(stage)) == {}


def test_no_page_of_the_admin_does(stage: Stage):
    """A plain name of a guest stays in its uploader's file."""
    assert named_in(client_of(stage.mo), admin_pages(), (HANDLE, "secret plan")) == {}


def test_no_row_does_but_what_was_written_once_and_files_as_received(stage: Stage):
    models = set()
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, BinaryField):
                continue
            for value in model._default_manager.values_list(field.attname, flat=True):
                if HANDLE in str(value).lower() or NICK in str(value):
                    models.add(f"{model._meta.label}.{field.name}")
    assert models <= WRITTEN_ONCE


def test_games_and_ledger_stay_as_they_were(stage: Stage):
    assert list(RatingChange.objects.order_by("pk").values()) == stage.ledger
    for before in (stage.game, stage.guest_game):
        game = Game.objects.get(pk=before.pk)
        assert (game.fingerprint, game.digest, game.standing) == (
            before.fingerprint,
            before.digest,
            before.standing,
        )
        verdict = verify(read_log(game.log.encode()))
        names = [seat.name for seat in game.seats.order_by("number")]
        assert list(verdict.log.header.names) == names
        assert game.log != before.log
        assert len(game.log.splitlines()) == len(before.log.splitlines())
    assert Seat.objects.filter(player=stage.gone.player).count() == 3
    assert Note.objects.filter(account=stage.gone).count() == 1
    assert Dispute.objects.get().reason.count(f"@{stage.number}") == 2


def test_a_downloaded_log_is_known_when_it_comes_again(stage: Stage):
    log = Game.objects.get(pk=stage.game.pk).log
    submission = submit(stage.ben, log).submissions.get()
    assert submission.game_id == stage.game.pk or submission.status in ("duplicate", "refused")
    assert Game.objects.filter(fingerprint=stage.game.fingerprint).count() == 1


def test_a_running_game_goes_on_without_them_and_is_recorded_under_the_number(stage: Stage):
    assert Place.objects.get(table=stage.running, account=stage.gone).is_computer
    done = play_out(stage.running.pk)
    assert done.phase == Phase.FINISHED
    raw = bytes(apps.get_model("games.Upload").objects.get(pk=done.upload_id).raw).decode()
    assert HANDLE not in raw
    assert f"@{stage.number}" in raw


def test_nobody_waits_for_them(stage: Stage):
    assert not Invitation.objects.filter(account=stage.gone).exists()
    assert not Table.objects.filter(host=stage.gone, phase=Phase.OPEN).exists()
    assert not Block.objects.exists()


def test_their_sessions_and_tokens_end(db: None):
    gone = account("hananiah")
    client = client_of(gone)
    _, plain = make_token(gone, "laptop", ["read"])
    close(gone)
    assert client.get("/accounts/me/").status_code == 302
    answer = Client().get("/api/v1/games", headers={"Authorization": f"Bearer {plain}"})
    assert answer.status_code == 401


@pytest.mark.both_databases
def test_what_a_moderator_did_is_shown_under_the_number(stage: Stage):
    assert ModeratorAction.objects.filter(reason__contains=HANDLE).exists()
    page = client_of(stage.mo).get(reverse("admin:games_moderatoraction_changelist"))
    assert f"a puppet of @{stage.number}" in page.content.decode()


def test_nobody_can_read_the_handle_off_what_is_kept(stage: Stage):
    assert HANDLE not in json.dumps(list(ClosedAccount.objects.values()), default=str)
