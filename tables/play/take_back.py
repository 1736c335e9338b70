"""Entries taken back, where nothing is rated: a player's own last one and all after it, if every
other person at the table agrees. A computer player agrees by itself.

Nothing that showed something new is taken back: an entry of the bank stays, and all before it.
Rows stay too; `TakeBack` says which of them the game went on without, for everybody to read.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Least
from django.utils.translation import gettext as _

from games.models import Account
from tables.clocks import clock
from tables.errors import NotPlaying
from tables.locks import lock_table, persons, place_at, require_place
from tables.models import Pace, Phase, Place, Table, TakeBack
from tables.notifications.turn_events import notify_turn_passed
from tables.play.entries import await_next, store_progress
from tables.play.position import cache_game_on_commit, entry_rows, take_cached_game
from tables.play.publishing import publish_table_change
from web.errors import Conflict, NotAllowed

MAX_TAKE_BACKS: Final = 1_000
"""Times that entries can be taken back at one table."""

PLY_COLUMNS: Final = ("seen_ply", "looked_ply", "told_ply")
"""Columns of places that count entries."""


def wish_to_take_back(table_id: str, account: Account) -> Table:
    """`account` wishes to take its last entry back, with all that came after it. Where no other
    person plays it is done at once.

    Raises ``Table.DoesNotExist``; ``NotAllowed`` at a rated table, or for accounts that do not, or
    no longer, play there; ``NotPlaying``; ``Conflict`` if there is nothing that can be taken back,
    another wish is open, or the others refused.
    """
    with transaction.atomic():
        table, place = _lock_unrated(table_id, account)
        if table.take_back_first is not None:
            raise Conflict(
                _("The other players said no to an undo. Ask again after the next move.")
                if table.take_back_seat is None
                else _("A player has already asked for an undo.")
            )
        first = _first_of(table, place)
        other_persons = [person for person in persons(table) if person.pk != place.pk]
        if not other_persons:
            _take_back(table, place, first, clock.database_time())
            return table
        table.take_back_first, table.take_back_seat = first, place.turn
        table.save(update_fields=["take_back_first", "take_back_seat"])
        for person in table.places.all():
            person.agrees_to_take_back = person.pk == place.pk
        Place.objects.bulk_update(table.places.all(), ["agrees_to_take_back"])
        publish_table_change(table.pk, "places", plies=table.plies)
    return table


def answer_take_back(table_id: str, account: Account, first: int, yes: bool) -> Table:
    """`account` agrees to take back the entries from number `first` on, or does not; so it
    withdraws its own wish. When all agree, it is done.

    Raises as ``wish_to_take_back``; ``Conflict`` if that is not what a player wishes now.
    """
    with transaction.atomic():
        table, place = _lock_unrated(table_id, account)
        asker = place_at(table, table.take_back_seat)
        if (
            asker is None
            or asker.is_computer
            or table.take_back_first != first
            or _first_of(table, asker) != first
        ):
            raise Conflict(_("This undo request is no longer open."))
        if not yes:
            table.take_back_seat = None
            table.save(update_fields=["take_back_seat"])
        else:
            place.agrees_to_take_back = True
            place.save(update_fields=["agrees_to_take_back"])
            if all(person.agrees_to_take_back for person in persons(table)):
                _take_back(table, asker, first, clock.database_time())
                return table
        publish_table_change(table.pk, "places", plies=table.plies)
    return table


# --- inside -------------------------------------------------------------------


def _lock_unrated(table_id: str, account: Account) -> tuple[Table, Place]:
    table = lock_table(table_id)
    place = require_place(table, account)
    if table.phase != Phase.PLAYING:
        raise NotPlaying(table.phase)
    if place.is_computer:
        raise NotAllowed(_("A computer player has taken your seat at this table."))
    if table.rated:
        raise NotAllowed(_("Moves can’t be undone in a rated game."))
    if table.shared_deal_id is not None:
        raise NotAllowed(_("Moves can’t be undone because other tables play with the same cards."))
    return table, place


def _first_of(table: Table, place: Place) -> int:
    """Number of the last entry of `place`; raises ``Conflict`` if it stays."""
    if table.take_back_count >= MAX_TAKE_BACKS:
        raise Conflict(_("Moves have been undone too often at this table."))
    replaced = [place.replaced_at for place in table.places.all() if place.replaced_at]
    assert place.turn is not None
    newest = entry_rows(table).order_by("-ply")
    for row in newest.iterator(chunk_size=20):
        if row.by_id is None or any(number > row.ply for number in replaced):
            raise Conflict(
                _("This move can’t be undone: something new has been revealed since.")
                if newest.filter(seat=place.turn).exclude(by=None).exists()
                else _("There is no move to undo.")
            )
        if row.seat == place.turn:
            return row.ply
    raise Conflict(_("There is no move to undo."))


def _take_back(table: Table, place: Place, first: int, moment: datetime) -> None:
    """Go on before entry `first` of `place`. Nobody loses the time since the last entry; time that
    the entries took is not given back, and what they added to a clock goes."""
    last, before = table.plies, place_at(table, table.awaited)
    if table.pace == Pace.LIVE:
        _return_increments(table, first)
    table.take_back_count += 1
    TakeBack.objects.create(
        table=table,
        number=table.take_back_count,
        first=first,
        last=last,
        asker=place.account,
        time=moment,
    )
    table.plies = first - 1
    cached = take_cached_game(table)
    after = await_next(table, cached.game.state, moment)
    store_progress(table, [], Phase.PLAYING, last)
    table.take_back_first = table.take_back_seat = None
    Place.objects.filter(table=table).update(
        **{name: Least(F(name), table.plies) for name in PLY_COLUMNS}
    )
    cache_game_on_commit(table.pk, cached)
    publish_table_change(table.pk, "places", plies=table.plies)
    if before is not None and after is not None:
        notify_turn_passed(table, before, after)


def _return_increments(table: Table, first: int) -> None:
    seats = list(entry_rows(table).filter(ply__gte=first).values_list("seat", flat=True))
    for place in persons(table):
        added = sum(seat == place.turn for seat in seats) * table.increment * 1000
        if added:
            place.left_ms = max(1000, place.left_ms - added)
            place.save(update_fields=["left_ms"])
