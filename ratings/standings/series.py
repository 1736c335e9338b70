"""Series of events: the sum of a person's best ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from ratings.standings.results import best_results


class EventFinish(NamedTuple):
    """How a person finished one event of a series."""

    person: int
    rank: int
    points: Fraction


class SeriesRow(NamedTuple):
    """A person's line of a series. `finishes`: of each event the points it brought, None where the
    person was not; `events`: how many of them count."""

    rank: int
    person: int
    points: Fraction
    finishes: tuple[Fraction | None, ...]
    events: int
    wins: int


def rank_series(
    events: Sequence[Collection[EventFinish]],
    *,
    best: int | None = None,
    least: int = 1,
    ranks: Sequence[Fraction] = (),
) -> list[SeriesRow]:
    """The board of a series: the sum of each person's `best` events, then events won, then the best
    single one.

    `ranks`: points by the rank in an event, from the first, of which shared ranks divide; empty:
    the event's own points. A person with fewer than `least` events is not listed. Raises
    ``ValueError`` if a person finished an event twice, or `best` is below one.
    """
    finishes: dict[int, list[Fraction | None]] = {}
    wins = Counter[int]()
    for number, event in enumerate(events):
        sharing = Counter(finish.rank for finish in event)
        for finish in event:
            line = finishes.setdefault(finish.person, [None] * len(events))
            if line[number] is not None:
                raise ValueError(f"{finish.person} finished an event twice")
            line[number] = _series_points(finish, sharing[finish.rank], ranks)
            wins[finish.person] += finish.rank == 1
    keys: dict[int, tuple[Fraction, int, Fraction]] = {}
    counts: dict[int, int] = {}
    for person, line in finishes.items():
        results = [points for points in line if points is not None]
        if len(results) >= least:
            results = best_results(results, best)
            keys[person] = (sum(results, Fraction()), wins[person], results[0])
            counts[person] = len(results)
    return [
        SeriesRow(
            1 + sum(key > keys[person] for key in keys.values()),
            person,
            keys[person][0],
            tuple(finishes[person]),
            counts[person],
            wins[person],
        )
        for person in sorted(keys, key=lambda person: (*(-n for n in keys[person]), person))
    ]


def _series_points(finish: EventFinish, sharing: int, ranks: Sequence[Fraction]) -> Fraction:
    if not ranks:
        return finish.points
    shared = ranks[finish.rank - 1 : finish.rank - 1 + sharing]
    return sum(shared, Fraction()) / sharing
