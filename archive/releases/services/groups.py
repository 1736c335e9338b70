"""Sums of an impact's differences, kept while chunks come: a page reads few rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from archive.releases.models import DifferenceKind, Impact, ImpactDifference, ImpactGroup

COLUMNS: Final = {
    "verdicts": DifferenceKind.VERDICT,
    "places": DifferenceKind.PLACES,
    "points": DifferenceKind.POINTS,
    "digests": DifferenceKind.DIGEST,
}
"""Of an impact, its counts of games, each of a kind of difference."""


def add_differences(impact: Impact, impact_differences: Iterable[ImpactDifference]) -> None:
    """Add what a chunk found to the sums of its impact, the row of which the caller has locked.
    At most three statements."""
    new = _summed(impact, impact_differences)
    if not new:
        return
    rows = {_place(row): row for row in ImpactGroup.objects.filter(impact=impact)}
    grown = [_grown(rows[place], group) for place, group in new.items() if place in rows]
    ImpactGroup.objects.bulk_update(grown, ["games", "first_entry"])
    ImpactGroup.objects.bulk_create(group for place, group in new.items() if place not in rows)


def games_by_kind(impact: Impact) -> dict[str, int]:
    """Games by what differs, by the names of the impact's columns: stored at the end, counted until
    then. One statement at most."""
    if impact.under_way:
        return differences_by_kind(impact)
    return {name: getattr(impact, name) for name in COLUMNS}


def differences_by_kind(impact: Impact) -> dict[str, int]:
    """Games of an impact so far by kind of difference, by the names of its columns. One statement.
    An illegal game has no digest, one of another kind has another one."""
    games = dict.fromkeys(DifferenceKind.values, 0)
    for kind, number in impact.groups.values_list("kind", "games"):
        games[kind] += number
    return {name: games[kind] for name, kind in COLUMNS.items()}


# --- inside -------------------------------------------------------------------

Place = tuple[str, str, str]


def _place(row: ImpactGroup | ImpactDifference) -> Place:
    return row.edition, row.kind, row.where


def _summed(
    impact: Impact, impact_differences: Iterable[ImpactDifference]
) -> dict[Place, ImpactGroup]:
    sums: dict[Place, ImpactGroup] = {}
    for row in impact_differences:
        edition, kind, reason = place = _place(row)
        group = sums.setdefault(
            place, ImpactGroup(impact=impact, edition=edition, kind=kind, where=reason)
        )
        _grown(group, ImpactGroup(games=1, first_entry=row.entry))
    return sums


def _grown(row: ImpactGroup, impact_group: ImpactGroup) -> ImpactGroup:
    row.games += impact_group.games
    entries = [entry for entry in (row.first_entry, impact_group.first_entry) if entry is not None]
    row.first_entry = min(entries, default=None)
    return row
