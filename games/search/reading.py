"""Blocks of the search index, read from the database.

Rows of a block never change, but a worker may replace a block at any time. So a reader asks for the
columns of a group of blocks at once; ``BlockGone`` says that one of them went meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from games.models import SearchBlock, SearchPlane
from games.search.columns import DAY, Block, Summary, columns_of, is_hopeless, mask_of
from games.search.planes import Column, positions
from games.search.terms import Term

IDS: Final = 2_000
"""Number of the column with the first ids of a block."""
PIECE: Final = 1_024
"""Ids that one row has."""
WIDTH: Final = 12
"""Bytes of an id."""
GROUP: Final = 16
"""Blocks that are read at once, at most."""


class BlockGone(Exception):
    """A worker replaced a block while it was read."""


class StoredBlock(NamedTuple):
    pk: int
    summary: Summary


class Hits(NamedTuple):
    """A block with the games of it that may fit."""

    stored: StoredBlock
    block: Block
    mask: int


def stored_blocks() -> list[StoredBlock]:
    """All blocks, newest games first. One query, or two."""
    pks = list(SearchBlock.objects.values_list("pk", flat=True))
    unread = [pk for pk in pks if pk not in _summaries]
    if unread:
        rows = SearchBlock.objects.filter(pk__in=unread).values_list("pk", "games", "summary")
        fresh = {pk: Summary.read(games, stored) for pk, games, stored in rows.order_by()}
        for gone in _summaries.keys() - pks:
            _summaries.pop(gone, None)
        _summaries.update(fresh)
    try:
        return [StoredBlock(pk, _summaries[pk]) for pk in pks]
    except KeyError:
        raise BlockGone from None


def read_hits(
    blocks: Sequence[StoredBlock], terms: Sequence[Term], until: int | None, columns: set[int]
) -> Iterator[Hits]:
    """The blocks with games that may fit, newest first. `until`: games of later days are left out.
    `columns` are read besides. A query for one block, for two, four, eight and so on."""
    late = {DAY} if until is not None else set()
    left = iter([stored for stored in blocks if not is_hopeless(terms, stored.summary)])
    size = 1
    while group := list(islice(left, size)):
        wanted = {stored.pk: columns_of(terms, stored.summary) | columns | late for stored in group}
        for stored, block in zip(group, _read(group, wanted), strict=True):
            mask = mask_of(block, terms)
            if until is not None:
                mask &= block.between(DAY, 0, 0, until)
            if mask:
                yield Hits(stored, block, mask)
        size = min(2 * size, GROUP)


def ids_at(stored: StoredBlock, places: Sequence[int]) -> list[str]:
    """The ids of games of a block. One query."""
    wanted = {IDS + place // PIECE for place in places}
    rows = SearchPlane.objects.filter(block=stored.pk, column__in=wanted)
    pieces = {column: bytes(piece) for column, piece in rows.values_list("column", "planes")}
    if pieces.keys() != wanted:
        raise BlockGone
    return [_id(pieces[IDS + place // PIECE], place % PIECE) for place in places]


def games_in(hits: Hits) -> Iterator[str]:
    """The ids of the games that may fit, newest first. A query for each piece of ids."""
    places = positions(hits.mask)
    place = next(places, None)
    while place is not None:
        some, piece = [place], place // PIECE
        while (place := next(places, None)) is not None and place // PIECE == piece:
            some.append(place)
        yield from ids_at(hits.stored, some)


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

_summaries: dict[int, Summary] = {}
"""By block; of those that are there a process reads each once."""


def _read(group: Sequence[StoredBlock], wanted: dict[int, set[int]]) -> list[Block]:
    """The blocks of `group` with the columns that are wanted of each."""
    columns = set[int]().union(*wanted.values())
    rows = SearchPlane.objects.filter(block__in=wanted, column__in=columns) if columns else ()
    by_block: dict[int, dict[int, bytes]] = {pk: {} for pk in wanted}
    if columns:
        for pk, number, planes in rows.values_list("block_id", "column", "planes"):
            by_block[pk][number] = planes
    blocks = []
    for stored in group:
        planes = by_block[stored.pk]
        if not wanted[stored.pk] <= planes.keys():
            raise BlockGone
        bounds, games = stored.summary.bounds, stored.summary.games
        read = {n: Column.read(bounds[n], games, bytes(planes[n])) for n in wanted[stored.pk]}
        blocks.append(Block(stored.summary, read))
    return blocks


def _id(piece: bytes, place: int) -> str:
    return piece[WIDTH * place : WIDTH * (place + 1)].decode().rstrip()
