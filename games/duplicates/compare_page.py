"""Comparison of two logs of nearly the same game: their rows side by side, and their difference."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from drawing.replay.replay import cached_replay
from engine import EngineError
from games.judging.diff import name_in_log
from games.judging.judge import judge_log
from games.judging.similarity import log_lines, side_by_side
from games.models import Discrepancy
from games.pseudonyms import pseudonymise_bytes

AROUND: Final = 4
"""Equal rows that are shown before and after one that differs."""


class ComparedRow(NamedTuple):
    """An entry of each log, with its number from 1; 0 where that log has none there. `skipped`: so
    many equal rows are left out in its place."""

    stored: int = 0
    stored_text: str = ""
    uploaded: int = 0
    uploaded_text: str = ""
    equal: bool = True
    skipped: int = 0


class Comparison(NamedTuple):
    """`rows` of both logs. `stored` and `uploaded`: the words of their entries at `ply`, the first
    that differs; empty where a log has ended there."""

    rows: list[ComparedRow]
    ply: int
    stored: str
    uploaded: str
    differing: int


class SeatResult(NamedTuple):
    """Player and result of a seat, as a log has them."""

    colour: str
    name: str
    points: int


class ComparedLog(NamedTuple):
    """The other log in canonical form, and its seats in turn order."""

    log: str
    seats: list[SeatResult]


def read_uploaded_log(row: Discrepancy) -> ComparedLog | None:
    """The uploaded log; ``None`` if it cannot be read any more."""
    return _read_log(pseudonymise_bytes(row.submission.text))


def seat_results(row: Discrepancy) -> list[SeatResult]:
    """The seats of the game that is here."""
    return [
        SeatResult(seat.colour, name_in_log(seat), seat.points) for seat in row.game.seats.all()
    ]


def compare_logs(first: str, second: str, ply: int) -> Comparison:
    """The canonical logs `first` and `second`, whose first difference is entry `ply`."""
    first_entries, second_entries = _entries(first), _entries(second)
    rows = []
    for left, right, equal in side_by_side(log_lines(first), log_lines(second)):
        left_cell = (0, "") if left is None else (left + 1, first_entries[left])
        other = (0, "") if right is None else (right + 1, second_entries[right])
        rows.append(ComparedRow(*left_cell, *other, equal))
    differing = sum(not row.equal for row in rows)
    return Comparison(_short(rows), ply, _words(first, ply), _words(second, ply), differing)


# --- inside -------------------------------------------------------------------


@lru_cache(maxsize=64)
def _read_log(source: bytes) -> ComparedLog | None:
    """A log is judged once, however many look at it."""
    verdict = judge_log(source)
    if verdict.accepted is None:
        return None
    names, points = verdict.accepted["names"], verdict.accepted["points"]
    return ComparedLog(
        verdict.log, [SeatResult(colour, names[colour], points[colour]) for colour in names]
    )


def _entries(log: str) -> list[str]:
    return log.partition("\n\n")[2].splitlines()


def _words(log: str, ply: int) -> str:
    try:
        frames = cached_replay(log).frames
    except EngineError:
        return ""
    return next((frame.words for frame in frames if frame.ply == ply), "")


def _short(rows: Sequence[ComparedRow]) -> list[ComparedRow]:
    """Without equal rows far from a difference."""
    near = set[int]()
    for index, row in enumerate(rows):
        if not row.equal:
            near.update(range(index - AROUND, index + AROUND + 1))
    short: list[ComparedRow] = []
    left_out = 0
    for index, row in enumerate(rows):
        if index not in near:
            left_out += 1
            continue
        if left_out:
            short.append(ComparedRow(skipped=left_out))
            left_out = 0
        short.append(row)
    return [*short, ComparedRow(skipped=left_out)] if left_out else short
