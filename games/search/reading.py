"""Blocks of the search index, read from the database.

Rows of a block never change, but a worker may replace a block at any time. So a reader asks for the
columns of a group of blocks at once; ``BlockGone`` says that one of them went meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from time import monotonic
from typing import Final, NamedTuple

from django.db import connection
from django.db.models import QuerySet
from psycopg import Cursor

from games.models import SearchBlock, SearchPlane
from games.search.columns import DAY, BlockSummary, GameBlock, columns_of, is_hopeless, mask_of
from games.search.planes import PlaneColumn, positions
from games.search.terms import Term
from games.search.time_limit import SECONDS, TooLong

IDS: Final = 2_000
"""Number of the column with the first ids of a block."""
PIECE: Final = 256
"""Ids that one row has."""
WIDTH: Final = 12
"""Bytes of an id."""
GROUP: Final = 16
"""Blocks that are read at once, at most."""


Row = tuple[int, int, bytes]


class BlockGone(Exception):
    """A worker replaced a block while it was read."""


class StoredBlock(NamedTuple):
    pk: int
    summary: BlockSummary


class LikelyGames(NamedTuple):
    """A block with the games of it that may fit."""

    stored: StoredBlock
    block: GameBlock
    mask: int


def stored_blocks() -> list[StoredBlock]:
    """All blocks, newest games first. One query, or two."""
    keys = list(SearchBlock.objects.values_list("pk", "last", "games"))
    unread = [key[0] for key in keys if key not in _summaries]
    if unread:
        rows = SearchBlock.objects.filter(pk__in=unread).order_by()
        for pk, last, games, stored in rows.values_list("pk", "last", "games", "summary"):
            _summaries[pk, last, games] = BlockSummary.read(games, stored)
        for gone in {*_summaries}.difference(keys):
            _summaries.pop(gone, None)
    try:
        return [StoredBlock(key[0], _summaries[key]) for key in keys]
    except KeyError:
        raise BlockGone from None


def read_likely(
    blocks: Sequence[StoredBlock],
    terms: Sequence[Term],
    until: int | None,
    columns: set[int],
    size: int = 1,
) -> Iterator[list[LikelyGames]]:
    """The blocks with games that may fit, newest first, in groups. `until`: games of later days are
    left out. `columns` are read besides. A query for `size` blocks, for twice as many and so on.
    Raises ``TooLong`` after as many seconds as a statement may take."""
    ends = monotonic() + SECONDS
    late = {DAY} if until is not None else set()
    left = iter([stored for stored in blocks if not is_hopeless(terms, stored.summary)])
    while stored_group := list(islice(left, size)):
        if monotonic() > ends:
            raise TooLong
        needed = {
            stored.pk: columns_of(terms, stored.summary) | columns | late for stored in stored_group
        }
        group = []
        for stored, block in zip(stored_group, _read(stored_group, needed), strict=True):
            mask = mask_of(block, terms)
            if until is not None:
                mask &= block.between(DAY, 0, 0, until)
            if mask:
                group.append(LikelyGames(stored, block, mask))
        yield group
        size = min(2 * size, GROUP)


def ids_at(places: Sequence[tuple[int, int]]) -> list[str]:
    """The ids of games by block and place. One query."""
    if not places:
        return []
    keys = {(block, IDS + place // PIECE) for block, place in places}
    rows = SearchPlane.objects.filter(pk__in=sorted(keys))
    pieces = {(block, column): piece for block, column, piece in _rows(rows)}
    if pieces.keys() != keys:
        raise BlockGone
    return [_id(pieces[block, IDS + place // PIECE], place % PIECE) for block, place in places]


def ids_in(group: Sequence[LikelyGames]) -> Iterator[str]:
    """The ids of the games that may fit, newest first. One query if they are few, else one for each
    piece of ids."""
    places = ((likely.stored.pk, place) for likely in group for place in positions(likely.mask))
    if sum(likely.mask.bit_count() for likely in group) <= PIECE:
        yield from ids_at(list(places))
        return
    for _key, piece in groupby(places, lambda place: (place[0], place[1] // PIECE)):
        yield from ids_at(list(piece))


def pack_ids(ids: Sequence[str]) -> dict[int, bytes]:
    """Rows of ids by the number of their column."""
    return {
        IDS + begin // PIECE: b"".join(
            pk.encode().ljust(WIDTH) for pk in ids[begin : begin + PIECE]
        )
        for begin in range(0, len(ids), PIECE)
    }


def ids_of_block(block: int) -> list[str]:
    """The ids of all games of a block. One query."""
    rows = SearchPlane.objects.filter(block=block, column__gte=IDS).order_by("column")
    pieces = [bytes(piece) for piece in rows.values_list("planes", flat=True)]
    return [_id(piece, n) for piece in pieces for n in range(len(piece) // WIDTH)]


# --- inside -------------------------------------------------------------------

_summaries: dict[tuple[int, str, int], BlockSummary] = {}
"""By block, with its oldest game and their number; a process reads each once."""


def _read(group: Sequence[StoredBlock], columns: dict[int, set[int]]) -> list[GameBlock]:
    """The blocks of `group`, each with its `columns`."""
    planes: dict[int, dict[int, bytes]] = {pk: {} for pk in columns}
    numbers = set[int]().union(*columns.values())
    if numbers:
        rows = SearchPlane.objects.filter(block__in=columns, column__in=numbers)
        for pk, number, packed in _rows(rows):
            planes[pk][number] = packed
    return [_block(stored, columns[stored.pk], planes[stored.pk]) for stored in group]


def _rows(planes: QuerySet[SearchPlane]) -> list[Row]:
    """Block, column and bytes. PostgreSQL sends them as they are: as text, which Django asks for,
    ten megabytes take three times as long. Django's counts of queries leave these out."""
    values = planes.values_list("block_id", "column", "planes")
    if connection.vendor != "postgresql":
        return [(block, column, bytes(row)) for block, column, row in values]
    statement, parameters = values.query.sql_with_params()
    connection.ensure_connection()
    with connection.wrap_database_errors, Cursor[Row](connection.connection) as cursor:
        cursor.execute(statement.encode(), parameters, prepare=False, binary=True)
        return cursor.fetchall()


def _block(stored: StoredBlock, columns: set[int], planes: dict[int, bytes]) -> GameBlock:
    if not columns <= planes.keys():
        raise BlockGone
    bounds, games = stored.summary.bounds, stored.summary.games
    read = {n: PlaneColumn.read(bounds[n], games, planes[n]) for n in columns}
    return GameBlock(stored.summary, read)


def _id(piece: bytes, place: int) -> str:
    return piece[WIDTH * place : WIDTH * (place + 1)].decode().rstrip()
