"""Pages of a search by the index of bit planes.

The index says which games may fit, in the order of play; the tables decide which of them do, by the
statement that would otherwise go through all games. So a page is what the tables say, whatever the
index holds, unless a game that fits were left out. It leaves none out: games that are not in it, or
that have other facts by now, are asked for in any case. They are read before the
blocks, for a worker may pack them meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from heapq import nsmallest
from itertools import chain, islice
from typing import Final

from django.db.models import QuerySet

from games.facts.gather_facts import is_gathering
from games.models import Game
from games.queries import GAME_ORDER, GAME_SORTS
from games.search.columns import ENTRIES, MARGIN, POINTS, is_indexed
from games.search.find import GameSearch, names_seats
from games.search.packing import unpacked_games
from games.search.planes import positions
from games.search.reading import (
    GROUP,
    BlockGone,
    LikelyGames,
    ids_at,
    ids_in,
    read_likely,
    stored_blocks,
)
from games.search.terms import Term
from web.paging import AFTER, BEFORE, Page, cursor_values, page_of_rows

UNPACKED_LIMIT: Final = 1_000
"""So many games that are not in the index are asked for with each search; if there are more, the
tables are searched instead."""
CANDIDATE_LIMIT: Final = 1_200
"""Games that may fit of which the tables are asked; if there are more, the index is of no use."""
SORTED: Final = (100, CANDIDATE_LIMIT)
"""So many games that may fit are sorted by a column; if too few of them do fit, so many."""
RARE: Final = 1 / 40
"""Of the games: the tables have to look at a thousand for a page."""
COLUMNS: Final = {
    "close": (MARGIN, 1),
    "margin": (MARGIN, -1),
    "long": (ENTRIES, -1),
    "points": (POINTS, -1),
}
"""By sort order its column; -1: the greatest first."""


class SearchIndex:
    """The index for one search. `unpacked`: ids of games that are not in it."""

    def __init__(self, terms: Sequence[Term], unpacked: Sequence[str]) -> None:
        self.terms, self.unpacked = terms, unpacked
        self.blocks = stored_blocks()

    @property
    def decides(self) -> bool:
        """True if all words are indexed: what may fit does."""
        return all(map(is_indexed, self.terms))

    @property
    def is_rare(self) -> bool:
        """True if at most ``RARE`` of the newest games may fit. A query."""
        [newest, *_] = self.blocks
        groups = read_likely([newest], self.terms, None, set())
        likely = sum(game.mask.bit_count() for group in groups for game in group)
        return likely <= RARE * newest.summary.games

    def page(
        self, games: QuerySet[Game], sort: str, params: Mapping[str, str], size: int
    ) -> Page[Game] | None:
        """The page of `games`, which are those of the search, as ``page_of_rows`` gives it. None:
        the index is of no use. Raises ``BadCursor``."""
        if params.get(BEFORE) and not params.get(AFTER):
            return None
        order = GAME_SORTS[sort]
        cursor = cursor_values(Game, order, params)
        if sort != "date":
            return self._sorted_page(games, sort, params, size, cursor)
        ordered = self._in_order(cursor)
        candidates: list[str] = []
        number = size + 1 if self.decides and cursor is None else 4 * size
        while len(candidates) < CANDIDATE_LIMIT:
            piece = list(islice(ordered, number))
            candidates += piece
            page = page_of_rows(self._among(games, candidates), order, params, size)
            if len(piece) < number or self._is_full(page, candidates):
                return page
            number = min(4 * number, CANDIDATE_LIMIT)
        return None

    def ids(self, games: QuerySet[Game], count: int) -> list[str] | None:
        """The ids of the first `count` of `games`, which are those of the search, in the order of
        play. None: the index is of no use."""
        ordered, candidates = self._in_order(None), list[str]()
        number = count if self.decides else CANDIDATE_LIMIT
        while len(candidates) < CANDIDATE_LIMIT:
            piece = list(islice(ordered, number))
            candidates += piece
            rows = self._among(games, candidates).order_by(*GAME_ORDER)
            ids = list(rows.values_list("pk", flat=True)[:count])
            packed = {*candidates}.difference(self.unpacked)
            if len(piece) < number or (len(ids) == count and ids[-1] in packed):
                return ids
        return None

    def _sorted_page(
        self,
        games: QuerySet[Game],
        sort: str,
        params: Mapping[str, str],
        size: int,
        cursor: Sequence[object] | None,
    ) -> Page[Game] | None:
        for number in SORTED:
            candidates = self._sorted(sort, cursor, number)
            page = page_of_rows(self._among(games, candidates), GAME_SORTS[sort], params, size)
            if len(candidates) < number or self._is_full(page, candidates):
                return page
        return None

    def _is_full(self, page: Page[Game], candidates: Sequence[str]) -> bool:
        """True if no other game that may fit belongs on the page."""
        packed = {*candidates}.difference(self.unpacked)
        return bool(page.next) and page.rows[-1].pk in packed

    def _among(self, games: QuerySet[Game], candidates: Iterable[str]) -> QuerySet[Game]:
        return games.filter(pk__in=[*{*candidates, *self.unpacked}])

    def _in_order(self, cursor: Sequence[object] | None) -> Iterator[str]:
        """The games that may fit from the day of the cursor on."""
        until = _day(cursor).toordinal() if cursor else None
        for group in read_likely(self.blocks, self.terms, until, set()):
            yield from ids_in(group)

    def _sorted(self, sort: str, cursor: Sequence[object] | None, count: int) -> list[str]:
        """The first `count` games that may fit, by a column and the order of play, from the value
        of the cursor on."""
        column, sign = COLUMNS[sort]
        begin = None if cursor is None else int(str(cursor[0]))
        best: list[tuple[int, int, int, int]] = []
        groups = read_likely(self.blocks, self.terms, None, {column}, GROUP)
        for number, likely in enumerate(chain.from_iterable(groups)):
            worst = best[-1][0] if len(best) == count else None
            ranked = _best(likely, column, sign, begin, worst, count)
            block = likely.stored.pk
            best = nsmallest(count, [*best, *((n, number, place, block) for n, place in ranked)])
        return ids_at([(block, place) for _rank, _number, place, block in best])


def open_index(criteria: GameSearch) -> SearchIndex | None:
    """The index, if it helps with this search: not with words by which an index of the tables knows
    few games, and not while many games are not in it. Four queries at most."""
    terms = criteria.query.terms
    if any(map(names_seats, terms)) or is_gathering():
        return None
    unpacked = list(unpacked_games()[: UNPACKED_LIMIT + 1])
    if len(unpacked) > UNPACKED_LIMIT:
        return None
    try:
        index = SearchIndex(terms, unpacked)
    except BlockGone:
        return None
    return index if index.blocks else None


__all__ = ["BlockGone", "SearchIndex", "open_index"]


# --- inside -------------------------------------------------------------------


def _day(cursor: Sequence[object]) -> date:
    day = cursor[0]
    assert isinstance(day, date)
    return day


def _best(
    likely: LikelyGames, column: int, sign: int, begin: int | None, worst: int | None, count: int
) -> Iterator[tuple[int, int]]:
    """The first `count` games of a block, with what they are sorted by, and their place. `worst`:
    only those that are before games of that value in newer blocks."""
    numbers = likely.block.columns[column]
    least, greatest = numbers.bounds.least or 0, numbers.bounds.greatest or 0
    values = range(least, greatest + 1) if sign > 0 else range(greatest, least - 1, -1)
    left = count
    for number in values:
        if worst is not None and sign * number >= worst:
            return
        if begin is not None and sign * number < sign * begin:
            continue
        for place in islice(positions(likely.mask & numbers.between(0, number, number)), left):
            left -= 1
            yield sign * number, place
        if not left:
            return
