"""Series of events: the sum of a person's best ones."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from ratings.standings.results import best_results
from ratings.standings.tie_breaks import draw_lots

NO_RANK: Final = 10_000


class EventFinish(NamedTuple):
    """How a person finished one event of a series."""

    person: int
    rank: int
    points: Fraction


class SeriesRow(NamedTuple):
    """A person's line of a series. `finishes`: of each event the points it brought, None where the
    person was not; `events`: how many of them count; `counts`: which; `tie_breaks`: their numbers.
    """

    rank: int
    person: int
    points: Fraction
    finishes: tuple[Fraction | None, ...]
    events: int
    wins: int
    counts: tuple[bool, ...]
    tie_breaks: tuple[Fraction, ...]


class SeriesLine(NamedTuple):
    """A person for tie-breaks: points by event, and ranks, from the first event; the points that
    count, from the highest."""

    points: Sequence[Fraction | None]
    ranks: Sequence[int | None]
    results: Sequence[Fraction]


def _wins(line: SeriesLine) -> Fraction:
    return Fraction(sum(rank == 1 for rank in line.ranks))


def _events(line: SeriesLine) -> Fraction:
    return Fraction(sum(rank is not None for rank in line.ranks))


def _best_event(line: SeriesLine) -> Fraction:
    return line.results[0] if line.results else Fraction()


def _all_events(line: SeriesLine) -> Fraction:
    """Also those that do not count."""
    return sum((points for points in line.points if points is not None), Fraction())


def _last_event(line: SeriesLine) -> Fraction:
    """The points of the latest event at which the person was."""
    return next((points for points in reversed(line.points) if points is not None), Fraction())


def _mean_rank(line: SeriesLine) -> Fraction:
    """Below zero, so that more is better; the last of all without an event."""
    ranks = [rank for rank in line.ranks if rank is not None]
    return Fraction(-sum(ranks), len(ranks)) if ranks else Fraction(-NO_RANK)


SERIES_TIE_BREAKS: Final[Mapping[str, Callable[[SeriesLine], Fraction]]] = MappingProxyType(
    {
        "wins": _wins,
        "best_event": _best_event,
        "events": _events,
        "all_events": _all_events,
        "last_event": _last_event,
        "mean_rank": _mean_rank,
    }
)
"""Tie-breaks of series: events won, the best one, how many, all of them, the latest, the mean rank
(below zero); more is better."""

SERIES_TIE_BREAK_NAMES: Final = (*SERIES_TIE_BREAKS, "lot")
"""``lot``: the order of ``draw_lots``, which parts everybody."""


def rank_series(
    events: Sequence[Collection[EventFinish]],
    *,
    best: int | None = None,
    least: int = 1,
    ranks: Sequence[Fraction] = (),
    tie_breaks: Sequence[str] = ("wins", "best_event"),
    seed: str = "",
    persons: Collection[int] | None = None,
) -> list[SeriesRow]:
    """The board of a series: the sum of each person's `best` events, then the tie-breaks.

    `ranks`: points by the rank in an event, from the first, of which shared ranks divide; empty:
    the event's own points. A person with fewer than `least` events is not listed. `persons`: only
    these are listed, also those who were at no event if `least` is 0; shared ranks divide among all
    who were there. Raises ``ValueError`` if a person finished an event twice, `best` is below one,
    or there is no such tie-break.
    """
    unknown = [name for name in tie_breaks if name not in SERIES_TIE_BREAK_NAMES]
    if unknown:
        raise ValueError(f"there is no tie-break {unknown[0]}")
    points: dict[int, list[Fraction | None]] = {key: [None] * len(events) for key in persons or ()}
    places: dict[int, list[int | None]] = defaultdict(lambda: [None] * len(events))
    for number, event in enumerate(events):
        sharing = Counter(finish.rank for finish in event)
        for finish in event:
            if persons is not None and finish.person not in points:
                continue
            line = points.setdefault(finish.person, [None] * len(events))
            if line[number] is not None:
                raise ValueError(f"{finish.person} finished an event twice")
            line[number] = _series_points(finish, sharing[finish.rank], ranks)
            places[finish.person][number] = finish.rank
    lines = {
        person: SeriesLine(line, places[person], best_results(_points_won(line), best))
        for person, line in points.items()
        if len(_points_won(line)) >= least
    }
    lots = {person: Fraction(-n) for n, person in enumerate(draw_lots(lines, seed))}
    keys = {
        person: (sum(line.results, Fraction()), *_numbers(line, tie_breaks, lots[person]))
        for person, line in lines.items()
    }
    return [
        SeriesRow(
            1 + sum(key > keys[person] for key in keys.values()),
            person,
            keys[person][0],
            tuple(lines[person].points),
            len(lines[person].results),
            sum(rank == 1 for rank in lines[person].ranks),
            _counting_events(lines[person]),
            keys[person][1:],
        )
        for person in sorted(keys, key=lambda person: (*(-n for n in keys[person]), person))
    ]


def guest_form(name: str) -> str:
    """The form in which names of guests are equal across the events of a series."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def series_moves(
    before: Collection[SeriesRow], after: Collection[SeriesRow]
) -> list[tuple[int, int | None, int | None, Fraction | None, Fraction | None]]:
    """Persons whose rank or points differ, as ``(person, rank before, after, points before,
    after)``; None where the person was not listed. In the order of the new board."""
    old = {row.person: (row.rank, row.points) for row in before}
    new = {row.person: (row.rank, row.points) for row in after}
    moves = []
    for person in dict.fromkeys((*new, *old)):
        if old.get(person) != new.get(person):
            rank, points = old.get(person, (None, None))
            new_rank, new_points = new.get(person, (None, None))
            moves.append((person, rank, new_rank, points, new_points))
    return moves


def _numbers(line: SeriesLine, tie_breaks: Sequence[str], lot: Fraction) -> tuple[Fraction, ...]:
    return tuple(lot if name == "lot" else SERIES_TIE_BREAKS[name](line) for name in tie_breaks)


def _points_won(points: Sequence[Fraction | None]) -> list[Fraction]:
    return [number for number in points if number is not None]


def _counting_events(line: SeriesLine) -> tuple[bool, ...]:
    """True for each event that counts: of equal points the earlier ones."""
    open_results = Counter(line.results)
    counting = []
    for points in line.points:
        counts = points is not None and open_results[points] > 0
        if points is not None and counts:
            open_results[points] -= 1
        counting.append(counts)
    return tuple(counting)


def _series_points(finish: EventFinish, sharing: int, ranks: Sequence[Fraction]) -> Fraction:
    if not ranks:
        return finish.points
    shared = ranks[finish.rank - 1 : finish.rank - 1 + sharing]
    return sum(shared, Fraction()) / sharing
