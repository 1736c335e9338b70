"""The position of a table, replayed from its entries.

Rows of entries never change, so a process keeps the last position that it worked out, by table,
number of entries and number of take-backs. A kept game is taken out to be acted on; readers get a
copy of its position.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from engine import DealtGame, Entry, Setup, State, awaited, legal_actions, parse_entry
from engine.vocabulary import Colour
from tables.deals import shuffler_of
from tables.errors import NotPlaying
from tables.limits import CACHED_POSITIONS
from tables.models import Place, Table, TableEntry, TakeBack


@dataclass(frozen=True)
class TableGame:
    """The played game of a table: `plies` entries.

    `names`: by seat, as the log has them: handles with their sign, guests without.
    """

    table: Table
    setup: Setup
    names: tuple[str, ...]
    entries: tuple[Entry, ...]

    @property
    def plies(self) -> int:
        return len(self.entries)


@dataclass(frozen=True)
class Position(TableGame):
    """Position of a game after its entries. `state` is a copy, which belongs to the caller."""

    state: State


@dataclass(frozen=True)
class CachedGame:
    """A game in the making, with what does not change about it."""

    setup: Setup
    names: tuple[str, ...]
    game: DealtGame
    take_back_count: int = 0
    """As the row of the table had it (``Table.take_back_count``)."""


_cached_games: OrderedDict[str, CachedGame] = OrderedDict()
_lock = Lock()


def read_position(table: Table) -> Position:
    """The position after the ``table.plies`` entries that the given row counts.

    Raises ``NotPlaying`` before the deal.
    """
    with _current(table) as cached:
        game, names = cached.game, names_of_players(table, cached)
        return Position(table, cached.setup, names, tuple(game.entries), game.state.copy())


def read_played_game(table: Table) -> TableGame:
    """The entries that the given row counts, for callers that need no copy of the position.

    Raises ``NotPlaying`` before the deal.
    """
    with _current(table) as cached:
        names = names_of_players(table, cached)
        return TableGame(table, cached.setup, names, tuple(cached.game.entries))


def legal_entries(table: Table, seat: int) -> list[str]:
    """Legal entries of `seat` at `table`, without its colour; none if another is to act. The
    position is not copied for it. Raises ``NotPlaying`` before the deal."""
    with _current(table) as cached:
        return _may_write(cached.game.state, seat)


def legal_in_position(position: Position, seat: int | None) -> list[str]:
    """The same of a given position."""
    return _may_write(position.state, seat)


def legal_in(s: State) -> list[str]:
    """Legal entries in `s`, without the colour."""
    return [action.text for action in legal_actions(s)]


def take_cached_game(table: Table) -> CachedGame:
    """The game of `table`, to be acted on, taken out of the cache. Give it to
    ``cache_game_on_commit`` afterwards.

    Raises ``NotPlaying`` before the deal.
    """
    with _lock:
        cached = _cached_games.pop(table.pk, None)
    if cached is not None and _catch_up(table, cached):
        return cached
    return _replayed(table)


def cache_game_on_commit(table_id: str, cached: CachedGame) -> None:
    """Cache a game for the next reader once the transaction has committed (now, if there is none):
    a transaction that is rolled back never happened."""
    transaction.on_commit(lambda: _cache_game(table_id, cached), robust=True)


def return_cached_game(table: Table, cached: CachedGame) -> None:
    """Keep a game that was taken and not changed: it is as the rows of `table` have it."""
    if _is_of(cached, table):
        _cache_game(table.pk, cached)


def begun_of(table: Table, setup: Setup) -> list[Entry]:
    """The entries that the game of `table` begins with; none, unless it goes on from another."""
    return [parse_entry(setup, line) for line in table.begun.splitlines()]


def entry_rows(table: Table) -> QuerySet[TableEntry]:
    """The entries of the game at `table`, as the given row counts take-backs: without those that
    were taken back."""
    rows = TableEntry.objects.filter(table=table, take_backs__lte=table.take_back_count)
    if not table.take_back_count:
        return rows
    later = TakeBack.objects.filter(
        table=table,
        number__gt=OuterRef("take_backs"),
        number__lte=table.take_back_count,
        first__lte=OuterRef("ply"),
    )
    return rows.exclude(Exists(later))


# --- inside -------------------------------------------------------------------


def _is_of(cached: CachedGame, table: Table) -> bool:
    """True if `cached` is as the rows of `table` have it."""
    has_all = len(cached.game.entries) == table.plies
    return has_all and cached.take_back_count == table.take_back_count


@contextmanager
def _current(table: Table) -> Iterator[CachedGame]:
    """The game of `table`, as far as the given row counts; it may change after it."""
    with _lock:
        cached = _cached_games.get(table.pk)
        if cached is not None and _is_of(cached, table):
            yield cached
            return
    cached = take_cached_game(table)
    yield cached
    cache_game_on_commit(table.pk, cached)


def _may_write(s: State, seat: int | None) -> list[str]:
    decision = awaited(s)
    return legal_in(s) if decision is not None and decision.seat == seat else []


def names_of_players(table: Table, cached: CachedGame) -> tuple[str, ...]:
    """By seat, what those who sit there are called: since the deal a player may have closed their
    account. As they were called when `cached` was made, if `table` does not know its places."""
    if "places" not in getattr(table, "_prefetched_objects_cache", {}):
        return cached.names
    places = sorted(table.places.all(), key=lambda place: place.turn or 0)
    return tuple(place.account.name_in_logs for place in places)


def _cache_game(table_id: str, cached: CachedGame) -> None:
    with _lock:
        _cached_games[table_id] = cached
        _cached_games.move_to_end(table_id)
        while len(_cached_games) > CACHED_POSITIONS:
            _cached_games.popitem(last=False)


def _catch_up(table: Table, cached: CachedGame) -> bool:
    """Play on with what other processes have written since. False if that is no use: the game is
    ahead of the given row, or does not go on as the rows say."""
    game = cached.game
    played = len(game.entries)
    if cached.take_back_count != table.take_back_count:
        return False
    if played >= table.plies:
        return played == table.plies
    later_entries = _entries(table, cached.setup, played)
    for index, entry in enumerate(later_entries, played):
        if index == len(game.entries):
            game.enter(entry)
    return game.entries[played:] == later_entries


def _entries(table: Table, setup: Setup, after: int) -> list[Entry]:
    rows = entry_rows(table).filter(ply__gt=after, ply__lte=table.plies)
    texts = rows.order_by("ply").values_list("text", flat=True)
    return [parse_entry(setup, text) for text in texts]


def _replayed(table: Table) -> CachedGame:
    """Three queries, two where the places are loaded."""
    places = sorted(_places(table), key=lambda place: place.turn or 0)
    if not table.plies or any(place.turn is None for place in places):
        raise NotPlaying(table.phase)
    setup = table.setup([Colour.read(place.colour) for place in places])
    entries = _entries(table, setup, 0)
    shuffler = shuffler_of(table, setup, places)
    game = DealtGame.resume(setup, shuffler, entries, begun_of(table, setup))
    if len(game.entries) != table.plies:
        raise RuntimeError(f"table {table.pk}: {len(game.entries)} entries, not {table.plies}")
    names = tuple(place.account.name_in_logs for place in places)
    return CachedGame(setup, names, game, table.take_back_count)


def _places(table: Table) -> list[Place]:
    prefetched = getattr(table, "_prefetched_objects_cache", {})
    if "places" in prefetched:
        return list(table.places.all())
    return list(table.places.select_related("account"))
