"""Public pages of series: a board with its evenings, the same as CSV."""

from __future__ import annotations

import csv

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from events.models import Series
from events.results.series_boards import SERIES_TIE_BREAK_WORDS, read_board
from events.series.league import division_history
from events.series.organising import organises_series
from events.series.queries import (
    board_parts,
    earlier_series,
    guests_in_words,
    moves_in_words,
    removed_events,
)
from events.views.pages import reader
from web.priorities import heavy


@heavy
@require_safe
@never_cache
def series_page(request: HttpRequest, series_id: int) -> HttpResponse:
    """A season: the boards of its divisions, its evenings, what rulings moved. At most 25
    queries."""
    series, account = series_at(series_id), reader(request)
    board = read_board(series)
    parts = board_parts(board)
    seasons, history = ([], []) if parts[0].division is None else division_history(series)
    context = {
        "series": series,
        "parts": parts,
        "own_place": next(
            (row for row in board.players if account and row.account_id == account.pk), None
        ),
        "running": board.running,
        "organises": organises_series(series, account),
        "is_over": series.is_over(timezone.localdate()),
        "tie_breaks": [SERIES_TIE_BREAK_WORDS[word] for word in series.tie_breaks.split()],
        "moves": moves_in_words(series),
        "removed": removed_events(series),
        "others": earlier_series(series),
        "seasons": seasons,
        "history": history if len(seasons) > 1 else [],
        "next_season": Series.objects.select_related("club").filter(before=series).first(),
        **guests_in_words(series, account),
    }
    return render(request, "events/series.html", context)


@heavy
@require_safe
@never_cache
def series_csv(request: HttpRequest, series_id: int) -> HttpResponse:
    """The boards of a season as CSV (RFC 4180), one row a person; points are exact."""
    series = series_at(series_id)
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="series-{series.pk}.csv"'
    writer = csv.writer(answer)
    for part in board_parts(read_board(series)):
        evenings = [
            f"{entry.event.starts_at.astimezone(entry.event.zone):%Y-%m-%d}"
            for entry in part.entries
        ]
        head = ["division", "rank", "player", "guest", "points", "events", "wins"]
        writer.writerow([*head, *evenings])
        for line in part.lines:
            names = [line.person.in_logs, line.person.guest_names]
            numbers = [line.points, line.events, line.wins, *(cell.points for cell in line.cells)]
            number = part.division.number if part.division else ""
            writer.writerow([number, line.rank, *names, *numbers])
    return answer


def series_at(series_id: int) -> Series:
    return get_object_or_404(Series.objects.select_related("club", "before"), pk=series_id)
