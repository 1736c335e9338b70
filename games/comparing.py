"""Two logs of nearly the same game beside each other, and the words of where they part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from drawing.replay import cached_replay
from engine import EngineError
from games.likeness import lines_of, side_by_side
from games.models import Discrepancy
from games.services.former import raw_under_numbers
from games.services.judge import judge

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


def other_log(row: Discrepancy) -> str:
    """The other log in canonical form; empty if it cannot be read any more."""
    return judge(raw_under_numbers(row.submission.text)).log


def compared(here: str, brought: str, ply: int) -> Comparison:
    """The canonical logs `here` and `brought`, whose first difference is entry `ply`."""
    mine, theirs = _entries(here), _entries(brought)
    rows = []
    for left, right, same in side_by_side(lines_of(here), lines_of(brought)):
        one = (0, "") if left is None else (left + 1, mine[left])
        other = (0, "") if right is None else (right + 1, theirs[right])
        rows.append(Beside(*one, *other, same))
    differing = sum(not row.same for row in rows)
    return Comparison(_short(rows), ply, _words(here, ply), _words(brought, ply), differing)


# --- inside -------------------------------------------------------------------


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
