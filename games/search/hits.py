"""Pages of hits: counted, and sorted by a column or a fact.

An index has the games in the order of their columns, and in no order of facts. So hits are sorted
by a fact when there are few of them: they are read at once, and paged by the id of a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.db.models import QuerySet

from engine.facts import FACTS, GAME
from games.models import Game, GameFacts, SeatFacts
from games.models.facts import NumberAt
from games.queries import GAME_ORDER, GAME_SORTS
from games.search.find import GameSearch, seats_that_fit
from web.paging import AFTER, BEFORE, Page, page_of_rows

COUNT_LIMIT: Final = 1000
"""Hits are counted, and sorted by a fact, up to so many."""
COUNT: Final = "count"
"""The parameter that has hits counted."""


class Hits(NamedTuple):
    """A page of games. `total`: how many hits there are, at most one more than ``COUNT_LIMIT``;
    None if that would have to be counted, and nobody asked. `unsorted`: there are too many to
    sort them by the fact."""

    page: Page[Game]
    total: int | None = None
    unsorted: bool = False


def page_of_hits(
    games: QuerySet[Game],
    search: GameSearch | None,
    sort: str,
    params: Mapping[str, str],
    size: int,
) -> Hits:
    """The page of `games` that `params` name. `sort`: a name of ``GAME_SORTS``, or a fact. Counting
    goes on where a page of the latest has long ended, so it is done when `params` have ``COUNT``.
    Three queries more than ``page_of_rows`` at most."""
    by_fact = page_by_fact(games, search, sort, params, size) if sort not in GAME_SORTS else None
    order = GAME_SORTS.get(sort, GAME_ORDER)
    page = by_fact or page_of_rows(games, order, params, size)
    unsorted = by_fact is None and sort not in GAME_SORTS
    single = not page.previous and not page.next
    total = len(page.rows) if single else _count(games) if params.get(COUNT) else None
    return Hits(page, total if search else None, unsorted)


def fact_in(sort: str) -> str:
    """The fact by which `sort` sorts, the greatest first, with a minus the least first; empty if
    that is no fact."""
    name = sort.removeprefix("-")
    return name if name in FACTS else ""


def page_by_fact(
    games: QuerySet[Game],
    criteria: GameSearch | None,
    sort: str,
    params: Mapping[str, str],
    size: int,
) -> Page[Game] | None:
    """The page of `games`, sorted by a fact (``fact_in``), that `params` name; None if there are
    more games than are sorted. A fact of a seat is that of the seats which the search is about,
    the first of them in that order. Games without a value are last. Three queries, and those of
    `games`."""
    rows = list(games.order_by(*GAME_ORDER).values_list("pk", flat=True)[: COUNT_LIMIT + 1])
    if len(rows) > COUNT_LIMIT:
        return None
    values, sign = _values(rows, criteria, fact_in(sort)), 1 if sort.startswith("-") else -1
    best: dict[str, int] = {}
    for game, number in values:
        if number is not None:
            best[game] = min(sign * number, best.get(game, sign * number))
    rows.sort(key=lambda pk: (pk not in best, best.get(pk, 0)))
    begin = _begin(rows, params, size)
    ids = rows[begin : begin + size]
    by_id = games.in_bulk(ids)
    return Page(
        [by_id[pk] for pk in ids if pk in by_id],
        ids[0] if begin and ids else "",
        ids[-1] if begin + size < len(rows) else "",
    )


# --- inside -------------------------------------------------------------------


def _values(ids: list[str], criteria: GameSearch | None, name: str) -> list[tuple[str, int | None]]:
    """Values of the fact, with the ids of their games."""
    fact = FACTS[name]
    number = NumberAt("values", fact.number)
    if fact.of == GAME:
        return list(GameFacts.objects.filter(game__in=ids).values_list("game_id", number))
    rows = SeatFacts.objects.filter(game__in=ids)
    if criteria:
        terms = criteria.query.terms
        rows = seats_that_fit(
            rows, criteria, [term for term in terms if term.of_seat and not term.other]
        )
    return list(rows.values_list("game_id", number))


def _count(games: QuerySet[Game]) -> int:
    """How many `games` there are, at most one more than ``COUNT_LIMIT``. One query."""
    count: int = games.order_by()[: COUNT_LIMIT + 1].count()
    return count


def _begin(ids: list[str], params: Mapping[str, str], size: int) -> int:
    """Beginning of the page; the first one if its game is no longer among the hits."""
    for name, step in ((AFTER, 1), (BEFORE, -size)):
        if (game := params.get(name)) in ids:
            return max(0, ids.index(str(game)) + step)
    return 0
