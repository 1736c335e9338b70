"""Events for dumps: a club's evening with everything that arbiters do, and a Swiss tournament."""

from __future__ import annotations

from events.entrants.entering import leave_event, readmit_entrant, withdraw_entrant
from events.models import Event, EventTable
from events.organising.arbiters import add_arbiter, remove_arbiter
from events.organising.making import change_event, make_event
from events.results.ending import end_event, reopen_event
from events.results.recorded import attach_game
from events.results.rulings import give_penalty, lift_penalty, rule_absent, rule_result
from events.results.slips import Slip, confirm_result, dispute_result
from events.round_tables.tables import dissolve_table
from events.rounds.opening import open_round
from games.models import Account, Game
from tests.cast import finished_log, game_of, submit
from tests.worlds.evenings import Evening, evening, person, terms


def game_of_table(table: EventTable, uploader: Account, *, seed: int = 5) -> Game:
    """A game that the people of the table played, uploaded by one of them."""
    colours = ("black", "white", "grey", "brown")
    seats = table.seats.select_related("entrant__account").order_by("turn")
    names = " ".join(
        f"{colour}={seat.entrant.in_logs}" for colour, seat in zip(colours, seats, strict=False)
    )
    log = finished_log(names, seed=seed, played=table.round.opened_at.date().isoformat())
    return game_of(submit(uploader, log))


def evening_with_everything() -> Evening:
    """Four tables, a game on record, rulings of each kind, and penalties; it has ended."""
    world = evening("@ana", "@ben", "@cat", "Mia", "Tom", "Zed")
    key, ida = world.event.pk, world.ida
    change_event(key, ida, terms(points4="6 3 2 1"))
    dora = person("dora")
    add_arbiter(key, ida, "dora")
    first = world.seat("@ana", "@ben")
    ana = world.people["ana"]
    attach_game(key, first.pk, ana, game_of_table(first, ana).pk)
    second = world.seat("@cat", "Mia", "Tom")
    world.report(second, 30, 30, 20, reporter=world.people["cat"])
    confirm_result(key, second.pk, dora)
    dispute_result(key, second.pk, world.people["cat"], "we had 31, @ben saw it")
    rule_result(key, second.pk, ida, Slip((31, 30, 20)), "the sheet says so")
    third = world.seat("@ana", "@cat")
    dissolve_table(key, ida, third.pk, "wrong people")
    fourth = world.seat("@ben", "Mia", "Tom", "Zed")
    world.report(fourth, 40, 20, 20, 12)
    fifth = world.seat("@ana", "Zed")
    rule_absent(key, fifth.pk, dora, [world.entrant("Zed").number], "went home")
    readmit_entrant(key, ida, world.entrant("Zed").number)
    withdraw_entrant(key, ida, world.entrant("Tom").number, "loud")
    leave_event(key, world.people["ben"])
    penalty = give_penalty(key, ida, world.entrant("@ana").number, "0.5", "late")
    lift_penalty(key, dora, penalty.pk, "she was not")
    give_penalty(key, dora, world.entrant("Mia").number, "1/3", "slow")
    remove_arbiter(key, ida, dora)
    end_event(key, ida)
    reopen_event(key, ida)
    end_event(key, ida)
    world.event.refresh_from_db()
    return world


def swiss(ida: Account, *, hides_end: bool = False) -> Evening:
    """A Swiss tournament of nine in three rounds, the last by own pairings; it still runs."""
    choices = {"format": "swiss", "rounds_planned": 3, "hides_end": hides_end}
    world = Evening(make_event(ida, terms(**choices)), ida, {})
    world.enter(*(f"Guest {letter}" for letter in "ABCDEFGHI"))
    for number in range(3):
        tables = [[1, 2, 3, 4]] if number == 2 else []
        round_ = open_round(world.event.pk, world.ida, fixed_tables=tables, reason="a wish")
        for table in round_.tables.order_by("number"):
            count = table.seats.count()
            world.report(table, *(20 + table.number + 7 * turn for turn in range(count)))
    return world


def ended(world: Evening) -> Event:
    end_event(world.event.pk, world.ida)
    world.event.refresh_from_db()
    return world.event
