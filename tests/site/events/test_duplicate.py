"""Duplicate events: one deal at all tables, bound with everybody's share, shown at the end."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine import read_log
from engine.fairness import commitment
from engine.shared_deal import shared_share
from engine.vocabulary import BANK
from events.deals.compare import compare_event_deal
from events.deals.rounds import (
    open_deal_share,
    promise_deal_share,
    promise_event_deal,
    stop_promises,
    sweep_deals,
)
from events.entrants.entering import leave_event
from events.models import EventRuling, ResultState
from events.organising.making import checked_terms, make_event
from events.results.ending import end_event
from events.results.standings import read_book
from events.rounds.live_tables import sweep_event_tables
from events.rounds.opening import open_round
from games.models import Game, Notice
from tables.deals import Withheld, entrant_shares
from tables.ending.deadlines import close_unfilled
from tables.ending.ending import abandon
from tables.errors import InvalidTerms
from tables.lobby.seats import sit_down
from tables.locks import read_table
from tables.models import Phase, SharedDeal, Table
from tables.play.finishing import hand_in_withheld
from tables.shared_deals import reveal_deal_if_ended
from tests.cast import account, client_of
from tests.worlds.duplicates import HANDLES, Duplicate, bound, duplicate
from tests.worlds.evenings import terms
from tests.worlds.tables import act_once, share
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_all_tables_have_the_cards_of_one_deal_and_turns_of_the_seating() -> None:
    world = bound()
    for seed, (row, _table) in enumerate(world.tables()):
        table = world.sit(row)
        by_turn = [place.account.handle for place in sorted(table.places.all(), key=turn_of)]
        assert by_turn == [seat.entrant.in_logs[1:] for seat in row.seats.order_by("turn")], seed
    first, second = (opening(table.pk) for _row, table in world.tables())
    assert first == second
    assert len(first) >= 2


def turn_of(place: object) -> int:
    return getattr(place, "turn", 0)


def opening(table_id: str) -> list[str]:
    rows = read_table(table_id).entries.filter(seat=BANK).order_by("ply")
    return [row.text for row in rows]


def test_games_are_withheld_until_the_last_table_ends_and_then_count() -> None:
    world = bound()
    (first, _t1), (second, _t2) = world.tables()
    table = world.play(first, seed=3)
    assert (table.phase, table.upload, table.withheld) == (Phase.FINISHED, None, True)
    world.show()
    assert not Game.objects.exists()
    assert read_book(world.evening.event).lines()[0].points == "0"
    with pytest.raises(Withheld):
        hand_in_withheld(read_table(table.pk))
    world.play(second, seed=4)
    world.show()
    assert Game.objects.count() == 2
    deal = world.deal
    assert deal.revealed_at is not None
    for game in Game.objects.all():
        header = read_log(game.log.encode()).header
        assert header.chance == f"committed sha256:{deal.commitment}"
        assert [share for share in header.entropy if share] == [deal.shares_digest]
        assert game.played_here
    lines = read_book(world.evening.event).lines()
    assert sorted(line.points for line in lines) in (["0", "0", "1", "1"], ["0.5"] * 4)
    end_event(world.event_id, world.arbiter)


def test_the_share_of_the_deal_is_that_of_all_entrants() -> None:
    world = bound()
    deal = world.deal
    promises = {commitment(bytes.fromhex(text)): text for text in world.shares.values()}
    assert entrant_shares(deal, promises) == promises
    assert deal.shares_digest == shared_share(promises).hex()
    assert deal.closed_at is not None
    assert not reveal_deal_if_ended(deal.pk)
    assert deal.withheld_until == deal.closed_at + timedelta(days=2)


def test_a_share_that_does_not_come_stays_out_after_the_deadline() -> None:
    world = duplicate()
    world.promise("ana", "ben", "cat")
    world.close()
    world.open("ana", "cat")
    assert sweep_deals() == 0
    SharedDeal.objects.update(share_deadline=timezone.now() - timedelta(seconds=1))
    assert sweep_deals() == 1
    with pytest.raises(Conflict, match="without this share"):
        world.open("ben")
    world.open("ana")  # the same again is no fault
    withheld = [
        text for text in entrant_shares(world.deal, promises_of(world)).values() if not text
    ]
    assert len(withheld) == 1
    assert len(world.tables()) == 2


def promises_of(world: Duplicate) -> list[str]:
    return list(world.deal.promises.values_list("promise", flat=True))


def test_shares_are_asked_for_once_until_they_came() -> None:
    world = duplicate()
    world.promise("ana", "ben", "cat")
    dan, page = client_of(world.person("dan")), reverse("my-tables")
    assert "is waiting for your browser to promise" in dan.get(page).content.decode()
    for _time in range(2):
        world.close()
    calls = Notice.objects.filter(facts__deal=1)
    handles = ["ana", "ben", "cat"]
    assert [row.account.username for row in calls.order_by("pk")] == handles
    ana = client_of(world.person("ana"))
    assert "needs your share of the shuffle now" in ana.get(page).content.decode()
    notices = ana.get(reverse("notice-list")).content.decode()
    assert "Deal 1 of an event needs a random number" in notices
    assert "Deal 1" not in dan.get(page).content.decode()
    world.open("ana")
    assert calls.count() == 2
    assert "Deal 1" not in ana.get(page).content.decode()
    SharedDeal.objects.update(share_deadline=timezone.now() - timedelta(seconds=1))
    sweep_deals()
    assert not calls.exists()
    assert Notice.objects.filter(facts__round=1).count() == len(HANDLES[:4])


def test_promises_come_before_shares_and_once() -> None:
    world = duplicate("ana", "ben", "cat", "dan")
    with pytest.raises(Conflict, match="There is no deal in progress"):
        promise_deal_share(world.event_id, world.person("ana"), share()[1])
    world.promise("ana", "ben")
    for promise, fault in (("x", Invalid), (share()[1], Conflict)):
        with pytest.raises(fault):
            promise_deal_share(world.event_id, world.person("ana"), promise)
    with pytest.raises(Conflict, match="promised before"):
        promise_deal_share(world.event_id, world.person("cat"), promises_of(world)[0])
    with pytest.raises(Conflict, match="players can still promise"):
        world.open("ana")
    with pytest.raises(NotAllowed, match="not in this event"):
        promise_deal_share(world.event_id, world.arbiter, share()[1])
    world.close()
    with pytest.raises(Conflict, match="too late"):
        promise_deal_share(world.event_id, world.person("cat"), share()[1])
    with pytest.raises(Invalid, match="not the share"):
        open_deal_share(world.event_id, world.person("ana"), share()[0])


def test_a_late_entrant_waits_for_the_next_deal() -> None:
    world = duplicate()
    world.promise("ana")
    world.close()
    world.evening.people["eva"] = eva = account("eva")
    world.evening.enter("@eva")
    world.open("ana")
    seated = {seat.entrant.in_logs for row, _table in world.tables() for seat in row.seats.all()}
    assert "@eva" not in seated
    with pytest.raises(NotAllowed):
        sit_down(world.tables()[0][1].pk, eva)


def test_a_table_that_does_not_finish_is_not_in_the_field() -> None:
    world = bound("ana", "ben", "cat", "dan", "eva", "fay")
    (first, _t1), (second, _t2), (third, _t3) = world.tables()
    world.play(first, seed=1)
    world.play(second, seed=2)
    act_once(world.sit(third).pk)
    abandon(str(third.live_table_id))
    world.show()
    third.refresh_from_db()
    assert third.state == ResultState.RULED
    ruling = EventRuling.objects.get()
    assert (ruling.reason, ruling.arbiter) == ("did not finish", None)
    names = {seat.entrant.in_logs for seat in third.seats.select_related("entrant__account")}
    points = {line.entrant.in_logs: line.points for line in read_book(world.evening.event).lines()}
    assert {points[name] for name in names} == {"0"}
    assert sum(float(text) for text in points.values()) == 2


def test_a_table_that_never_ends_is_ended_when_the_time_is_over() -> None:
    world = bound()
    (first, _t1), (second, _t2) = world.tables()
    world.play(first, seed=1)
    act_once(world.sit(second).pk)
    world.time_is_over()
    world.show()
    assert read_table(str(second.live_table_id)).phase == Phase.ABANDONED
    assert Game.objects.count() == 1
    first.refresh_from_db()
    assert first.state == ResultState.CONFIRMED


def test_a_player_who_does_not_come_is_paired_out_and_the_other_gets_the_mean() -> None:
    world = bound()
    (first, _t1), (second, table) = world.tables()
    world.play(first, seed=1)
    seats = list(second.seats.select_related("entrant__account"))
    assert seats[0].entrant.account is not None
    sit_down(table.pk, seats[0].entrant.account)
    Table.objects.filter(pk=table.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    assert close_unfilled(read_table(table.pk))
    assert sweep_event_tables() == 1
    world.show()
    points = {line.entrant.pk: line.points for line in read_book(world.evening.event).lines()}
    assert (points[seats[0].entrant_id], points[seats[1].entrant_id]) == ("0.5", "0")


def test_rounds_of_a_duplicate_event_begin_with_a_deal() -> None:
    world = duplicate()
    with pytest.raises(Conflict, match="each deal opens a round with all its tables"):
        open_round(world.event_id, world.arbiter)
    with pytest.raises(Conflict, match="each deal opens a round with all its tables"):
        world.evening.seat("@ana", "@ben")
    world.promise()
    with pytest.raises(Conflict, match="not over yet"):
        promise_event_deal(world.event_id, world.arbiter)
    with pytest.raises(NotAllowed):
        stop_promises(world.event_id, world.person("ana"))


def test_a_deal_for_too_few_is_refused_or_called_off() -> None:
    world = duplicate("ana", "ben", "cat")
    world.promise("ana")
    with pytest.raises(Conflict, match="two tables"):
        world.close()
    other = make_event(world.arbiter, terms(format="swiss"))
    with pytest.raises(Conflict, match="do not share a deal"):
        promise_event_deal(other.pk, world.arbiter)


def test_a_deal_is_called_off_if_its_players_leave() -> None:
    world = duplicate()
    world.promise("ana")
    world.close()
    for handle in ("ana", "ben", "cat"):
        leave_event(world.event_id, world.person(handle))
    world.open("ana")
    assert (world.row.round, world.deal.revealed_at is not None) == (None, True)
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [{"place": "hall"}, {"points3": "5 2.5 1"}, {"sites": ""}],
)
def test_terms_that_a_duplicate_event_cannot_have(changes: dict[str, str]) -> None:
    usual = {"place": "site", "sites": "AAAAA", "points4": "", "points3": ""}
    with pytest.raises(InvalidTerms):
        checked_terms(terms(format="duplicate", **usual | changes))


def test_several_deals_have_several_secrets() -> None:
    world = bound(rated=False)
    for row, _table in world.tables():
        world.play(row, seed=row.number)
    world.show()
    first = world.deal
    world.promise("ana", "ben", "cat", "dan")
    world.close()
    world.open("ana", "ben", "cat", "dan")
    second = world.deal
    assert first.commitment != second.commitment
    assert len(world.tables()) == 2


# --- tables compared ----------------------------------------------------------------


def finished_duplicate() -> Duplicate:
    world = bound("ana", "ben", "cat", "dan", "eva", "fay")
    for row, _table in world.tables():
        world.play(row, seed=row.number)
    world.show()
    return world


def test_tables_are_compared_entry_by_entry() -> None:
    world = finished_duplicate()
    compared = compare_event_deal(world.row)
    assert compared.tables == [1, 2, 3]
    assert [round_.number for round_ in compared.rounds] == list(range(1, 7))
    equal, steps = compared.bank_matches
    assert steps >= 12
    assert equal == steps  # with sides A nothing that play does moves the deal
    for seat in compared.seats:
        assert len(seat.rows) == 3
        assert all(row.points == sum(row.scored) for row in seat.rows)
    names = {row.name for seat in compared.seats for row in seat.rows}
    assert names == {f"@{handle}" for handle in ("ana", "ben", "cat", "dan", "eva", "fay")}
    first = compared.rounds[-1].steps[0]
    assert sum(len(group.tables) for group in first.groups) == 3


def test_the_pages_of_a_deal(client: Client) -> None:
    world = bound()
    address = reverse("event-deal", args=[world.event_id, 1])
    assert client.get(address).status_code == 403
    assert client.get(reverse("event-deal", args=[world.event_id, 2])).status_code == 404
    by_api = f"/api/v1/events/{world.event_id}/deals"
    assert client.get(f"{by_api}/1").status_code == 403
    assert client.get(f"{by_api}/2").status_code == 404
    (deal,) = client.get(by_api).json()
    assert (deal["state"], deal["secret"], len(deal["promises"])) == ("bound", "", 4)
    for row, _table in world.tables():
        world.play(row, seed=row.number)
    world.show()
    page = client.get(address).content.decode()
    assert "Replay of table 2" in page
    comparison = client.get(f"{by_api}/1").json()
    assert comparison["tables"] == [1, 2]
    assert len(comparison["seats"][0]["rows"][0]["scored"]) == len(comparison["sources"])
    assert client.get(by_api).json()[0]["secret"]
    assert "all tables" in page
    event = client.get(reverse("event", args=[world.event_id])).content.decode()
    assert address in event
    assert "Compare the tables" in event


def test_the_organiser_begins_and_deals_by_buttons() -> None:
    world = duplicate()
    client = client_of(world.arbiter)
    change = reverse("event-change", args=[world.event_id])
    organise = reverse("event-organise", args=[world.event_id])
    assert "Begin the next deal" in client.get(organise).content.decode()
    client.post(change, {"do": "promise-deal"})
    assert "0 players have promised" in client.get(organise).content.decode()
    ana, address = client_of(world.person("ana")), reverse("event-deals", args=[world.event_id])
    text, promise = share()
    assert ana.post(address, {"promise": promise}).status_code == 201
    assert ana.post(address, {"share": text}).status_code == 409
    assert client_of(None).post(address, {"promise": promise}).status_code == 401
    assert client_of(world.arbiter).post(address, {"promise": promise}).status_code == 403
    client.post(change, {"do": "close-promises"})
    assert ana.post(address, {"share": text}).status_code == 201
    assert "being played" in client.get(organise).content.decode()
    assert len(world.tables()) == 2
