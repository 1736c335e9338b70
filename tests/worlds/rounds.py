"""Rounds of events as tests play them: seats by their numbers, and results of all tables."""

from __future__ import annotations

from collections.abc import Callable

from events.models import EventTable, Round
from events.rounds.opening import open_round
from tests.worlds.evenings import Evening, evening

GUESTS = tuple(f"Guest {letter}a" for letter in "bcdfghjklmnpqrstvwxz")


def tournament(entrants: int, **changes: object) -> Evening:
    """An event of so many guests, whose numbers are 1, 2, …"""
    return evening(*GUESTS[:entrants], **changes)


def numbers_at(table: EventTable) -> list[int]:
    """Numbers of the entrants at a table, in turn order."""
    return [seat.entrant.number for seat in table.seats.select_related("entrant")]


def numbers_seated(round_: Round) -> list[list[int]]:
    return [numbers_at(table) for table in round_.tables.all()]


def numbers_of_byes(round_: Round) -> list[int]:
    return [bye.entrant.number for bye in round_.byes.select_related("entrant")]


def points_of_low_numbers(number: int) -> int:
    return 100 - number


def report_all(
    world: Evening, round_: Round, points: Callable[[int], int] = points_of_low_numbers
) -> None:
    """A result for each table; `points` by the number of an entrant: the lowest number wins."""
    for table in round_.tables.all():
        world.report(table, *map(points, numbers_at(table)))


def play_round(
    world: Evening, points: Callable[[int], int] = points_of_low_numbers
) -> list[list[int]]:
    """The next round is opened and reported; its seats."""
    round_ = open_round(world.event.pk, world.ida)
    report_all(world, round_, points)
    return numbers_seated(round_)
