"""Two logs of nearly the same game beside each other, and the words of where they part."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from drawing.replay.replay import cached_replay
from engine import EngineError
from games.judging.diff import shown
from games.judging.judge import judge
from games.judging.similarity import lines_of, side_by_side
from games.models import Discrepancy
from games.pseudonyms import raw_under_numbers

AROUND: Final = 4
"""Equal rows that are shown before and after one that differs."""


class Beside(NamedTuple):
    """An entry of each log, with its number from 1; 0 where that log has none there. `skipped`: so
    many equal rows are left out in its place."""

    one: int = 0
    one_text: str = ""
    other: int = 0
    other_text: str = ""
    same: bool = True
    skipped: int = 0


class Comparison(NamedTuple):
    """`rows` of both logs. `one` and `other` say in words what each of them has at `ply`, the first
    entry that differs; empty where a log has ended there."""

    rows: list[Beside]
    ply: int
    one: str
    other: str
    differing: int


class Sat(NamedTuple):
    """Player and result of a seat, as a log has them."""

    colour: str
    name: str
    points: int


class Brought(NamedTuple):
    """The other log in canonical form, and its seats in turn order."""

    log: str
    seats: list[Sat]


def brought(row: Discrepancy) -> Brought | None:
    """The uploaded log; ``None`` if it cannot be read any more."""
    return _brought(raw_under_numbers(row.submission.text))


def here(row: Discrepancy) -> list[Sat]:
    """The seats of the game that is here."""
    return [Sat(seat.colour, shown(seat), seat.points) for seat in row.game.seats.all()]


def compared(first: str, second: str, ply: int) -> Comparison:
    """The canonical logs `first` and `second`, whose first difference is entry `ply`."""
    mine, theirs = _entries(first), _entries(second)
    rows = []
    for left, right, same in side_by_side(lines_of(first), lines_of(second)):
        one = (0, "") if left is None else (left + 1, mine[left])
        other = (0, "") if right is None else (right + 1, theirs[right])
        rows.append(Beside(*one, *other, same))
    differing = sum(not row.same for row in rows)
    return Comparison(_short(rows), ply, _words(first, ply), _words(second, ply), differing)


# --- inside -------------------------------------------------------------------


@lru_cache(maxsize=64)
def _brought(source: bytes) -> Brought | None:
    """A log is judged once, however many look at it."""
    judged = judge(source)
    if judged.accepted is None:
        return None
    names, points = judged.accepted["names"], judged.accepted["points"]
    return Brought(judged.log, [Sat(colour, names[colour], points[colour]) for colour in names])


def _entries(log: str) -> list[str]:
    return log.partition("\n\n")[2].splitlines()


def _words(log: str, ply: int) -> str:
    try:
        frames = cached_replay(log).frames
    except EngineError:
        return ""
    return next((frame.words for frame in frames if frame.ply == ply), "")


def _short(rows: Sequence[Beside]) -> list[Beside]:
    """Without equal rows far from a difference."""
    near = set[int]()
    for index, row in enumerate(rows):
        if not row.same:
            near.update(range(index - AROUND, index + AROUND + 1))
    short: list[Beside] = []
    left_out = 0
    for index, row in enumerate(rows):
        if index not in near:
            left_out += 1
            continue
        if left_out:
            short.append(Beside(skipped=left_out))
            left_out = 0
        short.append(row)
    return [*short, Beside(skipped=left_out)] if left_out else short
