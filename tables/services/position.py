"""The position of a table, replayed from its entries.

Entries never change, so a process keeps the last position that it worked out, by table and number
of entries. A kept game is taken out to be acted on; readers get a copy of its position.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import TypeVar

from django.db import transaction

from engine import DealtGame, Entry, Setup, State, awaited, legal_actions, parse_entry
from engine.vocabulary import Colour
from tables.errors import NotPlaying
from tables.limits import KEPT_POSITIONS
from tables.models import Place, Table, TableEntry
from tables.services.deals import shuffler_of


@dataclass(frozen=True)
class Played:
    """What has been played at a table: `plies` entries.

    `handles`: by seat, who sat down there, without the sign.
    """

    table: Table
    setup: Setup
    handles: tuple[str, ...]
    entries: tuple[Entry, ...]

    @property
    def plies(self) -> int:
        return len(self.entries)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the log, by seat: handles with their sign."""
        return tuple(f"@{handle}" for handle in self.handles)


@dataclass(frozen=True)
class Position(Played):
    """Where a game stands after its entries. `state` is a copy, which belongs to the caller."""

    state: State


@dataclass(frozen=True)
class Kept:
    """A game in the making, with what does not change about it."""

    setup: Setup
    handles: tuple[str, ...]
    game: DealtGame


Read = TypeVar("Read")

_kept: OrderedDict[str, Kept] = OrderedDict()
_lock = Lock()


def position(table: Table) -> Position:
    """The position after the ``table.plies`` entries that the row at hand speaks of.

    Raises ``NotPlaying`` before the deal.
    """
    return _read(table, _position)


def played(table: Table) -> Played:
    """The entries that the row at hand speaks of, for callers that need no copy of the position.

    Raises ``NotPlaying`` before the deal.
    """
    return _read(table, _played)


def legal_now(table: Table, seat: int) -> list[str]:
    """What `seat` may write next at `table`, without its colour; nothing if another is to act. The
    position is not copied for it. Raises ``NotPlaying`` before the deal."""
    return _read(table, partial(_legal, seat))


def legal(position: Position, seat: int | None) -> list[str]:
    """The same of a position at hand."""
    return _may_write(position.state, seat)


def legal_in(s: State) -> list[str]:
    """What may be written next in `s`, without the colour."""
    return [action.text for action in legal_actions(s)]


def take(table: Table) -> Kept:
    """The game of `table`, to be acted on, taken from those kept. Give it to ``keep`` afterwards.

    Raises ``NotPlaying`` before the deal.
    """
    with _lock:
        kept = _kept.pop(table.pk, None)
    if kept is not None and _caught_up(table, kept):
        return kept
    return _replayed(table)


def keep(table_id: str, kept: Kept) -> None:
    """Once the transaction has committed (now, if there is none), keep a game for the next who
    asks. Not before: what a transaction takes back never happened."""
    transaction.on_commit(lambda: _keep(table_id, kept), robust=True)


def keep_now(table: Table, kept: Kept) -> None:
    """Keep a game that was taken and not changed: it is as the rows of `table` have it."""
    if len(kept.game.entries) == table.plies:
        _keep(table.pk, kept)


def begun_of(table: Table, setup: Setup) -> list[Entry]:
    """The entries that the game of `table` begins with; none, unless it goes on from another."""
    return [parse_entry(setup, line) for line in table.begun.splitlines()]


# --- inside -------------------------------------------------------------------


def _read(table: Table, read: Callable[[Table, Kept], Read]) -> Read:
    """What `read` takes from the game of `table`; another may act on that game a moment later."""
    with _lock:
        kept = _kept.get(table.pk)
        if kept is not None and len(kept.game.entries) == table.plies:
            return read(table, kept)
    kept = take(table)
    found = read(table, kept)
    keep(table.pk, kept)
    return found


def _legal(seat: int, _table: Table, kept: Kept) -> list[str]:
    return _may_write(kept.game.state, seat)


def _may_write(s: State, seat: int | None) -> list[str]:
    now = awaited(s)
    return legal_in(s) if now is not None and now.seat == seat else []


def _played(table: Table, kept: Kept) -> Played:
    return Played(table, kept.setup, handles_now(table, kept), tuple(kept.game.entries))


def _position(table: Table, kept: Kept) -> Position:
    game, handles = kept.game, handles_now(table, kept)
    return Position(table, kept.setup, handles, tuple(game.entries), game.state.copy())


def handles_now(table: Table, kept: Kept) -> tuple[str, ...]:
    """By seat, what those who sit there are called: since the deal a player may have closed their
    account. As they were called when `kept` was made, if `table` does not know its places."""
    if "places" not in getattr(table, "_prefetched_objects_cache", {}):
        return kept.handles
    places = sorted(table.places.all(), key=lambda place: place.turn or 0)
    return tuple(place.account.username for place in places)


def _keep(table_id: str, kept: Kept) -> None:
    with _lock:
        _kept[table_id] = kept
        _kept.move_to_end(table_id)
        while len(_kept) > KEPT_POSITIONS:
            _kept.popitem(last=False)


def _caught_up(table: Table, kept: Kept) -> bool:
    """Play on with what other processes have written since. False if that is no use: the game is
    ahead of the row at hand, or does not go on as the rows say."""
    game = kept.game
    known = len(game.entries)
    if known >= table.plies:
        return known == table.plies
    written = _entries(table, kept.setup, known)
    for index, entry in enumerate(written, known):
        if index == len(game.entries):
            game.act(entry.action)
    return game.entries[known:] == written


def _entries(table: Table, setup: Setup, after: int) -> list[Entry]:
    rows = TableEntry.objects.filter(table=table, ply__gt=after, ply__lte=table.plies)
    texts = rows.order_by("ply").values_list("text", flat=True)
    return [parse_entry(setup, text) for text in texts]


def _replayed(table: Table) -> Kept:
    """Three queries, two where the places are at hand."""
    places = sorted(_places(table), key=lambda place: place.turn or 0)
    if not table.plies or any(place.turn is None for place in places):
        raise NotPlaying(table.phase)
    setup = table.setup([Colour.read(place.colour) for place in places])
    entries = _entries(table, setup, 0)
    shuffler = shuffler_of(table, setup, places)
    game = DealtGame.resume(setup, shuffler, entries, begun_of(table, setup))
    if len(game.entries) != table.plies:
        raise RuntimeError(f"table {table.pk}: {len(game.entries)} entries, not {table.plies}")
    return Kept(setup, tuple(place.account.username for place in places), game)


def _places(table: Table) -> list[Place]:
    prefetched = getattr(table, "_prefetched_objects_cache", {})
    if "places" in prefetched:
        return list(table.places.all())
    return list(table.places.select_related("account"))
