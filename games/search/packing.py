"""The search index is made and caught up here, by a worker.

A game that is not in the index has a row of facts that is not ``packed``: rows of new games are so,
and those of facts that were gathered again. So an upload writes nothing for the index, and a search
asks the tables about these few games (``games.search.index``). The index waits while facts of an
earlier version are gathered.

A block is packed in one transaction. Its rows of facts are marked first and read afterwards: who
replaces one meanwhile waits, and leaves one that is not packed. A worker that dies leaves the block
as it was; of two at once the second finds nothing to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import islice, pairwise
from time import monotonic
from typing import Final

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from engine.facts import FACTS, GAME, SEAT
from games.facts.fact_rows import LENGTHS
from games.facts.gather_facts import is_gathering
from games.facts.tokens import number_of
from games.models import Game, GameFacts, SearchBlock, SearchPlane, SeatFacts
from games.queries import GAME_ORDER
from games.search.columns import GAME_NUMBERS, GAME_WORDS, SEATED, SEATS, BlockSummary
from games.search.planes import PlaneColumn
from games.search.reading import ids_of_block, pack_ids
from web.bulk_insert import insert

BLOCK: Final = 16_384
"""Games of a block; a larger one is divided."""
BLOCKS_AT_ONCE: Final = 3
WORTH_PACKING: Final = 100
"""A block is packed again when so many games are to be packed; a search asks the tables of them."""

Key = tuple[date, datetime, str]
"""A game's place in the order of play."""


def pack_for(seconds: float) -> int:
    """Pack blocks until all games are in the index, or the time is over. Gives how many blocks."""
    ends, done = monotonic() + seconds, 0
    while monotonic() < ends and not is_gathering() and pack_next():
        done += 1
    if done and connection.vendor == "postgresql" and not connection.in_atomic_block:
        _vacuum()
    return done


@transaction.atomic
def pack_next() -> bool:
    """Pack the block of the newest game that is not packed, if so many are that it is worth it.
    False: they are not, or another worker packs."""
    if not _lock() or unpacked_games()[:WORTH_PACKING].count() < WORTH_PACKING:
        return False
    newest = Game.objects.filter(pk__in=unpacked_games()).order_by(*GAME_ORDER)
    key = newest.values_list("played_on", "accepted_at", "pk").first()
    if key is None:
        return False
    _pack(key)
    return True


def unpacked_games() -> QuerySet[GameFacts, str]:
    """Ids of the games that are not in the index with the facts they have."""
    rows = GameFacts.objects.filter(packed=False).order_by()
    return rows.values_list("game_id", flat=True)


def drop_index() -> None:
    """Delete all blocks; workers make them again."""
    with transaction.atomic():
        GameFacts.objects.filter(packed=True).update(packed=False)
        _delete([*SearchBlock.objects.values_list("pk", flat=True)])


# --- inside -------------------------------------------------------------------


LOCK: Final = 5_041_962
"""The number of our advisory lock in PostgreSQL."""


def _vacuum() -> None:
    """Take the rows that were packed out of the index of those that are not, which each search
    reads. Autovacuum comes after two hundred thousand of a million rows: 17 ms a search."""
    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM (SKIP_LOCKED) {GameFacts._meta.db_table}")


def _lock() -> bool:
    """True: no other worker packs until the transaction ends. SQLite has one writer at a time."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        return bool(cursor.fetchone()[0])


def _pack(key: Key) -> None:
    """Pack the block that `key` is in, with the games of its range; in several blocks if there are
    many. Of very many the newest are packed, and the others are games that are not packed."""
    blocks = SearchBlock.objects.values_list("day", "accepted_at", "last", "games", "pk")
    rows = sorted(blocks)
    place = sum(row[:3] <= key for row in rows) - 1
    is_below = place < 0 and bool(rows) and rows[0][3] < BLOCK
    replaced = rows[max(place, 0)][4] if place >= 0 or is_below else None
    games = Game.objects.order_by(*GAME_ORDER)
    if place >= 0:
        games = games.filter(_from(rows[place][:3]))
    above = place + 1 + is_below
    if above < len(rows):
        games = games.filter(_before(rows[above][:3]))
    ids = list(games.values_list("pk", flat=True)[: BLOCKS_AT_ONCE * BLOCK + 1])
    if len(ids) > BLOCKS_AT_ONCE * BLOCK:
        ids = ids[:BLOCK]
    if replaced is not None:
        earlier = ids_of_block(replaced)
        for some in batched({*earlier}.difference(ids)):
            GameFacts.objects.filter(pk__in=some).update(packed=False)
        _delete([replaced])
    number = max(1, round(len(ids) / BLOCK))
    ends = [len(ids) * n // number for n in range(number + 1)]
    for begin, end in pairwise(ends):
        _write(ids[begin:end])


def _from(key: Key) -> Q:
    """Games from `key` on in the order of play."""
    day, accepted_at, pk = key
    later = Q(accepted_at__gt=accepted_at) | Q(accepted_at=accepted_at, pk__gte=pk)
    return Q(played_on__gte=day) & (Q(played_on__gt=day) | later)


def _before(key: Key) -> Q:
    """Games before `key` in the order of play."""
    day, accepted_at, pk = key
    earlier = Q(accepted_at__lt=accepted_at) | Q(accepted_at=accepted_at, pk__lt=pk)
    return Q(played_on__lte=day) & (Q(played_on__lt=day) | earlier)


def _delete(blocks: Sequence[int]) -> None:
    SearchPlane.objects.filter(block__in=blocks).delete()
    SearchBlock.objects.filter(pk__in=blocks).delete()


def _write(ids: Sequence[str]) -> None:
    """Write the block of these games, newest first."""
    for some in batched(ids):
        GameFacts.objects.filter(pk__in=some, packed=False).update(packed=True)
    games, columns, words = _read(ids)
    summary = BlockSummary(len(ids), {n: column.bounds for n, column in columns.items()}, words)
    oldest = games[-1]
    block = SearchBlock.objects.create(
        day=oldest.played_on,
        accepted_at=oldest.accepted_at,
        last=oldest.pk,
        games=len(ids),
        summary=summary.stored(),
    )
    planes = {number: column.pack() for number, column in columns.items()} | pack_ids(ids)
    rows = (SearchPlane(block_id=block.pk, column=n, planes=row) for n, row in planes.items())
    insert(rows, numbered=False)


def _read(ids: Sequence[str]) -> tuple[list[Game], dict[int, PlaneColumn], dict[int, list[str]]]:
    """The games of these ids, their columns, and the words for which the numbers in some stand."""
    place_of = {pk: place for place, pk in enumerate(ids)}
    games: list[Game] = [Game()] * len(ids)
    of_games: list[Values] = [MISSING[GAME]] * len(ids)
    of_seats: list[list[Values]] = [[MISSING[SEAT]] * len(ids) for _ in range(SEATS)]
    fields = ("played_on", "accepted_at", *GAME_WORDS.values())
    fields += ("players", "entries", "winning_points", "margin")
    seated: list[list[int | None]] = [[None] * len(ids) for _ in range(SEATS)]
    for some in batched(ids):
        for game in Game.objects.filter(pk__in=some).only(*fields).order_by():
            games[place_of[game.pk]] = game
        for pk, values in GameFacts.objects.filter(pk__in=some).values_list("game_id", "values"):
            of_games[place_of[pk]] = _padded(values, GAME)
        rows = SeatFacts.objects.filter(game__in=some).values_list("game_id", "number", "values")
        for pk, seat, values in rows:
            of_seats[seat][place_of[pk]] = _padded(values, SEAT)
            seated[seat][place_of[pk]] = 1
    absent = sum(row.count(None) for row in seated)
    columns = {SEATED: PlaneColumn.encode(seated, absent)}
    by_seat = [list(zip(*row, strict=True)) for row in of_seats]
    by_game = list(zip(*of_games, strict=True))
    for fact in FACTS.values():
        if fact.of == GAME:
            columns[number_of(fact)] = PlaneColumn.encode([by_game[fact.number]])
        else:
            columns[number_of(fact)] = PlaneColumn.encode(
                [row[fact.number] for row in by_seat], absent
            )
    for number, number_in in GAME_NUMBERS.items():
        columns[number] = PlaneColumn.encode([[number_in(game) for game in games]])
    words: dict[int, list[str]] = {}
    for number, field in GAME_WORDS.items():
        row = [getattr(game, field) for game in games]
        words[number] = sorted(set(row))
        places = {word: place for place, word in enumerate(words[number])}
        columns[number] = PlaneColumn.encode([[places[word] for word in row]])
    return games, columns, words


Values = Sequence[int | None]
MISSING: Final[dict[str, Values]] = {
    subject: (None,) * length for subject, length in LENGTHS.items()
}


def _padded(values: Values, subject: str) -> Values:
    """With as many values as there are facts: those that were added since are missing."""
    lacking = LENGTHS[subject] - len(values)
    return [*values, *[None] * lacking] if lacking > 0 else values


CHUNK: Final = 1_000


def batched(ids: Iterable[str]) -> Iterator[list[str]]:
    """A thousand at a time."""
    left = iter(ids)
    while some := list(islice(left, CHUNK)):
        yield some
