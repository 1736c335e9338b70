"""Standings of an event, worked out from its tables whenever they are read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from django.db.models import Prefetch
from django.utils.translation import gettext

from events.formats import format_rules
from events.models import (
    Entrant,
    Event,
    EventRuling,
    EventSeat,
    EventTable,
    ResultState,
    Round,
)
from events.organising.scoring import scoring_of
from games.models import Seat
from games.queries import ABANDONED_SEATS
from ratings.standings import (
    Bye,
    DuplicateTable,
    Penalty,
    SeatedRound,
    StandingsMove,
    StandingsRow,
    TableResult,
    format_points,
    listed_rows,
    parse_point_number,
    rank_duplicate,
    rank_entrants,
    rank_teams,
    seat_fractions,
    standings_moves,
)


class StandingsLine(NamedTuple):
    """A line of the standings, in words. `rank` is None for an entrant with too few results."""

    rank: int | None
    entrant: Entrant
    points: str
    tie_breaks: list[str]
    results: int
    wins: int
    penalty: str


class TeamLine(NamedTuple):
    """A line of the teams, in words; members from the best."""

    rank: int
    name: str
    points: str
    members: list[str]


@dataclass
class EventBook:
    """All of an event that standings and pages need, read at once: a fixed number of queries.

    `visible_rounds`: the number of rounds whose results the reader may see; None: all.
    """

    event: Event
    entrants: dict[int, Entrant]
    rounds: list[Round]
    penalties: list[EventRuling]
    visible_rounds: int | None = None
    replaced: frozenset[tuple[str, int]] = frozenset()
    """Of a duplicate event: games and turns of entrants who did not play to the end."""

    @property
    def tables(self) -> list[EventTable]:
        return [table for round_ in self.rounds for table in round_.tables.all()]

    @property
    def hides(self) -> bool:
        """True if results are hidden from the reader now."""
        return self.visible_rounds is not None and len(self.rounds) > self.visible_rounds

    def shows(self, round_number: int) -> bool:
        """True if the reader may see the results of this round."""
        return self.visible_rounds is None or round_number <= self.visible_rounds

    def rows(self) -> list[StandingsRow]:
        """Ranks and points as the format of the event has them, of entrants with enough results;
        keys are the numbers of entrants."""
        return listed_rows(self.all_rows(), self.event.least_games)

    def all_rows(self) -> list[StandingsRow]:
        """The same of all entrants."""
        return format_rules(self.event).rank(self)

    def rows_by_points(self, *, without_final: bool = False) -> list[StandingsRow]:
        """Ranks by points and tie-breaks alone."""
        byes: list[Bye] = []
        rounds = [row for row in self.rounds if not (without_final and row.is_final)]
        numbers = {row.number for row in rounds}
        for round_ in rounds:
            if not self.shows(round_.number):
                continue
            byes += [Bye(round_.number, self._number(bye.entrant_id)) for bye in round_.byes.all()]
            for table in round_.tables.all():
                if table.state == ResultState.RULED and not self._is_played(table):
                    came = [seat for seat in table.seats.all() if seat.came]
                    byes += [Bye(round_.number, self._number(seat.entrant_id)) for seat in came]
        return rank_entrants(
            [entrant.number for entrant in self.entrants.values()],
            [outcome for outcome in self.results() if outcome.round in numbers],
            scoring_of(self.event),
            byes=byes,
            penalties=self._penalties(),
        )

    def results(self, *, decided: bool = False) -> list[TableResult]:
        """Results that the reader may see. `decided`: also of tables without a game that an arbiter
        decided, where all who came share the first place."""
        results = []
        for table in self.tables:
            seats = list(table.seats.all())
            if not table.has_result or not self.shows(table.round.number):
                continue
            entrants = tuple(self._number(seat.entrant_id) for seat in seats)
            if self._is_played(table):
                places = tuple(seat.place for seat in seats if seat.place is not None)
                scores = tuple(max(0, seat.score) for seat in seats if seat.score is not None)
                scores = scores if len(scores) == len(seats) else ()
                results.append(TableResult(table.round.number, entrants, places, scores))
            elif decided:
                behind = 1 + sum(seat.came for seat in seats)
                places = tuple(1 if seat.came else behind for seat in seats)
                results.append(TableResult(table.round.number, entrants, places))
        return results

    def placings(self) -> dict[tuple[int, int], int]:
        """Places by round and number of the entrant, of tables decided without a game too."""
        return {
            (outcome.round, key): place
            for outcome in self.results(decided=True)
            for key, place in zip(outcome.entrants, outcome.places, strict=True)
        }

    def seated_rounds(self) -> list[SeatedRound]:
        """The rounds so far, as they were seated."""
        return [
            SeatedRound(
                tuple(
                    tuple(self._number(seat.entrant_id) for seat in seats_in_turn(table))
                    for table in round_.tables.all()
                ),
                tuple(self._number(bye.entrant_id) for bye in round_.byes.all()),
            )
            for round_ in self.rounds
        ]

    def played_rounds(self) -> list[SeatedRound]:
        """The rounds so far as the seating reads them. Nobody met at a table that was decided
        without a game; those who came had a bye."""
        rounds = []
        for seated, round_ in zip(self.seated_rounds(), self.rounds, strict=True):
            tables, byes = list(seated.tables), list(seated.byes)
            for table in round_.tables.all():
                if table.state == ResultState.RULED and not self._is_played(table):
                    seats = {self._number(seat.entrant_id): seat for seat in table.seats.all()}
                    tables = [row for row in tables if set(row) != set(seats)]
                    byes += [key for key, seat in seats.items() if seat.came]
            rounds.append(SeatedRound(tuple(tables), tuple(byes)))
        return rounds

    def separate_pairs(self) -> list[tuple[int, int]]:
        """Members of one team, by their numbers."""
        pairs = combinations(self.entrants.values(), 2)
        return [(a.number, b.number) for a, b in pairs if a.team and a.team == b.team]

    def lines(self) -> list[StandingsLine]:
        by_number = self.by_number
        penalties: dict[int, Fraction] = {}
        for row in self.penalties:
            number = self._number(row.entrant_id or 0)
            penalties[number] = penalties.get(number, Fraction()) + parse_point_number(row.points)
        everybody = self.all_rows()
        listed = listed_rows(everybody, self.event.least_games)
        ranks = {row.entrant: row.rank for row in listed}
        rows = [*listed, *(row for row in everybody if row.entrant not in ranks)]
        return [
            StandingsLine(
                ranks.get(row.entrant),
                by_number[row.entrant],
                self.points_text(row.points),
                ["–" if number is None else short_number(number) for number in row.tie_breaks],
                row.results,
                row.wins,
                format_points(-penalties[row.entrant]) if row.entrant in penalties else "",
            )
            for row in rows
        ]

    def points_text(self, points: Fraction) -> str:
        """Points of the event for a page."""
        return short_number(points) if self.event.is_duplicate else format_points(points)

    def deal_tables(self) -> dict[int, DuplicateTable]:
        """Of a duplicate event: tables that finished their deal, by key; the deal is the round."""
        tables: dict[int, DuplicateTable] = {}
        for table in self.tables:
            seats = list(table.seats.all())
            if self._is_played(table) and all(seat.score is not None for seat in seats):
                entrants = tuple(self._number(seat.entrant_id) for seat in seats)
                turns = [seat.turn for seat in seats if (table.game_id, seat.turn) in self.replaced]
                scores = tuple(seat.score or 0 for seat in seats)
                tables[table.pk] = DuplicateTable(
                    table.round.number, entrants, scores, tuple(turns)
                )
        return tables

    def deal_parts(self) -> dict[int, tuple[Fraction, ...]]:
        """Of a duplicate event: by table and turn the part of the possible matchpoints."""
        tables = self.deal_tables()
        parts: dict[int, tuple[Fraction, ...]] = {}
        for deal in {table.deal for table in tables.values()}:
            field = {key: table for key, table in tables.items() if table.deal == deal}
            parts |= dict(zip(field, seat_fractions(list(field.values())), strict=True))
        return parts

    def duplicate_rows(self) -> list[StandingsRow]:
        """Ranks of a duplicate event, by the parts of the possible matchpoints."""
        tables = self.deal_tables()
        byes = [
            Bye(round_.number, self._number(bye.entrant_id))
            for round_ in self.rounds
            for bye in round_.byes.all()
        ]
        byes += [
            Bye(table.round.number, self._number(seat.entrant_id))
            for table in self.tables
            if table.state == ResultState.RULED and table.pk not in tables
            for seat in table.seats.all()
            if seat.came
        ]
        numbers = [entrant.number for entrant in self.entrants.values()]
        return rank_duplicate(numbers, tables.values(), byes=byes, penalties=self._penalties())

    def _penalties(self) -> list[Penalty]:
        return [
            Penalty(self._number(row.entrant_id), parse_point_number(row.points))
            for row in self.penalties
            if row.entrant_id
        ]

    def team_lines(self) -> list[TeamLine]:
        """Teams by the points of their members; empty where there are none. A team may have one
        member. While a moderator hides a member, the team's name is a number."""
        names = sorted({row.team for row in self.entrants.values() if row.team})
        if not names:
            return []  # most events have none: nobody is ranked for them
        teams = {row.number: names.index(row.team) for row in self.entrants.values() if row.team}
        rows = rank_teams(self.all_rows(), teams, self.event.team_best or None)
        by_number = self.by_number
        hidden = {row.team for row in self.entrants.values() if row.hidden_at}
        return [
            TeamLine(
                row.rank,
                f"team-{row.team + 1}" if names[row.team] in hidden else names[row.team],
                self.points_text(row.points),
                [by_number[key].in_logs for key in row.members],
            )
            for row in rows
        ]

    @property
    def by_number(self) -> dict[int, Entrant]:
        return {entrant.number: entrant for entrant in self.entrants.values()}

    @property
    def names(self) -> dict[int, str]:
        return {entrant.number: entrant.in_logs for entrant in self.entrants.values()}

    def _number(self, entrant_id: int) -> int:
        return self.entrants[entrant_id].number

    @staticmethod
    def _is_played(table: EventTable) -> bool:
        return table.has_result and all(seat.place is not None for seat in table.seats.all())


def seats_in_turn(table: EventTable) -> list[EventSeat]:
    return sorted(table.seats.all(), key=lambda seat: seat.turn)


def read_book(event: Event, *, everything: bool = False) -> EventBook:
    """The book of `event` for a reader; `everything`: for an arbiter, who sees hidden results."""
    return read_books([event], everything=everything)[0]


def read_books(events: Sequence[Event], *, everything: bool = False) -> list[EventBook]:
    """As ``read_book``, of each of `events`; as many queries as for one."""
    tables = EventTable.objects.select_related(
        "game", "live_table", "reported_by", "confirmed_by", "disputed_by"
    ).prefetch_related("seats")
    rounds = Round.objects.filter(event__in=events).prefetch_related(
        Prefetch("tables", tables), "byes"
    )
    entrants = Entrant.objects.filter(event__in=events).select_related("account__player")
    penalties = EventRuling.objects.filter(event__in=events, kind=EventRuling.Kind.PENALTY)
    books = {event.pk: EventBook(event, {}, [], []) for event in events}
    for entrant in entrants:
        books[entrant.event_id].entrants[entrant.pk] = entrant
    for penalty in penalties.filter(lifted_by=None):
        books[penalty.event_id].penalties.append(penalty)
    for round_ in rounds:
        book = books[round_.event_id]
        book.rounds.append(round_)
        round_.event = book.event
        for table in round_.tables.all():
            table.round = round_
            for seat in table.seats.all():
                seat.entrant = book.entrants[seat.entrant_id]
    duplicates = [event for event in events if event.is_duplicate]
    if duplicates:
        events_tables = {"game__event_tables__round__event__in": duplicates}
        replaced = Seat.objects.filter(ABANDONED_SEATS, **events_tables)
        turns = frozenset(replaced.values_list("game_id", "number"))
        for event in duplicates:
            books[event.pk].replaced = turns
    for event in events:
        if not everything:
            books[event.pk].visible_rounds = visible_rounds(event)
    return [books[event.pk] for event in events]


def visible_rounds(event: Event) -> int | None:
    """Rounds whose results everybody may see now; None: all."""
    return max(0, event.rounds_planned - 2) if event.hides_end and not event.is_over else None


def short_number(number: Fraction) -> str:
    """A tie-break for a table: at most three digits behind the point."""
    return f"{float(number):.3f}".rstrip("0").rstrip(".")


def moves_as_json(before: Iterable[StandingsRow], after: Iterable[StandingsRow]) -> list[object]:
    """Entrants that moved, as a ruling stores them."""
    return [_as_json(move) for move in standings_moves(before, after)]


def move_sentence(
    name: str, rank: int | None, new_rank: int | None, points: str | None, new_points: str | None
) -> str:
    """A person whom a ruling moved, with rank and points before and after; None: not listed."""
    if rank is None or rank == new_rank:
        values = {"name": name, "before": points or "0", "after": new_points or "0"}
        return gettext("%(name)s: %(before)s points, now %(after)s") % values
    values = {"name": name, "before": str(rank), "after": str(new_rank or "–")}
    return gettext("%(name)s: from rank %(before)s to %(after)s") % values


def _as_json(move: StandingsMove) -> list[object]:
    before, after = move.points_before, move.points_after
    return [
        move.entrant,
        move.rank_before,
        move.rank_after,
        None if before is None else format_points(before),
        None if after is None else format_points(after),
    ]
