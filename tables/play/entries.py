"""A player acts at a table: one entry, and what the bank writes after it.

The one way in which a game goes on, for pages, API and computer players alike. The same request
again gives the same answer; of two players who act at once one is late.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from engine import (
    Entry,
    IllegalAction,
    LogSyntaxError,
    State,
    awaited,
    entry_text,
    parse_entry,
    view_entry,
)
from engine.entries import Resign
from engine.vocabulary import BANK, Colour
from games.models import Account
from tables.clocks import clock
from tables.errors import IllegalEntry, NotPlaying, NotYourTurn, Stale, TimeOver
from tables.limits import ENTRY_CHARACTERS
from tables.locks import checked_key, lock_table, place_at, require_place
from tables.models import Pace, Phase, Place, Table, TableEntry
from tables.notifications.turn_events import notify_ended, notify_turn_passed
from tables.play.finishing import finish_table
from tables.play.position import (
    CachedGame,
    cache_game_on_commit,
    legal_in,
    return_cached_game,
    take_cached_game,
)
from tables.play.publishing import publish_table_change, wake_if_computer
from web.errors import Conflict, Invalid, NotAllowed

MOVED = (
    "phase",
    "plies",
    "take_back_count",
    "started_at",
    "ended_at",
    "awaited",
    "awaited_since",
    "deadline",
)
"""The columns that move with the entries."""


@dataclass(frozen=True)
class SubmittedEntry:
    """A submitted entry: the player's entry is number `ply`, the bank's follow it. `table`: the row
    as it is now, which is `at`."""

    table: Table
    ply: int
    entries: list[TableEntry]
    moment: datetime


def submit_entry(
    table_id: str, account: Account, ply: int, text: str, key: str = ""
) -> SubmittedEntry:
    """`account` writes `text` as entry number `ply`, which has to be the next.

    `text` is an entry with or without the colour in front: ``load 2.1``. `key`, if there is one,
    marks the request: when it comes again, the first answer is given again.

    Raises ``Table.DoesNotExist``; ``NotAllowed`` for an account that does not sit there, was
    replaced, writes for another colour, or (``NotYourTurn``) is not to act; ``Conflict`` for a key
    that was used for something else, ``Stale``, ``TimeOver``, ``NotPlaying``; ``IllegalEntry``;
    ``Invalid`` for what is too long. Nothing is written then.
    """
    text, key = checked_text(text), checked_key(key)
    with transaction.atomic():
        table, moment = lock_table(table_id), clock.database_time()
        place = require_place(table, account)
        if key and (before := _answered(table, account, text, key, moment)):
            return before
        _must_act(table, place, ply)
        if place.is_computer:
            raise NotAllowed(_("A computer player has taken your seat at this table."))
        if table.deadline is not None and moment >= table.deadline:
            raise TimeOver
        return _write(table, place, text, key, moment)


def submit_computer_entry(
    table_id: str, place: Place, ply: int, text: str, take_back_count: int | None = None
) -> SubmittedEntry:
    """The computer player at `place` writes `text` as entry number `ply`; it was chosen when the
    table had counted `take_back_count`.

    Raises as ``submit_entry``; ``NotAllowed`` if no computer player acts there.
    """
    text = checked_text(text)
    with transaction.atomic():
        table, moment = lock_table(table_id), clock.database_time()
        computer_place = place_at(table, place.turn)
        if computer_place is None or not computer_place.is_computer:
            raise NotAllowed(_("No computer player has this seat."))
        if take_back_count not in (None, table.take_back_count):
            raise Stale(table.plies)
        _must_act(table, computer_place, ply)
        return _write(table, computer_place, text, "", moment)


def write_resignation(table: Table, place: Place, moment: datetime) -> bool:
    """Write that the person at `place` of the locked `table` resigns, whichever place is to act.
    True if that ended the game (R2.10); else the same entry is awaited as before."""
    assert place.turn is not None
    cached, entries = take_cached_game(table), WitnessedEntries()
    cached.game.enter(Entry(place.turn, Resign()), entries.witness)
    state, plies = cached.game.state, table.plies
    rows = entries.rows(table, moment, place.account)
    table.plies += len(rows)
    if table.awaited == place.turn:
        _stop_clock(table, place, moment)
    if state.over:
        await_next(table, state, moment)
        finish_table(table, cached, moment)
    store_progress(table, rows, Phase.PLAYING, plies)
    cache_game_on_commit(table.pk, cached)
    publish_table_change(table.pk, "phase" if state.over else "entry", plies=table.plies)
    if state.over:
        notify_ended(table, place)
    return state.over


# --- what is written, by players and when it is dealt --------------------------


class WitnessedEntries:
    """Entries as they are written: what each viewer may read of them is noted before each is
    applied, so that nothing has to be played again for it."""

    def __init__(self) -> None:
        self._texts: list[tuple[int, str, str, int | None]] = []

    def witness(self, s: State, entry: Entry) -> None:
        """`entry` is about to be applied to `s`; see ``engine.DealtGame``."""
        self._texts.append((entry.seat, *entry_with_public_text(s, entry)))

    def rows(
        self, table: Table, moment: datetime, account: Account | None = None, key: str = ""
    ) -> list[TableEntry]:
        """Rows of these entries, after the ``table.plies`` of the table; not yet stored. The first
        is of the player `account`, marked with `key`; the others are the bank's."""
        return [
            TableEntry(
                table=table,
                ply=table.plies + number + 1,
                seat=seat,
                text=text,
                shown=public_text,
                only_for=only_for,
                by=None if number else account,
                key=None if number else key or None,
                at=moment,
                take_backs=table.take_back_count,
            )
            for number, (seat, text, public_text, only_for) in enumerate(self._texts)
        ]


def entry_with_public_text(s: State, entry: Entry) -> tuple[str, str, int | None]:
    """The text of `entry`, which is about to be applied to `s`; its public text, and the seat that
    alone may read the first. Empty and ``None`` where everybody may."""
    text = entry_text(s.rules.setup, entry)
    public_text = view_entry(s, entry, None)
    if public_text == text:
        return text, "", None
    seats = range(len(s.players))
    return text, public_text, next(seat for seat in seats if view_entry(s, entry, seat) == text)


def await_next(table: Table, s: State, moment: datetime) -> Place | None:
    """Set the place that is to act in `s`, and its deadline; gives the place, ``None`` at the end.

    A computer player has no deadline.
    """
    waits = awaited(s)
    table.awaited = waits.seat if waits else None
    table.awaited_since = moment if waits else None
    place = place_at(table, table.awaited)
    table.deadline = deadline_of(table, place, moment) if place else None
    return place


def deadline_of(table: Table, place: Place, moment: datetime) -> datetime | None:
    """When the time of `place` is over, if it has to act from `moment` on."""
    if place.is_computer:
        return None
    if table.pace == Pace.DAYS:
        return moment + timedelta(days=table.days)
    return moment + timedelta(milliseconds=place.left_ms)


def store_progress(table: Table, rows: Sequence[TableEntry], phase: str, plies: int) -> None:
    """Store how far `table` is, and `rows`; if it is still in `phase` with `plies` entries.

    Raises ``Stale`` otherwise, with nothing stored.
    """
    moved = {name: getattr(table, name) for name in (*MOVED, "upload_id")}
    still = Table.objects.filter(pk=table.pk, phase=phase, plies=plies)
    nothing_wished = {"take_back_first": None, "take_back_seat": None}
    if not still.update(reminded=False, **nothing_wished, **moved):
        raise Stale(Table.objects.values_list("plies", flat=True).get(pk=table.pk))
    TableEntry.objects.bulk_create(rows)


# --- inside -------------------------------------------------------------------


def checked_text(text: str) -> str:
    if len(text) > ENTRY_CHARACTERS:
        raise Invalid(_("An entry can have at most %d characters.") % ENTRY_CHARACTERS)
    if not text.isprintable():
        raise Invalid(_("Write an entry as one line of plain text."))
    return " ".join(text.split())


def _answered(
    table: Table, account: Account, text: str, key: str, moment: datetime
) -> SubmittedEntry | None:
    """Entry of an earlier request with `key`; raises ``Conflict`` if it differs."""
    first = TableEntry.objects.filter(table=table, key=key).order_by().first()
    if first is None:
        return None
    if first.by_id != account.pk or _without_colour(first.text) != _without_colour(text):
        raise Conflict(_("The key of this request was already used for another entry."))
    entries = [first]
    rows = TableEntry.objects.filter(table=table, take_backs=first.take_backs)
    for row in rows.filter(ply__gt=first.ply).order_by("ply"):
        if row.seat != BANK:
            break
        entries.append(row)
    return SubmittedEntry(table, first.ply, entries, moment)


def _without_colour(text: str) -> str:
    first, _space, action_text = text.partition(" ")
    return action_text if first in Colour.words() else text


def _must_act(table: Table, place: Place, ply: int) -> None:
    if table.phase != Phase.PLAYING:
        raise NotPlaying(table.phase)
    if ply != table.plies + 1:
        raise Stale(table.plies)
    if table.awaited != place.turn:
        raise NotYourTurn


def _write(table: Table, place: Place, text: str, key: str, moment: datetime) -> SubmittedEntry:
    """Write an entry of the awaited `place` of the locked `table`, and the bank's entries after
    it. Resigning is none: what follows from it is more than an entry (``ending.resign_game``)."""
    text = _checked_colour(place, text)
    if text == Resign.form.verb:
        raise NotAllowed(_("To give up, use “Resign” at the table."))
    game, entries = take_cached_game(table), WitnessedEntries()
    _play(table, game, f"{place.colour} {text}", entries)
    actor = place.stand_in or place.account
    plies = table.plies
    rows = entries.rows(table, moment, actor, key)
    table.plies += len(rows)
    _stop_clock(table, place, moment)
    awaited = await_next(table, game.game.state, moment)
    if game.game.state.over:
        finish_table(table, game, moment)
    store_progress(table, rows, Phase.PLAYING, plies)
    cache_game_on_commit(table.pk, game)
    wake_if_computer(table, awaited)
    publish_table_change(table.pk, "entry" if awaited else "phase", plies=table.plies)
    if awaited:
        notify_turn_passed(table, place, awaited)
    else:
        notify_ended(table, place)
    return SubmittedEntry(table, plies + 1, rows, moment)


def _checked_colour(place: Place, text: str) -> str:
    """`text` without the colour; raises ``NotAllowed`` for another's."""
    colour, _space, action_text = text.partition(" ")
    if colour not in Colour.words():
        return text
    if colour != place.colour:
        raise NotAllowed(_("You do not play %(colour)s.") % {"colour": colour})
    return action_text


def _play(table: Table, cached: CachedGame, text: str, entries: WitnessedEntries) -> None:
    """Play the entry that `text` says, and what the bank writes after it: the one time that a live
    move is applied. Raises ``IllegalEntry``; the game is as it was then, and kept."""
    try:
        cached.game.act(parse_entry(cached.setup, text).action, entries.witness)
    except (LogSyntaxError, IllegalAction) as cause:
        return_cached_game(table, cached)
        raise IllegalEntry(cause, legal_in(cached.game.state)) from None


def _stop_clock(table: Table, place: Place, moment: datetime) -> None:
    """Take the time used from the player's clock, and add what an entry adds."""
    if table.pace != Pace.LIVE or place.is_computer or table.awaited_since is None:
        return
    used = (moment - table.awaited_since) // timedelta(milliseconds=1)
    place.left_ms = max(0, place.left_ms - max(0, used)) + table.increment * 1000
    Place.objects.filter(pk=place.pk).update(left_ms=place.left_ms)
