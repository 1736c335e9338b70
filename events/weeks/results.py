"""Results of a week's deal: each player's lead against that of all others in the same seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from events.deals.compare import ComparedTable, DealSeatResult, lead_text
from events.limits import COMPARED_TABLES
from events.models import WeekDeal
from events.results.words import percent_text
from games.models import Account, Game, Seat, Submission
from ratings.standings import DuplicateTable, leads, seat_fractions
from tables.models import Phase, Table


class WeekCounts(NamedTuple):
    """Number of accounts that play a deal or played it, and of those that finished."""

    begun: int
    finished: int


class WeekLine(NamedTuple):
    """A player's result. `number`: of the table, in this order; `part` is of the possible
    matchpoints. `points` and `lead` are empty for a game that was not played to its end: it is
    behind all others. `resigned` says that the player gave it up."""

    number: int
    rank: int
    account: Account
    part: Fraction
    points: int | None
    lead: int | None
    game: str
    resigned: bool

    @property
    def percent(self) -> str:
        return percent_text(self.part)

    @property
    def lead_text(self) -> str:
        return lead_text(self.lead)


def count_players(row: WeekDeal) -> WeekCounts:
    """One query."""
    phases = list(Table.objects.filter(shared_deal=row.deal_id).values_list("phase", flat=True))
    return WeekCounts(len(phases), phases.count(Phase.FINISHED))


def week_results(row: WeekDeal) -> list[WeekLine]:
    """Results of a shown deal, the best first; three queries. A game that was resigned, broken off
    or not finished in time is behind all others; one that a moderator voided, or that waits for its
    verdict, is not among them."""
    dealt = Table.objects.filter(shared_deal=row.deal_id).select_related("host__player")
    tables = list(dealt.order_by("pk"))
    seats = _seats(tables)
    tables = [table for table in tables if table.pk in seats or table.phase != Phase.FINISHED]
    field = [_duplicate_table(seats.get(table.pk, [])) for table in tables]
    rows = [
        (parts[0], leads(scored)[0], table)
        for parts, scored, table in zip(seat_fractions(field), field, tables, strict=True)
    ]
    rows.sort(key=lambda line: (-line[0], line[2].pk))
    lines: list[WeekLine] = []
    for number, (part, lead, table) in enumerate(rows, start=1):
        shares_rank = bool(lines) and lines[-1].part == part
        game_seats = seats.get(table.pk, [])
        lines.append(
            WeekLine(
                number=number,
                rank=lines[-1].rank if shares_rank else number,
                account=table.host,
                part=part,
                points=game_seats[0].points if game_seats and lead is not None else None,
                lead=lead,
                game=game_seats[0].game_id if game_seats else "",
                resigned=bool(game_seats) and game_seats[0].resigned_at is not None,
            )
        )
    return lines


def compared_tables(lines: Sequence[WeekLine], reader: Account | None) -> list[ComparedTable]:
    """The best tables, and that of `reader`, to be compared move by move. One query."""
    played = [line for line in lines if line.game]
    chosen = [
        line
        for place, line in enumerate(played)
        if place < COMPARED_TABLES or line.account == reader
    ]
    logs = dict(Game.objects.filter(pk__in=[line.game for line in chosen]).values_list("pk", "log"))
    return [
        ComparedTable(line.number, line.game, logs[line.game], [_seat_result(line)])
        for line in chosen
    ]


# --- inside -------------------------------------------------------------------


def _seat_result(line: WeekLine) -> DealSeatResult:
    return DealSeatResult(0, line.account.name_in_logs, line.points or 0, line.lead, line.part)


def _seats(tables: Sequence[Table]) -> dict[str, list[Seat]]:
    """By table the seats of its game, that of the player first. A game that a moderator voided, or
    whose log is not judged yet, has none. Who made the same moves have one game."""
    uploads = {table.upload_id: table.pk for table in tables if table.upload_id is not None}
    submissions = Submission.objects.filter(
        upload__in=uploads, game__isnull=False, game__void_reason=""
    )
    games = dict(submissions.values_list("upload_id", "game_id"))
    seats: dict[str | None, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(game__in=games.values()).order_by("game", "number"):
        seats[seat.game_id].append(seat)
    return {uploads[upload]: seats[game] for upload, game in games.items()}


def _duplicate_table(seats: Sequence[Seat]) -> DuplicateTable:
    """A table of the field; its player is the first. Whoever did not play to the end is behind."""
    scores = tuple(seat.points for seat in seats) or (0, 0)
    gave_up = not seats or seats[0].is_given_up
    return DuplicateTable(0, tuple(range(len(scores))), scores, (0,) if gave_up else ())
