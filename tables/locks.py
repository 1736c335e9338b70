"""Locks of a table's row: of two who change a table one waits for the other.

Every service that writes begins here, inside its transaction. Places are always changed by the
service that holds their table. A client's key marks its request: with the same key again it is the
same request, which is done once and answered as the first time.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import connection
from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from games.models import Account
from tables.clocks.outages import return_lost_time
from tables.deals import SHARES, attach_shares
from tables.limits import KEY_CHARACTERS
from tables.models import Place, Table
from web.errors import Invalid, NotAllowed
from web.prepared_rows import RowMapper, fetch_rows


def tables_with_places() -> QuerySet[Table]:
    """Tables with their places and who sits there; in ``table.places.all()`` without a query, in
    the order of sitting down."""
    places = Place.objects.select_related("account", "stand_in").order_by("pk")
    return Table.objects.select_related("host").prefetch_related(Prefetch("places", places))


def read_table(table_id: str) -> Table:
    """The table as one of ``tables_with_places``; raises ``Table.DoesNotExist``. One statement."""
    joined_rows = fetch_rows(_READ, [table_id])
    table = _TABLE.read(joined_rows[0], 1) if joined_rows else None
    if table is None:
        raise Table.DoesNotExist
    attach_shares(table, joined_rows[0][0])
    host = _HOST.read(joined_rows[0], 1 + _TABLE.width)
    if host is not None:
        table.host = host
    places = []
    for row in joined_rows:
        place = _PLACE.read(row, _PLACE_AT)
        account = _ACCOUNT.read(row, _PLACE_AT + _PLACE.width)
        if place is None or account is None:
            continue
        place.table, place.account = table, account
        place.stand_in = _STAND_IN.read(row, _PLACE_AT + _PLACE.width + _ACCOUNT.width)
        places.append(place)
    prefetched: Any = table.places.all()
    prefetched._result_cache = places
    table.__dict__["_prefetched_objects_cache"] = {
        "places": prefetched
    }  # as ``tables_with_places`` has them
    return table


def lock_table(table_id: str) -> Table:
    """The table with its places, its row locked until the transaction ends. After a jump of the
    clock the lost time has been given back.

    Raises ``Table.DoesNotExist``.
    """
    return_lost_time()
    if connection.features.has_select_for_update:
        fetch_rows(_LOCK + connection.ops.for_update_sql(no_key=True), [table_id])
    return read_table(table_id)  # only now: what is read with a lock is what was there before it


def place_of_account(table: Table, account: Account) -> Place | None:
    """Place of `account` at a table from ``tables_with_places``, at most once."""
    return next((p for p in table.places.all() if p.account_id == account.pk), None)


def require_place(table: Table, account: Account) -> Place:
    """``place_of_account``; raises ``NotAllowed`` if there is none, or the account is suspended."""
    if not account.guest:
        must_be_active(account)
    place = place_of_account(table, account)
    if place is None:
        raise NotAllowed(_("You do not have a seat at this table."))
    return place


def place_at(table: Table, turn: int | None) -> Place | None:
    """The place that is `turn` in turn order."""
    return next((p for p in table.places.all() if turn is not None and p.turn == turn), None)


def awaited_place(table: Table) -> Place | None:
    """The place that is to act, of a table that has not loaded its places. One query."""
    if table.awaited is None:
        return None
    places = Place.objects.filter(table=table, turn=table.awaited)
    return places.select_related("account", "stand_in").first()


def persons(table: Table) -> list[Place]:
    """The places where a person acts now."""
    return [place for place in table.places.all() if not place.is_computer]


def must_be_active(account: Account) -> None:
    """Raises ``NotAllowed`` for an account that is suspended or closed, or a computer player's; and
    for a guest, who may do nothing but play."""
    if account.guest:
        raise NotAllowed(_("Guests cannot do that. You need an account."))
    if not account.is_active or account.computer:
        raise NotAllowed(_("This account is suspended."))


# --- inside -------------------------------------------------------------------


_TABLE, _HOST = RowMapper(Table, "t"), RowMapper(Account, "h")
_PLACE, _ACCOUNT, _STAND_IN = (
    RowMapper(Place, "p"),
    RowMapper(Account, "a"),
    RowMapper(Account, "s"),
)
_PLACE_AT: Final = 1 + _TABLE.width + _HOST.width
_PARTS: Final = ", ".join(part.sql for part in (_TABLE, _HOST, _PLACE, _ACCOUNT, _STAND_IN))
_READ: Final = f"""
    SELECT {SHARES}, {_PARTS} FROM {_TABLE.table} t
    JOIN {_HOST.table} h ON h.id = t.host_id
    LEFT JOIN {_PLACE.table} p ON p.table_id = t.id
    LEFT JOIN {_ACCOUNT.table} a ON a.id = p.account_id
    LEFT JOIN {_STAND_IN.table} s ON s.id = p.stand_in_id
    WHERE t.id = %s ORDER BY p.id
"""
_LOCK: Final = f"SELECT id FROM {_TABLE.table} WHERE id = %s "


# --- a client's own mark of its request ---------------------------------------


def checked_key(key: str) -> str:
    """`key`, empty for none; raises ``Invalid``."""
    if len(key) > KEY_CHARACTERS or not key.isprintable():
        raise Invalid(
            _("The key of a request can have at most %d printable characters.") % KEY_CHARACTERS
        )
    return key
