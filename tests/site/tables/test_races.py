"""Many at once at one table: real threads, real transactions."""

import random
import threading
from collections import Counter
from functools import partial
from itertools import count

import pytest
from django.db import connections

from games.models import Account, Upload
from tables.deals import shares_of
from tables.ending.ending import agree_to_cancel, leave_game, replace_player
from tables.errors import NotPlaying, NotYourTurn, Stale
from tables.lobby.dealing import deal_if_due, open_share
from tables.lobby.opening import open_table
from tables.lobby.pairing import pair_account
from tables.lobby.rematch import open_rematch
from tables.lobby.seats import leave_seat, sit_down
from tables.locks import place_at, read_table
from tables.models import Invitation, Phase, Place, Table, TableEntry
from tables.play.entries import submit_entry
from tables.play.position import legal_in_position, read_position
from tables.terms import Terms
from tests.site.standing.test_races import at_once, done
from tests.worlds.tables import act_once, awaited, dealt, people, share
from web.errors import Conflict, ServiceError

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

MOVES = 1_000
THREADS = 8


def test_a_thousand_moves_at_once_are_one_entry_a_ply() -> None:
    """All send for the seat that is to act, as fast as it goes. Of those who send for the same
    entry exactly one is written, and the game that is read is whole."""
    table = dealt(people("ana", "ben", "cleo", "dina"))
    tickets, ply_counts = count(), Counter[int]()
    results: Counter[str] = Counter()
    guard = threading.Lock()

    def hammer(number: int) -> None:
        chance = random.Random(number)
        while (ticket := next(tickets)) < MOVES:
            stored = Table.objects.get(pk=table.pk)
            if stored.phase != Phase.PLAYING:
                return
            place = place_at(table, stored.awaited)
            assert place is not None
            text = chance.choice(legal_in_position(read_position(stored), place.turn))
            try:
                acted = submit_entry(
                    table.pk, place.account, stored.plies + 1, text, f"key {ticket}"
                )
            except (Stale, NotYourTurn, NotPlaying) as late:
                name = type(late).__name__
            else:
                name = "written"
                with guard:
                    ply_counts[acted.ply] += 1
            with guard:
                results[name] += 1

    threads_of(*[partial(hammer, number) for number in range(THREADS)])
    current_table = read_table(table.pk)
    rows = list(TableEntry.objects.filter(table=table).order_by("ply"))
    assert [row.ply for row in rows] == list(range(1, current_table.plies + 1))
    assert set(ply_counts.values()) == {1}
    assert {row.ply for row in rows if row.by_id} == set(ply_counts)
    assert results["written"] == len(ply_counts)
    assert results["Stale"] > 0
    assert read_position(current_table).plies == current_table.plies
    assert Upload.objects.count() == (current_table.phase == Phase.FINISHED)


def threads_of(*acts: partial[None]) -> None:
    """Run `acts` side by side; what one of them raises is raised."""
    errors: list[BaseException] = []

    def run(act: partial[None]) -> None:
        try:
            act()
        except BaseException as error:
            errors.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(200)
    assert errors == []
    assert not any(thread.is_alive() for thread in threads)


def test_of_two_different_moves_one_is_written() -> None:
    table = dealt(people("ana", "ben"))
    account = awaited(table).account
    texts = ["load 1.1", "load 2.1", "load 3.1", "load 4.1"]
    results = at_once(
        *[partial(submit_entry, table.pk, account, table.plies + 1, text) for text in texts]
    )
    assert done(results) == 1
    assert {type(outcome) for outcome in results if isinstance(outcome, Exception)} == {Stale}
    assert read_table(table.pk).plies == table.plies + 1


def test_the_same_request_four_times_at_once_is_one_entry() -> None:
    table = dealt(people("ana", "ben"))
    account = awaited(table).account
    results = at_once(
        *[partial(submit_entry, table.pk, account, table.plies + 1, "load 1.1", "the same")]
        * THREADS
    )
    assert done(results) == THREADS
    assert read_table(table.pk).plies == table.plies + 1


def test_the_same_table_wanted_four_times_at_once_is_one(ana: Account) -> None:
    terms = Terms(preset="mixed", computers=("greedy",))
    results = at_once(*[partial(open_table, ana, terms, "the same")] * 4)
    assert {outcome.pk for outcome in results if isinstance(outcome, Table)} == {
        Table.objects.get().pk
    }
    assert done(results) == 4
    other = at_once(*[partial(open_table, ana, Terms(days=n), "another") for n in range(1, 5)])
    assert [type(outcome) for outcome in other if isinstance(outcome, Exception)] == [Conflict] * 3


def test_the_last_seat_is_taken_once() -> None:
    ana, *guests = people("ana", "ben", "cleo", "dina", "ed")
    table = open_table(ana, Terms())
    results = at_once(*[partial(sit_down, table.pk, guest) for guest in guests])
    assert done(results) == 1
    assert Place.objects.count() == 2
    assert read_table(table.pk).phase == Phase.PLAYING


def test_one_who_sits_down_twice_at_once_sits_once(ana: Account, ben: Account) -> None:
    table = open_table(ana, Terms(seats=4))
    assert done(at_once(*[partial(sit_down, table.pk, ben)] * 4)) == 1
    assert Place.objects.filter(account=ben).count() == 1


def test_a_table_is_dealt_once() -> None:
    persons = people("ana", "ben", "cleo", "dina")
    shares = [share() for _ in persons]
    table = open_table(persons[0], Terms(seats=4, promise=shares[0][1]))
    for person, (_share, promised) in zip(persons[1:], shares[1:], strict=True):
        sit_down(table.pk, person, promise=promised)
    pairs = zip(persons, shares, strict=True)
    results = at_once(
        *[partial(open_share, table.pk, person, given) for person, (given, _promise) in pairs],
        *[partial(deal_if_due, table.pk)] * 4,
    )
    assert done(results) == len(results)
    current_table = read_table(table.pk)
    assert current_table.phase == Phase.PLAYING
    assert TableEntry.objects.filter(table=table).count() == current_table.plies
    assert len(shares_of(current_table)) == 4


def test_the_host_leaves_as_the_last_one_sits_down(ana: Account, ben: Account) -> None:
    for _ in range(3):
        table = open_table(ana, Terms())
        at_once(partial(leave_seat, table.pk, ana), partial(sit_down, table.pk, ben))
        current_table = read_table(table.pk)
        sitting = [place.account for place in current_table.places.all()]
        assert (current_table.phase, sitting) in [
            (Phase.PLAYING, [ana, ben]),
            (Phase.OPEN, [ben]),
            (Phase.CANCELLED, [ana]),
        ]


def test_a_move_and_a_leaving_at_once_both_hold() -> None:
    """Whichever is first: the entries are whole, and the number kept is the first that a computer
    player writes."""
    for _ in range(3):
        table = dealt(people(*[f"p{Account.objects.count() + n}" for n in range(3)]))
        account = awaited(table).account
        results = at_once(
            partial(submit_entry, table.pk, account, table.plies + 1, "load 1.1"),
            partial(leave_game, table.pk, account),
        )
        current_table = read_table(table.pk)
        place = current_table.places.get(account=account)
        assert place.replaced_at == current_table.plies + 1
        acted = not isinstance(results[0], ServiceError)
        assert current_table.plies == table.plies + acted


def test_a_player_is_replaced_once() -> None:
    table = dealt(people("ana", "ben", "cleo"))
    place = awaited(table)
    results = at_once(*[partial(replace_player, table, place, Place.ReplacementCause.LEFT)] * 4)
    assert sorted(map(bool, results)) == [False, False, False, True]


def test_all_agree_at_once() -> None:
    persons = people("ana", "ben", "cleo")
    table = dealt(persons)
    act_once(table.pk)
    at_once(*[partial(agree_to_cancel, table.pk, person, True) for person in persons])
    assert read_table(table.pk).phase == Phase.CANCELLED


def test_a_rematch_is_opened_once() -> None:
    persons = people("ana", "ben", "cleo")
    table = dealt(persons)
    for person in persons:
        agree_to_cancel(table.pk, person, True)
    results = at_once(*[partial(open_rematch, table.pk, person) for person in persons])
    assert len({outcome.pk for outcome in results if isinstance(outcome, Table)}) == 1
    assert Table.objects.count() == 2
    assert Invitation.objects.count() == 2


def test_all_who_want_to_play_at_once_meet_two_and_two() -> None:
    """Nobody is left waiting beside another who waits too."""
    everybody = people("ana", "ben", "cleo", "dina", "eva", "fay")
    results = at_once(*[partial(pair_account, person) for person in everybody])
    assert done(results) == 6
    assert [table.free for table in Table.objects.all()] == [0, 0, 0]
