"""Before the deal: sitting down, standing up, inviting; promises, shares, and the deal itself."""

from datetime import timedelta

import pytest
from django.utils import timezone

from engine.fairness import CommittedShuffler, shuffled_seats
from engine.vocabulary import Colour
from games.models import Account
from tables.errors import InvalidTerms
from tables.limits import SHARES_DAYS, SHARES_LIVE
from tables.lobby.dealing import deal_if_due, open_share, promise_share
from tables.lobby.opening import open_table
from tables.lobby.seats import (
    add_computer,
    decline_invitation,
    invite_player,
    leave_seat,
    remove_computer,
    sit_down,
)
from tables.models import Block, Deal, Pace, Phase, Place, Table, TableEntry
from tables.play.position import read_position
from tables.terms import Terms
from tests.worlds.tables import opened, people, secret_of, share
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db


def colours(table: Table) -> list[str]:
    return list(table.places.order_by("pk").values_list("colour", flat=True))


def late(table: Table) -> None:
    """The time for the shares is over."""
    Table.objects.filter(pk=table.pk).update(deadline=timezone.now() - timedelta(seconds=1))


def test_the_last_seat_taken_begins_the_deal(ana: Account, ben: Account) -> None:
    table = open_table(ana, Terms())
    table = sit_down(table.pk, ben)
    assert table.phase == Phase.PLAYING
    assert colours(table) == ["black", "white"]


def test_a_colour_is_chosen_or_the_next_that_is_free(ana: Account, ben: Account) -> None:
    table = open_table(ana, Terms(seats=3, colour="white"))
    sit_down(table.pk, ben, colour="gray")
    sit_down(table.pk, people("cleo")[0])
    assert colours(table) == ["white", "gray", "black"]


@pytest.mark.parametrize("colour", ["white", "pink"])
def test_a_colour_that_is_taken_or_none_is_refused(ana: Account, ben: Account, colour: str) -> None:
    table = open_table(ana, Terms(colour="white"))
    with pytest.raises(InvalidTerms) as refused:
        sit_down(table.pk, ben, colour=colour)
    assert refused.value.field == "colour"
    assert table.places.count() == 1


def test_nobody_sits_twice(ana: Account) -> None:
    table = open_table(ana, Terms(seats=3))
    with pytest.raises(Conflict):
        sit_down(table.pk, ana)
    assert table.places.count() == 1


def test_nobody_sits_where_all_seats_are_taken(ana: Account, ben: Account) -> None:
    table = opened([ana, ben])
    with pytest.raises(Conflict):
        sit_down(table.pk, people("cleo")[0])


def test_a_suspended_account_and_a_computer_player_do_not_sit(ana: Account, ben: Account) -> None:
    table = open_table(ana, Terms())
    ben.is_active = False
    with pytest.raises(NotAllowed):
        sit_down(table.pk, ben)
    with pytest.raises(NotAllowed):
        sit_down(table.pk, Account(username="machine", computer="greedy"))


def test_who_is_blocked_by_a_player_there_does_not_sit(ana: Account, ben: Account) -> None:
    (cleo,) = people("cleo")
    table = open_table(ana, Terms(seats=4))
    sit_down(table.pk, ben)
    Block.objects.create(account=ben, blocked=cleo)
    with pytest.raises(NotAllowed):
        sit_down(table.pk, cleo)


def test_a_table_for_those_invited(ana: Account, ben: Account) -> None:
    table = open_table(ana, Terms(access="invited"))
    with pytest.raises(NotAllowed):
        sit_down(table.pk, ben)
    invite_player(table.pk, ana, "@ben")
    decline_invitation(table.pk, ben)
    decline_invitation(table.pk, ben)
    assert table.invitations.get().declined
    sit_down(table.pk, ben)
    assert not table.invitations.get().declined


def test_only_the_host_invites_and_nobody_declines_uninvited(ana: Account, ben: Account) -> None:
    table = open_table(ana, Terms(seats=3))
    sit_down(table.pk, ben)
    with pytest.raises(NotAllowed):
        invite_player(table.pk, ben, "ana")
    with pytest.raises(NotAllowed):
        decline_invitation(table.pk, ben)


@pytest.mark.parametrize("handle", ["", "@", "nobody-here", "ana", "\0"])
def test_who_cannot_be_invited(ana: Account, handle: str) -> None:
    table = open_table(ana, Terms(invited=("", " ")))
    with pytest.raises(InvalidTerms):
        invite_player(table.pk, ana, handle)
    assert not table.invitations.exists()


def test_who_declined_is_asked_again(ana: Account, ben: Account) -> None:
    table = open_table(ana, Terms(invited=("ben",)))
    decline_invitation(table.pk, ben)
    invite_player(table.pk, ana, "ben")
    assert not table.invitations.get().declined


def test_a_guest_stands_up(ana: Account, ben: Account) -> None:
    table = open_table(ana, Terms(seats=3))
    sit_down(table.pk, ben)
    table = leave_seat(table.pk, ben)
    assert (table.phase, table.host, colours(table)) == (Phase.OPEN, ana, ["black"])
    sit_down(table.pk, ben)


def test_a_host_hands_the_table_on(ana: Account, ben: Account) -> None:
    table = open_table(ana, Terms(seats=4, computers=("greedy",)))
    sit_down(table.pk, ben)
    table = leave_seat(table.pk, ana)
    assert (table.phase, table.host) == (Phase.OPEN, ben)


def test_a_host_with_computers_alone_cancels(ana: Account) -> None:
    table = open_table(ana, Terms(seats=3, computers=("greedy",)))
    table = leave_seat(table.pk, ana)
    assert table.phase == Phase.CANCELLED
    assert table.ended_at is not None
    assert table.deadline is None


def test_once_all_sit_nobody_stands_up(ana: Account, ben: Account) -> None:
    table = opened([ana, ben])
    with pytest.raises(Conflict):
        leave_seat(table.pk, ben)


def test_who_does_not_sit_does_not_stand_up(ana: Account, ben: Account) -> None:
    with pytest.raises(NotAllowed):
        leave_seat(open_table(ana, Terms()).pk, ben)


def test_a_table_that_is_not_there(ana: Account) -> None:
    with pytest.raises(Table.DoesNotExist):
        sit_down("000000000000", ana)


def test_the_host_seats_and_unseats_computers(ana: Account, ben: Account) -> None:
    table = open_table(ana, Terms(seats=3))
    add_computer(table.pk, ana, "greedy")
    with pytest.raises(InvalidTerms):
        add_computer(table.pk, ana, "greedy")
    with pytest.raises(InvalidTerms):
        add_computer(table.pk, ana, "no such")
    with pytest.raises(NotAllowed):
        add_computer(table.pk, ben, "random")
    with pytest.raises(Invalid):
        remove_computer(table.pk, ana, "black")
    assert colours(remove_computer(table.pk, ana, "white")) == ["black"]
    add_computer(table.pk, ana, "greedy", colour="gray")
    assert add_computer(table.pk, ana, "random").phase == Phase.PLAYING


def test_the_deal_follows_from_secret_and_shares(ana: Account, ben: Account) -> None:
    (first, first_promise), (second, second_promise) = share(), share()
    table = open_table(ana, Terms())
    promise_share(table.pk, ana, first_promise)
    table = sit_down(table.pk, ben, promise=second_promise)
    assert (table.phase, table.plies) == (Phase.DEALING, 0)
    assert open_share(table.pk, ben, second).phase == Phase.DEALING
    table = open_share(table.pk, ana, first)
    assert table.phase == Phase.PLAYING
    terms = table.setup("black white")
    shares = {Colour.BLACK: bytes.fromhex(first), Colour.WHITE: bytes.fromhex(second)}
    promises = {Colour.BLACK: first_promise, Colour.WHITE: second_promise}
    shuffler = CommittedShuffler(terms, secret_of(table), shares, promises)
    seats = shuffled_seats(terms.seats, shuffler)
    by_turn = table.places.order_by("turn").values_list("colour", flat=True)
    assert list(by_turn) == [colour.word for colour in seats]
    assert read_position(table).plies == table.plies


@pytest.mark.parametrize("other", ["", "0" * 63, "zz" * 32, "00" * 32, "00" * 33])
def test_a_forged_share_is_refused(ana: Account, ben: Account, other: str) -> None:
    share_bytes, promised = share()
    table = open_table(ana, Terms(promise=promised))
    sit_down(table.pk, ben)
    with pytest.raises(Invalid):
        open_share(table.pk, ana, other)
    with pytest.raises(Invalid):
        open_share(table.pk, ben, share_bytes)
    with pytest.raises(NotAllowed):
        open_share(table.pk, people("cleo")[0], share_bytes)
    assert not Place.objects.exclude(opened_at=None).exists()
    assert Deal.objects.get().shares == {}
    assert Table.objects.get().phase == Phase.DEALING


def test_a_share_is_not_opened_before_all_promises_stand(ana: Account) -> None:
    share_bytes, promised = share()
    table = open_table(ana, Terms(promise=promised))
    with pytest.raises(Conflict):
        open_share(table.pk, ana, share_bytes)
    assert not Place.objects.exclude(opened_at=None).exists()
    assert Deal.objects.get().shares == {}


def test_a_promise_stands(ana: Account, ben: Account) -> None:
    table = open_table(ana, Terms())
    _share, promised = share()
    promise_share(table.pk, ana, promised)
    promise_share(table.pk, ana, promised)
    with pytest.raises(Conflict):
        promise_share(table.pk, ana, share()[1])
    with pytest.raises(Invalid):
        promise_share(table.pk, ana, "")
    with pytest.raises(NotAllowed):
        promise_share(table.pk, ben, promised)
    sit_down(table.pk, ben)
    with pytest.raises(Conflict):
        promise_share(table.pk, ben, share()[1])


def test_the_same_share_again_is_no_fault(ana: Account, ben: Account) -> None:
    share_bytes, promised = share()
    table = open_table(ana, Terms(promise=promised))
    sit_down(table.pk, ben)
    assert open_share(table.pk, ana, share_bytes).phase == Phase.PLAYING
    assert open_share(table.pk, ana, share_bytes).phase == Phase.PLAYING


@pytest.mark.parametrize(("pace", "wait"), [(Pace.LIVE, SHARES_LIVE), (Pace.DAYS, SHARES_DAYS)])
def test_what_is_not_opened_in_time_is_left_out(
    ana: Account, ben: Account, pace: Pace, wait: timedelta
) -> None:
    share_bytes, promised = share()
    withheld, promised_too = share()
    table = open_table(ana, Terms(promise=promised, pace=pace))
    before = timezone.now()
    table = sit_down(table.pk, ben, promise=promised_too)
    assert table.deadline is not None
    assert before + wait <= table.deadline <= timezone.now() + wait
    open_share(table.pk, ana, share_bytes)
    assert not deal_if_due(table.pk)
    late(table)
    assert deal_if_due(table.pk)
    assert not deal_if_due(table.pk)
    table.refresh_from_db()
    assert table.phase == Phase.PLAYING
    assert Place.objects.get(account=ben).opened_at is None
    with pytest.raises(Conflict):
        open_share(table.pk, ben, withheld)
    shares = {Colour.BLACK: bytes.fromhex(share_bytes)}
    terms = table.setup("black white")
    promises = {Colour.BLACK: promised, Colour.WHITE: promised_too}
    shuffler = CommittedShuffler(terms, secret_of(table), shares, promises)
    seats = shuffled_seats(terms.seats, shuffler)
    by_turn = table.places.order_by("turn").values_list("colour", flat=True)
    assert list(by_turn) == [colour.word for colour in seats]


def test_the_opening_is_written_and_the_clocks_are_full(ana: Account, ben: Account) -> None:
    table = opened([ana, ben], minutes=5)
    rows = TableEntry.objects.filter(table=table)
    assert [row.ply for row in rows] == list(range(1, table.plies + 1))
    assert {row.seat for row in rows} == {-1}
    assert {place.left_ms for place in table.places.all()} == {5 * 60_000}
    assert table.awaited == 0
    assert table.started_at is not None
    assert table.deadline == table.started_at + timedelta(minutes=5)


def test_at_a_table_of_days_there_is_a_day_for_each_entry(ana: Account, ben: Account) -> None:
    table = opened([ana, ben], pace=Pace.DAYS, days=2)
    assert table.deadline is not None
    assert table.started_at is not None
    assert table.deadline - table.started_at == timedelta(days=2)


def test_a_computer_player_has_no_deadline(ana: Account) -> None:
    waiting = [opened([ana], computers=("greedy",)) for _ in range(6)]
    for table in waiting:
        place = next(p for p in table.places.all() if p.turn == table.awaited)
        assert (table.deadline is None) == place.is_computer
