"""Moves on the boards of an event's series by a ruling: written with the ruling, and said."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from events.models import Division, Event, EventRuling, Series, SeriesMove
from events.results.series_boards import (
    PersonKey,
    SeriesBoard,
    hidden_guests,
    read_board,
)
from events.results.standings import move_sentence
from games.models import Account
from ratings.standings import SeriesRow, format_points, guest_form, series_moves


def read_boards_of_event(event: Event) -> list[SeriesBoard]:
    """The boards of the series of `event`. One query where it is in none."""
    rows = Series.objects.filter(entries__event=event, entries__removed_at=None)
    return [read_board(series) for series in rows.order_by("pk")]


def note_series_moves(ruling: EventRuling, before: Sequence[SeriesBoard]) -> list[SeriesMove]:
    """Write down what `ruling` moved on the boards that were read before it."""
    rows = []
    for old in before:
        division = _division_of(old, ruling.event_id)
        new = read_board(old.series)
        persons: dict[PersonKey, int] = {}
        moves = series_moves(_by_key(old, division, persons), _by_key(new, division, persons))
        if moves:
            labels = {
                persons[person.key]: person.account_id or person.guest
                for person in (*old.persons, *new.persons)
                if person.key in persons
            }
            moved = [
                [labels[person], rank, new_rank, _text(points), _text(new_points)]
                for person, rank, new_rank, points, new_points in moves
            ]
            rows.append(SeriesMove.objects.create(series=old.series, ruling=ruling, moved=moved))
    return rows


def series_move_sentences(moves: Sequence[SeriesMove]) -> list[list[str]]:
    """Each of `moves` as sentences, a person each. All are of one series. Two queries for names."""
    hidden = hidden_guests(moves[0].series) if moves else {}
    keys = {line[0] for move in moves for line in move.moved if isinstance(line[0], int)}
    names = dict(Account.objects.filter(pk__in=keys).values_list("pk", "username"))
    sentences = []
    for move in moves:
        lines = []
        for key, *line in move.moved:
            name = (
                f"@{names.get(key, key)}"
                if isinstance(key, int)
                else hidden.get(guest_form(key), key)
            )
            lines.append(move_sentence(name, *line))
        sentences.append(lines)
    return sentences


# --- inside -------------------------------------------------------------------


def _division_of(board: SeriesBoard, event_id: int) -> Division | None:
    return next(entry.division for entry in board.entries if entry.event_id == event_id)


def _by_key(
    board: SeriesBoard, division: Division | None, numbers: dict[PersonKey, int]
) -> list[SeriesRow]:
    """Rows whose persons have the same number on every board that shares `numbers`."""
    return [
        row._replace(person=numbers.setdefault(board.persons[row.person].key, len(numbers)))
        for row in board.rows(division)
    ]


def _text(points: Fraction | None) -> str | None:
    return None if points is None else format_points(points)
