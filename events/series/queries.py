"""Series as lists: of all, of a club, of an event; what a series page needs."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from events.models import Club, Division, Event, GuestAccount, Series, SeriesEvent, SeriesMove
from events.results.series_boards import SeriesBoard, SeriesBoardLine, hidden_guests, read_board
from events.results.series_moves import series_move_sentences
from games.models import Account
from games.pseudonyms import pseudonymise

ROWS: Final = 30
LEADERS: Final = 10
"""Lines of a board on the page of its club."""
MOVES: Final = 20
"""Rulings on the page of a series."""


class BoardPart(NamedTuple):
    """The board of a series without divisions, or of one division."""

    division: Division | None
    entries: list[SeriesEvent]
    lines: list[SeriesBoardLine]


class ClubSeries(NamedTuple):
    """Series of a club: the board of this season, and all others, the last first."""

    current: Series | None
    parts: list[BoardPart]
    other_seasons: list[Series]


SERIES_ORDER: Final = ("-last_day", "-id")


def public_series(club: Club | None = None) -> QuerySet[Series]:
    """Series whose names moderators have not hidden: of `club`, or of all."""
    rows = Series.objects.filter(hidden_at=None, club__hidden_at=None).select_related("club")
    return rows if club is None else rows.filter(club=club)


def listed_series() -> list[Series]:
    """Series for the list of all, those that run first. One query."""
    return list(_with_numbers(public_series()).order_by(*SERIES_ORDER)[:ROWS])


def series_of_club(club: Club) -> ClubSeries:
    """Fifteen queries at most."""
    rows = list(
        _with_numbers(Series.objects.filter(club=club)).order_by("-first_day", "-pk")[:ROWS]
    )
    today = timezone.localdate()
    running = [row for row in rows if row.first_day <= today and not row.is_over(today)]
    if not running:
        return ClubSeries(None, [], rows)
    current = running[0]
    parts = board_parts(read_board(current))
    short = [part._replace(lines=part.lines[:LEADERS]) for part in parts]
    return ClubSeries(current, short, [row for row in rows if row != current])


def earlier_series(series: Series) -> list[Series]:
    """Other series of the same club, or of the same founder without a club; the last first."""
    if series.club_id is not None:
        rows = Series.objects.filter(club=series.club_id)
    else:
        rows = Series.objects.filter(club=None, founder=series.founder_id)
    return list(_with_numbers(rows.exclude(pk=series.pk)).order_by("-first_day", "-pk")[:ROWS])


def series_with(event: Event) -> list[Series]:
    """Series in which an event counts. One query."""
    entries = SeriesEvent.objects.filter(event=event, removed_at=None)
    return [entry.series for entry in entries.select_related("series__club").order_by("pk")]


def board_parts(board: SeriesBoard) -> list[BoardPart]:
    """The board, or those of its divisions from the highest. One query."""
    divisions = list(board.series.divisions.all())
    if not divisions:
        return [BoardPart(None, board.entries_of(), board.lines())]
    return [BoardPart(part, board.entries_of(part), board.lines(part)) for part in divisions]


def moves_in_words(series: Series) -> list[dict[str, object]]:
    """Rulings that moved the board, the newest first, each with its moves. Two queries."""
    rows = SeriesMove.objects.filter(series=series).select_related(
        "ruling__arbiter", "ruling__event"
    )
    moves = list(rows.order_by("-pk")[:MOVES])
    reasons = pseudonymise("\n".join(move.ruling.reason for move in moves)).split("\n")
    return [
        {
            "ruling": move.ruling,
            "kind": move.ruling.get_kind_display(),
            "reason": reason,
            "moved": lines,
        }
        for move, reason, lines in zip(moves, reasons, series_move_sentences(moves), strict=False)
    ]


def guests_in_words(series: Series, account: Account | None) -> dict[str, object]:
    """Guests who are accounts, or are said to be; and what `account` is asked. One query."""
    rows = list(
        GuestAccount.objects.filter(series=series, declined_at=None).select_related(
            "account", "named_by"
        )
    )
    hidden = hidden_guests(series) if rows else {}
    for row in rows:
        row.guest = hidden.get(row.form, row.guest)
    return {
        "agreed_guests": [row for row in rows if row.agreed_at and row.account.is_active],
        "asked_guests": [row for row in rows if not row.agreed_at],
        "questions": [
            row for row in rows if account and row.account_id == account.pk and not row.agreed_at
        ],
    }


def events_to_add(series: Series, account: Account) -> list[Event]:
    """Events that `account` may add: of the club, or those of which it is an arbiter."""
    rows = Event.objects.filter(arbiters__account=account)
    if series.club_id is not None:
        rows = Event.objects.filter(
            Q(club=series.club_id) | Q(club=None, arbiters__account=account)
        ).distinct()
    inside = SeriesEvent.objects.filter(series=series, removed_at=None).values("event")
    return list(rows.exclude(pk__in=inside).order_by("-starts_at", "-pk")[: 2 * ROWS])


def removed_events(series: Series) -> list[tuple[SeriesEvent, str]]:
    """Events that were taken out of a series, with the reason. One query."""
    rows = SeriesEvent.objects.filter(series=series).exclude(removed_at=None)
    rows = rows.select_related("event", "removed_by")
    return [(row, pseudonymise(row.reason)) for row in rows]


# --- inside -------------------------------------------------------------------


def _with_numbers(rows: QuerySet[Series]) -> QuerySet[Series]:
    return rows.select_related("club").annotate(
        number_of_events=Count("entries", filter=Q(entries__removed_at=None))
    )
