"""A season of sixty people and twelve evenings through the services, against a plain computation.

The computation here knows names, scores and who had no table, and nothing of ``ratings.standings``.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from fractions import Fraction

import pytest

from events.entrants.entering import enter_people, leave_event, withdraw_entrant
from events.models import Entrant, Event, EventTable, Round, Series, SeriesMove
from events.organising.making import make_event
from events.results.ending import end_event, reopen_event
from events.results.rulings import give_penalty, rule_absent, rule_result
from events.results.series_boards import read_board
from events.results.slips import Slip, confirm_result, report_slip
from events.rounds.opening import open_round
from events.series.guests import answer_for_guest, name_guest
from events.series.organising import add_event_to_series
from games.accounts.closing import close
from ratings.standings import format_points
from tests.cast import account
from tests.worlds.evenings import STARTS, terms
from tests.worlds.seasons import season_of

pytestmark = pytest.mark.django_db

SEED = 20261126
BEST, LEAST, EVENINGS = 8, 3, 12
SYLLABLES = [consonant + vowel for consonant in "bdfgkprstz" for vowel in "aeu"]
HANDLES = [f"play{syllable}" for syllable in SYLLABLES]
PEOPLE = [f"@{handle}" for handle in HANDLES] + [f"Guest {s.title()}" for s in SYLLABLES]
LISTS = {4: ("5", "3", "2", "1"), 3: ("5", "5/2", "1"), 2: ("5", "1")}


@dataclass
class EveningNotes:
    """An evening as somebody in the corner writes it down: scores of each table, who had no table,
    points taken away."""

    event: Event
    tables: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    byes: list[str] = field(default_factory=list)
    penalties: list[tuple[str, Fraction]] = field(default_factory=list)

    def points(self) -> dict[str, Fraction]:
        points: dict[str, Fraction] = defaultdict(Fraction)
        for seats in self.tables.values():
            prizes = [Fraction(text) for text in LISTS[len(seats)]]
            for name, score in seats:
                better = sum(other > score for _name, other in seats)
                level = sum(other == score for _name, other in seats)
                points[name] += sum(prizes[better : better + level]) / level
        for name in self.byes:
            points[name] += 3
        for name, penalty in self.penalties:
            points[name] -= penalty
        return points


class SimulatedSeason:
    """Plays a season by the services, and keeps notes."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.ida = account("ida")
        self.accounts = {f"@{handle}": account(handle) for handle in HANDLES}
        self.series: Series = season_of(
            self.ida, best=BEST, least=LEAST, tie_breaks="best_event events"
        )
        self.people = PEOPLE
        self.notes: list[EveningNotes] = []

    def play_evening(self, week: int) -> None:
        names = self.chance.sample(self.people, self.chance.randint(18, 40))
        late = [names.pop() for _ in range(self.chance.randint(0, 3))]
        start = {"name": f"Evening {week}", "starts_at": STARTS + timedelta(weeks=week)}
        event = make_event(self.ida, terms(format="swiss", points2="", **start))
        notes = EveningNotes(event)
        self.notes.append(notes)
        add_event_to_series(self.series.pk, self.ida, event.pk)
        enter_people(event.pk, self.ida, names)
        for number in (1, 2):
            round_ = open_round(event.pk, self.ida)
            notes.byes += [self.label(bye.entrant) for bye in round_.byes.all()]
            for table in round_.tables.all():
                self.play_table(notes, table)
            if number == 1:
                if late:
                    enter_people(event.pk, self.ida, late)
                self.some_leave(event, round_)
        if week % 4 == 1:
            self.penalise(notes)
        end_event(event.pk, self.ida)

    def play_table(self, notes: EveningNotes, table: EventTable) -> None:
        seats = list(table.seats.select_related("entrant__account"))
        names = [self.label(seat.entrant) for seat in seats]
        scores = [self.chance.randint(20, 45) for _ in seats]
        key = notes.event.pk
        if self.chance.random() < 0.03:
            absent = seats[0].entrant
            rule_absent(key, table.pk, self.ida, [absent.number], "did not come back")
            notes.byes += names[1:]
            return
        players = [seat.entrant.account for seat in seats if seat.entrant.account]
        is_wrong = self.chance.random() < 0.1
        typed = [score + 30 * (turn == 0) for turn, score in enumerate(scores)]
        slip = Slip(tuple(typed if is_wrong else scores))
        if len(players) > 1 and self.chance.random() < 0.5:
            report_slip(key, table.pk, players[0], slip)
            confirm_result(key, table.pk, players[1])
        else:
            report_slip(key, table.pk, self.ida, slip)
        if is_wrong:
            rule_result(key, table.pk, self.ida, Slip(tuple(scores)), "the slip was wrong")
        notes.tables[table.pk] = list(zip(names, scores, strict=True))

    def some_leave(self, event: Event, round_: Round) -> None:
        rows = event.entrants.filter(seats__table__round=round_, withdrawn_at=None)
        for entrant in list(rows.select_related("account"))[: self.chance.randint(0, 3)]:
            if entrant.account:
                leave_event(event.pk, entrant.account)
            else:
                withdraw_entrant(event.pk, self.ida, entrant.number, "")

    def penalise(self, notes: EveningNotes) -> None:
        table = EventTable.objects.get(pk=next(iter(notes.tables)))
        entrant = table.seats.select_related("entrant__account")[0].entrant
        give_penalty(notes.event.pk, self.ida, entrant.number, "0.5", "came late twice")
        notes.penalties.append((self.label(entrant), Fraction(1, 2)))

    def correct(self, week: int) -> EventTable:
        """A result of an earlier evening was wrong: the last of a table had won it."""
        notes = self.notes[week]
        key, seats = next(iter(notes.tables.items()))
        corrected = [(name, 50 - score) for name, score in seats]
        reopen_event(notes.event.pk, self.ida)
        scores = tuple(score for _name, score in corrected)
        rule_result(notes.event.pk, key, self.ida, Slip(scores), "two slips were swapped")
        end_event(notes.event.pk, self.ida)
        notes.tables[key] = corrected
        return EventTable.objects.get(pk=key)

    @staticmethod
    def label(entrant: Entrant) -> str:
        return entrant.in_logs

    def rename(self, old: str, new: str) -> None:
        for notes in self.notes:
            for key, seats in notes.tables.items():
                notes.tables[key] = [(new if n == old else n, score) for n, score in seats]
            notes.byes = [new if name == old else name for name in notes.byes]
            notes.penalties = [(new if n == old else n, p) for n, p in notes.penalties]

    def expected(self) -> list[BoardRow]:
        """The board: ranks, names, points, the points of each evening."""
        evenings = [notes.points() for notes in self.notes]
        keys: dict[str, tuple[Fraction, Fraction, int]] = {}
        for name in {name for evening in evenings for name in evening}:
            results = sorted(evening[name] for evening in evenings if name in evening)[::-1]
            if len(results) >= LEAST:
                keys[name] = (sum(results[:BEST], Fraction()), results[0], len(results))
        return [
            (
                1 + sum(other > key for other in keys.values()),
                name,
                key[0],
                [evening.get(name) for evening in evenings],
            )
            for name, key in keys.items()
        ]

    def board(self) -> list[BoardRow]:
        board = read_board(self.series)
        return [
            (row.rank, board.persons[row.person].in_logs, row.points, list(row.finishes))
            for row in board.rows()
        ]


BoardRow = tuple[int, str, Fraction, list[Fraction | None]]


def by_name(rows: Sequence[BoardRow]) -> dict[str, BoardRow]:
    return {row[1]: row for row in rows}


def test_a_season_of_sixty_people_is_the_sum_of_its_evenings() -> None:
    season = SimulatedSeason(SEED)
    for week in range(8):
        season.play_evening(week)
    assert by_name(season.board()) == by_name(season.expected())

    # A ruling about the third evening moves the board, and says so.
    before = by_name(season.board())
    season.correct(2)
    after = by_name(season.board())
    assert after == by_name(season.expected())
    move = SeriesMove.objects.filter(series=season.series).latest("pk")
    assert move.moved
    moved = {
        name
        for name in {*before, *after}
        if [*(before.get(name) or ())][:3] != [*(after.get(name) or ())][:3]
    }
    labels = {a.pk: name for name, a in season.accounts.items()}
    assert {labels.get(line[0], line[0]) for line in move.moved} == moved
    for line in move.moved:
        name = labels.get(line[0], line[0])
        assert line[2] == after[name][0]
        assert line[4] == format_points(after[name][2])

    # A guest turns out to be an account that never came under its own name with it.
    evenings = [notes.points() for notes in season.notes]
    guest, handle = next(
        (guest, handle)
        for guest in PEOPLE[len(HANDLES) :]
        for handle in season.accounts
        if any(guest in e for e in evenings)
        and any(handle in e for e in evenings)
        and not any(guest in e and handle in e for e in evenings)
        and not Entrant.objects.filter(
            event__in=Entrant.objects.filter(guest=guest).values("event"),
            account=season.accounts[handle],
        ).exists()
    )
    row = name_guest(season.series.pk, season.ida, guest, handle)
    assert by_name(season.board()) == by_name(season.expected())
    answer_for_guest(row.pk, season.accounts[handle], agrees=True)
    season.rename(guest, handle)
    assert by_name(season.board()) == by_name(season.expected())

    # An account is closed: nothing is lost, and its name is gone.
    total = sum(len(notes.tables) for notes in season.notes)
    closed = next(name for name in season.accounts if name != handle and name in before)
    person = season.accounts[closed]
    close(person)
    person.refresh_from_db()
    season.rename(closed, f"@{person.username}")
    assert by_name(season.board()) == by_name(season.expected())
    assert closed not in by_name(season.board())
    assert sum(len(notes.tables) for notes in season.notes) == total

    # The season goes on without the closed account and the guest, and ends.
    season.people = [name for name in PEOPLE if name not in (closed, guest)]
    for week in range(8, EVENINGS):
        season.play_evening(week)
    rows = season.board()
    assert by_name(rows) == by_name(season.expected())
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    assert len(rows) >= 50
    for _rank, _name, points, finishes in rows:
        results = sorted((p for p in finishes if p is not None), reverse=True)
        assert len(results) >= LEAST
        assert points == sum(results[:BEST])
