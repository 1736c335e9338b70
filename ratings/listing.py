"""Leaderboard rules: enough recent rated games against enough people.

Two who play each other only can give each other any rating. So a leaderboard lists those who
met several people; the others have their rating on their own page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, timedelta
from typing import NamedTuple

Met = tuple[date, Collection[int]]
"""A rated game: its day, and which people a player met in it. Computer players are no people."""


class ListingTerms(NamedTuple):
    """So many `games` against people, among them so many `opponents`, within so many `days`."""

    games: int
    opponents: int
    days: int


def listed_until(met: Iterable[Met], terms: ListingTerms) -> date | None:
    """The last day on which a player is listed who `met` people so, the latest game first; None
    for never. Reads no further than it has to.

    >>> games = [(date(2026, 5, day), [day % 2]) for day in (9, 8, 7, 6)]
    >>> listed_until(games, ListingTerms(3, 2, 10))
    datetime.date(2026, 5, 17)
    >>> listed_until(games, ListingTerms(3, 3, 10)) is None
    True
    """
    games, people = 0, set[int]()
    for day, opponents in met:
        games += bool(opponents)
        people.update(opponents)
        if games >= terms.games and len(people) >= terms.opponents:
            return day + timedelta(days=terms.days)
    return None
