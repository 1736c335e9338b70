"""Standings: entrants and teams by points and tie-breaks, and the effect of a correction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from ratings.standings.results import (
    DEFAULT_SCORING,
    Bye,
    Penalty,
    ResultBook,
    Scoring,
    TableResult,
    best_results,
)
from ratings.standings.tie_breaks import (
    LOWER_IS_BETTER,
    TIE_BREAK_NAMES,
    TIE_BREAKS,
    direct_numbers,
    draw_lots,
)


class StandingsRow(NamedTuple):
    """An entrant's line. `rank` is shared by all whom no tie-break parts; `tie_breaks` are the
    numbers of `Scoring.tie_breaks`, None where one does not apply; `results` counts tables and
    byes."""

    rank: int
    entrant: int
    points: Fraction
    tie_breaks: tuple[Fraction | None, ...]
    results: int
    wins: int


def rank_entrants(
    entrants: Collection[int],
    results: Iterable[TableResult],
    scoring: Scoring = DEFAULT_SCORING,
    *,
    byes: Iterable[Bye] = (),
    penalties: Iterable[Penalty] = (),
) -> list[StandingsRow]:
    """An event's standings, from the first; the same in whatever order results come.

    By points, then by each tie-break among those who are still tied. Entrants who withdrew keep
    what they won. Raises ``ValueError`` if an entrant is unknown, has two results in a round, or a
    tie-break is unknown.
    """
    unknown = [name for name in scoring.tie_breaks if name not in TIE_BREAK_NAMES]
    if unknown:
        raise ValueError(f"there is no tie-break {unknown[0]}")
    book = ResultBook(entrants, results, byes, penalties, scoring)
    lots = {key: Fraction(n) for n, key in enumerate(draw_lots(book.entrants, scoring.seed), 1)}
    numbers: dict[int, list[Fraction | None]] = {key: [] for key in book.entrants}
    groups = _split([sorted(book.entrants)], book.total)
    for name in scoring.tie_breaks:
        if name == "direct":
            groups = [part for group in groups for part in _split_directly(book, group, numbers)]
            continue
        number = lots.__getitem__ if name == "lot" else _of_entrant(book, name)
        for key in book.entrants:
            numbers[key].append(number(key))
        groups = _split(groups, number, lowest_first=name in LOWER_IS_BETTER)
    rows: list[StandingsRow] = []
    for group in groups:
        rank = 1 + len(rows)
        rows += (_row_of(book, rank, key, tuple(numbers[key])) for key in group)
    return rows


def standings_as_json(rows: Sequence[StandingsRow]) -> list[dict[str, object]]:
    """Standings as acts of events and dumps have them: points and tie-breaks are fractions, as
    texts.

    >>> row = StandingsRow(1, 7, Fraction(5, 2), (Fraction(1, 3), None), 1, 0)
    >>> standings_as_json([row])[0]["points"], standings_as_json([row])[0]["tie_breaks"]
    ('5/2', ['1/3', None])
    """
    return [
        {
            "rank": row.rank,
            "entrant": row.entrant,
            "points": str(row.points),
            "tie_breaks": [None if number is None else str(number) for number in row.tie_breaks],
            "results": row.results,
            "wins": row.wins,
        }
        for row in rows
    ]


def _row_of(
    book: ResultBook, rank: int, entrant: int, numbers: tuple[Fraction | None, ...]
) -> StandingsRow:
    tables = book.tables[entrant]
    results, wins = len(tables) + book.byes[entrant], sum(seat.place == 1 for seat in tables)
    return StandingsRow(rank, entrant, book.total(entrant), numbers, results, wins)


def _of_entrant(book: ResultBook, name: str) -> Callable[[int], Fraction]:
    return lambda key: TIE_BREAKS[name](book, key)


def _split(
    groups: list[list[int]], number: Callable[[int], Fraction], lowest_first: bool = False
) -> list[list[int]]:
    """Tied groups parted by a number, the highest first."""
    parts: list[list[int]] = []
    for group in groups:
        by_number: dict[Fraction, list[int]] = defaultdict(list)
        for key in group:
            by_number[number(key)].append(key)
        parts += (by_number[rank] for rank in sorted(by_number, reverse=not lowest_first))
    return parts


def _split_directly(
    book: ResultBook, group: list[int], numbers: dict[int, list[Fraction | None]]
) -> list[list[int]]:
    scores = direct_numbers(book, group) if len(group) > 1 else None
    for key in group:
        numbers[key].append(scores[key] if scores else None)
    return _split([group], scores.__getitem__) if scores else [group]


class TeamRow(NamedTuple):
    """A team's line: the sum of its members' points, who are in the order of their ranks."""

    rank: int
    team: int
    points: Fraction
    members: tuple[int, ...]


def rank_teams(
    rows: Sequence[StandingsRow], teams: Mapping[int, int], best: int | None = None
) -> list[TeamRow]:
    """Teams by the sum of their members' points, then by the rank of the best member, the second, …

    `teams`: the team of each entrant; entrants without one count for none. `best`: only so many
    members of each team count; None: all.
    """
    members: dict[int, list[StandingsRow]] = defaultdict(list)
    for row in rows:
        if row.entrant in teams:
            members[teams[row.entrant]].append(row)
    keys = {
        team: (
            -sum(best_results((row.points for row in rows), best), Fraction()),
            [row.rank for row in rows],
        )
        for team, rows in members.items()
    }
    return [
        TeamRow(
            1 + sum(key < keys[team] for key in keys.values()),
            team,
            -keys[team][0],
            tuple(row.entrant for row in members[team]),
        )
        for team in sorted(keys, key=lambda team: (keys[team], team))
    ]


class StandingsMove(NamedTuple):
    """A correction's effect on an entrant; None: the entrant was not in those standings."""

    entrant: int
    rank_before: int | None
    rank_after: int | None
    points_before: Fraction | None
    points_after: Fraction | None


def standings_moves(
    before: Iterable[StandingsRow], after: Iterable[StandingsRow]
) -> list[StandingsMove]:
    """Entrants whose rank or points differ, in the order of the new standings."""
    old = {row.entrant: (row.rank, row.points) for row in before}
    new = {row.entrant: (row.rank, row.points) for row in after}
    absent = (None, None)
    moves = []
    for key in dict.fromkeys((*new, *old)):
        if old.get(key) != new.get(key):
            (rank, points), (new_rank, new_points) = old.get(key, absent), new.get(key, absent)
            moves.append(StandingsMove(key, rank, new_rank, points, new_points))
    return moves
