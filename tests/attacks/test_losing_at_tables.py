"""What is being lost is cancelled by an own second account; sleepers are beaten by default."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.intake.verify import verify_submissions
from games.models import Account, Game, Submission
from tables.ending.ending import agree_to_cancel, leave_game
from tables.lobby.pairing import tables_for
from tables.lobby.seats import sit_down
from tables.locks import read_table
from tables.models import Phase, Place, Table
from tables.play.position import read_position
from tables.queries import read_lobby
from tests.worlds.tables import act_once, awaited, dealt, opened, people, play_out
from web.errors import Conflict, NotAllowed

pytestmark = pytest.mark.django_db


def recorded(table: Table) -> Game:
    upload = read_table(table.pk).upload
    assert upload is not None
    verify_submissions(list(Submission.objects.filter(upload=upload).values_list("pk", flat=True)))
    return Game.objects.get(submission__upload=upload)


def play_to_round(table: Table, number: int) -> None:
    while read_position(read_table(table.pk)).state.round < number:
        act_once(table.pk)


@pytest.fixture
def star_and_key(db: None) -> list[Account]:
    return people("star", "key")


def test_a_second_account_cancels_no_rated_game_that_is_being_lost(
    star_and_key: list[Account],
) -> None:
    star, key = star_and_key
    table = dealt([star, key])
    agree_to_cancel(table.pk, star, True)
    play_to_round(table, 2)
    with pytest.raises(NotAllowed, match="first round"):
        agree_to_cancel(table.pk, key, True)
    with pytest.raises(NotAllowed):
        agree_to_cancel(table.pk, star, True)
    agree_to_cancel(table.pk, star, False)
    assert read_table(table.pk).phase == Phase.PLAYING


def test_agreement_of_the_first_round_and_leaving_later_cancel_nothing(
    star_and_key: list[Account],
) -> None:
    star, key = star_and_key
    table = dealt([star, key])
    agree_to_cancel(table.pk, star, True)
    play_to_round(table, 2)
    assert leave_game(table.pk, key).phase == Phase.PLAYING


def test_in_the_first_round_and_without_a_rating_all_may_cancel(
    star_and_key: list[Account],
) -> None:
    for terms, number in (({}, 1), ({"rated": False}, 2)):
        table = dealt(star_and_key, **terms)
        play_to_round(table, number)
        for account in star_and_key:
            agree_to_cancel(table.pk, account, True)
        assert read_table(table.pk).phase == Phase.CANCELLED


def test_a_host_who_sleeps_is_not_beaten_by_default(star_and_key: list[Account]) -> None:
    table = dealt(star_and_key)
    sleeper = Place.objects.filter(table=table).exclude(pk=awaited(table).pk).get()
    leave_game(table.pk, sleeper.account)
    play_out(table.pk)
    game = recorded(table)
    assert game.unrated
    assert game.standing == "unrated"


def test_a_player_who_leaves_after_a_move_loses_as_before(star_and_key: list[Account]) -> None:
    table = dealt(star_and_key)
    for _ in range(4):
        act_once(table.pk)
    leave_game(table.pk, star_and_key[0])
    play_out(table.pk)
    game = recorded(table)
    assert not game.unrated
    assert game.standing == "counted"


def away(table: Table) -> Table:
    """The host closed the last page a while ago."""
    Table.objects.filter(pk=table.pk).update(host_present_at=timezone.now() - timedelta(minutes=6))
    return read_table(table.pk)


def offers(table: Table, account: Account) -> tuple[bool, bool]:
    """True if the lobby shows `table` to `account`; if quick pairing would choose it."""
    return table in read_lobby(account).open, table in tables_for(account)


def test_a_live_table_of_a_host_who_went_away_is_not_offered(star_and_key: list[Account]) -> None:
    star, sleeper = star_and_key
    table = opened([sleeper], seats=2)
    assert offers(table, star) == (True, True)
    away(table)
    assert offers(table, star) == (False, False)
    with pytest.raises(Conflict, match="@key is away"):
        sit_down(table.pk, star)
    assert read_table(table.pk).phase == Phase.OPEN


def test_a_host_is_there_again_with_any_page(star_and_key: list[Account]) -> None:
    star, sleeper = star_and_key
    browser = Client()
    browser.force_login(sleeper)
    for path in (reverse("turns"), None):
        table = opened([sleeper], seats=2)
        away(table)
        browser.get(path or reverse("table", args=[table.pk]))
        assert offers(table, star) == (True, True)
        sit_down(table.pk, star)
        assert read_table(table.pk).phase == Phase.PLAYING


def test_the_page_of_another_visitor_does_not_stand_for_the_host(
    star_and_key: list[Account],
) -> None:
    star, sleeper = star_and_key
    table = away(opened([sleeper], seats=2))
    browser = Client()
    browser.force_login(star)
    page = browser.get(reverse("table", args=[table.pk]))
    assert b"@key is away" in page.content
    assert b"data-promise data-table" not in page.content
    assert offers(table, star) == (False, False)


def test_correspondence_tables_are_offered_without_their_hosts(
    star_and_key: list[Account],
) -> None:
    star, sleeper = star_and_key
    table = away(opened([sleeper], seats=2, pace="days"))
    assert offers(table, star)[0]
    assert sit_down(table.pk, star).phase == Phase.PLAYING
