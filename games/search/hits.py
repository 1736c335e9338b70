"""Pages of hits: counted, and sorted by a column or a fact.

An index has the games in the order of their columns, and in no order of facts. So hits are sorted
by a fact when there are few of them: they are read at once, and paged by the id of a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from django.db.models import QuerySet, prefetch_related_objects

from engine.facts import FACTS, GAME
from games.models import Game, GameFacts, SeatFacts
from games.models.facts import NumberAt
from games.queries import GAME_ORDER, GAME_SORTS
from games.search.filters import RENAMED, GameFilter
from games.search.find import GameSearch, seats_that_fit
from games.search.index import BlockGone, SearchIndex, open_index
from games.search.time_limit import TooLong, bounded
from web.paging import AFTER, BEFORE, Page, page_of_rows

COUNT_LIMIT: Final = 1000
"""Hits are counted, and sorted by a fact, up to so many."""
AT_ONCE: Final = 0.015
"""Seconds in which the tables answer, or the index does."""
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
    """The page of `games`, which are those of the search, that `params` name. `sort`: a name of
    ``GAME_SORTS``, or a fact. Counting goes on where a page of the latest has long ended, so it is
    done when `params` have ``COUNT``. Raises ``TooLong``, ``BadCursor``."""
    if search is None and sort in GAME_SORTS:
        page = page_of_rows(games, GAME_SORTS[sort], params, size)
        return Hits(page, len(page.rows) if _is_single(page) else None)
    by_fact = page_by_fact(games, search, sort, params, size) if sort not in GAME_SORTS else None
    page = by_fact or search_page(
        games, search, sort if sort in GAME_SORTS else "date", params, size
    )
    unsorted = by_fact is None and sort not in GAME_SORTS
    total = None
    if _is_single(page):
        total = len(page.rows)
    elif search and params.get(COUNT):
        total = _count(games, search)
    return Hits(page, total, unsorted)


def search_page(
    games: QuerySet[Game],
    search: GameSearch | None,
    sort: str,
    params: Mapping[str, str],
    size: int,
) -> Page[Game]:
    """The page of `games`, which are those of the search: by the index where that is quicker than
    the tables. Words that are not indexed, other filters and other orders may make games rare that
    the index thinks likely, so the tables are asked first, for a moment. Raises ``TooLong``,
    ``BadCursor``."""
    rows, page = games.prefetch_related(None), None
    if search and (index := open_index(search)):
        page = _page_by_index(rows, index, sort, params, size)
    if page is None:
        with bounded():
            page = page_of_rows(rows, GAME_SORTS[sort], params, size)
    _read_related(games, page)
    return page


def is_filtered(params: Mapping[str, str]) -> bool:
    """True if `params` have filters besides the search."""
    names = {*GameFilter.base_filters, *RENAMED} - {"q"}
    return any(params.get(name) for name in names)


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
    rows = _first_ids(games, criteria)
    if len(rows) > COUNT_LIMIT:
        return None
    with bounded():
        page = _sorted(rows, games.prefetch_related(None), criteria, sort, params, size)
    _read_related(games, page)
    return page


# --- inside -------------------------------------------------------------------


def _page_by_index(
    games: QuerySet[Game], index: SearchIndex, sort: str, params: Mapping[str, str], size: int
) -> Page[Game] | None:
    """None: the index is of no use."""
    if is_filtered(params) or not index.decides or (sort != "date" and not index.is_rare):
        with suppress(TooLong), bounded(AT_ONCE):
            return page_of_rows(games, GAME_SORTS[sort], params, size)
    with suppress(BlockGone), bounded():
        return index.page(games, sort, params, size)
    return None


def _read_related(games: QuerySet[Game], page: Page[Game]) -> None:
    """Read for the page what `games` prefetch. Not ``bounded``: with the plans for searches,
    PostgreSQL would read all accounts for the names of a page."""
    prefetch_related_objects(page.rows, *vars(games)["_prefetch_related_lookups"])


def _sorted(
    rows: list[str],
    games: QuerySet[Game],
    criteria: GameSearch | None,
    sort: str,
    params: Mapping[str, str],
    size: int,
) -> Page[Game]:
    """The page of the games with the ids `rows`, sorted by a fact."""
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


def _first_ids(games: QuerySet[Game], criteria: GameSearch | None) -> list[str]:
    """The ids of the latest of `games`, at most one more than ``COUNT_LIMIT``."""
    index = criteria and open_index(criteria)
    with bounded():
        if index:
            with suppress(BlockGone):
                if (ids := index.ids(games, COUNT_LIMIT + 1)) is not None:
                    return ids
        return list(games.order_by(*GAME_ORDER).values_list("pk", flat=True)[: COUNT_LIMIT + 1])


def _is_single(page: Page[Game]) -> bool:
    return not page.previous and not page.next


def _count(games: QuerySet[Game], criteria: GameSearch) -> int:
    """How many `games` there are, at most one more than ``COUNT_LIMIT``."""
    return len(_first_ids(games, criteria))


def _begin(ids: list[str], params: Mapping[str, str], size: int) -> int:
    """Beginning of the page; the first one if its game is no longer among the hits."""
    for name, step in ((AFTER, 1), (BEFORE, -size)):
        if (game := params.get(name)) in ids:
            return max(0, ids.index(str(game)) + step)
    return 0
