"""Giving a game up at a table: what is written, what ends, what goes on."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.urls import reverse

from games.intake.verify import verify_submissions
from games.models import Account, Game, Seat, Standing, Submission, Upload
from ratings.models import Rating
from ratings.services.fold import fold_pending
from tables.ending.ending import leave_game, resign_game
from tables.errors import NotPlaying
from tables.lobby.opening import open_table
from tables.locks import place_at, read_table
from tables.models import Phase, Place, Table, TableEntry
from tables.play.entries import submit_entry
from tables.play.position import legal_in_position, read_position
from tables.terms import Terms
from tests.cast import client_of
from tests.site.standing.test_races import at_once, done
from tests.worlds.api_world import Asker, token
from tests.worlds.tables import act_once, awaited, dealt, opened, people, play_out
from web.errors import NotAllowed, ServiceError

pytestmark = pytest.mark.django_db


def started_table(*handles: str, **terms: object) -> Table:
    """A table at which each has made at least one entry."""
    table = dealt(people(*handles), **terms)
    while len(set(table.entries.exclude(by=None).values_list("by", flat=True))) < len(handles):
        act_once(table.pk)
    return read_table(table.pk)


def place_of(table: Table, account: Account) -> Place:
    return Place.objects.select_related("account", "stand_in").get(table=table, account=account)


def waiting(table: Table) -> Account:
    """A player whose turn it is not."""
    return next(
        place.account
        for place in Place.objects.filter(table=table).select_related("account")
        if place.turn != read_table(table.pk).awaited
    )


def recorded(table: Table) -> Game:
    upload = read_table(table.pk).upload
    assert upload is not None
    verify_submissions(list(Submission.objects.filter(upload=upload).values_list("pk", flat=True)))
    return Game.objects.get(submission__upload=upload)


@pytest.mark.parametrize("in_turn", [True, False])
def test_with_two_the_other_wins_and_the_last_line_says_so(in_turn: bool) -> None:
    table = started_table("ana", "ben")
    loser = awaited(table).account if in_turn else waiting(table)
    ended = resign_game(table.pk, loser)
    place = place_of(table, loser)
    assert (ended.phase, ended.awaited, ended.deadline) == (Phase.FINISHED, None, None)
    last = TableEntry.objects.filter(table=table).order_by("-ply").first()
    assert last is not None
    assert (last.text, last.by, last.seat) == (f"{place.colour} resign", loser, place.turn)
    assert last.ply == ended.plies == table.plies + 1
    game = recorded(table)
    assert game.log.rstrip().endswith(f"\n{place.colour} resign")
    assert game.standing == Standing.COUNTED
    seats = {seat.player.account: seat for seat in game.seats.all()}
    assert (seats[loser].place, seats[loser].rated_place) == (2, 2)
    assert (seats[loser].resigned_at, seats[loser].replaced_at) == (game.entries, None)
    winner = next(seat for account, seat in seats.items() if account != loser)
    assert (winner.place, game.winning_points, game.winners) == (1, winner.points, 1)
    fold_pending()
    ratings = {row.player.account: row.rating for row in Rating.objects.filter(pool="overall")}
    assert ratings[loser] < ratings[winner.player.account]
    page = client_of(winner.player.account).get(reverse("game", args=[game.pk])).content.decode()
    assert '<span class="badge badge--wait">resigned</span>' in page


def test_with_more_a_computer_goes_on_and_the_seat_is_last() -> None:
    table = started_table("ana", "ben", "cleo")
    before, leaver = read_table(table.pk), waiting(table)
    went_on = resign_game(table.pk, leaver)
    place = place_of(table, leaver)
    assert (went_on.phase, went_on.plies) == (Phase.PLAYING, before.plies + 1)
    assert (went_on.awaited, went_on.awaited_since) == (before.awaited, before.awaited_since)
    assert went_on.deadline == before.deadline
    assert (place.is_computer, place.replaced_at) == (True, before.plies + 2)
    play_out(table.pk)
    game = recorded(table)
    seat = Seat.objects.get(game=game, player__account=leaver)
    assert (seat.place, seat.rated_place) == (3, 3)
    assert (seat.resigned_at, seat.replaced_at) == (before.plies + 1, before.plies + 2)


def test_in_ones_own_turn_the_computer_is_awaited_at_once() -> None:
    table = started_table("ana", "ben", "cleo")
    leaver = awaited(table)
    went_on = resign_game(table.pk, leaver.account)
    assert (went_on.awaited, went_on.deadline) == (leaver.turn, None)
    assert place_at(read_table(table.pk), leaver.turn).is_computer
    act_once(table.pk)
    assert read_table(table.pk).plies > went_on.plies


def test_before_an_own_entry_it_is_leaving() -> None:
    table = dealt(people("ana", "ben"))
    leaver = waiting(table)
    left = resign_game(table.pk, leaver)
    assert (left.phase, left.plies) == (Phase.PLAYING, table.plies)
    assert place_of(table, leaver).is_computer
    play_out(table.pk)
    game = recorded(table)
    assert "resign" not in game.log
    assert game.standing == Standing.UNRATED


def test_resigning_twice_is_resigning_once() -> None:
    two, three = started_table("ana", "ben"), started_table("cleo", "dina", "emil")
    for table in (two, three):
        leaver = waiting(table)
        resigned_table = resign_game(table.pk, leaver)
        assert resign_game(table.pk, leaver).plies == resigned_table.plies
        assert TableEntry.objects.filter(table=table, text__endswith=" resign").count() == 1


def test_only_persons_who_play_resign() -> None:
    table = started_table("ana", "ben", "cleo")
    with pytest.raises(NotAllowed):
        resign_game(table.pk, people("dora")[0])
    leaver = waiting(table)
    leave_game(table.pk, leaver)
    plies = read_table(table.pk).plies
    assert resign_game(table.pk, leaver).plies == plies  # a computer's seat does not resign
    assert not TableEntry.objects.filter(table=table, text__endswith=" resign").exists()
    finished = play_out(table.pk)
    with pytest.raises(NotPlaying):
        resign_game(finished.pk, awaited_account(finished))
    with pytest.raises(NotPlaying):
        resign_game(open_table(leaver, Terms()).pk, leaver)


def awaited_account(table: Table) -> Account:
    return table.places.exclude(account__computer__gt="").first().account


def test_it_is_no_entry_that_is_submitted() -> None:
    table = started_table("ana", "ben", "cleo")
    place = awaited(table)
    for text in ("resign", f"{place.colour}  resign", " resign "):
        with pytest.raises(NotAllowed, match="Resign"):
            submit_entry(table.pk, place.account, table.plies + 1, text)
    assert read_table(table.pk).plies == table.plies
    assert "resign" not in legal_in_position(read_position(read_table(table.pk)), place.turn)


def test_alone_against_a_computer_it_ends_and_is_kept() -> None:
    ana = people("ana")[0]
    table = opened([ana], computers=("greedy",), rated=False)
    while not table.entries.filter(by=ana).exists():
        act_once(table.pk)
    assert resign_game(table.pk, ana).phase == Phase.FINISHED
    assert recorded(table).standing == Standing.UNRATED


def test_the_last_person_at_an_unrated_table_of_more_closes_it() -> None:
    table = opened(people("ana"), computers=("greedy", "greedy"), rated=False)
    while not table.entries.filter(by=table.host).exists():
        act_once(table.pk)
    assert resign_game(table.pk, table.host).phase == Phase.ABANDONED
    assert not Upload.objects.exists()


def test_a_clock_that_runs_is_not_wound_by_anothers_resignation() -> None:
    table = started_table("ana", "ben", "cleo", pace="live", minutes=5)
    Table.objects.filter(pk=table.pk).update(
        awaited_since=table.awaited_since - timedelta(minutes=1)
    )
    since, deadline = read_table(table.pk).awaited_since, read_table(table.pk).deadline
    went_on = resign_game(table.pk, waiting(table))
    assert (went_on.awaited_since, went_on.deadline) == (since, deadline)


def test_the_page_asks_and_the_form_does_it() -> None:
    table = started_table("ana", "ben")
    loser = waiting(table)
    page = client_of(loser).get(reverse("table", args=[table.pk])).content.decode()
    assert "Resign now" in page
    answer = client_of(loser).post(reverse("table-resign", args=[table.pk]), follow=True)
    assert "You resigned: " in answer.content.decode()
    assert read_table(table.pk).phase == Phase.FINISHED


def test_by_the_api() -> None:
    table = started_table("ana", "ben", watchable=False)
    loser = waiting(table)
    for _ in range(2):
        answer = Asker(token(loser, "play")).ask("POST", f"tables/{table.pk}/resignation")
        assert (answer.status_code, answer.json()["phase"]) == (200, "finished")


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_a_resignation_and_a_move_at_once_are_both_in_order() -> None:
    table = started_table("ana", "ben", "cleo")
    place, leaver = awaited(table), waiting(table)
    text = legal_in_position(read_position(read_table(table.pk)), place.turn)[0]
    results = at_once(
        partial(resign_game, table.pk, leaver),
        partial(resign_game, table.pk, leaver),
        partial(submit_entry, table.pk, place.account, table.plies + 1, text),
    )
    assert done(results) >= 2
    assert all(
        isinstance(result, ServiceError) for result in results if isinstance(result, Exception)
    )
    rows = list(TableEntry.objects.filter(table=table).order_by("ply"))
    assert [row.ply for row in rows] == list(range(1, read_table(table.pk).plies + 1))
    assert sum(row.text.endswith(" resign") for row in rows) == 1
    assert read_position(read_table(table.pk)).state.resigned


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_two_who_resign_at_once_leave_one_winner() -> None:
    table = started_table("ana", "ben")
    accounts = [place.account for place in table.places.all()]
    results = at_once(*[partial(resign_game, table.pk, account) for account in accounts])
    assert done(results) == 1
    assert {type(result) for result in results if isinstance(result, Exception)} == {NotPlaying}
    assert TableEntry.objects.filter(table=table, text__endswith=" resign").count() == 1
    assert Upload.objects.count() == 1
