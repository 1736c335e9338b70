"""Games that are brought for clubs and tables of others, twice, and too late."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.db import connection
from django.urls import reverse

from events.clubs.founding import leave_club
from events.clubs.games import adopt_brought_games
from events.limits import WRONG_TABLE_CODES
from events.models import BroughtGame, ClubGame, EventAct
from events.occasions import check_occasion
from games.intake.receive import receive
from games.intake.verify import verify_submissions
from games.models import Account, Channel, Game, Upload
from games.ports import RecordedGame
from tests.cast import client_of, finished_log, game_of
from tests.schema import ChainLoader
from tests.worlds.clubs import club_of, joined
from tests.worlds.evenings import Evening, evening
from web.errors import Invalid, TooBusy

pytestmark = pytest.mark.django_db

SEATS = "black=@ana white=@ben"


@pytest.fixture
def world() -> Evening:
    return evening("@ana", "@ben", "@eve")


def send(account: Account, occasion: str, seed: int = 1) -> Upload:
    text = finished_log(SEATS, seed=seed, played=None)
    return receive(account, text.encode(), "game.imh", Channel.API, occasion=occasion)


def judge(upload: Upload) -> Game:
    verify_submissions([row.pk for row in upload.submissions.all()])
    return game_of(upload)


def test_nothing_comes_for_a_club_or_a_table_of_others(world: Evening) -> None:
    table, eve = world.seat("@ana", "@ben"), world.people["eve"]
    club = club_of(world.ida, world.people["ana"])
    other = club_of(world.people["ben"], name="Monday Club")
    refused = {
        f"club:{club.slug}": "not a member",
        "club:none": "no such club",
        "club:\0": "at most",
        table.code: "Only a player",
        f"club:{club.slug} club:{other.slug}": "at most",
        f"{table.code} {table.code}": "at most",
        "club:" + "x" * 100: "at most",
    }
    for occasion, words in refused.items():
        with pytest.raises(Invalid, match=words):
            send(eve, occasion)
        answer = client_of(eve).post(reverse("upload"), {"log": "imhotep 1", "occasion": occasion})
        assert answer.status_code == 400
    assert not Upload.objects.exists()
    assert not EventAct.objects.filter(kind=EventAct.Kind.GAME).exists()


def test_an_upload_guesses_no_code(world: Evening) -> None:
    table, eve = world.seat("@ana", "@ben"), world.people["eve"]
    for number in range(WRONG_TABLE_CODES.most):
        with pytest.raises(Invalid):
            check_occasion(eve, f"{number:08}")
    with pytest.raises(TooBusy):
        check_occasion(eve, table.code)


def test_one_game_for_a_club_and_a_table_comes_once(world: Evening) -> None:
    ana, table = world.people["ana"], world.seat("@ana", "@ben")
    club = club_of(world.ida, ana)
    for _time in range(2):
        game = judge(send(ana, f"{table.code.upper()} club:{club.slug}"))
    assert ClubGame.objects.get().club == club
    assert BroughtGame.objects.get().game == game


def test_a_former_member_and_a_game_of_others_bring_nothing(
    world: Evening,
) -> None:
    ana, eve = world.people["ana"], world.people["eve"]
    club = club_of(world.ida, ana, eve)
    first = send(ana, f"club:{club.slug}")
    leave_club(ana, club)
    game = judge(first)
    assert not ClubGame.objects.exists()
    repeat = send(eve, f"club:{club.slug}")  # the same log, of a game in which she does not sit
    verify_submissions([row.pk for row in repeat.submissions.all()])
    adopt_brought_games([RecordedGame(game.pk, repeat.pk, eve.pk, repeat.occasion)])
    assert not ClubGame.objects.exists()
    joined(club, world.people["ben"])
    judge(send(world.people["ben"], f"club:{club.slug}"))
    assert ClubGame.objects.get().added_by == world.people["ben"]


def test_uploads_of_before_keep_their_clubs(world: Evening) -> None:
    ana, table = world.people["ana"], world.seat("@ana", "@ben")
    club = club_of(world.ida, ana)
    uploads = [send(ana, ""), send(ana, table.code, seed=2), send(ana, "", seed=3)]
    apps = ChainLoader(connection).project_state(("events", "0010_format_labels")).apps
    old = apps.get_model("events", "ClubUpload")
    with connection.schema_editor() as editor:
        editor.create_model(old)
    for upload in uploads[:2]:
        old.objects.create(upload_id=upload.pk, club_id=club.pk)
    module = import_module("events.migrations.0011_occasions")
    module.name_clubs_on_uploads(apps, connection.schema_editor())
    for upload in uploads:
        upload.refresh_from_db()
    mark = f"club:{club.slug}"
    assert [upload.occasion for upload in uploads] == [mark, f"{mark} {table.code}", ""]
