"""An evening at a hall: people, tables by hand, slips, rulings, standings."""

from __future__ import annotations

import pytest

from events.entrants.entering import (
    enter_oneself,
    leave_event,
    readmit_entrant,
    withdraw_entrant,
)
from events.models import EventRuling, EventTable, ResultState
from events.organising.arbiters import add_arbiter, remove_arbiter
from events.organising.making import change_event
from events.results.ending import end_event
from events.results.page import event_context
from events.results.rulings import give_penalty, lift_penalty, moved_sentences, rule_absent
from events.results.rulings import rule_result as rule
from events.results.slips import Slip, confirm_result, dispute_result
from events.results.standings import read_book
from events.round_tables.tables import dissolve_table
from games.models import Notice
from tests.cast import account
from tests.worlds.evenings import Evening, evening, terms
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def points(world: Evening) -> dict[str, str]:
    lines = read_book(world.event, everything=True).lines()
    return {line.entrant.in_logs: line.points for line in lines}


def test_points_of_a_table_stand_in_the_standings_at_once() -> None:
    world = evening("@ana", "@ben", "Mia", "Tom")
    table = world.seat("@ana", "Mia", "Tom", "@ben")
    assert table.state == ResultState.SEATED
    world.report(table, 30, 41, 22, 30)
    assert points(world) == {"Mia": "5", "@ana": "2.5", "@ben": "2.5", "Tom": "1"}
    table.refresh_from_db()
    assert (table.state, table.confirmed_by) == (ResultState.CONFIRMED, world.ida)


def test_a_tie_is_broken_by_places_that_fit_the_points() -> None:
    world = evening("Ada", "Bob", "Cid")
    table = world.seat("Ada", "Bob", "Cid")
    for places in ((1, 1, 2), (2, 2, 3), (1, 3, 2), (1, 2)):
        with pytest.raises(Invalid):
            Slip((30, 30, 20), places).checked(3)
    rule(world.event.pk, table.pk, world.ida, Slip((30, 30, 20), (2, 1, 3)), "stones on the sled")
    assert points(world) == {"Bob": "5", "Ada": "2.5", "Cid": "1"}


def test_people_who_come_twice_or_pass_for_another_are_refused() -> None:
    world = evening("@ana", "Mia")
    for name in ("@ana", "MIA", "\N{CYRILLIC CAPITAL LETTER EM}ia", "M1a", "Àna", "Ida"):
        with pytest.raises(Conflict):
            world.enter(name)
    for name in ("admin", "x", "<b>Mia</b>", "@nobody", "a" * 25, "search-1", "@"):
        with pytest.raises(Invalid):
            world.enter(name)
    with pytest.raises(Conflict):
        world.enter("Zoë", "Zoe")
    assert world.event.entrants.count() == 2  # all of a list or none


def test_an_event_has_two_hundred_entrants_and_no_more() -> None:
    world = evening()
    world.enter(*(f"Guest {number:03}x" for number in range(200)))
    with pytest.raises(Conflict):
        world.enter("One More")


def test_an_account_hears_that_it_was_entered() -> None:
    world = evening("@ana")
    notice = Notice.objects.get(account=world.people["ana"])
    assert (notice.kind, notice.facts, notice.by) == ("event", {"event": world.event.pk}, world.ida)


def test_people_enter_by_themselves_only_where_that_is_open() -> None:
    world, ben = evening(), account("ben")
    with pytest.raises(NotAllowed):
        enter_oneself(world.event.pk, ben)
    change_event(world.event.pk, world.ida, terms(open_entry=True))
    assert enter_oneself(world.event.pk, ben).account == ben
    leave_event(world.event.pk, ben)
    assert enter_oneself(world.event.pk, ben).is_present
    withdraw_entrant(world.event.pk, world.ida, 1, "was rude")
    with pytest.raises(NotAllowed):
        enter_oneself(world.event.pk, ben)
    assert readmit_entrant(world.event.pk, world.ida, 1).is_present


def test_a_table_has_a_size_that_has_points() -> None:
    world = evening("Ada", "Bob", "Cid", "Dan", points2="")
    with pytest.raises(Invalid, match="a table of 3, 4 players"):
        world.seat("Ada", "Bob")
    with pytest.raises(Invalid):
        world.seat("Ada", "Ada", "Bob")
    with pytest.raises(Invalid):
        change_event(world.event.pk, world.ida, terms(points4="1 2 3 4"))
    with pytest.raises(Invalid):
        change_event(world.event.pk, world.ida, terms(points4="5 3 1"))


def test_nobody_sits_at_two_tables_at_once() -> None:
    world = evening("Ada", "Bob", "Cid", "Dan")
    first = world.seat("Ada", "Bob")
    with pytest.raises(Conflict, match="Ada still plays at table 1"):
        world.seat("Ada", "Cid")
    assert world.seat("Cid", "Dan").round == first.round  # side by side
    world.report(first, 20, 30)
    assert world.seat("Ada", "Bob").round.number == 2


def test_a_player_who_left_sits_at_no_new_table_and_keeps_the_old_result() -> None:
    world = evening("@ana", "@ben", "Cid")
    table = world.seat("@ana", "@ben")
    leave_event(world.event.pk, world.people["ana"])
    world.report(table, 31, 20, reporter=world.people["ana"])
    confirm_result(world.event.pk, table.pk, world.people["ben"])
    assert points(world) == {"@ana": "5", "@ben": "1", "Cid": "0"}
    with pytest.raises(Conflict, match="has left"):
        world.seat("@ana", "Cid")


def test_two_phones_at_one_table() -> None:
    """The same points confirm each other; other ones are refused with what is there."""
    world = evening("@ana", "@ben")
    ana, ben = world.people["ana"], world.people["ben"]
    table = world.seat("@ana", "@ben")
    assert world.report(table, 31, 20, reporter=ana).state == ResultState.REPORTED
    assert world.report(table, 31, 20, reporter=ana).state == ResultState.REPORTED  # sent again
    with pytest.raises(Conflict, match="31 – 20"):
        world.report(table, 20, 31, reporter=ben)
    with pytest.raises(NotAllowed):
        confirm_result(world.event.pk, table.pk, ana)
    assert world.report(table, 31, 20, reporter=ben).state == ResultState.CONFIRMED


def test_a_table_that_is_finished_is_not_finished_again() -> None:
    world = evening("@ana", "Bob")
    table = world.seat("@ana", "Bob")
    world.report(table, 31, 20)
    with pytest.raises(Conflict):
        world.report(table, 20, 31)
    with pytest.raises(Conflict):
        world.report(table, 20, 31, reporter=world.people["ana"])
    assert points(world) == {"@ana": "5", "Bob": "1"}


def test_a_correction_has_a_reason_and_says_what_moved() -> None:
    world = evening("Ada", "Bob", "Cid")
    table = world.seat("Ada", "Bob", "Cid")
    world.report(table, 30, 25, 20)
    with pytest.raises(Invalid):
        rule(world.event.pk, table.pk, world.ida, Slip((30, 35, 20)), "  ")
    ruling = rule(world.event.pk, table.pk, world.ida, Slip((30, 35, 20)), "a card was forgotten")
    names = {row.number: row.in_logs for row in world.event.entrants.all()}
    assert moved_sentences(ruling.moved, names) == [
        "Bob: from rank 2 to 1",
        "Ada: from rank 1 to 2",
    ]
    context = event_context(world.event, None)
    (line,) = context["rulings"]
    assert (line["change"], line["reason"]) == (
        "from 30 – 25 – 20 to 30 – 35 – 20",
        "a card was forgotten",
    )
    with pytest.raises(Conflict):
        rule(world.event.pk, table.pk, world.ida, Slip((30, 35, 20)), "again")


def test_an_arbiter_who_plays_says_so_and_leaves_a_dispute_to_another() -> None:
    world = evening("@ana", "@ben")
    world.enter("@ida")
    table = world.seat("@ida", "@ana")
    world.report(table, 40, 20)
    table.refresh_from_db()
    assert table.state == ResultState.REPORTED
    (card,) = event_context(world.event, None)["cards"]
    assert card.hand == "@ida, an arbiter, entered or confirmed the result of their own table."
    dispute_result(world.event.pk, table.pk, world.people["ana"], "I had 45")
    with pytest.raises(NotAllowed, match="another arbiter"):
        rule(world.event.pk, table.pk, world.ida, Slip((40, 45)), "fine")
    with pytest.raises(NotAllowed, match="another arbiter"):
        rule_absent(world.event.pk, table.pk, world.ida, [1], "fine")
    with pytest.raises(Conflict, match="disputed"):
        end_event(world.event.pk, world.ida)
    add_arbiter(world.event.pk, world.ida, "@ben")
    ruling = rule(world.event.pk, table.pk, world.people["ben"], Slip((40, 45)), "both agree now")
    assert not ruling.at_own_table
    assert points(world) == {"@ana": "5", "@ida": "1", "@ben": "0"}
    with pytest.raises(Conflict):
        dispute_result(world.event.pk, table.pk, world.people["ana"], "still")


def test_the_hand_of_an_arbiter_at_the_own_table_is_seen_and_can_be_disputed() -> None:
    world = evening("@ana")
    world.enter("@ida")
    table = world.seat("@ida", "@ana")
    ruling = rule(world.event.pk, table.pk, world.ida, Slip((40, 20)), "we counted")
    assert ruling.at_own_table
    dispute_result(world.event.pk, table.pk, world.people["ana"], "no")
    table.refresh_from_db()
    assert table.disputed_by == world.people["ana"]


def test_players_who_do_not_come_leave_the_others_a_bye() -> None:
    world = evening("Ada", "Bob", "Cid")
    table = world.seat("Ada", "Bob", "Cid")
    ruling = rule_absent(world.event.pk, table.pk, world.ida, [2], "did not come")
    assert points(world) == {"Ada": "3", "Cid": "3", "Bob": "0"}
    assert not world.entrant("Bob").is_present
    assert len(ruling.moved) == 3
    with pytest.raises(Conflict):
        rule_absent(world.event.pk, table.pk, world.ida, [1], "again")


def test_a_penalty_has_a_reason_and_can_be_taken_back() -> None:
    world = evening("Ada", "Bob")
    world.report(world.seat("Ada", "Bob"), 30, 20)
    for amount in ("0", "-1", "x", ""):
        with pytest.raises(Invalid):
            give_penalty(world.event.pk, world.ida, 1, amount, "late")
    ruling = give_penalty(world.event.pk, world.ida, 1, "4.5", "an hour late")
    assert points(world) == {"Bob": "1", "Ada": "0.5"}
    lift_penalty(world.event.pk, world.ida, ruling.pk, "the bus was late")
    assert points(world) == {"Ada": "5", "Bob": "1"}
    with pytest.raises(Conflict):
        lift_penalty(world.event.pk, world.ida, ruling.pk, "again")
    kinds = list(EventRuling.objects.values_list("kind", flat=True).order_by("pk"))
    assert kinds == ["penalty", "lifted"]


def test_a_table_is_taken_apart_while_nothing_was_played() -> None:
    world = evening("Ada", "Bob", "Cid")
    table = world.seat("Ada", "Bob")
    dissolve_table(world.event.pk, world.ida, table.pk, "Cid wants to play too")
    played = world.seat("Ada", "Bob", "Cid")
    world.report(played, 3, 2, 1)
    with pytest.raises(Conflict):
        dissolve_table(world.event.pk, world.ida, played.pk, "again")
    assert EventTable.objects.count() == 1


def test_what_is_counted_stands_once_a_table_has_a_result() -> None:
    world = evening("Ada", "Bob")
    change_event(world.event.pk, world.ida, terms(points2="3 0"))
    world.report(world.seat("Ada", "Bob"), 30, 20)
    with pytest.raises(Invalid, match="can’t be changed"):
        change_event(world.event.pk, world.ida, terms(points2="9 0"))
    settings = terms(points2="3 0", name="Friday at the Anchor")
    world.event = change_event(world.event.pk, world.ida, settings)
    assert points(world) == {"Ada": "3", "Bob": "0"}


def test_an_event_that_has_ended_stands_as_it_is() -> None:
    world = evening("Ada", "Bob")
    table = world.seat("Ada", "Bob")
    with pytest.raises(Conflict, match="no result"):
        end_event(world.event.pk, world.ida)
    world.report(table, 30, 20)
    end_event(world.event.pk, world.ida)
    for change in (
        lambda: world.enter("Cid"),
        lambda: world.seat("Ada", "Bob"),
        lambda: world.report(table, 30, 20),
        lambda: rule(world.event.pk, table.pk, world.ida, Slip((1, 2)), "late"),
        lambda: give_penalty(world.event.pk, world.ida, 1, "1", "late"),
    ):
        with pytest.raises(Conflict, match="has ended"):
            change()


def test_the_last_arbiter_stays() -> None:
    world = evening("@ana")
    with pytest.raises(Conflict):
        remove_arbiter(world.event.pk, world.ida, world.ida)
    add_arbiter(world.event.pk, world.ida, "ana")
    remove_arbiter(world.event.pk, world.ida, world.ida)
    with pytest.raises(NotAllowed):
        world.enter("Bob")


def test_the_results_of_the_last_two_rounds_can_be_hidden() -> None:
    world = evening("Ada", "Bob", rounds_planned=3, hides_end=True)
    for scores in ((30, 20), (10, 20), (10, 20)):
        world.report(world.seat("Ada", "Bob"), *scores)
    book = read_book(world.event)
    assert (book.hides, book.visible_rounds) == (True, 1)
    assert [line.points for line in book.lines()] == ["5", "1"]
    cards = event_context(world.event, None)["cards"]
    assert [card.hidden for card in cards] == [False, True, True]
    assert {seat.score for card in cards[1:] for seat in card.seats} == {None}
    end_event(world.event.pk, world.ida)
    world.event.refresh_from_db()
    lines = read_book(world.event).lines()
    assert [(line.entrant.in_logs, line.points) for line in lines] == [("Bob", "11"), ("Ada", "7")]


def test_a_ruling_may_take_an_entrant_off_the_list() -> None:
    """With too few results there is no rank: a sentence says so by a dash."""
    world = evening("Mia", "Tom")
    ruling = rule(world.event.pk, world.seat("Mia", "Tom").pk, world.ida, Slip((30, 20)), "first")
    ruling.moved = [[1, 2, None, "5", None]]
    assert moved_sentences(ruling.moved, {1: "Mia"}) == ["Mia: from rank 2 to –"]
