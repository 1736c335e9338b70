"""Leaving, running out of time, agreeing to cancel, giving up a table; and once more."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Account, Upload
from tables.ending.ending import abandon, agree_to_cancel, leave_game, replace_player
from tables.errors import NotPlaying
from tables.limits import STAND_IN
from tables.lobby.opening import open_table
from tables.lobby.rematch import open_rematch
from tables.lobby.seats import decline_invitation, leave_seat, sit_down
from tables.locks import read_table
from tables.models import Phase, Place, Table
from tables.play.entries import submit_computer_entry, submit_entry
from tables.play.position import legal_in_position, read_position
from tables.terms import Terms
from tests.worlds.tables import act_once, awaited, dealt, opened, people
from web.errors import Conflict, NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def persons() -> list[Account]:
    return people("ana", "ben", "cleo")


@pytest.fixture
def table(persons: list[Account]) -> Table:
    return dealt(persons)


def place_of(table: Table, account: Account) -> Place:
    return Place.objects.get(table=table, account=account)


def overdue(table: Table) -> Table:
    Table.objects.filter(pk=table.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    return read_table(table.pk)


def test_for_who_leaves_a_computer_player_acts(table: Table) -> None:
    who = awaited(table)
    left = leave_game(table.pk, who.account)
    place = place_of(table, who.account)
    assert place.is_computer
    assert place.level == STAND_IN
    assert (place.replaced_at, place.replaced_why) == (table.plies + 1, Place.ReplacementCause.LEFT)
    assert (left.phase, left.deadline) == (Phase.PLAYING, None)
    with pytest.raises(NotAllowed):
        submit_entry(table.pk, who.account, table.plies + 1, "load 1.1")
    text = legal_in_position(read_position(left), place.turn)[0]
    acted = submit_computer_entry(table.pk, place, table.plies + 1, text)
    assert acted.entries[0].by == place.stand_in


def test_who_leaves_when_it_is_another_turn(table: Table, persons: list[Account]) -> None:
    leaver = next(person for person in persons if person != awaited(table).account)
    left = leave_game(table.pk, leaver)
    assert (left.awaited, left.deadline) == (table.awaited, table.deadline)
    assert place_of(table, leaver).is_computer


def test_leaving_twice_is_leaving_once(table: Table, persons: list[Account]) -> None:
    leave_game(table.pk, persons[0])
    first = place_of(table, persons[0])
    act_once(table.pk)
    leave_game(table.pk, persons[0])
    assert place_of(table, persons[0]).replaced_at == first.replaced_at


def test_nobody_else_leaves(table: Table) -> None:
    with pytest.raises(NotAllowed):
        leave_game(table.pk, people("dina")[0])


def test_before_the_deal_one_stands_up_instead(persons: list[Account]) -> None:
    table = open_table(persons[0], Terms())
    with pytest.raises(NotPlaying):
        leave_game(table.pk, persons[0])


def test_where_nobody_is_left_an_unrated_game_is_abandoned(persons: list[Account]) -> None:
    table = dealt(persons, rated=False)
    for person in persons:
        left = leave_game(table.pk, person)
    assert left.phase == Phase.ABANDONED
    assert (left.awaited, left.deadline) == (None, None)
    assert left.ended_at is not None
    assert not Upload.objects.exists()
    with pytest.raises(NotPlaying):
        leave_game(table.pk, persons[0])


def test_one_against_computers_who_leaves_abandons_what_is_not_rated(
    persons: list[Account],
) -> None:
    table = opened([persons[0]], computers=("greedy",), rated=False)
    assert leave_game(table.pk, persons[0]).phase == Phase.ABANDONED


def test_nobody_leaves_a_rated_game_to_get_out_of_losing(persons: list[Account]) -> None:
    table = opened([persons[0]], computers=("greedy",))
    assert leave_game(table.pk, persons[0]).phase == Phase.PLAYING
    while read_table(table.pk).phase == Phase.PLAYING:
        latest = read_table(table.pk)
        place = Place.objects.get(table=latest, turn=latest.awaited)
        submit_computer_entry(
            latest.pk,
            place,
            latest.plies + 1,
            legal_in_position(read_position(latest), latest.awaited)[0],
        )
    assert read_table(table.pk).phase == Phase.FINISHED
    assert Upload.objects.count() == 1


def test_nobody_cancels_a_rated_game_alone(table: Table, persons: list[Account]) -> None:
    ana, ben, cleo = persons
    leave_game(table.pk, ben)
    agree_to_cancel(table.pk, ana, True)
    assert leave_game(table.pk, cleo).phase == Phase.PLAYING
    with pytest.raises(NotAllowed):
        agree_to_cancel(table.pk, ana, True)
    agree_to_cancel(table.pk, ana, False)


def test_whose_time_is_over_is_replaced(table: Table) -> None:
    place = awaited(table)
    assert not replace_player(table, place, Place.ReplacementCause.TIME)
    late = overdue(table)
    assert replace_player(late, place, Place.ReplacementCause.TIME)
    assert not replace_player(late, place, Place.ReplacementCause.TIME)
    latest = read_table(table.pk)
    seat = place_of(table, place.account)
    assert (seat.replaced_at, seat.replaced_why) == (
        table.plies + 1,
        Place.ReplacementCause.TIME,
    )
    assert latest.deadline is None
    assert latest.awaited_since is not None
    assert late.awaited_since is not None
    assert latest.awaited_since > late.awaited_since


def test_who_moved_meanwhile_is_not_replaced(table: Table) -> None:
    place = awaited(table)
    act_once(table.pk)
    assert not replace_player(table, place, Place.ReplacementCause.TIME)
    assert not place_of(table, place.account).is_computer


def test_only_whose_turn_it_is_runs_out_of_time(table: Table) -> None:
    late = overdue(table)
    other = next(place for place in table.places.all() if place.turn != table.awaited)
    assert not replace_player(late, other, Place.ReplacementCause.TIME)


def test_nobody_is_replaced_after_the_end(table: Table) -> None:
    place = awaited(table)
    abandon(table.pk)
    assert not replace_player(table, place, Place.ReplacementCause.LEFT)


def test_a_game_is_cancelled_when_all_agree(table: Table, persons: list[Account]) -> None:
    ana, ben, cleo = persons
    agree_to_cancel(table.pk, ana, True)
    agree_to_cancel(table.pk, ben, True)
    agree_to_cancel(table.pk, ana, False)
    assert agree_to_cancel(table.pk, cleo, True).phase == Phase.PLAYING
    assert agree_to_cancel(table.pk, ana, True).phase == Phase.CANCELLED
    assert not Upload.objects.exists()
    with pytest.raises(NotPlaying):
        agree_to_cancel(table.pk, ana, False)


def test_who_has_left_is_not_asked(table: Table, persons: list[Account]) -> None:
    ana, ben, cleo = persons
    leave_game(table.pk, cleo)
    agree_to_cancel(table.pk, ana, True)
    with pytest.raises(NotAllowed):
        agree_to_cancel(table.pk, cleo, True)
    assert agree_to_cancel(table.pk, ben, True).phase == Phase.CANCELLED


def test_the_last_who_did_not_agree_leaves(table: Table, persons: list[Account]) -> None:
    ana, ben, cleo = persons
    agree_to_cancel(table.pk, ana, True)
    agree_to_cancel(table.pk, ben, True)
    assert leave_game(table.pk, cleo).phase == Phase.CANCELLED


def test_a_stranger_does_not_cancel(table: Table) -> None:
    with pytest.raises(NotAllowed):
        agree_to_cancel(table.pk, people("dina")[0], True)


def test_a_table_is_abandoned_once(table: Table) -> None:
    assert abandon(table.pk)
    assert not abandon(table.pk)
    assert read_table(table.pk).phase == Phase.ABANDONED


def test_a_rematch_is_on_the_same_terms_for_the_same_people(persons: list[Account]) -> None:
    table = dealt(
        persons,
        preset="custom",
        sites="ABCDA",
        modules=("private_ships",),
        computers=("greedy",),
        minutes=7,
        watchable=False,
    )
    with pytest.raises(Conflict):
        open_rematch(table.pk, persons[1])
    abandon(table.pk)
    rematch = open_rematch(table.pk, persons[1])
    assert (rematch.host, rematch.phase) == (persons[1], Phase.OPEN)
    assert (rematch.sites, rematch.modules, rematch.minutes) == ("ABCDA", "private_ships", 7)
    assert (rematch.seats_wanted, rematch.watchable) == (4, False)
    sitting = [place.account.username for place in rematch.places.all()]
    assert sitting == ["ben", "computer-greedy"]
    invited = rematch.invitations.values_list("account__username", flat=True)
    assert sorted(invited) == ["ana", "cleo"]
    assert open_rematch(table.pk, persons[0]) == rematch
    with pytest.raises(NotAllowed):
        sit_down(rematch.pk, people("dina")[0])
    sit_down(rematch.pk, persons[0])
    assert sit_down(rematch.pk, persons[2]).phase == Phase.PLAYING


def test_a_rematch_that_came_to_nothing_is_asked_for_again(
    table: Table, persons: list[Account]
) -> None:
    abandon(table.pk)
    first = open_rematch(table.pk, persons[0])
    decline_invitation(first.pk, persons[1])
    leave_seat(first.pk, persons[0])
    second = open_rematch(table.pk, persons[1])
    assert second != first
    assert open_rematch(table.pk, persons[0]) == second


def test_a_stranger_gets_no_rematch(table: Table) -> None:
    abandon(table.pk)
    with pytest.raises(NotAllowed):
        open_rematch(table.pk, people("dina")[0])


def test_who_asks_for_a_rematch_promises_a_share(persons: list[Account]) -> None:
    table = opened([persons[0]], computers=("greedy",), rated=False)
    leave_game(table.pk, persons[0])
    rematch = open_rematch(table.pk, persons[0], "ab" * 32)
    assert rematch.phase == Phase.DEALING
    assert place_of(rematch, persons[0]).promise == "ab" * 32
