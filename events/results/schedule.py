"""The schedule or bracket of an event: its rounds so far, and those to come."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from events.formats import format_rules
from events.formats.plan import planned_rounds, without_absent
from events.models import Entrant, Round
from events.results.standings import EventBook
from events.results.words import TableCard
from events.seating import SeatedRound
from games.models import Account


class ScheduleSeat(NamedTuple):
    """A seat of a table: `place` and `score` once they are known and shown; `goes_on`: to the next
    round of a knock-out."""

    name: str
    is_readers: bool
    place: int | None = None
    score: int | None = None
    goes_on: bool = False


class ScheduleTable(NamedTuple):
    number: int
    seats: list[ScheduleSeat]
    card: TableCard | None = None


class ScheduleRound(NamedTuple):
    """A round. `row`: None for one to come; `sizes`: of its tables, where nobody knows who will sit
    there; `notes`: ties, and how they were decided."""

    number: int
    row: Round | None
    tables: list[ScheduleTable]
    byes: list[str]
    sizes: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    is_final: bool = False

    @property
    def deadline(self) -> datetime | None:
        return self.row.deadline if self.row else None


class ScheduleRow(NamedTuple):
    """A player's tables, round by round; None: without a table."""

    entrant: Entrant
    tables: list[int | None]


def schedule_of(
    book: EventBook, cards: list[TableCard], account: Account | None
) -> list[ScheduleRound]:
    """All rounds from the first, as `account` may see them."""
    rules = format_rules(book.event)
    rounds = [_opened_round(book, row, cards) for row in book.rounds]
    for number, seated in sorted(planned_rounds(book.event).items()):
        if number > len(book.rounds):
            rounds.append(_planned_round(book, number, seated, account))
    for sizes in rules.sizes_to_come(book):
        is_last = len(sizes) == 1
        rounds.append(ScheduleRound(len(rounds) + 1, None, [], [], sizes, is_final=is_last))
    return rounds


def player_rows(book: EventBook, rounds: list[ScheduleRound]) -> list[ScheduleRow]:
    """The tables of every player in rounds whose seats are known, by group and number."""
    settled = [row for row in rounds if not row.sizes]
    by_name: list[dict[str, int]] = [
        {seat.name: table.number for table in row.tables for seat in table.seats} for row in settled
    ]
    entrants = sorted(book.entrants.values(), key=lambda row: (row.group or 0, row.number))
    return [
        ScheduleRow(row, [tables.get(row.in_logs) for tables in by_name])
        for row in entrants
        if any(row.in_logs in tables for tables in by_name)
    ]


# --- inside -------------------------------------------------------------------


def _opened_round(book: EventBook, row: Round, cards: list[TableCard]) -> ScheduleRound:
    rules = format_rules(book.event)
    ahead = {book.names[key] for key in rules.going_on(book, row.number)}
    tables = []
    for card in cards:
        if card.round != row.number:
            continue
        seats = [
            ScheduleSeat(
                seat.name,
                card.is_readers,
                seat.place,
                seat.score,
                not card.is_open and not card.hidden and seat.name in ahead,
            )
            for seat in card.seats
        ]
        seats.sort(key=lambda seat: seat.place or 0)
        tables.append(ScheduleTable(card.number, seats, card))
    byes = [book.entrants[bye.entrant_id].in_logs for bye in row.byes.all()]
    notes = tuple(rules.tied_words(book, row.number))
    return ScheduleRound(row.number, row, tables, byes, notes=notes, is_final=row.is_final)


def _planned_round(
    book: EventBook, number: int, seated: SeatedRound, account: Account | None
) -> ScheduleRound:
    present = {row.number: row for row in book.entrants.values() if row.is_present}
    smallest = format_rules(book.event).terms(book.event).smallest
    seated = without_absent(seated, present, smallest)
    tables = []
    for table_number, table in enumerate(seated.tables, 1):
        is_readers = any(account and present[key].account_id == account.pk for key in table)
        seats = [ScheduleSeat(present[key].in_logs, is_readers) for key in table]
        tables.append(ScheduleTable(table_number, seats))
    return ScheduleRound(number, None, tables, [present[key].in_logs for key in seated.byes])
