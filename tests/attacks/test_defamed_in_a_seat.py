"""An uploader writes about a person who has no account: in the name of a seat, for ever."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin import site
from django.db.models import BinaryField
from django.test import Client
from django.urls import reverse

from archive.dumps.services.publish import dump
from archive.log.models import Leaf
from archive.log.services.append import append
from audit.runner import Audit
from audit.signed import VerifierKey
from games.models import (
    Account,
    Game,
    ModeratorAction,
    Player,
    Seat,
    SeatClaim,
    StandingDecision,
)
from games.moderation.hidden_names import hide_name
from games.standing.correct_seats import reseat, reseat_by_moderator
from games.standing.players import claim, decide_claim, undo_merge
from tests.cast import account, client_of, finished_log, game_of, submit
from tests.site.log.conftest import signer
from web.errors import Conflict, NotAllowed

__all__ = ["signer"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NAME = "Mr Somebody of 5 Some Street"
OTHER = "Mrs Somebody"
EXEMPT_COLUMNS = {
    "games.Seating.after",
    "games.Seating.before",
    "games.Seating.reason",
}
"""Written once, and shown without the name."""


def log_of(uploader: str, guest: str, seed: int = 1) -> str:
    return finished_log(f"black=@{uploader} white=Zoe", seed=seed).replace("=Zoe", f"={guest}")


@pytest.fixture
def mo(db: None) -> Account:
    return account("mo", moderator=True)


@pytest.fixture
def defamed(signer: VerifierKey, ana: Account) -> Game:
    """Ana names him in a seat, in a correction, and in its reason."""
    game = game_of(submit(ana, log_of("ana", OTHER)))
    reseat(ana, game, ["@ana", NAME], f"it was {NAME}, who cheats")
    reseat(ana, game, ["@ana", "Bo"], "a slip")
    reseat(ana, game, ["@ana", NAME], "no, it was he")
    append()
    return game


def guest() -> Player:
    return Player.objects.get(name=NAME)


def pages(game: Game) -> list[str]:
    player = Seat.objects.get(game=game, number=1).player_id
    lists = [reverse(name) for name in ("home", "games", "players", "leaderboards")]
    parts = ("", "replay.json", "log.imh", "log.json", "offline.html", "3/table.svg", "3/embed/")
    resources = ("", "/log", "/notes")
    return [
        *lists,
        *(f"/games/{game.pk}/{part}" for part in parts),
        *(f"/api/v1/games/{game.pk}{part}" for part in resources),
        f"/players/{player}/",
        "/players/?name=Mr",
        "/moderation/",
        "/api/v1/games",
        "/api/v1/players?search=Mr",
        f"/api/v1/players/{player}",
        "/api/v1/games/export",
        "/api/v1/moderation",
        f"/log/games/{game.pk}.json",
    ]


def admin_pages() -> list[str]:
    addresses = []
    for model in site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        addresses.append(reverse(f"{name}_changelist"))
        addresses += [
            reverse(f"{name}_change", args=[pk])
            for pk in model._default_manager.values_list("pk", flat=True)[:20]
        ]
    return addresses


def named_at(client: Client, paths: list[str], name: str = NAME) -> list[str]:
    """The addresses at which the name stands; every page has to be there."""
    places = []
    for path in paths:
        answer: Any = client.get(path, follow=True)
        assert answer.status_code in (200, 404), path
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        if name.encode() in body:
            places.append(path)
    return places


def test_the_name_stands_on_pages_and_is_nowhere_once_it_is_hidden(
    defamed: Game, ana: Account, mo: Account
) -> None:
    paths = pages(defamed)
    assert len(named_at(Client(), paths)) > 8  # also where caches keep what was shown
    assert hide_name(mo, guest(), "a stranger's name and street")
    assert named_at(Client(), paths) == []
    assert named_at(client_of(ana), paths) == []
    assert named_at(client_of(mo), paths) == []
    page = Client().get(f"/games/{defamed.pk}/").content.decode()
    label = Seat.objects.get(game=defamed, number=1).name
    assert label == f"player-{Seat.objects.get(game=defamed, number=1).player_id}"
    assert f"it was {label}, who cheats" in page


def test_moderators_do_not_read_it_in_the_admin(defamed: Game, mo: Account) -> None:
    hide_name(mo, guest(), "a stranger's name")
    uploaded = [path for path in admin_pages() if "/upload" in path or "/submission" in path]
    paths = [path for path in admin_pages() if path not in uploaded]
    assert named_at(client_of(mo), paths) == []


def test_no_row_has_it_but_what_was_written_once_and_files_as_received(
    defamed: Game, mo: Account
) -> None:
    hide_name(mo, guest(), "a stranger's name")
    columns = set()
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, BinaryField):
                continue
            for value in model._default_manager.values_list(field.attname, flat=True):
                if NAME in str(value):
                    columns.add(f"{model._meta.label}.{field.name}")
    assert columns == EXEMPT_COLUMNS


def test_leaves_hold_and_the_next_dump_is_without_it(
    defamed: Game, mo: Account, tmp_path: Path
) -> None:
    dump(tmp_path / "before")
    leaves = list(Leaf.objects.order_by("pk").values_list("pk", "digest"))
    hide_name(mo, guest(), "a stranger's name")
    append()
    assert list(Leaf.objects.order_by("pk").values_list("pk", "digest"))[: len(leaves)] == leaves
    dump(tmp_path / "after")
    assert [str(difference) for difference in Audit(tmp_path / "after").differences()] == []
    assert names_in(tmp_path / "before")
    assert not names_in(tmp_path / "after")


def names_in(folder: Path) -> list[str]:
    """Files of a dump in which the name stands, unpacked where they are packed."""
    places = []
    for path in folder.rglob("*"):
        if path.is_file():
            raw = path.read_bytes()
            if NAME.encode() in (gzip.decompress(raw) if path.suffix == ".gz" else raw):
                places.append(path.name)
    return places


def test_where_there_are_two_moderators_both_have_to_say_so(defamed: Game, mo: Account) -> None:
    other = account("kim", moderator=True)
    assert not hide_name(mo, guest(), f"{NAME} lives there")
    with pytest.raises(Conflict, match="another moderator"):
        hide_name(mo, guest(), "again")
    assert guest().name == NAME
    assert hide_name(other, guest(), "so it is")
    assert not Player.objects.filter(name=NAME).exists()
    rows = ModeratorAction.objects.order_by("pk").values_list("kind", "moderator__username", "why")
    label = Seat.objects.get(game=defamed, number=1).name
    assert list(rows) == [
        ("ask_to_hide_name", "mo", f"{label} lives there"),
        ("hide_name", "kim", "so it is"),
    ]
    page = Client().get("/moderation/").content.decode()
    assert "hid a name" in page
    assert label in page


def test_it_does_not_come_again_by_its_uploader(defamed: Game, ana: Account, mo: Account) -> None:
    hide_name(mo, guest(), "a stranger's name")
    second_game = game_of(submit(ana, log_of("ana", NAME, 2)))
    assert NAME not in second_game.log
    seats = Seat.objects.filter(number=1).values_list("name", "player")
    assert len(set(seats)) == 1  # the same guest as before
    reseat_by_moderator(mo, second_game, ["@ana", "Bo"], "a test")
    reseat_by_moderator(mo, second_game, ["@ana", NAME], "a test")
    assert named_at(Client(), pages(second_game)) == []
    assert not Player.objects.filter(name=NAME).exists()


def test_a_guest_who_was_merged_is_hidden_too(defamed: Game, ana: Account, mo: Account) -> None:
    cleo = account("cleo")
    merge = decide_claim(ana, claim(cleo, guest(), f"{NAME} is me"), True)
    hide_name(mo, merge.guest, "my name")
    assert named_at(Client(), pages(defamed)) == []
    undo_merge(mo, merge.guest, "a test")
    seat = Seat.objects.get(game=defamed, number=1)
    assert (seat.player_id, seat.name) == (merge.guest_id, f"player-{merge.guest_id}")


def test_other_guests_keep_their_name(defamed: Game, ben: Account, mo: Account) -> None:
    other = game_of(submit(ben, log_of("ben", NAME, 3)))
    hide_name(mo, Player.objects.get(name=NAME, known_to__username="ana"), "a stranger's name")
    assert NAME in Game.objects.get(pk=other.pk).log


def test_players_and_parties_hide_no_name(defamed: Game, ana: Account, mo: Account) -> None:
    with pytest.raises(NotAllowed):
        hide_name(ana, guest(), "I am no moderator")
    with pytest.raises(Conflict, match="close the account"):
        hide_name(mo, Player.objects.get(account=ana), "her name")
    hide_name(mo, guest(), "a stranger's name")
    with pytest.raises(Conflict, match="already"):
        hide_name(mo, Seat.objects.get(game=defamed, number=1).player, "again")


def test_the_decision_is_on_record_without_the_name(
    defamed: Game, mo: Account, tmp_path: Path
) -> None:
    other = account("kim", moderator=True)
    hide_name(mo, guest(), f"{NAME} lives there")
    assert not StandingDecision.objects.filter(kind="hidden-name").exists()
    hide_name(other, guest(), f"so it is, {NAME}")
    append()
    dump(tmp_path / "dump")
    raw = gzip.decompress((tmp_path / "dump" / "decisions.ndjson.gz").read_bytes())
    (line,) = [line for line in map(json.loads, raw.splitlines()) if line["kind"] == "hidden-name"]
    texts = [line[field] for field in ("game", "role", "before", "after", "subject", "reason")]
    assert texts == [None, "moderator", "", "", "", ""]
    assert Leaf.objects.filter(kind="decision", record=str(line["id"])).count() == 1
    assert [str(difference) for difference in Audit(tmp_path / "dump").differences()] == []


def test_a_later_claim_of_a_seat_has_not_the_name(
    defamed: Game, ana: Account, ben: Account, mo: Account, tmp_path: Path
) -> None:
    hide_name(mo, guest(), "a stranger's name")
    label = Seat.objects.get(game=defamed, number=1).name
    text = finished_log("black=@ben white=Zoe", seed=1).replace("=Zoe", f"={NAME}")
    submit(ben, text)
    claim_of_seat = SeatClaim.objects.get(game=defamed, account=ben)
    assert claim_of_seat.names == ["@ben", label]
    assert named_at(Client(), pages(defamed)) == []
    assert named_at(client_of(mo), pages(defamed)) == []
    dump(tmp_path / "dump")
    assert not names_in(tmp_path / "dump")
